"""Chromium for the browser tests: the machine's, or installed if possible. The headless one is preferred."""

import os
import shutil

from deploy.local.apt import try_to_install
from deploy.local.terminal import say

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FONTS = "fonts-liberation"  # without a font, screenshots show no letters


def find_browser() -> str | None:
    """Chromium's path. Installs it if we are root on Debian. If it is missing, prints one line and returns None."""
    if found := _on_path():
        return found
    for package in ("chromium-headless-shell", "chromium"):  # only Debian has the first
        try_to_install("Chromium", package, FONTS)
        if found := _on_path():
            return found
    say("docket: Chromium is missing: install it and have it on PATH. The browser tests are skipped.")
    return None


def _on_path() -> str | None:
    given = os.environ.get("CHROMIUM")
    return given or next((path for name in NAMES if (path := shutil.which(name))), None)
