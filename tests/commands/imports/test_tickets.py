"""`docket import tickets`: each line and each message is imported, a duplicate, or rejected with its reason."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.consistency import inconsistencies
from tests.shared_data import SHARED_DATA
from tickets.models import Message, Ticket
from workflows.models import Task


def imported(path: Path, capsys: Any) -> list[str]:
    call_command("docket_import", "tickets", str(path))
    lines: list[str] = capsys.readouterr().out.splitlines()
    return lines


def turn(role: str, text: Any = "Hello.", **more: Any) -> dict[str, Any]:
    return {"role": role, "content": text, **more}


def test_every_line_and_message_is_accounted_for(tmp_path: Path, capsys: Any) -> None:
    threads: list[Any] = [
        {"id": "a", "turns": [turn("user"), turn("Agent"), turn("User", "Thanks, kill me now.")]},
        {"id": "b", "turns": [turn("user"), turn("agent", extra=1)]},
        {
            "id": 3,
            "subject": "Bill",
            "company": "Tan & Sons",
            "client": {"name": "Ada", "email": "ada@client.example"},
            "messages": [{"from": "client", "text": "Too high.", "at": "2026-01-02T03:04:05+01:00"}],
        },
        {"id": "a", "turns": [turn("user")]},
        {"id": "b", "turns": [turn("user"), turn("agent", extra=1)]},
        {"id": "c", "turns": []},
        {"id": "d", "turns": [turn("user"), turn("robot")]},
        {"id": "e", "turns": [turn("user", " ")]},
        {"id": "f", "turns": [turn("user", at="9999-12-31T23:59:59Z")]},
        {"turns": [turn("user")]},
        {"id": "g" * 201, "turns": [turn("user")]},
        {"id": "h", "turns": [turn("user", "x" * 100_001)]},
    ]
    path = tmp_path / "threads.ndjson"
    path.write_text("\n".join(map(json.dumps, threads)) + "\n{broken\n")
    lines = imported(path, capsys)
    assert lines[:2] == [
        "13 threads: 3 imported, 1 duplicate, 9 rejected.",
        "16 messages: 6 imported, 2 duplicate, 8 rejected.",
    ]
    stand = {ticket.external_id: (ticket.status, ticket.subject) for ticket in Ticket.objects.all()}
    assert stand == {"a": ("replied", "Hello."), "b": ("awaiting_response", "Hello."), "3": ("new", "Bill")}
    assert len((tmp_path / "threads.ndjson.rejected.ndjson").read_text().splitlines()) == 9
    assert imported(path, capsys)[0] == "13 threads: 0 imported, 4 duplicate, 9 rejected."
    assert list(inconsistencies()) == []


def test_a_closed_thread_is_resolved_when_it_was_closed(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "threads.ndjson"
    closed = {"closed": True, "closed_at": "2026-01-03T00:00:00Z"}
    thread = {"id": "a", "turns": [turn("user", at="2026-01-02T00:00:00Z")], **closed}
    path.write_text(json.dumps(thread) + "\n")
    assert imported(path, capsys)[0] == "1 threads: 1 imported, 0 duplicate, 0 rejected."
    ticket = Ticket.objects.get()
    assert (ticket.status, str(ticket.resolved_at)) == ("resolved", "2026-01-03 00:00:00+00:00")
    assert list(inconsistencies()) == []


def test_messages_that_came_without_ids_are_not_doubled_by_an_export_that_has_them(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "threads.ndjson"
    path.write_text(json.dumps({"id": "a", "turns": [turn("user"), turn("agent")]}) + "\n")
    imported(path, capsys)
    path.write_text(json.dumps({"id": "a", "turns": [turn("user", id=1), turn("agent", id=2)]}) + "\n")
    assert imported(path, capsys)[1] == "2 messages: 0 imported, 2 duplicate, 0 rejected."
    assert Message.objects.count() == 2


def test_words_of_another_person_without_an_address_stand_under_their_own_name(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "threads.ndjson"
    turns = [turn("user", author="Ada Lund"), turn("user", author="Eve"), turn("user")]
    client = {"name": "Ada Lund", "email": "ada@client.example"}
    path.write_text(json.dumps({"id": "a", "client": client, "turns": turns}) + "\n")
    imported(path, capsys)
    assert list(Message.objects.order_by("pk").values_list("author_name", "author_email")) == [
        ("Ada Lund", "ada@client.example"),
        ("Eve", ""),
        ("Ada Lund", "ada@client.example"),
    ]


@pytest.mark.slow
def test_the_real_threads_come_in_whole(capsys: Any) -> None:
    path = SHARED_DATA / "tickets" / "threads.jsonl.gz"
    if not path.exists():
        pytest.skip(f"the real threads are not here: {path}")
    lines = imported(path, capsys)
    assert lines[:2] == [
        "6,000 threads: 6,000 imported, 0 duplicate, 0 rejected.",
        "71,686 messages: 71,686 imported, 0 duplicate, 0 rejected.",
    ]
    assert lines[2] == "8 further messages stood inside others, and were imported as well."
    assert Message.objects.count() == 71_686 + 8
    with gzip.open(path, "rt") as file:
        first = json.loads(file.readline())
    assert Ticket.objects.exclude(message_count__gt=0).count() == 0
    stored = Message.objects.filter(ticket__external_id=first["id"]).order_by("created_at", "id")
    assert list(stored.values_list("text", flat=True)) == [turn["content"].strip() for turn in first["turns"]]
    assert Task.objects.filter(process__flow_class="ticket_resolution", status="NEW").count() == 6_000
