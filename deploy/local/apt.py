"""Install Debian packages that the tests need, if we are root, without starting their services."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from deploy.local.layout import BUILD
from deploy.local.steps import run_step, timed
from deploy.local.terminal import SetupError, say

POLICY = Path("/usr/sbin/policy-rc.d")  # each package asks this script before it starts its service
REFUSE_ALL_SERVICES = "#!/bin/sh\nexit 101\n"


def try_to_install(what: str, *packages: str) -> None:
    """Install packages if we are root and apt-get exists. A failure prints one line and raises nothing."""
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
    """Keep installed packages from starting services. An existing policy file is left unchanged."""
    ours = not POLICY.exists()
    if ours:
        POLICY.write_text(REFUSE_ALL_SERVICES)
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
