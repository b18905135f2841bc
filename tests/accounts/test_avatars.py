"""Pictures of accounts: made anew, small and square, opened by a random name, and gone with the account."""

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import default_storage
from PIL import Image

from accounts.models import User
from audit.actions import sentence_of
from audit.models import AuditEntry, Kind
from kit.turns import turn
from testimonials.media.examine import LIMITS, Purpose
from tests.accounts.visitors import Visitor
from tests.audit_log import sentences
from tests.factories import a_head_moderator, a_moderator, an_admin
from tests.staff import Staff
from tests.testimonials.media_made import image_file, pdf_of, sound_file, tiff_of, wav_of
from workflows.accounts import avatars

pytestmark = pytest.mark.usefixtures("files")


def send(staff: Staff, person: User, content: bytes) -> Any:
    return staff.client.put(f"/api/user/{person.pk}/avatar", content, content_type="image/png")


def opened(name: str) -> tuple[Any, bytes]:
    """The answer, and what it shows."""
    answer: Any = Visitor().client.get(f"/api/avatars/{name}")
    return answer, answer.content if answer.status_code == 200 else b""


def status_of(name: str) -> int:
    status: int = opened(name)[0].status_code
    return status


def stored() -> list[Path]:
    return [file for file in Path(default_storage.path("")).rglob("*") if file.is_file()]


def test_a_picture_is_cut_square_and_opened_without_a_session() -> None:
    person, admin = a_moderator(), Staff(an_admin())
    answer = send(admin, person, image_file())
    assert answer.status_code == 200, answer.content
    name = answer.json()["filename"]
    assert admin.get(f"/user/{person.pk}").json()["avatar"] == name
    assert Staff(person).get("/user/me").json()["avatarFilename"] == name
    shown, content = opened(name)
    with Image.open(BytesIO(content)) as image:
        assert (image.format, image.size, "exif" in image.info) == ("WEBP", (256, 256), False)
    assert (shown["Content-Type"], shown["X-Content-Type-Options"]) == ("image/webp", "nosniff")
    assert "sandbox" in shown["Content-Security-Policy"]
    entry = AuditEntry.objects.get(kind=Kind.ACCOUNT, subject_id=person.pk)
    assert (sentence_of(entry), name in sentence_of(entry)) == ("A picture was set.", False)


def test_another_picture_replaces_it_and_none_brings_the_initials_back() -> None:
    person, admin = a_moderator(), Staff(an_admin())
    first = send(admin, person, image_file()).json()["filename"]
    second = send(admin, person, image_file()).json()["filename"]
    assert (status_of(first), status_of(second), len(stored())) == (404, 200, 1)
    for _ in range(2):
        assert admin.client.delete(f"/api/user/{person.pk}/avatar").status_code == 204
    assert (status_of(second), stored()) == (404, [])
    assert admin.get(f"/user/{person.pk}").json()["avatar"] is None
    assert sentences(subject_id=person.pk) == ["A picture was set.", "A picture was set.", "The picture was removed."]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "at most 2 MB"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "A picture is a JPEG"),
        (tiff_of(2), "A picture has one page."),
        (image_file("PNG", (8_000, 6_300)), "at most 50 megapixels"),
        (image_file()[:200], "damaged"),
        (b"MZ" + b"\x00" * 500, "A picture is a JPEG"),
    ],
)
def test_what_is_no_picture_is_refused_with_a_sentence_and_nothing_is_kept(content: bytes, sentence: str) -> None:
    person = a_moderator()
    answer = send(Staff(an_admin()), person, content)
    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["picture"])
    assert sentence in answer.json()["fields"]["picture"][0]
    assert stored() == []


@pytest.mark.parametrize(
    "made", [lambda: pdf_of(1), lambda: wav_of(1), lambda: sound_file("mp4", "aac")], ids=["pdf", "wav", "m4a"]
)
def test_what_can_be_no_picture_is_refused_before_anything_reads_it(
    made: Callable[[], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("testimonials.media.examining.run_apart", None)
    answer = send(Staff(an_admin()), a_moderator(), made())
    assert answer.status_code == 422
    assert answer.json()["fields"]["picture"] == ["A picture is a JPEG, PNG, WebP, HEIC or TIFF file."]


def test_with_too_many_pictures_at_once_the_next_is_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(avatars, "PATIENCE", 0)
    monkeypatch.setattr(avatars, "AT_ONCE", 1)
    person, admin = a_moderator(), Staff(an_admin())
    with turn("pictures", of=1) as is_ours:
        assert is_ours
        busy = send(admin, person, image_file())
    assert (busy.status_code, busy.json()["code"], busy["Retry-After"]) == (503, "overloaded", "2")
    with monkeypatch.context() as slow:
        slow.setitem(LIMITS, Purpose.PICTURE, replace(LIMITS[Purpose.PICTURE], clock=0))
        late = send(admin, person, image_file())
        assert (late.status_code, late.json()["code"]) == (503, "overloaded"), "no fault of the picture"
    assert (stored(), sentences(subject_id=person.pk)) == ([], [])
    assert send(admin, person, image_file()).status_code == 200


def test_too_large_a_picture_is_refused() -> None:
    assert send(Staff(an_admin()), a_moderator(), b"\x89PNG\r\n\x1a\n" + bytes(2 * 1024 * 1024)).status_code in (
        413,
        422,
    )


def test_nobody_sets_the_picture_of_an_account_above_their_own() -> None:
    assert send(Staff(a_head_moderator()), an_admin(), image_file()).status_code == 403
    assert stored() == []


@pytest.mark.parametrize("name", ["x", "../../etc/passwd", "a" * 32 + ".webp", "A" * 32 + ".webp"])
def test_no_other_file_is_opened(name: str) -> None:
    assert status_of(name) == 404


def test_an_erased_account_leaves_no_picture() -> None:
    person, admin = a_moderator(), Staff(an_admin())
    name = send(admin, person, image_file()).json()["filename"]
    path = f"/api/user/{person.pk}"
    assert admin.client.delete(path, {"confirm": True}, content_type="application/json").status_code == 204
    assert (status_of(name), stored()) == (404, [])
