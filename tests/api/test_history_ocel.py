"""GET /history/export as OCEL 2.0: JSON and SQLite."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.api.test_history_formats import told
from tests.factories import a_head_moderator, a_moderator, a_pending_task, a_second_look, an_admin
from tests.moderation_desk import Desk
from tests.staff import Staff
from tests.workflows.tickets.threads import a_ticket, process_of
from workflows.engine.core.flows import flows
from workflows.engine.core.lifecycle import reinstate_process
from workflows.engine.reading.exports import entries
from workflows.models import Process, TaskEvent

FORMS = ("ocel-json", "ocel-sqlite")
SCHEMA = Path(__file__).with_name("ocel_schema.json")


def saved(staff: Staff, query: str) -> bytes:
    answer = staff.get(f"/history/export?{query}")
    assert answer.status_code == 200
    return b"".join(part if isinstance(part, bytes) else part.encode() for part in answer.streaming_content)


def read(form: str, file: bytes, folder: Path) -> dict[str, Any]:
    """The log in the form of the JSON, from either file, after what the standard demands of it was checked."""
    found = json.loads(file) if form == "ocel-json" else read_sqlite(file, folder)
    if form == "ocel-json":
        assert list(Draft202012Validator(json.loads(SCHEMA.read_text())).iter_errors(found)) == []
    types = {where: {kind["name"] for kind in found[where]} for where in ("eventTypes", "objectTypes")}
    objects = [made["id"] for made in found["objects"]]
    assert len(objects) == len(set(objects))
    assert len({event["id"] for event in found["events"]}) == len(found["events"])
    for made, kinds in (
        (made, types[f"{where[:-1]}Types"]) for where in ("events", "objects") for made in found[where]
    ):
        assert made["type"] in kinds
        assert {relation["objectId"] for relation in made["relationships"]} <= set(objects)
    return found


def read_sqlite(file: bytes, folder: Path) -> dict[str, Any]:
    path = folder / "log.sqlite"
    path.write_bytes(file)
    with closing(sqlite3.connect(path)) as log:
        log.row_factory = sqlite3.Row
        assert [row[0] for row in log.execute("PRAGMA integrity_check")] == ["ok"]
        assert list(log.execute("PRAGMA foreign_key_check")) == []
        return {
            "eventTypes": list(types_of(log, "event")),
            "objectTypes": list(types_of(log, "object")),
            "events": list(rows_of(log, "event", "event_object", "ocel_event_id", "ocel_object_id")),
            "objects": list(rows_of(log, "object", "object_object", "ocel_source_id", "ocel_target_id")),
        }


def types_of(log: sqlite3.Connection, what: str) -> Iterator[dict[str, Any]]:
    kinds = {"TEXT": "string", "INTEGER": "integer"}
    for row in log.execute(f"SELECT ocel_type, ocel_type_map FROM {what}_map_type"):
        columns = log.execute(f'PRAGMA table_info("{what}_{row["ocel_type_map"]}")')
        keys = [{"name": it["name"], "type": kinds[it["type"]]} for it in columns if not it["name"].startswith("ocel_")]
        yield {"name": row["ocel_type"], "attributes": keys}


def rows_of(log: sqlite3.Connection, what: str, relations: str, source: str, target: str) -> Iterator[dict[str, Any]]:
    related: dict[str, list[dict[str, str]]] = {}
    for row in log.execute(f"SELECT {source} AS source, {target} AS target, ocel_qualifier FROM {relations}"):
        relation = {"objectId": row["target"], "qualifier": row["ocel_qualifier"]}
        related.setdefault(row["source"], []).append(relation)
    maps = dict(log.execute(f"SELECT ocel_type, ocel_type_map FROM {what}_map_type").fetchall())
    for row in log.execute(f"SELECT ocel_id, ocel_type FROM {what}").fetchall():
        (values,) = log.execute(f'SELECT * FROM "{what}_{maps[row["ocel_type"]]}" WHERE ocel_id = ?', [row["ocel_id"]])
        keys = [key for key in values.keys() if not key.startswith("ocel_") and values[key] is not None]  # noqa: SIM118
        timed = {"time": values["ocel_time"]} if what == "object" else {}
        yield {
            "id": row["ocel_id"],
            "type": row["ocel_type"],
            **({"time": values["ocel_time"]} if what == "event" else {}),
            "attributes": [{"name": key, "value": values[key], **timed} for key in keys],
            "relationships": related.get(row["ocel_id"], []),
        }


def relations_of(made: dict[str, Any]) -> set[tuple[str, str]]:
    return {(relation["qualifier"], relation["objectId"]) for relation in made["relationships"]}


def by_id(found: dict[str, Any], where: str) -> dict[str, dict[str, Any]]:
    return {made["id"]: made for made in found[where]}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("size", [1, 2, 1_000])
def test_each_entry_is_an_event_of_what_it_is_about(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, form: str, size: int
) -> None:
    monkeypatch.setattr(entries, "READ_AT_ONCE", size)
    tasks, person = [a_pending_task(), a_pending_task()], Staff(a_moderator("Bo Decides"))
    assert person.user is not None
    for task in tasks:
        told(task, person)
    found = read(form, saved(Staff(an_admin()), f"format={form}"), tmp_path)
    events = by_id(found, "events")
    assert set(events) == {f"entry:{entry.pk}" for entry in TaskEvent.objects.all()}
    for task in tasks:
        entry = TaskEvent.objects.get(process=task.process_id, action="decide")
        event, process = events[f"entry:{entry.pk}"], task.process
        assert event["type"] == "pending:reject"
        assert {it["name"]: it["value"] for it in event["attributes"]} == {
            "step": "pending",
            "action": "decide",
            "outcome": "reject",
            "next_step": "refused",
            "seq": str(entry.seq) if form == "ocel-json" else entry.seq,
            "hash": bytes(entry.hash).hex(),
        }
        assert relations_of(event) == {
            ("process", f"process:{process.pk}"),
            ("about", f"review:{process.subject_id}"),
            ("company", f"company:{process.company_id}"),
            ("task", f"task:{task.pk}"),
            ("by", f"account:{person.user.pk}"),
            ("queue", "queue:pending"),
        }
        objects = by_id(found, "objects")
        about = {("about", f"review:{process.subject_id}"), ("company", f"company:{process.company_id}")}
        assert relations_of(objects[f"process:{process.pk}"]) == about
        assert relations_of(objects[f"task:{task.pk}"]) == {("step of", f"process:{process.pk}")}


@pytest.mark.parametrize("form", FORMS)
def test_processes_lead_to_the_processes_that_they_override_and_check(tmp_path: Path, form: str, admin: Staff) -> None:
    rejected = Desk(a_pending_task()).decide("reject", "confirm").process
    rejected.refresh_from_db()
    new = reinstate_process(rejected, "The street exists.", by=a_head_moderator())
    check = a_second_look().process
    checked = Process.objects.get(subject_id=check.subject_id, flow_class="review_moderation")
    objects = by_id(read(form, saved(admin, f"format={form}"), tmp_path), "objects")
    assert ("overrides", f"process:{rejected.pk}") in relations_of(objects[f"process:{new.pk}"])
    assert ("check of", f"process:{checked.pk}") in relations_of(objects[f"process:{check.pk}"])
    # without the process itself in the selection, its id and its kind stay
    for process in (new, check):
        found = by_id(read(form, saved(admin, f"format={form}&process={process.pk}"), tmp_path), "objects")
        assert found[f"process:{process.pk}"]["type"] == process.kind
        other = rejected if process is new else checked
        assert (found[f"process:{other.pk}"]["type"], relations_of(found[f"process:{other.pk}"])) == (other.kind, set())


@pytest.mark.parametrize("form", FORMS)
def test_each_kind_of_process_and_of_thing_is_a_type_of_object(tmp_path: Path, form: str, admin: Staff) -> None:
    look = a_second_look().process
    ticket = process_of(a_ticket())
    found = read(form, saved(admin, f"format={form}"), tmp_path)
    objects = by_id(found, "objects")
    of_ticket, of_review = (
        objects[f"{thing}:{process.subject_id}"]["type"] for thing, process in (("ticket", ticket), ("review", look))
    )
    assert (of_ticket, of_review) == ("ticket", "review")
    assert objects[f"process:{ticket.pk}"]["type"] == "ticket_resolution"
    assert objects[f"process:{look.pk}"]["type"] == "decision_check"
    kinds, things = {flow.kind for flow in flows()}, {flow.subject.thing for flow in flows()}
    assert {kind["name"] for kind in found["objectTypes"]} == kinds | things | {"task", "company", "account", "queue"}


@pytest.mark.parametrize("form", FORMS)
def test_the_filters_hold_and_an_empty_selection_is_a_whole_file(tmp_path: Path, form: str, admin: Staff) -> None:
    told(a_pending_task(), Staff(a_moderator()))
    found = read(form, saved(admin, f"format={form}&action=decide"), tmp_path)
    assert [event["type"] for event in found["events"]] == ["pending:reject"]
    found = read(form, saved(admin, f"format={form}&queue=backlog"), tmp_path)
    assert (found["events"], found["objects"], found["eventTypes"]) == ([], [], [])


@pytest.mark.parametrize("form", FORMS)
def test_no_file_stays_on_the_server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, form: str, admin: Staff) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    told(a_pending_task(), Staff(a_moderator()))
    saved(admin, f"format={form}")
    # a reader who leaves before the end
    answer = admin.get(f"/history/export?format={form}")
    next(iter(answer.streaming_content))
    assert list(tmp_path.iterdir())
    answer.close()
    assert list(tmp_path.iterdir()) == []
