"""Run the steps of the set-up, one at a time per checkout, each with its own log."""

import fcntl
import os
import re
import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from deploy.local.child import signal_group, spawn
from deploy.local.layout import BUILD, ROOT
from deploy.local.terminal import SetupError, say

MARK = "docket: "  # the beginning of `kit.environment.WrongSettingError`
SHOWN_IN_CI = 4_000  # last characters of a failed step's log; URLs are masked


@contextmanager
def setup_lock() -> Iterator[None]:
    """Lock this checkout's set-up, so that parallel commands run it one after another."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Waiting for another set-up of this checkout …")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def timed(what: str) -> Iterator[None]:
    """Print how long a step of the set-up took."""
    started = time.monotonic()
    yield
    say(f"  {what} ({time.monotonic() - started:.1f} s)")


def run_step(
    what: str,
    command: Sequence[str | Path],
    *,
    log: Path | None = None,
    env: Mapping[str, str] | None = None,
    cwd: Path = ROOT,
    user: int | None = None,
) -> None:
    """Run one command to its end, with its output in `log`. If it fails, raises SetupError with the command's own error
    line, or else with the path of the log.

    An interruption kills its whole process group.
    """
    log = log or BUILD / "logs" / f"{what.split(maxsplit=1)[0]}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("wb") as output:
        step = spawn(command, env=env or os.environ, output=output, cwd=cwd, user=user, death_signal=signal.SIGKILL)
        try:
            status = step.wait()
        finally:
            signal_group(step, signal.SIGKILL)
    if status != 0:
        text = log.read_text(errors="replace")
        if os.environ.get("CI"):  # log files are not available there
            say(re.sub(r"\w+://\S+", "…", text[-SHOWN_IN_CI:]))
        if "No space left on device" in text:
            raise SetupError(f"{what} found the disk full: free some space and start again ({log}).")
        if line := own_words(text):
            raise SetupError(line)
        raise SetupError(f"{what} failed: see {log}, correct the error and start again.")


def own_words(output: str) -> str:
    """The line in which one of our processes reports why it cannot start, such as a wrong setting; else empty."""
    lines = [line.removeprefix(MARK) for line in output.splitlines() if line.startswith(MARK)]
    return lines[-1] if lines else ""
