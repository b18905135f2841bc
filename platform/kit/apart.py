"""Separate processes for untrusted input: each limits its own memory and time, and has no secrets of the product."""

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
NICENESS_OF_SESSION = 10  # a tenth of another session's share: enough to finish on a busy machine too
_DIES_WITH_PARENT = 1  # PR_SET_PDEATHSIG of Linux


@dataclass(frozen=True, slots=True)
class Limits:
    """`memory`: bytes of address space. `processor`: seconds of processor time. `clock`: seconds of real time."""

    memory: int
    processor: int
    clock: float


class OverLimitError(Exception):
    """The process was killed by one of its limits, or by another process."""


class OutOfTimeError(OverLimitError):
    """It reached the limit of real time before that of processor time. The machine may have been busy."""


class EndedBadlyError(Exception):
    """The process ended with an error. `said`: the end of its standard error."""

    def __init__(self, said: str) -> None:
        self.said = said
        super().__init__(said)


def environment() -> dict[str, str]:
    """The variables of a process that needs only the product's modules."""
    return {"PATH": os.environ.get("PATH", ""), "PYTHONPATH": str(Path(__file__).parents[1])}


def run_apart(arguments: list[str], limits: Limits) -> bytes:
    """Run Python with these arguments; returns its standard output. The program must call `limit_this_process` first.

    At the end of its time it is killed, with all processes that it started. Raises OverLimitError, OutOfTimeError,
    EndedBadlyError.
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
    """Limit this process and those that it starts, and give it a low priority. It dies with its parent process."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (limits.memory, limits.memory))
    resource.setrlimit(resource.RLIMIT_CPU, (limits.processor, limits.processor))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DIES_WITH_PARENT, signal.SIGKILL)
    _step_back()


def _step_back() -> None:
    """Lower the priority, because requests come first. If Linux shares processors among sessions (autogroup), the
    niceness of a process counts within its session only. So this process gets a session with a niceness of its own.
    """
    os.nice(NICENESS)
    with suppress(PermissionError):  # it already leads a session
        os.setsid()
    for _ in range(20):
        try:
            Path("/proc/self/autogroup").write_text(str(NICENESS_OF_SESSION))
        except BlockingIOError:  # Linux allows one change per 0.1 seconds
            time.sleep(0.1)
        except OSError:  # not Linux, or without autogroup
            return
        else:
            return
