"""Files of testimonials: kept as they came, refused with a sentence, and read by addresses that expire."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image

from kit.apart import Limits
from kit.errors import InvalidError
from testimonials.files import check_upload
from testimonials.media import examining
from testimonials.media.examine import LIMITS, Purpose
from testimonials.media.findings import REFUSALS, RefusedFileError
from testimonials.models import Original, Page
from tests.api.problems import refusal
from tests.caller import Client
from tests.factories import a_company, a_moderator, an_account
from tests.live import has_ended, wait_until
from tests.staff import Staff
from tests.testimonials.arriving import GIVEN, a_source, a_testimonial, send
from tests.testimonials.media_made import (
    heic_of_size,
    image_file,
    pdf_of,
    pdf_with_image,
    sound_file,
    sound_of_tracks,
    tiff_of,
    tiff_of_size,
    video_file,
    wav_of,
)
from workflows.testimonials.examination import examine_testimonial

# made when a test asks: every worker of pytest reads this file, and one runs it
READABLE: dict[str, tuple[Callable[[], bytes], str, int]] = {
    "image/jpeg": (image_file, "card", 1),
    "image/png": (lambda: image_file("PNG"), "card", 1),
    "image/webp": (lambda: image_file("WEBP"), "card", 1),
    "image/heic": (lambda: image_file("HEIF"), "card", 1),
    "image/tiff": (lambda: tiff_of(3), "card", 3),
    "application/pdf": (lambda: pdf_of(2), "card", 2),
    "audio/wav": (lambda: wav_of(2), "audio", 0),
    "audio/mpeg": (lambda: sound_file("mp3", "libmp3lame"), "audio", 0),
    "audio/mp4": (lambda: sound_file("mp4", "aac"), "audio", 0),
    "audio/ogg": (lambda: sound_file("ogg", "libopus"), "audio", 0),
    "audio/webm": (lambda: sound_file("webm", "libopus"), "audio", 0),
    "video/mp4": (lambda: video_file("mp4", "libx264"), "video", 0),
    "video/webm": (lambda: video_file("webm", "libvpx"), "video", 0),
    "video/quicktime": (lambda: video_file("mov", "libx264"), "video", 0),
}
UNREADABLE = "This is no image, PDF, audio or video file that can be read"
DAMAGED = "The file is damaged or incomplete. Ask for it again."


def refusal_of(content: bytes, **data: Any) -> dict[str, list[str]]:
    """At its arrival: nothing of the file is decoded."""
    described = {"source": "cards", "external_id": "R-1", "company": a_company().pk, **data}
    answer = send(a_source(), content, **described)
    assert answer.status_code == 422, answer.content
    fields: dict[str, list[str]] = answer.json()["fields"]
    return fields


def refusal_by_examination(content: bytes) -> str:
    """The sentence that people read, and the sender who sends it again."""
    number = a_testimonial(content=content, source="cards", external_id="R-1")
    page = Staff(a_moderator()).get(f"/testimonial/{number}").json()
    assert page["status"] == "file_refused"
    said: str = page["file"]["refusal"]
    assert refusal_of(content) == {"file": [said]}
    return said


@pytest.mark.parametrize("media_type", READABLE)
def test_a_file_is_what_its_content_says(media_type: str, tmp_path: Path) -> None:
    made, medium, pages = READABLE[media_type]
    content = made()
    number = a_testimonial(content=content)
    page = Staff(a_moderator()).get(f"/testimonial/{number}").json()
    file = page["file"]
    assert (file["type"], page["medium"], file["pages"], file["size"]) == (media_type, medium, pages, len(content))
    assert (file["duration"] is not None) == (medium != "card")
    assert bool(file["waveform"]) == (medium == "audio")
    if file["waveform"]:
        assert (file["waveform"][1] < 10, max(file["waveform"])) == (True, 100), "the tone becomes louder"
        assert 1_900 < file["duration"] < 2_200
    original = Original.objects.get(testimonial=number)
    assert Path(original.file.path).read_bytes() == content
    assert list((tmp_path / "files" / "incoming").iterdir()) == [], "nothing is left of the upload"


@pytest.mark.parametrize("media_type", READABLE)
def test_a_file_that_was_cut_off_is_refused(media_type: str, tmp_path: Path) -> None:
    content = READABLE[media_type][0]()
    assert refusal_by_examination(content[: len(content) * 6 // 10]) == DAMAGED
    assert [path for path in (tmp_path / "files").rglob("*") if path.is_file()] == []


@pytest.mark.parametrize(
    ("made", "sentence"),
    [
        (lambda: b"<svg onload='alert(1)'/>", UNREADABLE),
        (lambda: b"#!/bin/sh\necho hello\n", UNREADABLE),
        (lambda: b"GIF89a" + bytes(100), UNREADABLE),
        (lambda: b"PK\x03\x04" + bytes(100), UNREADABLE),
        (lambda: b"#EXTM3U\nfile:///etc/passwd\n", UNREADABLE),
        (lambda: b"\xff\xd8\xff" + b"<html>" * 100, DAMAGED),
        (lambda: b"\x00\x00\x00\x18ftypmp42" + b"<html>" * 100, DAMAGED),
        (lambda: b"\x1aE\xdf\xa3" + bytes(1_000), UNREADABLE),
        (lambda: video_file("matroska", "libx264"), UNREADABLE),
        (lambda: image_file("AVIF"), UNREADABLE),
        (lambda: image_file("AVIF").replace(b"ftypavif", b"ftypmif1", 1), UNREADABLE),
        (lambda: image_file("PNG", (12_000, 9_000)), "An image has at most 100 megapixels."),
        (lambda: tiff_of_size(12_000, 9_000), "An image has at most 100 megapixels."),
        (lambda: heic_of_size(60_000, 60_000), "An image has at most 100 megapixels."),
        (lambda: pdf_with_image(60_000), "An image has at most 100 megapixels."),
        (lambda: tiff_of(11), "A document has at most 10 pages."),
        (lambda: pdf_of(11), "A document has at most 10 pages."),
        (lambda: sound_of_tracks(33), "A recording has at most 32 tracks."),
        (lambda: wav_of(1).replace(b"data", b"data\xff\xff\xff\x7f", 1), DAMAGED),
    ],
    ids=[
        *("svg", "script", "gif", "zip", "playlist", "jpeg", "mp4", "webm", "mkv", "avif", "mif1", "pixels"),
        *("tiff pixels", "heic pixels", "pdf pixels", "tiff", "pdf", "tracks", "duration"),
    ],
)
def test_a_disguised_or_exploding_file_is_refused_with_a_sentence(made: Callable[[], bytes], sentence: str) -> None:
    if sentence == UNREADABLE:
        (said,) = refusal_of(made())["file"]
        assert said.startswith(sentence)
    else:
        assert refusal_by_examination(made()) == sentence


@pytest.mark.parametrize(
    ("head", "size", "sentence"),
    [
        (b"\xff\xd8\xff", 25 * 1024 * 1024 + 1, "An image or PDF has at most 25 MB."),
        (b"%PDF-1.4", 25 * 1024 * 1024 + 1, "An image or PDF has at most 25 MB."),
        (b"OggS", 500 * 1024 * 1024 + 1, "Audio and video have at most 500 MB."),
        (b"\0\0\0\x18ftypmp42", 500 * 1024 * 1024 + 1, "Audio and video have at most 500 MB."),
    ],
)
def test_a_file_that_is_too_large_is_refused_before_it_is_read(
    head: bytes, size: int, sentence: str, tmp_path: Path
) -> None:
    upload = SimpleNamespace(name="upload", temporary_file_path=lambda: str(a_sparse_file(tmp_path, head, size)))
    with pytest.raises(InvalidError) as refused:
        check_upload(upload)
    assert refused.value.fields == {"file": [sentence]}


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("kill -9 $$", "The file takes too long or too much memory to be read."),
        ("sleep 600 & echo $! >$5/started; wait", "The file takes too long or too much memory to be read."),
        ("exit 1", DAMAGED),
    ],
    ids=["killed", "hangs", "fails"],
)
def test_a_file_that_ends_its_examination_is_refused(
    script: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    examiner = tmp_path / "examiner"
    examiner.write_text(f"#!/bin/sh\n{script}\n")
    examiner.chmod(0o700)
    monkeypatch.setattr("kit.apart.sys.executable", str(examiner))
    if "sleep" in script:
        monkeypatch.setitem(LIMITS, Purpose.VIEWER, Limits(2**30, 10, clock=2))
    assert said_about(a_sparse_file(tmp_path, b"\xff\xd8\xff", 100)) == sentence
    if (started := tmp_path / "started").exists():
        wait_until(lambda: has_ended(int(started.read_text())), 60)


@pytest.mark.parametrize("purpose", Purpose)
@pytest.mark.parametrize(
    "reads",
    ["bytearray(LIMITS[purpose].memory)", "all(iter(lambda: time.process_time() < 10, False))"],
    ids=["memory", "time"],
)
def test_an_examination_beyond_a_limit_ends(
    reads: str, purpose: Purpose, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limits are lower, so that without them this machine could do what is asked."""
    low = "memory=256 * 2**20, processor=1"
    limited = f"examine.LIMITS = LIMITS = {{each: replace(examine.LIMITS[each], {low}) for each in Purpose}}"
    readers = f"examine._READERS = {{purpose: lambda *_: {reads}}}"
    program = (
        "import sys, time; from dataclasses import replace; from testimonials.media import examine;"
        f"from testimonials.media.examine import Purpose; {limited}; purpose = Purpose(sys.argv[1]); {readers};"
        "examine.main()"
    )
    monkeypatch.setattr(examining, "COMMAND", ["-c", program])
    assert said_about(a_sparse_file(tmp_path, b"\xff\xd8\xff", 100), purpose) == REFUSALS["too_much"]


