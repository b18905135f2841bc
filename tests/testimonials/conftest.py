"""Files of tests go to a folder of their own."""

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, settings: Any) -> None:
    settings.DATA_DIR = tmp_path  # with turns of its own
    settings.MEDIA_ROOT = tmp_path / "files"
    settings.FILE_UPLOAD_TEMP_DIR = tmp_path / "files" / "incoming"
