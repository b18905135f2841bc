"""A full disk is told everywhere in one sentence, and it is well again by itself; nothing acknowledged is lost.

The database and the files are on a small disk of their own.
"""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
import requests
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError, connection
from psycopg.conninfo import make_conninfo
from pytest_django import Settings

from config.postgresql.reach import end_of_command
from deploy.local.cluster import Cluster
from deploy.local.product import manage
from deploy.local.servers import find_server
from deploy.local.steps import run_step
from deploy.local.supervisor import Supervisor
from deploy.local.terminal import SetupError
from deploy.local.throwaway import throwaway_folder
from kit.errors import DiskFullError
from testimonials.media.examine import Purpose
from testimonials.media.examining import examine
from tests import disks
from tests.caller import Client
from tests.disks import fill, make_room
from tests.factories import a_company, a_head_moderator, a_pending_task
from tests.live import IMPATIENT, child_environment, running_server, wait_until
from tests.sent_reviews import a_sent_review
from tests.staff import Staff
from tests.testimonials.arriving import GIVEN, a_source, send
from tests.testimonials.media_made import image_file

pytestmark = pytest.mark.slow

PATIENCE = 300  # s, for what hangs
SIZE = "128m"
MOST = 1_000  # requests until nothing fits any more into the pages that the tables have
BEGIN = """
import json
from accounts.keys import create_ownerless_key
from accounts.sessions import open_session
from tests.factories import a_head_moderator, a_pending_task
task, head = a_pending_task(), a_head_moderator()
token = open_session(head, address="127.0.0.1")
print(json.dumps({"task": task.pk, "token": token, "key": create_ownerless_key("a source", ["ingest"])}))
"""


@dataclass
class Desk:
    """A product on a small disk: a head moderator with an item, and a source with a key."""

    address: str
    disk: Path
    task: int
    person: str
    source: str

    def call(self, method: str, path: str, *, by: str = "", **sent: Any) -> requests.Response:
        headers = {"Authorization": f"Bearer {by or self.person}", **sent.pop("headers", {})}
        return requests.request(method, f"{self.address}/api{path}", headers=headers, timeout=120, **sent)

    def health(self) -> tuple[int, dict[str, str]]:
        answer = requests.get(f"{self.address}/healthz", timeout=120)
        return answer.status_code, answer.json()


@contextmanager
def small_disk(place: Path, user: int | None, size: str = SIZE) -> Iterator[Path]:
    with ExitStack() as stack:
        try:
            disk = stack.enter_context(disks.small_disk(place, user, size))
        except SetupError as missing:
            pytest.skip(str(missing))
        yield disk


@contextmanager
def database_on(disk: Path, cluster: Cluster, supervisor: Supervisor) -> Iterator[dict[str, str]]:
    """A migrated database whose tables are on the disk; its addresses. Its log stays elsewhere."""
    cluster.prepare()
    supervisor.start(cluster.program)
    cluster.wait_until_ready(supervisor)
    place = make_conninfo(host="127.0.0.1", port=cluster.port, user="postgres", dbname="postgres")
    with psycopg.connect(place, password=cluster.secrets["superuser"], autocommit=True) as superuser:
        superuser.execute(f"CREATE TABLESPACE small LOCATION '{disk / 'tables'}'")
        superuser.execute("ALTER DATABASE docket SET TABLESPACE small")
    env = {**child_environment(), **cluster.urls}
    run_step("Migrations", manage("migrate", "--database", "owner"), log=cluster.logs / "migrate.log", env=env)
    yield cluster.urls


@pytest.fixture
def desk() -> Iterator[Desk]:
    with (
        throwaway_folder() as data,
        small_disk(data.path / "small", data.user) as disk,
        Supervisor(data.logs) as supervisor,
    ):
        server = find_server(data.cluster, data.user)
        cluster = Cluster(data.cluster, server, data.secrets(), data.logs, data.user, durable=False)
        with database_on(disk, cluster, supervisor) as urls:
            given = {**IMPATIENT, **urls, "DOCKET_DATA_DIR": str(disk / "data"), "SECRET_KEY": "of-this-test"}
            begin = manage("shell", "--no-imports", "--command", BEGIN)
            made = json.loads(subprocess.check_output(begin, env={**child_environment(), **given}))
            with running_server(**given) as address:
                yield Desk(address, disk, made["task"], made["token"], made["key"])


