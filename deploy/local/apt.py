"""Packages of a Debian machine: root installs what tests lack, and nothing that was installed starts by itself."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from deploy.local.layout import BUILD
from deploy.local.steps import run_step, timed
from deploy.local.terminal import SetupError, say

POLICY = Path("/usr/sbin/policy-rc.d")  # asked by each package before it starts its service
NOT_ALLOWED = "#!/bin/sh\nexit 101\n"


def try_to_install(what: str, *packages: str) -> None:
    """Where that is possible. A failure is told in one line."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    try:
        with timed(what), without_services():
            _apt_get(what, "update")
            _apt_get(what, "install", "--yes", "--no-install-recommends", *packages)
    except SetupError as failure:
        say(f"docket: {failure}")


@contextmanager
def without_services() -> Iterator[None]:
    """Whoever has said already what may start keeps the word."""
    ours = not POLICY.exists()
    if ours:
        POLICY.write_text(NOT_ALLOWED)
        POLICY.chmod(0o755)
    try:
        yield
    finally:
        if ours:
            POLICY.unlink(missing_ok=True)


def _apt_get(what: str, *arguments: str) -> None:
    run_step(
        f"Installing {what} (apt-get {arguments[0]})",
        ["apt-get", *arguments],
        log=BUILD / "logs" / "apt.log",
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
    )
