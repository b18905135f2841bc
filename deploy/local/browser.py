"""The browser of the browser tests: the machine's Chromium, installed where that is possible."""

import os
import shutil

from deploy.local.layout import BUILD
from deploy.local.steps import run_step, timed
from deploy.local.terminal import SetupError, say

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGES = ("chromium", "fonts-liberation")  # fonts: without one, a screenshot has no letters


def find_browser() -> str | None:
    """Its path; root on a Debian machine installs it. None after one line that says what is missing."""
    if found := _on_path():
        return found
    if os.geteuid() == 0 and shutil.which("apt-get"):
        try:
            with timed("Chromium"):
                _apt_get("update")
                _apt_get("install", "--yes", "--no-install-recommends", *PACKAGES)
        except SetupError as failure:
            say(f"docket: {failure}")
    if found := _on_path():
        return found
    say("docket: Chromium is missing: install it and have it on PATH. The browser tests are skipped.")
    return None


def _on_path() -> str | None:
    given = os.environ.get("CHROMIUM")
    return given or next((path for name in NAMES if (path := shutil.which(name))), None)


def _apt_get(*arguments: str) -> None:
    run_step(
        f"Installing Chromium (apt-get {arguments[0]})",
        ["apt-get", *arguments],
        log=BUILD / "logs" / "apt.log",
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
    )
