"""Files in a bucket instead of a folder: the same answers, and nothing of the bucket is seen outside."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import boto3
import pytest
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile

from deploy.local.checks import reserve_port
from kit.file_storage import file_storage
from testimonials.models import Original, Page
from tests.caller import Client
from tests.databases import as_owner
from tests.factories import a_company, a_moderator, a_pending_task
from tests.live import answers, wait_until
from tests.staff import Staff
from tests.testimonials.arriving import GIVEN, a_source, a_testimonial, send
from tests.testimonials.media_made import image_file, wav_of
from tests.testimonials.strays import require_that_strays_are_deleted
from tests.workflows.engine.test_marks import lose_the_last_entry
from tickets.attachments import UNSENT_LIFETIME, prune_uploads
from tickets.models import Attachment
from workflows.engine.core.consistency.chains import broken_anchors, compared_with, write_anchor
from workflows.engine.core.transition.writer import record_event

BUCKET = "desk-files"


@pytest.fixture(scope="module")
def s3() -> Iterator[str]:
    """The address of an S3 server."""
    port = reserve_port()
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: answers(f"{address}/moto-api/data.json"), 60)
        yield address
    finally:
        server.terminate()
        server.wait(timeout=60)


@pytest.fixture
def bucket(s3: str, settings: Any) -> Iterator[Any]:
    """An empty bucket, which the settings name."""
    settings.STORAGES = {"default": file_storage(s3.replace("http://", "s3+http://key:secret@") + f"/{BUCKET}")}
    keys = {"aws_access_key_id": "key", "aws_secret_access_key": "secret", "region_name": "us-east-1"}
    made = boto3.resource("s3", endpoint_url=s3, **keys).create_bucket(Bucket=BUCKET)
    yield made
    made.objects.all().delete()
    made.delete()


def names_in(bucket: Any) -> list[str]:
    return [stored.key for stored in bucket.objects.all()]


def test_a_testimonial_is_stored_in_the_bucket_and_read_by_our_address(bucket: Any, tmp_path: Path) -> None:
    content = wav_of(20)
    number, staff = a_testimonial(content=content), Staff(a_moderator())
    assert names_in(bucket) == [Original.objects.get(testimonial=number).file.name]
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [], "nothing stays on this machine"
    address = staff.get(f"/testimonial/{number}/file").json()["original"]
    assert address.startswith("/api/testimonial-files/")
    stranger = Client(headers={"host": "localhost"})
    whole: Any = stranger.get(address)
    assert (whole.status_code, whole["Content-Length"], whole["Content-Type"]) == (200, str(len(content)), "audio/wav")
    assert (whole["Accept-Ranges"], whole["Cache-Control"]) == ("bytes", "private, no-store")
    assert whole["Content-Disposition"] == 'inline; filename="card.jpg"'
    assert b"".join(whole.streaming_content) == content
    part: Any = Client(headers={"host": "localhost", "range": "bytes=300000-"}).get(address)
    assert (part.status_code, part["Content-Range"]) == (206, f"bytes 300000-{len(content) - 1}/{len(content)}")
    assert b"".join(part.streaming_content) == content[300_000:]
    behind = Client(headers={"host": "localhost", "range": "bytes=99999999-"}).get(address)
    assert (behind.status_code, behind["Content-Range"]) == (416, f"bytes */{len(content)}")
    bucket.objects.all().delete()
    assert stranger.get(address).status_code == 404


def test_pages_of_an_image_are_shown_from_the_bucket(bucket: Any) -> None:
    number = a_testimonial(content=image_file())
    (page,) = Staff(a_moderator()).get(f"/testimonial/{number}/file").json()["pages"]
    answer: Any = Client(headers={"host": "localhost"}).get(page["url"])
    assert answer["Content-Type"] == "image/jpeg"
    assert b"".join(answer.streaming_content)[:3] == b"\xff\xd8\xff"
    assert set(names_in(bucket)) == {Original.objects.get().file.name, Page.objects.get().image.name}


def test_what_is_refused_leaves_nothing_in_the_bucket(bucket: Any) -> None:
    about = {"source": "cards", "external_id": "B-1", **GIVEN}
    assert send(a_source(), b"<svg/>", company=a_company().pk, **about).status_code == 422
    assert send(a_source(), image_file(), company=10**12, **about).status_code == 422
    assert names_in(bucket) == []


def test_attachments_and_pictures_of_accounts_are_there_too(bucket: Any, staff: Staff) -> None:
    assert staff.user is not None
    kept = staff.client.post("/api/attachments", {"file": SimpleUploadedFile("note.txt", b"Hello.")}).json()["id"]
    address = staff.get(f"/attachments/{kept}").json()["url"]
    opened: Any = Client(headers={"host": "localhost"}).get(address)
    assert b"".join(opened.streaming_content) == b"Hello."
    picture = staff.client.put(f"/api/user/{staff.user.pk}/avatar", image_file(), content_type="image/jpeg").json()
    assert Client(headers={"host": "localhost"}).get(f"/api/avatars/{picture['filename']}").content[:4] == b"RIFF"
    assert len(names_in(bucket)) == 2
    assert staff.delete(f"/user/{staff.user.pk}/avatar").status_code == 204
    assert Client(headers={"host": "localhost"}).get(f"/api/avatars/{picture['filename']}").status_code == 404
    Attachment.objects.update(created_at=Attachment.objects.get().created_at - 2 * UNSENT_LIFETIME)
    assert prune_uploads() == 1
    assert names_in(bucket) == []
    assert not default_storage.exists(f"avatars/{picture['filename'][:2]}/{picture['filename']}")


def test_files_that_no_row_names_are_deleted_a_day_later(bucket: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    require_that_strays_are_deleted(monkeypatch)


@pytest.mark.parametrize(
    ("url", "address", "region"),
    [
        ("s3://key:a%2Fb@s3.example.com/desk?region=eu-west-1", "https://s3.example.com", "eu-west-1"),
        ("s3+http://key:a%2Fb@127.0.0.1:9000/desk", "http://127.0.0.1:9000", "us-east-1"),
        ("s3://key:a%2Fb@[::1]:9000/desk", "https://[::1]:9000", "us-east-1"),
    ],
)
def test_media_url_names_a_bucket(url: str, address: str, region: str) -> None:
    options = file_storage(url)["OPTIONS"]
    assert (options["endpoint_url"], options["region_name"], options["bucket_name"]) == (address, region, "desk")
    assert (options["access_key"], options["secret_key"]) == ("key", "a/b")


@pytest.mark.parametrize(
    "url",
    [
        "/srv/files",
        "https://key:secret@host/desk",
        "s3://host/desk",
        "s3://key:secret@host",
        "s3://key:secret@host/desk/inside",
        "s3://key:secret@host/desk?acl=public",
        "s3://key:secret@host:port/desk",
    ],
)
def test_what_names_no_bucket_is_refused(url: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  the setting says what is right
        file_storage(url)


@pytest.mark.usefixtures("anchors")
def test_anchors_are_in_the_bucket_for_all_machines(bucket: Any, tmp_path: Path) -> None:
    task = a_pending_task()
    record_event(task.process, "note", text="Look.")
    as_owner("UPDATE workflows_taskevent SET at = at - interval '1 hour'")
    anchor = write_anchor(tmp_path / "one")
    assert names_in(bucket) == [f"anchors/{anchor.name}"]
    other = tmp_path / "other"
    assert list(broken_anchors(other)) == []
    assert "1 anchor (" in compared_with(other)
    as_owner("DELETE FROM workflows_eventtext")
    lose_the_last_entry(task.process_id)
    assert [path.name for path, _ in broken_anchors(other)] == [anchor.name]
    assert write_anchor(other).name != anchor.name  # the witness is not overwritten, by whichever machine
    assert [path.name for path, _ in broken_anchors(other)] == [anchor.name]
