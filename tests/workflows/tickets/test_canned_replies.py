"""Canned replies: whose they are, and changes of one at the same time."""

from functools import partial

import pytest

from audit.models import AuditEntry, Kind
from tests.factories import a_head_moderator, a_moderator
from tests.interleaving import at_the_same_time, blocked_or_done, pause_before
from tests.staff import Staff

SHARED = {"title": "Thanks", "text": "Dear {{client_name}}, thank you.", "scope": "everyone"}


def recorded(number: int) -> list[str]:
    entries = AuditEntry.objects.filter(kind=Kind.CANNED_REPLY, subject_id=number).order_by("pk")
    return list(entries.values_list("code", flat=True))


def test_canned_replies_are_everyones_or_ones_own() -> None:
    staff, head, other = Staff(a_moderator()), Staff(a_head_moderator()), Staff(a_moderator())
    assert staff.post("/canned-replies", SHARED).status_code == 403
    everyones = head.post("/canned-replies", SHARED).json()
    own = staff.post("/canned-replies", {"title": "Mine", "text": "Bye", "scope": "mine"}).json()
    listed = staff.get("/canned-replies").json()
    assert [row["id"] for row in listed["items"]] == [own["id"], everyones["id"]]
    assert "client_name" in listed["placeholders"]
    assert [row["id"] for row in other.get("/canned-replies").json()["items"]] == [everyones["id"]]
    assert other.patch(f"/canned-replies/{own['id']}", {"text": "x"}).status_code == 404
    assert other.delete(f"/canned-replies/{everyones['id']}").status_code == 403
    assert staff.patch(f"/canned-replies/{own['id']}", {"title": "Yours"}).json()["title"] == "Yours"
    assert head.delete(f"/canned-replies/{everyones['id']}").status_code == 204
    refused = head.post("/canned-replies", {**SHARED, "text": "Dear {{klient}}"})
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["text"])


def test_a_change_that_changes_nothing_is_not_recorded(head: Staff) -> None:
    stored = head.post("/canned-replies", SHARED).json()
    path = f"/canned-replies/{stored['id']}"
    for changes in ({}, {"title": SHARED["title"]}, {"title": SHARED["title"], "text": SHARED["text"]}):
        answer = head.patch(path, changes)
        assert (answer.status_code, answer.json()) == (200, stored)
    assert recorded(stored["id"]) == ["added"]
    assert head.patch(path, {"title": "Thank you"}).json()["updated"] > stored["updated"]
    assert recorded(stored["id"]) == ["added", "changed"]


@pytest.mark.parametrize(
    ("is_deleted", "answers", "entries"),
    [(False, (200, 204), ["added", "changed", "deleted"]), (True, (204, 404), ["added", "deleted"])],
)
def test_changes_of_one_reply_at_the_same_time_come_one_after_the_other(
    monkeypatch: pytest.MonkeyPatch, is_deleted: bool, answers: tuple[int, int], entries: list[str]
) -> None:
    head, other = Staff(a_head_moderator()), Staff(a_head_moderator())
    number = head.post("/canned-replies", SHARED).json()["id"]
    path = f"/canned-replies/{number}"
    reading = pause_before(monkeypatch, "tickets.canned._require_right")
    change = partial(head.delete, path) if is_deleted else partial(head.patch, path, {"title": "Thank you"})
    with at_the_same_time(change, reading) as first:
        second = blocked_or_done(partial(other.delete, path), reading.let_go)
    assert (first.result().status_code, second.status_code) == answers
    assert recorded(number) == entries
