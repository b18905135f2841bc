"""Traces and reports of errors, as a service outside gets them: nothing in them is about a person but an id."""

import gzip
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import brotli
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from config.error_reports import KEPT
from tests.commands.worker import jobs as _jobs  # noqa: F401  to enqueue what its workers know
from tests.commands.worker.running import Start, processes
from tests.databases import as_owner
from tests.factories import a_moderator, a_pending_task, a_review
from tests.live import ROOT, LiveStaff, child_environment, running_server, wait_until
from workflows.engine.outbox.outbox import enqueue

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("database")]
HANGS = 300
NAME, ADDRESS, TEXT, FACTS = (
    "Wilhelmina Hartnagel",
    "thorvald@client.example",
    "Perpetual gargoyle",
    "No such boulevard",
)
OURS = "a-call-of-this-test"
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
LOADED = (
    "import sys, {}; print([name for name in sys.modules if name.partition('.')[0] in ('opentelemetry', 'sentry_sdk')])"
)


_read: Callable[[bytes], Any] = ExportTraceServiceRequest.FromString
UNPACK: dict[str, Callable[[bytes], bytes]] = {"gzip": gzip.decompress, "br": brotli.decompress}


class Receiver:
    """A service on this machine that takes traces and reports."""

    def __init__(self) -> None:
        self.bodies: list[tuple[str, bytes]] = []
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.bodies.append((self.path, UNPACK.get(self.headers.get("Content-Encoding", ""), bytes)(body)))
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the base class names it so
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.place = f"127.0.0.1:{self.server.server_port}"
        Thread(target=self.server.serve_forever, daemon=True).start()

    def of(self, path: str) -> list[bytes]:
        return [body for asked, body in list(self.bodies) if asked == path]

    def spans(self) -> list[Any]:
        sent = [_read(body) for body in self.of("/v1/traces")]
        scopes = [scope for each in sent for resource in each.resource_spans for scope in resource.scope_spans]
        return [span for scope in scopes for span in scope.spans]

    def span(self, name: str) -> Any:
        wait_until(lambda: any(span.name == name for span in self.spans()), HANGS)
        return next(span for span in self.spans() if span.name == name)

    def reports(self) -> list[dict[str, Any]]:
        """An envelope is a head, and a head and a body for each item."""
        lines = [body.splitlines() for body in self.of("/api/1/envelope/")]
        return [json.loads(each[2]) for each in lines if json.loads(each[1])["type"] == "event"]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    receiver = Receiver()
    yield receiver
    receiver.server.shutdown()
    receiver.server.server_close()


@pytest.fixture
def start() -> Iterator[Start]:
    with processes() as start:
        yield start


def traced(receiver: Receiver) -> dict[str, str]:
    return {"OTEL_EXPORTER_OTLP_ENDPOINT": f"http://{receiver.place}", "OTEL_BSP_SCHEDULE_DELAY": "50"}


def attributes(span: Any) -> dict[str, Any]:
    return {each.key: getattr(each.value, each.value.WhichOneof("value")) for each in span.attributes}


def require_no_person(receiver: Receiver, *secrets: str) -> None:
    whole = b"\n".join(body for _, body in receiver.bodies)
    assert [secret for secret in (NAME, ADDRESS, TEXT, FACTS, *secrets) if secret.encode() in whole] == []


@contextmanager
def broken(table: str = "workflows_taskevent") -> Iterator[None]:
    as_owner(f"ALTER TABLE {table} RENAME TO workflows_broken")
    try:
        yield
    finally:
        as_owner(f"ALTER TABLE workflows_broken RENAME TO {table}")


