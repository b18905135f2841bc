"""The blacklist over HTTP: check, add, notes, remove, the list and its export."""

from functools import partial
from itertools import count
from typing import Any
from urllib.parse import urlencode

import pytest

from audit.models import AuditEntry
from blacklist.models import BlacklistEntry
from tests.api.queries import as_many_for_more_rows
from tests.audit_log import sentences, told
from tests.each import each
from tests.factories import a_head_moderator, a_pending_task
from tests.interleaving import at_the_same_time, blocked_or_done, pause_before
from tests.staff import Staff
from tests.workflows.restrictions.requests import a_published_review

pytestmark = pytest.mark.rule(22)

MISSING = {"value": ["You must enter a valid email address or mobile number."]}
TROLL = "Troll@Example.com"


@pytest.fixture
def staff() -> Staff:
    return Staff(a_head_moderator())


def add(staff: Staff, value: str, **more: Any) -> Any:
    answer = staff.post("/blacklist", {"value": value, **more})
    assert answer.status_code == 201, answer.content
    return answer.json()


def check(staff: Staff, value: str) -> Any:
    answer = staff.post("/blacklist/check", {"value": value})
    assert answer.status_code == 200, answer.content
    return answer.json()


def listed(staff: Staff, **query: Any) -> Any:
    return staff.get(f"/blacklist?{urlencode(query)}").json()


def hints(staff: Staff, **query: Any) -> list[str]:
    """Of all pages."""
    found: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        page = listed(staff, limit=2, cursor=cursor, **query)
        found += [row["hint"] for row in page["items"]]
        cursor = page["next_cursor"]
    return found


def concerned(staff: Staff, value: str) -> tuple[int, bool]:
    found = add(staff, value)["open_reviews"]
    return found["count"], found["complete"]


def test_an_entry_is_added_found_annotated_and_removed(staff: Staff) -> None:
    assert check(staff, TROLL) == {"match": False, "entries": []}
    entry = add(staff, TROLL)
    assert (entry["hint"], entry["notes"], entry["legacy"]) == ("t…@example.com", "", False)
    assert staff.patch(f"/blacklist/{entry['id']}", {"notes": " Three false reviews. "}).status_code == 200
    found = check(staff, "  troll@EXAMPLE.com ")
    assert found["match"]
    assert [(row["id"], row["notes"]) for row in found["entries"]] == [(entry["id"], "Three false reviews.")]
    assert staff.delete(f"/blacklist/{entry['id']}").status_code == 204
    assert staff.delete(f"/blacklist/{entry['id']}").status_code == 404
    assert staff.patch(f"/blacklist/{entry['id']}", {"notes": ""}).status_code == 404
    assert not check(staff, TROLL)["match"]
    again = add(staff, TROLL, notes="He is back.")
    added = BlacklistEntry.objects.get(pk=again["id"]).added_at
    assert (again["notes"], again["added"][:19]) == ("He is back.", added.isoformat()[:19])


def test_the_database_holds_neither_the_address_nor_the_number(staff: Staff) -> None:
    add(staff, TROLL)
    add(staff, "07400 123456")
    for row in BlacklistEntry.objects.values():
        assert "troll" not in str(row).lower()
        assert "7400123456" not in str(row)
    assert hints(staff, sort="hint", direction="asc") == ["+44…56", "t…@example.com"]


@each("value", ["", "   ", "nobody", "a@b", "@example.com", "12345", "020 7946 0958", "+33612345678"])
@each("path", ["/blacklist", "/blacklist/check"])
def test_a_text_that_is_no_address_and_no_mobile_number_is_refused(staff: Staff, path: str, value: str) -> None:
    answer = staff.post(path, {"value": value})
    assert (answer.status_code, answer.json()["fields"]) == (422, MISSING)
    assert not BlacklistEntry.objects.exists()


@pytest.mark.parametrize("notes", ["a" * 5_001, "\x00"])
def test_notes_that_cannot_be_stored_are_refused(staff: Staff, notes: str) -> None:
    entry = add(staff, TROLL)
    for answer in (
        staff.patch(f"/blacklist/{entry['id']}", {"notes": notes}),
        staff.post("/blacklist", {"value": "other@example.com", "notes": notes}),
    ):
        assert (answer.status_code, list(answer.json()["fields"])) == (422, ["notes"])