def test_a_full_disk_is_told_everywhere_and_it_goes_on_by_itself(desk: Desk) -> None:
    assert desk.health() == (200, {"database": "ok", "files": "ok"})
    assert desk.call("PUT", f"/tasks/{desk.task}/lock").status_code == 200
    acknowledged = [review for review in (a_sent_review(), a_sent_review()) if ingest(desk, review).ok]
    fill(desk.disk)

    assert desk.health() == (503, {"database": "disk_full", "files": "disk_full"})
    assert requests.get(f"{desk.address}/health/ready", timeout=120).json()["code"] == "disk_full"
    acknowledged += until_refused(desk)
    decide = partial(
        desk.call,
        "POST",
        f"/tasks/{desk.task}/decision",
        json={"outcome": "approve"},
        headers={"Idempotency-Key": "a-key-of-mine"},
    )
    for refused in (decide(), *(upload(desk, size) for size in (1_000, 100_000, 3_000_000))):
        require_the_sentence(refused)
    for path in paths_to_read(desk):
        answer = desk.call("GET", path)
        if answer.status_code >= 500:
            require_the_sentence(answer)

    make_room(desk.disk)
    wait_until(lambda: desk.health() == (200, {"database": "ok", "files": "ok"}), PATIENCE)
    assert decide().status_code == 200
    assert upload(desk, 3_000_000).status_code == 201
    for review in acknowledged:  # each is there: the same again is no new one
        (result,) = ingest(desk, review).json()["results"]
        assert result["status"] == "duplicate", result
    assert len(acknowledged) >= 2


def test_a_full_disk_of_the_files_stops_uploads_alone(tmp_path: Path, settings: Settings) -> None:
    a_pending_task()
    sent: dict[str, Any] = {"source": "cards", "external_id": "T-full", "company": a_company().pk, **GIVEN}
    staff, source = Staff(a_head_moderator()), a_source()
    with small_disk(tmp_path / "small", None, "1m") as disk:
        settings.MEDIA_ROOT, settings.FILE_UPLOAD_TEMP_DIR = disk / "files", disk / "files" / "incoming"
        fill(disk)
        health: Any = Client().get("/healthz")
        assert (health.status_code, health.json()) == (200, {"database": "ok", "files": "disk_full"})
        attachment = SimpleUploadedFile("a.bin", bytes(100_000))
        require_the_sentence(staff.client.post("/api/attachments", {"file": attachment}))
        require_the_sentence(send(source, image_file(), **sent))
        assert staff.post("/queues/pending/next").status_code == 200
        make_room(disk)
        assert send(source, image_file(), **sent).status_code == 201


def test_a_file_is_not_called_damaged_when_its_images_do_not_fit_on_the_disk(tmp_path: Path) -> None:
    card = tmp_path / "card.jpg"
    card.write_bytes(image_file())
    with small_disk(tmp_path / "small", None, "1m") as disk:
        (disk / "pages").mkdir()
        fill(disk)
        with pytest.raises(DiskFullError):
            examine(card, disk / "pages", Purpose.VIEWER)
        make_room(disk)
        assert len(examine(card, disk / "pages", Purpose.VIEWER).pages) == 1


def test_a_command_ends_with_one_line_on_a_full_disk() -> None:
    with pytest.raises(OperationalError) as full, connection.cursor() as cursor:
        cursor.execute("DO $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$")
    line = "docket: the disk of the database is full: make room on it, then run this again."
    assert str(end_of_command(full.value)) == line


def until_refused(desk: Desk) -> Iterator[dict[str, Any]]:
    """Sends reviews as long as there is room for them in the tables; those that were acknowledged."""
    for _ in range(MOST):
        review = a_sent_review(text="They came on time. " * 200)
        answer = ingest(desk, review)
        if answer.status_code >= 500:
            require_the_sentence(answer)
            return
        assert answer.ok, answer.text
        yield review
    pytest.fail("the disk is not full")


def ingest(desk: Desk, review: dict[str, Any]) -> requests.Response:
    return desk.call("POST", "/ingest/reviews", by=desk.source, json={"reviews": [review]})


def upload(desk: Desk, size: int) -> requests.Response:
    return desk.call("POST", "/attachments", files={"file": ("a.bin", os.urandom(size))})


def paths_to_read(desk: Desk) -> list[str]:
    """All that have no id in their address."""
    paths = desk.call("GET", "/openapi.json").json()["paths"]
    return [path.removeprefix("/api") for path, ways in paths.items() if "get" in ways and "{" not in path]


def require_the_sentence(answer: Any) -> None:
    assert (answer.status_code, answer.json()["code"]) == (503, "disk_full"), answer.content[:200]
    assert answer.json()["message"] == DiskFullError.message
    assert answer.headers["Retry-After"] == str(answer.json()["retry_after"])
