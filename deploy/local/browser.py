"""Chromium for the browser tests: the machine's, or installed if possible."""

import os
import shutil

from deploy.local.apt import try_to_install
from deploy.local.terminal import say

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGES = ("chromium", "fonts-liberation")  # without a font, screenshots show no letters


def find_browser() -> str | None:
    """Chromium's path; installs it if we are root on Debian. None after printing one line that says what is missing."""
    if found := _on_path():
        return found
    try_to_install("Chromium", *PACKAGES)
    if found := _on_path():
        return found
    say("docket: Chromium is missing: install it and have it on PATH. The browser tests are skipped.")
    return None


def _on_path() -> str | None:
    given = os.environ.get("CHROMIUM")
    return given or next((path for name in NAMES if (path := shutil.which(name))), None)
