"""Files of messages: by their content, of the person who uploaded them, behind addresses that expire."""

from datetime import timedelta
from functools import partial
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.utils import timezone

from mail.content import type_of
from tests.factories import a_moderator, an_account
from tests.staff import Staff
from tests.workflows.tickets.threads import a_ticket, read, reply
from tickets.attachments import prune_uploads
from tickets.models import Attachment

PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)


@pytest.fixture(autouse=True)
def _files(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


def upload(staff: Staff, content: bytes, name: str = "photo.png") -> Any:
    file = BytesIO(content)
    file.name = name
    return staff.client.post("/api/attachments", {"file": file})


def test_a_file_goes_out_with_the_reply_and_is_read_by_a_signed_address() -> None:
    ticket, staff = a_ticket(), Staff(a_moderator())
    uploaded = upload(staff, PNG)
    assert uploaded.status_code == 201, uploaded.content
    file = uploaded.json()
    assert (file["name"], file["type"], file["size"], file["preview"]) == ("photo.png", "image/png", 28, True)
    assert upload(staff, PNG).json()["id"] == file["id"]
    assert reply(staff, ticket, attachments=[file["id"]]).status_code == 201
    assert read(staff, ticket)["messages"][-1]["attachments"] == [file]
    address = staff.get(f"/attachments/{file['id']}").json()
    assert address["seconds"] == 300
    shown: Any = Staff().client.get(address["url"])
    assert (b"".join(shown.streaming_content), shown["Content-Type"]) == (PNG, "image/png")
    assert shown["Content-Security-Policy"].startswith("sandbox; default-src 'none'")
    assert Staff().client.get(address["url"] + "x").status_code == 404
    assert reply(staff, ticket, attachments=[file["id"]]).json()["code"] == "upload_unknown"


def test_an_address_opens_the_file_for_as_long_as_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    staff, clock = Staff(a_moderator()), SimpleNamespace(time=lambda: 1_000_000.0)
    number = upload(staff, PNG).json()["id"]
    monkeypatch.setattr("django.core.signing.time", clock)
    address = staff.get(f"/attachments/{number}").json()
    clock.time = partial(float, 1_000_000 + address["seconds"] - 1)
    shown: Any = Staff().client.get(address["url"])
    assert b"".join(shown.streaming_content) == PNG
    clock.time = partial(float, 1_000_000 + address["seconds"] + 1)
    assert Staff().client.get(address["url"]).status_code == 404


def test_an_upload_is_of_the_person_who_made_it() -> None:
    number = upload(Staff(a_moderator()), PNG).json()["id"]
    other = Staff(a_moderator())
    assert reply(other, a_ticket(), attachments=[number]).json()["code"] == "upload_unknown"
    own = upload(other, PNG).json()["id"]
    assert own != number, "the same file of two people is two uploads"
    assert reply(other, a_ticket(), attachments=[own]).status_code == 201
    assert upload(Staff(an_account(access=["moderation"])), PNG).status_code == 403


def test_an_upload_is_opened_by_its_uploader_alone_until_it_is_sent() -> None:
    own, other = Staff(a_moderator()), Staff(a_moderator())
    number = upload(own, PNG).json()["id"]
    assert own.get(f"/attachments/{number}").status_code == 200
    assert other.get(f"/attachments/{number}").status_code == 404
    assert reply(own, a_ticket(), attachments=[number]).status_code == 201
    assert other.get(f"/attachments/{number}").status_code == 200


def test_an_address_of_an_upload_that_was_deleted_opens_nothing(staff: Staff) -> None:
    number = upload(staff, PNG).json()["id"]
    address = staff.get(f"/attachments/{number}").json()["url"]
    Attachment.objects.update(created_at=timezone.now() - timedelta(days=2))
    assert prune_uploads() == 1
    assert Staff().client.get(address).status_code == 404


def test_what_is_no_image_is_downloaded_whatever_its_name_says(staff: Staff) -> None:
    number = upload(staff, b"<svg onload='alert(1)'/>", "photo.png").json()["id"]
    answer = staff.client.get(staff.get(f"/attachments/{number}").json()["url"])
    assert answer["Content-Type"] == "application/octet-stream"
    assert answer["Content-Disposition"].startswith("attachment")
    assert answer["X-Content-Type-Options"] == "nosniff"
    answer.close()


@pytest.mark.parametrize(
    ("content", "media_type"),
    [
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"%PDF-1.7", "application/pdf"),
        (b"<html>", "text/plain"),
        ("ü".encode() * 5_000, "text/plain"),
        (b"x" * 4_095 + "ü".encode() * 9, "text/plain"),
        (b"\x00\x01", "application/octet-stream"),
        (b"\xff\xfe", "application/octet-stream"),
    ],
)
def test_the_type_is_that_of_the_content(content: bytes, media_type: str) -> None:
    assert type_of(content) == media_type


def test_uploads_that_nobody_sends_are_deleted_after_a_day(staff: Staff) -> None:
    upload(staff, b"old", "old.txt")
    old = Attachment.objects.get()
    Attachment.objects.update(created_at=timezone.now() - timedelta(days=2))
    upload(staff, b"new", "new.txt")
    assert prune_uploads() == 1
    assert list(Attachment.objects.values_list("name", flat=True)) == ["new.txt"]
    assert not default_storage.exists(str(old.file.name))
