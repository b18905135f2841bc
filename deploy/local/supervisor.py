"""Keep a set of processes running, and end all of them on shutdown."""

import os
import select
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Self

from deploy.local import leftovers
from deploy.local.child import signal_group, spawn
from deploy.local.logs import Log
from deploy.local.terminal import say

TICK_SECONDS = 0.25
GRACE_SECONDS = 10  # default time for a graceful shutdown; then SIGKILL
REPEAT_SECONDS = 1  # within this time a second signal is the same Ctrl-C, forwarded by make
# Short, because a process that was killed many times must be back soon. A process that can never start is started once
# a second, and its log shows the reason.
BACKOFF_SECONDS = (0.05, 0.2, 0.5, 1)
STEADY_SECONDS = 10  # after this running time, the next failure counts as the first
INSTALLED_SECONDS = 10  # files must be unchanged for this time, because a package manager replaces them one by one


@dataclass(frozen=True)
class Program:
    """A process to keep running. `stop_signal`: requests its end. `order`: programs with the lowest end first.

    `folder`: the working directory of its child processes, if they leave its process group. `files`: the files that it
    runs; if they are replaced, it is restarted. `grace_seconds`: the time that it may take to end.
    """

    name: str
    command: Sequence[str | Path]
    env: Mapping[str, str]
    user: int | None = None
    stop_signal: signal.Signals = signal.SIGTERM
    order: int = 0
    folder: Path | None = None
    files: Sequence[Path] = ()
    grace_seconds: float = GRACE_SECONDS

    def installed(self) -> tuple[object, ...] | None:
        """The identities of its current files; None while one of them is missing."""
        try:
            found = [file.stat() for file in self.files]
        except OSError:
            return None
        return tuple((file.st_dev, file.st_ino, file.st_size, file.st_mtime_ns) for file in found)


@dataclass
class _Running:
    program: Program
    log: Log
    process: subprocess.Popen[bytes] | None = None
    started: float = 0
    failures: int = 0
    next_start: float = 0
    runs: tuple[object, ...] | None = None  # the files with which it was started
    seen: tuple[object, ...] | None = None  # the files at the last check
    seen_since: float = 0


