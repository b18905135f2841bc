"""The demo's testimonials: one of each kind, and one in every state."""

from pathlib import Path
from typing import Any

import pytest

from commands.demo.people import make_accounts
from commands.demo.testimonials import make_small_testimonials
from testimonials.models import Medium, Original
from testimonials.models import Testimonial as Stored
from tests.agreement import disagreements
from tests.factories import a_company

pytestmark = pytest.mark.usefixtures("database")


def test_the_small_demo_has_testimonials_of_each_kind_in_every_state(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "files"
    settings.FILE_UPLOAD_TEMP_DIR = tmp_path / "files" / "incoming"
    make_accounts()
    a_company()
    a_company()
    assert make_small_testimonials() > 0
    found = set(Stored.objects.values_list("status", flat=True))
    assert found == {"to_transcribe", "to_check", "published", "rejected", "backlog", "escalated", "withdrawn"}
    assert set(Stored.objects.values_list("medium", flat=True)) == {medium.value for medium in Medium}
    types = {"image/jpeg", "application/pdf", "audio/mpeg", "video/webm"}
    assert set(Original.objects.values_list("type", flat=True)) == types
    assert make_small_testimonials() == 0
    assert list(disagreements()) == []
