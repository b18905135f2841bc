"""The audit of testimonials after a drill finds what is lost and what happened twice."""

import hashlib
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import default_storage

from drills.arrivals import PREFIX, Authors
from drills.audit_testimonials import faults_of_testimonials
from testimonials.models import Original, Page
from tests.testimonials.arriving import a_testimonial
from tests.testimonials.media_made import image_file
from workflows.models import Process

NAME = f"{PREFIX}1"


@pytest.fixture
def authors(database: None, tmp_path: Path, settings: Any) -> Authors:
    settings.MEDIA_ROOT = tmp_path / "files"
    settings.FILE_UPLOAD_TEMP_DIR = tmp_path / "files" / "incoming"
    card = image_file()
    authors = Authors("", "")
    authors.accepted[NAME] = a_testimonial(content=card, external_id=NAME), hashlib.sha256(card).hexdigest()
    return authors


def faults(authors: Authors) -> list[str]:
    number, _ = authors.accepted[NAME]
    return [fault.replace(f"testimonial {number} ", "") for fault in faults_of_testimonials(authors)]


def test_a_drill_in_which_all_agrees_has_no_faults(authors: Authors) -> None:
    assert faults(authors) == []


def test_a_lost_testimonial_is_found(authors: Authors) -> None:
    authors.accepted[f"{PREFIX}2"] = 0, ""
    assert faults(authors)[0] == "2 testimonials were acknowledged, and 1 are stored"


def test_a_lost_file_is_found(authors: Authors) -> None:
    default_storage.delete(str(Original.objects.get().file))
    assert faults(authors) == ["has not the file that was sent"]


def test_the_file_of_another_is_found(authors: Authors) -> None:
    number, _ = authors.accepted[NAME]
    authors.accepted[NAME] = number, hashlib.sha256(b"another").hexdigest()
    assert faults(authors) == ["has not the file that was sent"]


def test_a_lost_page_is_found(authors: Authors) -> None:
    Page.objects.all().delete()
    assert faults(authors) == ["has no page to look at"]


def test_a_process_of_another_is_found(authors: Authors) -> None:
    Process.objects.update(subject_id=authors.accepted[NAME][0] + 1)
    assert faults(authors) == ["has 0 processes"]
