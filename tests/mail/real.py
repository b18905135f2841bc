"""The 151 real mails of every dirt, which are no part of the project. Tests skip where they are missing."""

from pathlib import Path

import pytest

from tests.shared_data import SHARED_DATA

FOLDER = SHARED_DATA / "mails"
REASON = "the real mails are missing: DOCKET_SHARED_DATA names the folder that holds mails/"


def real_mails() -> list[Path]:
    """Skips the test without them."""
    if not FOLDER.is_dir():
        pytest.skip(REASON)
    return sorted(path for path in (FOLDER / "messages").rglob("*") if path.is_file() and path.suffix == ".eml")


def real_replies() -> list[Path]:
    if not FOLDER.is_dir():
        pytest.skip(REASON)
    return sorted(path for path in (FOLDER / "replies").iterdir() if path.suffix == ".txt")
