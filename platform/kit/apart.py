"""Processes for what others have sent: each limits its own memory and time, and has none of the product's secrets."""

import ctypes
import os
import resource
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

NICENESS = 15  # other people's requests come first
NICENESS_OF_SESSION = 10  # a tenth of the share of another session, so that it comes to its end on a busy machine too
_DIES_WITH_PARENT = 1  # PR_SET_PDEATHSIG of Linux


@dataclass(frozen=True, slots=True)
class Limits:
    """`memory`: bytes of addresses; `processor`: seconds of one; `clock`: seconds for which somebody waits."""

    memory: int
    processor: int
    clock: float


class OverLimitError(Exception):
    """The process was ended by one of its limits, or by another process."""


class OutOfTimeError(OverLimitError):
    """The clock ended it before its time of the processor was used up: the machine may have been busy."""


class EndedBadlyError(Exception):
    """The process has ended with an error. `said`: the end of what it wrote about it."""

    def __init__(self, said: str) -> None:
        self.said = said
        super().__init__(said)


def environment() -> dict[str, str]:
    """Variables of a process that needs the product's modules alone."""
    return {"PATH": os.environ.get("PATH", ""), "PYTHONPATH": str(Path(__file__).parents[1])}


def run_apart(arguments: list[str], limits: Limits) -> bytes:
    """What a Python process with these arguments writes. It calls `limit_this_process` first.

    Raises OverLimitError, OutOfTimeError, EndedBadlyError. At the end of its time it is killed, with all that it has
    started.
    """
    process = subprocess.Popen(  # noqa: S603  our own modules
        [sys.executable, *arguments],
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        with process:
            try:
                written, problem = process.communicate(timeout=limits.clock)
            except BaseException:
                os.killpg(process.pid, signal.SIGKILL)
                raise
    except subprocess.TimeoutExpired as error:
        raise OutOfTimeError from error
    if process.returncode < 0:
        raise OverLimitError
    if process.returncode:
        raise EndedBadlyError(problem[-2_000:].decode(errors="replace"))
    return written


def limit_this_process(limits: Limits) -> None:
    """From now on; the processes that it starts have the same limits. It ends with the process that started it."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (limits.memory, limits.memory))
    resource.setrlimit(resource.RLIMIT_CPU, (limits.processor, limits.processor))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DIES_WITH_PARENT, signal.SIGKILL)
    _step_back()


def _step_back() -> None:
    """Other people's requests come first. Where Linux shares processors among sessions (autogroup), niceness counts
    within a session alone, and each session gets as much as the web server's: this one becomes nice as a whole.
    """
    os.nice(NICENESS)
    with suppress(PermissionError):  # it leads a session already
        os.setsid()
    for _ in range(20):
        try:
            Path("/proc/self/autogroup").write_text(str(NICENESS_OF_SESSION))
        except BlockingIOError:  # another process did so within a tenth of a second
            time.sleep(0.1)
        except OSError:  # another system, or without these groups
            return
        else:
            return
