"""`make cluster`: what it refuses without, what it calls a fault, and what its HAProxy does with calls."""

import os
import subprocess
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
import requests

from deploy.local.checks import reserve_port
from deploy.local.data_folder import DataFolder
from deploy.local.servers import find_server
from deploy.local.terminal import SetupError
from deploy.local.throwaway import throwaway_folder
from drills import cluster, cluster_parts
from drills.audit import Fault
from drills.cluster_events import HAPPENS, Seen
from tests import disks
from tests.config import pgbouncer
from tests.deploy.running import wait_for

CALLS, BAD_GATEWAY = 20, 502
needs_haproxy = pytest.mark.skipif(not cluster_parts.find_haproxy(), reason="HAProxy is missing: install haproxy.")


def test_without_what_it_needs_it_says_what_is_missing_and_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def no_disk(*_: object, **__: object) -> None:
        raise SetupError(disks.MISSING)

    monkeypatch.setattr(pgbouncer, "version", lambda: (1, 18))
    for name in ("find_haproxy", "find_broker", "find_faketime"):
        monkeypatch.setattr(cluster_parts, name, lambda: None)
    monkeypatch.setattr(disks, "small_disk", no_disk)
    assert cluster.main(["--only", "race"]) == 1
    said = capsys.readouterr().err.splitlines()
    for name in ("PgBouncer", "HAProxy", "RabbitMQ", "libfaketime", "A small disk"):
        assert [line for line in said if line.startswith(name)], name
    assert len(said) == 5


def test_each_event_is_declared_and_happens() -> None:
    assert list(cluster.EVENTS) == list(HAPPENS)


@pytest.mark.parametrize(
    ("seen", "faults", "row"),
    [
        (Seen(2.0), [], ["2.0 s", "2.0 s", "0", "0", "ok"]),
        (Seen(2.1), [], ["2.1 s", "2.0 s", "0", "0", "late"]),
        (Seen(0.1, lost=1), [], ["0.1 s", "2.0 s", "1", "0", "FAULT"]),
        (
            Seen(0.1),
            [Fault("decide is lost", lost=1), Fault("twice", doubled=2)],
            ["0.1 s", "2.0 s", "1", "2", "FAULT"],
        ),
        (Seen(0.1), [Fault("it disagrees")], ["0.1 s", "2.0 s", "0", "0", "FAULT"]),
    ],
)
def test_what_is_late_lost_or_doubled_is_no_success(seen: Seen, faults: list[Fault], row: list[str]) -> None:
    outcome = cluster.Outcome("web", seen, faults)
    assert outcome.row.removeprefix("each web killed").split() == " ".join(row).split()


class Web:
    """A web server that says what it is told to; `dies`: it ends the connection instead of answering a call."""

    def __init__(self, name: str) -> None:
        self.name, self.ready, self.dies, self.port = name, True, False, 0

    @contextmanager
    def running(self) -> Iterator["Web"]:
        web = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                probe = self.path.startswith("/health/")
                self.rfile.read(int(self.headers["Content-Length"] or 0))
                if web.dies and not probe:
                    self.close_connection = True
                    return
                good = web.ready or self.path == "/health/live"
                self.send_response(200 if good else 503)
                self.send_header("Content-Length", str(len(web.name)))
                self.end_headers()
                self.wfile.write(web.name.encode())

            do_POST = do_GET  # noqa: N815 (its name in http.server)

            def log_message(self, *_: Any) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield self
        finally:
            server.shutdown()
            server.server_close()


@contextmanager
def before(data: DataFolder, webs: list[Web], database: int = 0) -> Iterator[tuple[str, int]]:
    """The address before the webs, and the port before the database."""
    password = str(urlsplit(os.environ["DATABASE_URL"]).password)
    databases = (database or reserve_port(), reserve_port())
    with ExitStack() as stack:
        ports = [stack.enter_context(web.running()).port for web in webs]
        programs = find_server(data.cluster, data.user).bin
        fronts = cluster_parts.haproxy(
            data.path / "haproxy", data.user, password, webs=ports, databases=databases, programs=programs
        )
        web, database = stack.enter_context(fronts)
        yield f"http://127.0.0.1:{web}", database


def come_to(front: str, whom: set[str], method: str = "GET", **headers: str) -> None:
    """Many calls in a row are answered by these, each by its share, once HAProxy knows; 502 where it has no answer."""

    def answered() -> set[str]:
        found = [requests.request(method, front, headers=headers, timeout=60) for _ in range(CALLS)]
        times = Counter(answer.text if answer.status_code != BAD_GATEWAY else "502" for answer in found)
        return {name for name, number in times.items() if number > CALLS // 4}

    wait_for(f"{method} answered by {whom}", lambda: answered() == whom, seconds=60)


@needs_haproxy
def test_a_call_goes_to_a_web_that_is_ready_and_to_another_when_that_dies() -> None:
    one, other = webs = [Web("one"), Web("other")]
    with throwaway_folder() as data, before(data, webs) as (front, _):
        come_to(front, {"one", "other"})
        one.dies = True
        come_to(front, {"other"})
        come_to(front, {"other"}, "POST", **{"Idempotency-Key": "a key"})
        come_to(front, {"other", "502"}, "POST")  # it may have happened, and would happen again
        one.dies, one.ready = False, False
        come_to(front, {"other"})
        other.ready = False
        come_to(front, {"one", "other"})  # who say why
        assert requests.get(front, timeout=60).status_code == 503
        assert requests.get(f"{front}/metrics", timeout=60).status_code == 404


def reaches(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=5).close()
    except psycopg.OperationalError:
        return False
    return True


@needs_haproxy
def test_the_database_that_writes_is_found_and_one_that_only_reads_is_not() -> None:
    url = urlsplit(os.environ["DATABASE_URL"])
    server = url.netloc.rpartition("@")[0]
    assert url.port
    with throwaway_folder() as data, before(data, [Web("one"), Web("other")], url.port) as (_, front):
        through = url._replace(netloc=f"{server}@127.0.0.1:{front}", path="/docket").geturl()
        wait_for("the database", lambda: reaches(through))
        asks = [str(data.path / "haproxy" / "writes.sh"), "-", "-", "127.0.0.1", str(url.port)]
        path = {"PATH": f"{find_server(data.cluster, data.user).bin}:{os.environ['PATH']}"}
        reads = {"PGOPTIONS": "-c default_transaction_read_only=on"}
        writes = [subprocess.run(asks, env=path | more, check=False).returncode == 0 for more in ({}, reads)]
        assert writes == [True, False]
