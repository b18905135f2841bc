"""People whom many tests ask for, each signed in; folders of a test alone."""

from pathlib import Path
from typing import Any

import pytest

from tests.factories import a_head_moderator, a_moderator, an_admin
from tests.staff import Staff


@pytest.fixture
def staff(database: None) -> Staff:
    return Staff(a_moderator("Marta Ellwood"))


@pytest.fixture
def head(database: None) -> Staff:
    return Staff(a_head_moderator("Hilde Brandt"))


@pytest.fixture
def admin(database: None) -> Staff:
    return Staff(an_admin("Ina Admin"))


@pytest.fixture
def files(tmp_path: Path, settings: Any) -> Path:
    """Where the files of the test are stored."""
    settings.DATA_DIR = tmp_path  # with turns of its own
    settings.MEDIA_ROOT = tmp_path / "files"
    settings.FILE_UPLOAD_TEMP_DIR = tmp_path / "files" / "incoming"
    return tmp_path / "files"


@pytest.fixture
def anchors(tmp_path: Path, settings: Any) -> None:
    settings.ANCHOR_FOLDER = tmp_path / "anchors"
