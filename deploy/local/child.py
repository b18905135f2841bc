"""Start child processes that end with this process, optionally as another user."""

import ctypes
import os
import pwd
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from deploy.local.layout import ROOT

PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def spawn(
    command: Sequence[str | Path],
    *,
    env: Mapping[str, str],
    output: IO[bytes] | int,
    user: int | None = None,
    death_signal: signal.Signals = signal.SIGTERM,
    cwd: Path = ROOT,
) -> subprocess.Popen[bytes]:
    """Start `command` in its own session, so that Ctrl-C reaches only this process, which decides the shutdown order.

    On Linux the kernel sends it `death_signal` when this process dies for any reason.
    """
    return subprocess.Popen(
        [str(part) for part in command],
        cwd=cwd,
        env=dict(env),
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        preexec_fn=_become(user, death_signal, parent=os.getpid()),  # noqa: PLW1509 (we have one thread)
    )


def signal_group(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    """Send a signal to the process and its descendants in the same group. The group can outlive its leader."""
    with suppress(ProcessLookupError, PermissionError):  # macOS answers EPERM for a group of zombies
        os.killpg(process.pid, number)


def _become(user: int | None, death_signal: signal.Signals, *, parent: int) -> Callable[[], None]:
    def prepare() -> None:
        if user is not None:
            os.setgroups([])
            os.setgid(pwd.getpwuid(user).pw_gid)
            os.setuid(user)
        if _libc is not None:
            # after the change of user, which would clear it
            _libc.prctl(PR_SET_PDEATHSIG, int(death_signal), 0, 0, 0)
            if os.getppid() != parent:  # the parent died before prctl
                os._exit(1)

    return prepare