def test_nobody_is_listed_twice(staff: Staff) -> None:
    add(staff, "07400 123456", notes="Calls at night.")
    answer = staff.post("/blacklist", {"value": "+44 (0)7400 123456"})
    assert (answer.status_code, answer.json()["code"]) == (409, "already_listed")
    assert BlacklistEntry.objects.get().notes == "Calls at night."


def test_of_two_people_who_add_the_same_at_once_one_is_told(staff: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    other, pause = Staff(a_head_moderator()), pause_before(monkeypatch, "blacklist.changes.record_audit")
    with at_the_same_time(partial(add, staff, TROLL), pause) as first:
        refused = blocked_or_done(partial(other.post, "/blacklist", {"value": TROLL}), pause.let_go)
    assert (refused.status_code, refused.json()["code"]) == (409, "already_listed")
    assert BlacklistEntry.objects.get().pk == first.result()["id"]


def test_a_repeated_request_adds_once(staff: Staff) -> None:
    body = {"value": TROLL}
    first, second = (staff.post("/blacklist", body, idempotency_key="one-entry") for _ in range(2))
    assert first.json() == second.json()
    assert BlacklistEntry.objects.count() == AuditEntry.objects.count() == 1


def test_adding_says_how_many_open_reviews_it_concerns(staff: Staff) -> None:
    for email, mobile in (("troll@example.com", ""), ("TROLL@example.com", "07400 123456"), ("", "+44 7400-123456")):
        a_pending_task(author_email=email, author_mobile=mobile)
    a_published_review(author_email="troll@example.com", author_mobile="07400123456")
    a_pending_task(author_email="a.troll@example.com", author_mobile="07500 123456")
    assert concerned(staff, TROLL) == (2, True)
    assert concerned(staff, "07400123456") == (2, True)
    assert concerned(staff, "nobody@example.com") == (0, True)


def test_an_open_review_counts_however_its_author_wrote_the_address(staff: Staff) -> None:
    for written in ("Olive <olive@bücher.example>", "mailto:OLIVE@bücher.example", "olive@xn--bcher-kva.example"):
        a_pending_task(author_email=written)
    a_pending_task(author_email="olive@bucher.example")
    assert concerned(staff, "olive@bücher.example") == (3, True)


def test_a_count_of_open_reviews_that_reaches_its_limit_says_so(staff: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workflows.reviews.concerned.MOST", 1)
    for _ in range(2):
        a_pending_task(author_email="troll@example.com", author_mobile="07400 123456")
    for value in (TROLL, "07400123456"):
        assert concerned(staff, value) == (1, False)


def test_a_new_entry_screens_the_next_review(staff: Staff) -> None:
    assert a_pending_task(author_mobile="07400 123456").queue == "pending"
    entry = add(staff, "+447400123456")
    assert a_pending_task(author_mobile="07400 123456").queue == "investigation"
    staff.delete(f"/blacklist/{entry['id']}")
    assert a_pending_task(author_mobile="07400 123456").queue == "pending"


@pytest.mark.parametrize("direction", ["asc", "desc"])
@pytest.mark.parametrize("sort", ["added", "hint"])
def test_every_order_gives_each_entry_once(staff: Staff, sort: str, direction: str) -> None:
    names = ["c", "a", "e", "b", "d", "a"]
    for number, name in enumerate(names):
        add(staff, f"{name}{number}@example.com")
    expected = [f"{name}…@example.com" for name in (names if sort == "added" else sorted(names))]
    assert hints(staff, sort=sort, direction=direction) == (expected if direction == "asc" else expected[::-1])


def test_the_list_says_who_added_an_entry_and_what_it_is_and_can_show_one_kind(staff: Staff) -> None:
    add(staff, TROLL)
    add(staff, "+44 7700 900456")
    BlacklistEntry.objects.create(raw="old@example.com", raw_key="old@example.com", hint="o…@example.com")
    found = listed(staff)
    rows = [(row["kind"], row["added_by"] and row["added_by"]["name"]) for row in found["items"]]
    assert staff.user is not None
    me = staff.user.full_name
    assert rows == [("email", None), ("mobile", me), ("email", me)]
    assert (found["total"], found["legacy"]) == (3, 1)
    assert hints(staff, kind="mobile") == ["+44…56"]
    assert len(hints(staff, kind="email")) == 2
    assert listed(staff, limit=1, cursor=listed(staff, limit=1)["next_cursor"])["total"] is None


@pytest.mark.parametrize(
    "query", [{"sort": "value"}, {"cursor": "nonsense"}, {"limit": 0}, {"legacy": "perhaps"}, {"kind": "fax"}]
)
def test_a_query_that_means_nothing_is_refused(staff: Staff, query: dict[str, Any]) -> None:
    assert staff.get(f"/blacklist?{urlencode(query)}").status_code == 422


def test_a_cursor_of_another_order_is_refused(staff: Staff) -> None:
    for number in range(3):
        add(staff, f"troll{number}@example.com")
    cursor = listed(staff, limit=1)["next_cursor"]
    assert staff.get(f"/blacklist?{urlencode({'cursor': cursor, 'sort': 'hint'})}").status_code == 422


def test_the_statements_of_a_list_and_of_a_check_of_any_length(staff: Staff) -> None:
    numbers = count()
    for call in (
        partial(staff.get, "/blacklist"),
        partial(staff.post, "/blacklist/check", {"value": "07400 123456"}),
    ):
        as_many_for_more_rows(call, lambda: add(staff, f"troll{next(numbers)}@example.com"))


def test_the_export_holds_hints_and_is_recorded(staff: Staff) -> None:
    add(staff, TROLL, notes="=cmd()")
    add(staff, "07400123456")
    answer = staff.get("/blacklist/export?sort=hint&direction=desc")
    lines = b"".join(answer.streaming_content).decode("utf-8-sig").splitlines()
    assert lines[0] == "id,entry,notes,added,legacy"
    assert [line.split(",")[1:3] for line in lines[1:]] == [["t…@example.com", "'=cmd()"], ["'+44…56", ""]]
    assert "attachment" in answer.headers["Content-Disposition"]
    assert sentences(subject_id=0).count("Exported the list.") == 1


def test_the_export_holds_the_whole_list(staff: Staff) -> None:
    number = 50_010
    entries = (BlacklistEntry(digest=place.to_bytes(32, "big"), key_version=1, hint="x") for place in range(number))
    BlacklistEntry.objects.bulk_create(entries, batch_size=5_000)
    lines = b"".join(staff.get("/blacklist/export").streaming_content).splitlines()
    assert len(lines) == 1 + number


def test_every_change_leaves_an_audit_entry_without_the_value(staff: Staff) -> None:
    entry = add(staff, TROLL, notes="Writes about Bob.")
    path = f"/blacklist/{entry['id']}"
    for notes in ("About Bob and Ann.", "About Bob and Ann."):
        staff.patch(path, {"notes": notes})
    staff.delete(path)
    assert staff.user is not None
    assert told("kind", "subject_id", "user_id") == [
        ("blacklist", entry["id"], staff.user.pk, sentence) for sentence in ("Added.", "Changed the notes.", "Removed.")
    ]


def test_a_change_and_its_audit_entry_are_one_transaction(staff: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = add(staff, TROLL)
    staff.client.raise_request_exception = False

    def fail(*_args: object, **_named: object) -> None:
        raise RuntimeError("as if the table were full")

    monkeypatch.setattr("blacklist.changes.record_audit", fail)
    assert staff.post("/blacklist", {"value": "other@example.com"}).status_code == 500
    assert staff.patch(f"/blacklist/{entry['id']}", {"notes": "x"}).status_code == 500
    assert staff.delete(f"/blacklist/{entry['id']}").status_code == 500
    assert [(row.pk, row.notes) for row in BlacklistEntry.objects.all()] == [(entry["id"], "")]
