"""Invalid paths, cursors and filters: each is refused with a clear 4xx."""

from typing import Any

import pytest
from django.core import signing
from django.test import override_settings

from kit.cursors import encode_cursor
from tests.api.problems import all_rows, refusal
from tests.each import each
from tests.factories import a_moderator, a_pending_task, an_admin
from tests.staff import Staff
from workflows.engine.reading.lists import lists

LIST = "/queues/pending/tasks"


def queued(cursor: str) -> str:
    return f"{LIST}?cursor={cursor}"


@pytest.fixture
def staff() -> Staff:
    return Staff(an_admin())


ODD_NAMES = {
    "nul": "%00",
    "nul within": "pend%00ing",
    "surrogate": "%ED%A0%80",
    "not utf-8": "%FF%FE",
    "slash": "..%2F..%2Fetc",
    "newline": "pending%0A",
    "case": "PENDING",
    "blank": "%20pending",
    "quote": "'%20OR%201=1--",
    "wide": "%EF%BD%90ending",
    "python": "__class__",
    "long": "x" * 100_000,
    "unknown": "no-such-thing",
}


@each("name", ODD_NAMES)
def test_an_unknown_queue_is_refused(staff: Staff, name: str) -> None:
    for answer in (staff.get(f"/queues/{ODD_NAMES[name]}/tasks"), staff.post(f"/queues/{ODD_NAMES[name]}/next")):
        assert refusal(answer) in ((404, "unknown_queue"), (404, "not_found"))


def test_next_refuses_a_view(staff: Staff) -> None:
    for view in ("assigned_to_me", "assigned_to_others"):
        assert refusal(staff.post(f"/queues/{view}/next")) == (404, "unknown_queue")


@each("name", ODD_NAMES)
def test_an_unknown_kind_of_process_is_refused(staff: Staff, name: str) -> None:
    for path in (f"/processes/{ODD_NAMES[name]}/graph", f"/processes/{ODD_NAMES[name]}/1/history"):
        assert refusal(staff.get(path)) == (404, "not_found")
    answer = staff.post(f"/processes/{ODD_NAMES[name]}/1/reinstatement", {"notes": "Look again."})
    assert refusal(answer)[0] in (404, 422)


@each(
    "number",
    [
        *("0", "-1", "1.5", "1e3", "0x1", "abc", "None", "%00", "1%00", "%FF", "%ED%A0%80", "%D9%A1", "1,000", "99"),
        *(str(2**31), str(2**63 - 1), str(2**63), str(2**64), "9" * 400, "9" * 100_000),
    ],
)
def test_an_unknown_task_or_process_id_is_not_found(staff: Staff, number: str) -> None:
    a_pending_task()
    before = all_rows()
    for path in (f"/tasks/{number}", f"/tasks/{number}/colleagues", f"/processes/review_moderation/{number}/history"):
        assert staff.get(path).status_code in (404, 422), path
        refusal(staff.get(path))
    changes = [
        staff.put(f"/tasks/{number}/lock"),
        staff.delete(f"/tasks/{number}/lock"),
        staff.post(f"/tasks/{number}/decision", {"outcome": "approve"}),
        staff.post(f"/tasks/{number}/skip"),
        staff.delete(f"/tasks/{number}/skip"),
        staff.put(f"/tasks/{number}/snooze", {"until": None}),
        staff.put(f"/tasks/{number}/draft", {"outcome": "reject", "form": {}}),
        staff.post(f"/tasks/{number}/notes", {"text": "Look."}),
        staff.post(f"/processes/review_moderation/{number}/reinstatement", {"notes": "Look again."}),
    ]
    for answer in changes:
        assert refusal(answer)[0] in (404, 422)
    assert all_rows() == before


def test_a_step_without_a_person_is_not_a_task(staff: Staff) -> None:
    process = a_pending_task().process
    for task in process.task_set.exclude(queue="pending"):
        assert refusal(staff.get(f"/tasks/{task.pk}")) == (404, "not_found")
        assert refusal(staff.put(f"/tasks/{task.pk}/lock")) == (404, "not_found")


def a_cursor(staff: Staff, path: str = LIST) -> str:
    """A valid cursor after the first page of a list of two items."""
    cursor: str = staff.get(f"{path}?limit=1").json()["next_cursor"]
    assert cursor
    return cursor


def refused_cursor(answer: Any) -> bool:
    return refusal(answer) == (422, "invalid") and list(answer.json()["fields"]) == ["cursor"]


def test_a_cursor_with_any_character_changed_is_refused(staff: Staff) -> None:
    a_pending_task(), a_pending_task()
    cursor = a_cursor(staff)
    assert len(staff.get(queued(cursor)).json()["items"]) == 1
    for place in range(0, len(cursor), 7):
        other = "A" if cursor[place] != "A" else "B"
        assert refused_cursor(staff.get(queued(cursor[:place] + other + cursor[place + 1 :]))), place


@each("change", ["shorter", "longer", "unsigned", "reversed", "twice"])
def test_a_cursor_that_was_tampered_with_is_refused(staff: Staff, change: str) -> None:
    a_pending_task(), a_pending_task()
    cursor = a_cursor(staff)
    changed = {
        "shorter": cursor[:-1],
        "longer": cursor + "x",
        "unsigned": cursor.split(":", maxsplit=1)[0],
        "reversed": cursor[::-1],
        "twice": cursor + cursor,
    }
    assert refused_cursor(staff.get(queued(changed[change])))


