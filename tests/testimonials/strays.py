"""What a killed process leaves in the storage, for tests of any storage."""

from datetime import timedelta

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from testimonials.models import Original, Page
from tests.factories import a_moderator
from tests.staff import Staff
from tests.testimonials.arriving import a_testimonial
from tests.testimonials.media_made import image_file
from workflows.jobs import delete_strays

NAME = "ab" + "0" * 30
STRAYS = (f"testimonials/originals/ab/{NAME}", f"tickets/attachments/ab/{NAME}", f"avatars/ab/{NAME}.webp")
OTHER = "exports/ab/report"  # in a folder that no column names


def require_that_strays_are_deleted(monkeypatch: pytest.MonkeyPatch) -> None:
    staff = Staff(a_moderator())
    assert staff.user is not None
    path = f"/api/user/{staff.user.pk}/avatar"
    picture = staff.client.put(path, image_file(), content_type="image/jpeg").json()["filename"]
    a_testimonial(content=image_file())
    named: list[str] = [
        str(Original.objects.get().file),
        str(Page.objects.get().image),
        f"avatars/{picture[:2]}/{picture}",
    ]
    for stray in (*STRAYS, OTHER):
        default_storage.save(stray, ContentFile(b"What somebody has said."))
    delete_strays({})
    assert all(map(default_storage.exists, (*named, *STRAYS, OTHER))), "their rows may still come"
    monkeypatch.setattr("kit.stray_files.LEFT_FOR", timedelta(seconds=-60))  # the storage has a clock of its own
    delete_strays({})
    assert all(map(default_storage.exists, (*named, OTHER)))
    assert not any(map(default_storage.exists, STRAYS))
