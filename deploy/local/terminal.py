"""Output for people: progress and failures on standard error, results on standard output."""

import errno
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED = 130  # the shell's exit status after Ctrl-C


class SetupError(Exception):
    """Ends the command. Its message is one line for the user: the problem, and what to do."""


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


@contextmanager
def one_line_failures() -> Iterator[None]:
    """Turn expected errors into one line and an exit status. SIGTERM and SIGHUP are handled like Ctrl-C."""
    for number in (
        signal.SIGINT,
        signal.SIGTERM,
        signal.SIGHUP,
    ):  # SIGINT too, because a shell starts background jobs with SIGINT ignored
        signal.signal(number, _interrupt)
    try:
        yield
    except SetupError as failure:
        say(f"docket: {failure}")
        raise SystemExit(1) from None
    except KeyboardInterrupt:
        say("docket: stopped.")
        raise SystemExit(INTERRUPTED) from None
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EROFS):
            raise
        say(f"docket: {error.strerror} ({error.filename}): {_REMEDY[error.errno]}.")
        raise SystemExit(1) from None


_REMEDY = {
    errno.ENOSPC: "free some space and start again",
    errno.EDQUOT: "free some space and start again",
    errno.EACCES: "allow your user to write there, or set DOCKET_DATA_DIR to another folder",
    errno.EROFS: "set DOCKET_DATA_DIR to a folder that can be written",
}


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