def test_another_lists_cursor_is_refused(staff: Staff) -> None:
    for _ in range(2):
        task = a_pending_task()
        staff.put(f"/tasks/{task.pk}/lock")
    mine = a_cursor(staff, "/queues/assigned_to_me/tasks")
    assert refused_cursor(staff.get(queued(mine)))
    assert refused_cursor(staff.get(f"/queues/backlog/tasks?cursor={a_cursor(staff)}"))


def test_a_cursor_signed_elsewhere_is_refused(staff: Staff) -> None:
    with override_settings(SECRET_KEY="another-machines-key"):
        foreign = encode_cursor([5, "2026-01-01T00:00:00+00:00", 1], of="pending")
    assert refused_cursor(staff.get(queued(foreign)))
    assert refused_cursor(staff.get(queued(signing.dumps(["pending", 5, "2026-01-01T00:00:00+00:00", 1]))))


@each(
    "position",
    [
        [],
        [5],
        [5, "2026-01-01T00:00:00+00:00"],
        [5, "2026-01-01T00:00:00+00:00", 1, "more"],
        ["normal", "2026-01-01T00:00:00+00:00", 1],
        [5, "yesterday", 1],
        [5, 1_767_225_600, 1],
        [5, None, 1],
        [5, "2026-01-01T00:00:00+00:00", "first"],
    ],
)
def test_a_cursor_of_another_version_of_the_product_is_refused(staff: Staff, position: list[str | int | None]) -> None:
    assert refused_cursor(staff.get(queued(encode_cursor(position, of="pending"))))


@each("text", ["%00", "a%00b", "%ED%A0%80", "%FF", "x", ":::", "null", ".", "%F0%9F%90%8E", "x" * 500])
def test_an_invalid_cursor_is_refused(staff: Staff, text: str) -> None:
    assert refused_cursor(staff.get(queued(text)))


@each(
    "query",
    [
        *("limit=0", "limit=-1", "limit=ten", "limit=", "limit=1.5", "limit=1e9", f"limit={10**13}"),
        *(
            "rating=0",
            "rating=6",
            "rating=-3",
            "rating=five",
            f"rating={10**30}",
            "rating=",
            "rating=1.5",
            "rating=%00",
        ),
        *("company=0", "company=-1", "company=x", f"company={2**63}", f"company={'9' * 5_000}", "company=%00"),
        *("flagged=maybe", "flagged=2", "flagged=%00", "snoozed=perhaps", "flagged=%FF"),
        *("q=%00", "q=a%00b", "q=" + "x" * 201, "q=" + "x" * 100_000),
    ],
)
def test_a_filter_with_a_wrong_type_is_named(staff: Staff, query: str) -> None:
    answer = staff.get(f"{LIST}?{query}")
    assert refusal(answer) == (422, "invalid")
    assert list(answer.json()["fields"]) == [query.split("=", maxsplit=1)[0]]


@each("query", ["q=%ED%A0%80", "q=%FF", "q=%25_%5C", "q='--", "q=%F0%9F%90%8E", "more=%00", "%00=1"])
def test_odd_search_words_find_nothing(staff: Staff, query: str) -> None:
    a_pending_task()
    answer = staff.get(f"{LIST}?{query}")
    assert answer.status_code == 200
    assert (answer.json()["items"] == []) == query.startswith("q=")


def test_the_size_of_a_page_is_limited(staff: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    assert lists.MAX_PAGE_SIZE <= 200
    monkeypatch.setattr(lists, "MAX_PAGE_SIZE", 3)
    for _ in range(5):
        a_pending_task()
    answer = staff.get(f"{LIST}?limit=1000000000")
    assert (answer.status_code, len(answer.json()["items"])) == (200, 3)
    assert answer.json()["next_cursor"]


@each("number", ["0", "-1", "x", "%00", str(2**63), "9" * 400])
def test_a_mentions_id_must_be_a_number(number: str) -> None:
    assert refusal(Staff(a_moderator()).delete(f"/mentions/{number}"))[0] in (404, 422)


@each("path", ["", "/", "/nowhere", "/queues/", "/tasks", "/%00", "/%FF", "//", "/../api/queues"])
@each("method", ["get", "post"])
def test_unknown_paths_below_api_are_json_errors(staff: Staff, path: str, method: str) -> None:
    answer = getattr(staff.client, method)(f"/api{path}")
    assert refusal(answer) == (404, "not_found")


@each(
    "method, path, allowed",
    [
        ("GET", "/auth/login", {"POST"}),
        ("POST", "/cms/counts", {"GET"}),
        ("PATCH", "/tasks/1/lock", {"PUT", "DELETE"}),
        ("DELETE", "/tasks/1", {"GET"}),
        ("PUT", "/queues", {"GET"}),
        ("OPTIONS", "/queues", {"GET"}),
        ("BREW", "/queues", {"GET"}),
        ("TRACE", "/user/me", {"GET"}),
    ],
)
def test_a_wrong_method_is_answered_with_the_allowed_methods(
    staff: Staff, method: str, path: str, allowed: set[str]
) -> None:
    answer = staff.client.generic(method, f"/api{path}")
    assert refusal(answer) == (405, "method_not_allowed")
    assert set(answer.headers["Allow"].split(", ")) == allowed
