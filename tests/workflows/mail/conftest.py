from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(autouse=True)
def files(tmp_path: Path, settings: Any) -> Path:
    """Where the files of these tests are stored."""
    settings.MEDIA_ROOT = tmp_path / "files"
    return tmp_path / "files"