def test_a_request_is_a_span_with_its_statements_in_the_trace_of_its_caller(receiver: Receiver) -> None:
    task = a_pending_task(a_review(text=TEXT, author_name=NAME, author_email=ADDRESS))
    with running_server(**traced(receiver)) as server:
        staff = LiveStaff(server, a_moderator(NAME))
        assert staff.put(f"/tasks/{task.pk}/lock").status_code == 200
        headers = {"traceparent": f"00-{TRACE}-00f067aa0ba902b7-01", "X-Request-ID": OURS}
        form = {"outcome": "reject", "form": {"reason": "fake", "facts": FACTS}}
        assert staff.post(f"/tasks/{task.pk}/decision", form, headers=headers).status_code == 200
        span = receiver.span("POST api/tasks/<task_id>/decision")
        wait_until(lambda: any(each.parent_span_id == span.span_id for each in receiver.spans()), HANGS)
        token = str(staff.http.headers["Authorization"]).removeprefix("Bearer ")
    assert (span.trace_id.hex(), span.parent_span_id.hex()) == (TRACE, "00f067aa0ba902b7")
    assert attributes(span) == {
        "http.request.method": "POST",
        "http.route": "api/tasks/<task_id>/decision",
        "http.response.status_code": 200,
        "docket.request_id": OURS,
        "enduser.id": str(staff.user.pk),
    }
    inside = [each for each in receiver.spans() if each.parent_span_id == span.span_id]
    assert len(inside) >= 3
    assert {each.trace_id.hex() for each in inside} == {TRACE}
    assert any("workflows_task" in attributes(each)["db.query.text"] for each in inside)
    assert not [each.name for each in receiver.spans() if "health" in each.name]
    require_no_person(receiver, token, staff.user.email)


def test_a_job_is_a_span_with_the_id_of_the_request_that_it_follows_from(receiver: Receiver, start: Start) -> None:
    worker = start("docket_worker", **traced(receiver))
    worker.wait_until_ready()
    job = enqueue("leave a mark", {"mark": TEXT})
    found = attributes(receiver.span("job leave a mark"))
    assert found == {"docket.job": job.pk, "docket.kind": "leave a mark", "docket.request_id": job.request_id}
    assert worker.end() == 0
    require_no_person(receiver)


def test_an_error_is_reported_with_its_place_and_nothing_that_a_person_wrote(receiver: Receiver, start: Start) -> None:
    task = a_pending_task(a_review(text=TEXT, author_name=NAME, author_email=ADDRESS))
    reports = {"SENTRY_DSN": f"http://key@{receiver.place}/1"}
    form = {"outcome": "reject", "form": {"reason": "fake", "facts": FACTS}}
    with running_server(**reports) as server:
        staff = LiveStaff(server, a_moderator(NAME))
        assert staff.put(f"/tasks/{task.pk}/lock").status_code == 200
        path, headers = f"/tasks/{task.pk}/decision?about={ADDRESS}", {"X-Request-ID": OURS}
        with broken():
            assert staff.post(path, form, headers=headers).status_code == 500
        wait_until(lambda: bool(receiver.reports()), HANGS)
        token = str(staff.http.headers["Authorization"]).removeprefix("Bearer ")
    (report,) = receiver.reports()
    assert report["tags"] == {"request_id": OURS}
    assert report["exception"]["values"][-1]["type"] == "ProgrammingError"
    assert report["exception"]["values"][-1]["stacktrace"]["frames"][-1]["lineno"] > 0
    assert set(report) <= {*KEPT, "tags", "logentry", "exception"}
    assert not any("vars" in frame for each in report["exception"]["values"] for frame in each["stacktrace"]["frames"])
    require_no_person(receiver, token, staff.user.email)

    worker = start("docket_worker", **reports)
    worker.wait_until_ready()
    enqueue("always fail", {"mark": TEXT})
    wait_until(lambda: len(receiver.reports()) > 1, HANGS)
    assert receiver.reports()[1]["logger"] == "workflows.engine.outbox.outbox"

    assert worker.end() == 0


def test_what_ends_the_scheduler_is_reported_before_it_ends(receiver: Receiver, start: Start) -> None:
    scheduler = start("docket_scheduler", SENTRY_DSN=f"http://key@{receiver.place}/1")
    scheduler.wait_until_ready()
    with broken("workflows_task"):
        assert scheduler.process.wait(HANGS) == 1
    (report,) = receiver.reports()
    assert report["logger"] == "commands.management.commands.docket_scheduler"
    assert report["exception"]["values"][-1]["type"] == "ProgrammingError"


def test_neither_is_imported_where_it_is_not_set() -> None:
    for module in ("server.served", "config.celery"):
        told = subprocess.run(
            [sys.executable, "-c", LOADED.format(module)],
            cwd=ROOT,
            env=child_environment(),
            capture_output=True,
            text=True,
            check=True,
            timeout=HANGS,
        )
        assert told.stdout == "[]\n", module
