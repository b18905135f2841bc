"""Files of tests go to a folder of their own."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _files(files: Path) -> None:
    pass