@pytest.mark.parametrize(
    ("end", "told"),
    [
        ("raise ValueError('Perpetual gargoyle\\nof Mr Quist: again')", "ValueError"),
        ("import zlib; zlib.decompress(b'Perpetual gargoyle')", "zlib.error"),
        ("sys.exit('Perpetual gargoyle')", "unknown"),
    ],
)
def test_of_a_failure_the_log_has_the_type_of_the_error_and_nothing_of_the_file(
    end: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(examining, "COMMAND", ["-c", f"import sys; {end}"])
    assert said_about(a_sparse_file(tmp_path, b"\xff\xd8\xff", 100)) == REFUSALS["broken"]
    assert caplog.messages == [f"the examination of a file failed: {told}"]


def a_sparse_file(folder: Path, head: bytes, size: int) -> Path:
    """It takes no room on the disk."""
    path = folder / "upload"
    with path.open("wb") as file:
        file.write(head)
        file.truncate(size)
    return path


def said_about(path: Path, purpose: Purpose = Purpose.VIEWER) -> str:
    """The sentence with which a file is refused."""
    with pytest.raises(RefusedFileError) as refused:
        examining.examine(path, path.parent, purpose)
    return str(refused.value)


def test_an_empty_file_is_refused() -> None:
    assert refusal_of(b"") == {"file": ["The file is empty."]}


def test_a_sender_cannot_call_a_sound_a_card() -> None:
    assert refusal_of(wav_of(1), medium="card") == {"medium": ["This file is no card."]}
    assert refusal_of(image_file(), medium="video") == {"medium": ["This file is no video."]}
    number = a_testimonial(content=image_file(), medium="photo")
    assert Staff(a_moderator()).get(f"/testimonial/{number}").json()["medium"] == "photo"


def test_the_viewer_gets_an_upright_image_without_metadata() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by a quarter
    exif[0x010E] = "Taken at 51.5, -0.1"
    number = a_testimonial(content=image_file(exif=exif))
    addresses = Staff(a_moderator()).get(f"/testimonial/{number}/file").json()
    (page,) = addresses["pages"]
    assert (page["width"], page["height"], addresses["seconds"]) == (400, 640, 300)
    answer: Any = Client(headers={"host": "localhost"}).get(page["url"])
    with Image.open(BytesIO(b"".join(answer.streaming_content))) as image:
        assert (image.size, dict(image.getexif())) == ((400, 640), {})
    answer.close()
    whole: Any = Client(headers={"host": "localhost"}).get(addresses["original"])
    assert b"Taken at 51.5" in b"".join(whole.streaming_content), "the original stays as it came"
    whole.close()
    assert whole["Content-Disposition"].startswith("attachment")


def test_a_signed_address_opens_one_file_for_five_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (
        Staff(a_moderator()).get(f"/testimonial/{a_testimonial(content=wav_of(1))}/file").json()["original"]
        for _ in range(2)
    )
    stranger = Client(headers={"host": "localhost"})
    answer: Any = stranger.get(first)
    assert (answer.status_code, answer["Content-Type"]) == (200, "audio/wav")
    assert (answer["X-Content-Type-Options"], answer["Cache-Control"]) == ("nosniff", "private, no-store")
    assert answer["Content-Security-Policy"].startswith("sandbox; default-src 'none'")
    assert "Set-Cookie" not in answer
    answer.close()
    assert stranger.get(first + "x").status_code == 404
    assert stranger.get(first.replace("original.", "page.")).status_code == 404
    swapped = second.partition(":")[0] + ":" + first.partition(":")[2]
    assert stranger.get(swapped).status_code == 404
    monkeypatch.setattr("testimonials.files.ADDRESS_LIFETIME", timedelta(seconds=-1))
    assert stranger.get(first).status_code == 404


@pytest.mark.parametrize(
    ("asked", "status", "answered", "part"),
    [
        ("bytes=0-9", 206, "bytes 0-9/{size}", slice(0, 10)),
        ("bytes=100-", 206, "bytes 100-{last}/{size}", slice(100, None)),
        ("bytes=-10", 206, "bytes {tail}-{last}/{size}", slice(-10, None)),
        ("bytes=10-99999999", 206, "bytes 10-{last}/{size}", slice(10, None)),
        ("bytes=99999999-", 416, "bytes */{size}", None),
        ("bytes=0-1,5-6", 200, None, slice(None)),
        ("bytes=9-3", 200, None, slice(None)),
        ("lines=1-2", 200, None, slice(None)),
    ],
)
def test_a_player_reads_parts(asked: str, status: int, answered: str | None, part: slice | None) -> None:
    content = wav_of(1)
    address = Staff(a_moderator()).get(f"/testimonial/{a_testimonial(content=content)}/file").json()["original"]
    answer: Any = Client(headers={"host": "localhost", "range": asked}).get(address)
    size = len(content)
    assert answer.status_code == status
    assert answer.headers.get("Content-Range") == (
        answered and answered.format(size=size, last=size - 1, tail=size - 10)
    )
    if part is not None:
        body = b"".join(answer.streaming_content)
        assert (body, int(answer["Content-Length"])) == (content[part], len(content[part]))
    answer.close()


def test_a_part_of_another_version_is_not_sent() -> None:
    address = Staff(a_moderator()).get(f"/testimonial/{a_testimonial(content=wav_of(1))}/file").json()["original"]
    answer: Any = Client(headers={"host": "localhost", "range": "bytes=0-9", "if-range": '"another"'}).get(address)
    assert answer.status_code == 200
    answer.close()


def test_the_same_testimonial_comes_once() -> None:
    company, source = a_company(), a_source()
    data: dict[str, Any] = {"source": "cards", "external_id": "ONCE", "company": company.pk, **GIVEN}
    first = send(source, image_file(), **data)
    examine_testimonial(first.json()["id"])
    again = send(source, image_file(), **data, author_name="Ada Lund")
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == {"id": first.json()["id"], "status": "duplicate"}
    assert refusal(send(source, image_file("PNG"), **data)) == (409, "other_file")
    assert (Original.objects.count(), Page.objects.count()) == (1, 1)


@pytest.mark.parametrize(
    ("contact", "code"), [("ANN@example.com", None), ("", None), ("ben@example.com", "other_author")]
)
def test_an_id_names_one_testimonial_of_one_author(contact: str, code: str | None) -> None:
    source = a_source()
    data: dict[str, Any] = {"source": "cards", "external_id": "ONCE", "company": a_company().pk}
    assert send(source, image_file(), **data, author_contact="ann@example.com").status_code == 201
    again = send(source, image_file(), **data, author_contact=contact)
    assert (again.status_code, again.json().get("code")) == ((409, code) if code else (200, None))


def test_a_member_of_the_staff_adds_one_once() -> None:
    company, staff = a_company(), Staff(a_moderator())
    add = partial(send, staff.client, path="/testimonials", key="key-1", company=company.pk)
    for status in (201, 200):
        answer = add(image_file())
        assert answer.status_code == status, answer.content
    for other in (add(image_file("PNG")), add(image_file(), title="Another"), add(image_file(), author_name="Ben")):
        assert refusal(other) == (422, "idempotency_key_reused")
    assert Original.objects.count() == 1
    outsider = Staff(an_account(access=["moderation"]))
    assert send(outsider.client, image_file(), path="/testimonials", company=company.pk).status_code == 403


def test_long_keys_that_differ_at_their_end_are_different_keys() -> None:
    company, staff = a_company(), Staff(a_moderator())
    for end in "ab":
        key = "k" * 199 + end
        answer = send(staff.client, image_file(), path="/testimonials", key=key, company=company.pk)
        assert answer.status_code == 201, answer.content
    assert Original.objects.count() == 2


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"consent": "given"}, "data"),
        ({"consent_on": "2025-11-01"}, "data"),
        ({"stars": 6}, "data.stars"),
        ({"title": "\x00"}, "data.title"),
        ({"received_at": 5}, "data.received_at"),
        ({"received_at": "9999-12-31T23:59:59Z"}, "data.received_at"),
        ({"consent": "given", "consent_on": "2999-01-01"}, "data.consent_on"),
        ({"consent": "given", "consent_on": "1899-12-31"}, "data.consent_on"),
        ({"source": "console"}, "data.source"),
        ({"medium": "film"}, "data.medium"),
        ({"surprise": 1}, "data.surprise"),
        ({"company": True}, "data.company"),
        ({"company": 10**12}, "company"),
    ],
)
def test_a_wrong_description_is_refused_and_stores_nothing(data: dict[str, Any], field: str, tmp_path: Path) -> None:
    assert list(refusal_of(image_file(), **data)) == [field]
    assert [path for path in (tmp_path / "files").rglob("*") if path.is_file()] == []


def test_what_is_no_json_is_refused() -> None:
    file = BytesIO(image_file())
    file.name = "card.jpg"
    answer = a_source().post("/api/ingest/testimonials", {"data": "{", "file": file})
    assert (answer.status_code, answer.json()["fields"]) == (422, {"data": ["must be a JSON object"]})