@dataclass
class Supervisor:
    """Starts programs, restarts programs that end unexpectedly, and ends all of them on leaving.

    Not thread-safe: the kernel ties a child's death signal to the thread that started the child.
    """

    logs: Path
    stopping: bool = False
    _running: dict[str, _Running] = field(default_factory=dict)
    _wakeups: tuple[int, int] = field(default_factory=os.pipe)

    def __enter__(self) -> Self:
        for end in self._wakeups:
            os.set_blocking(end, False)
        signal.set_wakeup_fd(self._wakeups[1], warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)  # interrupts the select in tick()
        return self

    def __exit__(self, *_: object) -> None:
        with self.stopped_by_signals():
            self.stop()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.set_wakeup_fd(-1)
        for end in self._wakeups:
            os.close(end)

    def start(self, program: Program) -> None:
        running = _Running(program, Log(self.logs / f"{program.name}.log"))
        self._running[program.name] = running
        self._spawn(running)

    @contextmanager
    def stopped_by_signals(self) -> Iterator[None]:
        """Within this block SIGINT, SIGTERM and SIGHUP set `stopping`. A second signal kills the programs at once."""
        since = time.monotonic()

        def stop(_number: int, _frame: FrameType | None) -> None:
            nonlocal since
            if self.stopping and time.monotonic() - since > REPEAT_SECONDS:
                for running in self._running.values():
                    if running.process and running.program.order == 0:
                        signal_group(running.process, signal.SIGKILL)
            elif not self.stopping:
                self.stopping, since = True, time.monotonic()

        numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        before = [signal.signal(number, stop) for number in numbers]
        try:
            yield
        finally:
            for number, handler in zip(numbers, before, strict=True):
                signal.signal(number, handler)

    def kill(self, name: str) -> None:
        """Kill a program and its child processes at once."""
        if process := self._running[name].process:
            signal_group(process, signal.SIGKILL)

    def failures(self, name: str) -> int:
        """How many times in a row this program ended soon after its start."""
        return self._running[name].failures

    def seconds_until_start(self, name: str) -> float:
        """The seconds until an ended program is started again; 0 while it runs."""
        running = self._running[name]
        return 0.0 if running.process else max(0.0, running.next_start - time.monotonic())

    def tick(self, *also: int, seconds: float = TICK_SECONDS) -> bool:
        """Wait, restart ended programs, show new errors. Returns whether a file descriptor of `also` is readable."""
        wakeup, _ = self._wakeups
        waiting = [self.seconds_until_start(name) for name, running in self._running.items() if not running.process]
        readable, _, _ = select.select([wakeup, *also], [], [], min([seconds, *waiting]))
        if wakeup in readable:
            os.read(wakeup, 4096)
        for running in self._running.values():
            self._look_after(running)
            for line in running.log.new_errors():
                say(f"{running.program.name:<9} | {line}")
        return any(descriptor in readable for descriptor in also)

    def stop(self) -> None:
        """End all programs with their child processes, in shutdown order."""
        self.stopping = True
        for order in sorted({running.program.order for running in self._running.values()}):
            self._stop([running for running in self._running.values() if running.program.order == order])

    def _look_after(self, running: _Running) -> None:
        now = time.monotonic()
        if running.process is not None:
            status = running.process.poll()
            if status is None:
                self._restart_if_replaced(running, running.process, now)
                return
            _end_children(running.program, running.process)
            running.process = None
            running.failures = 1 if now - running.started > STEADY_SECONDS else running.failures + 1
            running.next_start = now + BACKOFF_SECONDS[min(running.failures, len(BACKOFF_SECONDS)) - 1]
            if not self.stopping:
                say(f"{running.program.name:<9} | {_ending(status)}: restarting it ({running.log.path})")
        if not self.stopping and now >= running.next_start:
            self._spawn(running)

    def _restart_if_replaced(self, running: _Running, process: subprocess.Popen[bytes], now: float) -> None:
        """Request once that a program whose files were replaced ends: it may be incompatible with the new files."""
        found = running.program.installed()
        if found != running.seen:
            running.seen, running.seen_since = found, now
        is_settled = found is not None and now - running.seen_since > INSTALLED_SECONDS
        if is_settled and found != running.runs and not self.stopping:
            running.runs = found
            say(f"{running.program.name:<9} | its files were replaced: restarting it")
            process.send_signal(running.program.stop_signal)

    def _spawn(self, running: _Running) -> None:
        program = running.program
        running.runs = running.seen = program.installed()
        with running.log.open() as output:
            running.process = spawn(
                program.command,
                env=program.env,
                output=output,
                user=program.user,
                death_signal=program.stop_signal,
            )
        running.started = time.monotonic()

    def _stop(self, group: list[_Running]) -> None:
        started = [(running, running.process) for running in group if running.process]
        for running, process in started:
            process.send_signal(running.program.stop_signal)
        asked = time.monotonic()
        for running, process in started:
            with suppress(subprocess.TimeoutExpired):
                process.wait(max(0.0, asked + running.program.grace_seconds - time.monotonic()))
            _end_children(running.program, process)
            process.wait()
            running.process = None


def _end_children(program: Program, process: subprocess.Popen[bytes]) -> None:
    """Kill the child processes of an ended leader, because they hold the port or memory that the next start needs."""
    signal_group(process, signal.SIGKILL)
    if program.folder:
        leftovers.kill_all_in(program.folder, Path(program.command[0]).name)


def _ending(status: int) -> str:
    return f"ended by {signal.Signals(-status).name}" if status < 0 else f"ended with status {status}"
