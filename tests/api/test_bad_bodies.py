"""Invalid bodies: each gets a clear 4xx, and nothing is written."""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from django.conf import settings
from django.utils import timezone

from tests.api.problems import all_rows, refusal
from tests.each import each
from tests.factories import PASSWORD, a_head_moderator, a_moderator, a_pending_task, an_account
from tests.staff import Staff
from tests.workflows.restrictions.requests import ASKED, a_published_review
from workflows.models import TaskDraft

OPERATIONS = ["login", "register", "lock", "decide", "note", "draft", "snooze", "reinstate", "revise", "preview", "ask"]
OPERATIONS += ["assign", "take over", "duty"]
NUL, HALF_A_CHARACTER, LONG = "a\x00b", "a\ud800b", "x" * 100_000


EDIT: dict[str, Any] = {
    "reason": "A typo.",
    "revision": 1,
    "title": "On time",
    "text": "They came in time.",
    "constructive": "A rail.",
    "author_name": "Ada",
    "business_name": "King & Co",
    "job_title": "Owner",
    "anonymous": True,
}


class Call(NamedTuple):
    """An operation with a body that it takes, and the caller who may."""

    staff: Staff
    method: str
    path: str
    body: dict[str, Any]

    def send(self, body: bytes, content_type: str = "application/json", **headers: str) -> Any:
        return self.staff.client.generic(
            self.method, f"/api{self.path}", data=body, content_type=content_type, headers=headers
        )

    def send_json(self, body: Any) -> Any:
        return self.send(json.dumps(body).encode())


@pytest.fixture
def calls() -> Iterator[dict[str, Call]]:
    """Every operation that takes a body. What is sent to them must leave everything as it is."""
    task, staff, head, visitor = a_pending_task(), Staff(a_moderator()), Staff(a_head_moderator()), Staff()
    colleague, later = a_moderator(), (timezone.now() + timedelta(days=1)).isoformat()
    staff.put(f"/tasks/{task.pk}/lock")
    rejection = {"outcome": "reject", "form": {"reason": "fake", "facts": "It is."}, "revision": 1}
    published = a_published_review()
    before = all_rows()
    yield {
        "login": Call(visitor, "POST", "/auth/login", {"email": an_account().email, "password": PASSWORD}),
        "register": Call(
            visitor, "POST", "/users", {"name": "Ada", "email": "ada@docket.test", "password": "Xkqzwvbn"}
        ),
        "lock": Call(staff, "PUT", f"/tasks/{task.pk}/lock", {"extend": True}),
        "decide": Call(staff, "POST", f"/tasks/{task.pk}/decision", rejection),
        "note": Call(staff, "POST", f"/tasks/{task.pk}/notes", {"text": "Look.", "to": colleague.pk}),
        "draft": Call(staff, "PUT", f"/tasks/{task.pk}/draft", {"outcome": "reject", "form": {"facts": "It i"}}),
        "snooze": Call(staff, "PUT", f"/tasks/{task.pk}/snooze", {"until": later}),
        "reinstate": Call(
            head, "POST", f"/processes/review_moderation/{task.process_id}/reinstatement", {"notes": "Look again."}
        ),
        "preview": Call(staff, "POST", f"/tasks/{task.pk}/statement", {"outcome": "reject", "form": rejection["form"]}),
        "revise": Call(staff, "PATCH", f"/review/{task.process.subject_id}", EDIT),
        "ask": Call(staff, "POST", "/restriction-requests", {**ASKED, "review": published.pk}),
        "assign": Call(staff, "PUT", f"/tasks/{task.pk}/assignee", {"note": "Yours.", "user_id": colleague.pk}),
        "take over": Call(head, "POST", f"/tasks/{task.pk}/take-over", {"note": "Urgent."}),
        "duty": Call(head, "PUT", f"/team/{colleague.pk}/duty", {"on_duty": False}),
    }
    after = all_rows()
    assert after[1:] == before[1:]
    assert len(after[0]) == len(before[0]) + 1  # the account that signs in
    assert not TaskDraft.objects.exists()


def places(body: dict[str, Any], kind: type, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for name, value in body.items():
        if isinstance(value, dict):
            yield from places(value, kind, (*path, name))
        if type(value) is kind:
            yield (*path, name)


def altered(body: dict[str, Any], path: tuple[str, ...], value: Any) -> dict[str, Any]:
    name, *rest = path
    return {**body, name: altered(body[name], tuple(rest), value) if rest else value}


@each("text", [NUL, HALF_A_CHARACTER, LONG])
@each("operation", OPERATIONS)
def test_text_that_cannot_be_stored_is_refused_at_its_field(calls: dict[str, Call], operation: str, text: str) -> None:
    call = calls[operation]
    for path in places(call.body, str):
        answer = call.send_json(altered(call.body, path, text))
        if (operation, path, text) == ("login", ("password",), NUL):
            assert refusal(answer) == (401, "bad_credentials")  # handled like any wrong password
            continue
        assert refusal(answer) == (422, "invalid"), path
        assert any(path[0] in field for field in answer.json()["fields"]), (path, answer.json())


def test_a_draft_holds_no_number_that_json_cannot_write(calls: dict[str, Call]) -> None:
    answer = calls["draft"].send(b'{"outcome": "reject", "form": {"facts": 1e999}}')
    assert refusal(answer) == (422, "invalid")
    assert list(answer.json()["fields"]) == ["form"]


@each("text", [NUL, HALF_A_CHARACTER, LONG])
@each("operation", OPERATIONS)
def test_an_unknown_field_is_ignored(calls: dict[str, Call], operation: str, text: str) -> None:
    call = calls[operation]
    name = next(iter(call.body))
    answer = call.send_json({**call.body, name: 7, text: {text: [text]}})
    assert refusal(answer) == (422, "invalid")
    assert list(answer.json()["fields"]) == [name]


# what somebody has begun to fill in may be anything; no time at all puts an item back; no review has that number
ANYTHING: tuple[Any, ...] = (None, 1, 1.5, True, [], {}, ["x"], {"x": "y"})
TAKEN = [
    ("until", None),
    ("review", 2**31),
    ("revision", 2**31),  # the id of a message may be
    ("business_name", None),
    ("job_title", None),
    *(("form", "facts", value) for value in ANYTHING),
]


@each("operation", OPERATIONS)
def test_a_value_of_a_wrong_type_is_refused_at_its_field(calls: dict[str, Call], operation: str) -> None:
    call = calls[operation]
    kinds: dict[type, list[Any]] = {
        str: [None, 1, 1.5, True, [], {}, ["x"], {"x": "y"}],
        bool: [None, 1, 0, "true", "yes", [], {}],
        int: [1.5, "1", True, [], {}, 0, -1, 2**31, 2**63, 10**400],
        dict: [1, "x", True, [], [["reason", "fake"]]],
    }
    for kind, others in kinds.items():
        for path in places(call.body, kind):
            for value in others:
                if (*path, value) in TAKEN:
                    continue
                answer = call.send_json(altered(call.body, path, value))
                assert refusal(answer) == (422, "invalid"), (path, value)
                assert any(path[0] in field for field in answer.json()["fields"]), (path, answer.json())


@each("operation", OPERATIONS)
def test_a_missing_field_is_named(calls: dict[str, Call], operation: str) -> None:
    call = calls[operation]
    optional = {
        "lock": {"extend"},
        "decide": {"form", "revision"},
        "note": {"to"},
        "preview": {"form"},
        "revise": EDIT.keys() - {"revision", "reason"},
    }
    for name in call.body.keys() - optional.get(operation, set()):
        answer = call.send_json({key: value for key, value in call.body.items() if key != name})
        assert refusal(answer) == (422, "invalid")
        assert name in answer.json()["fields"]


BROKEN = {
    "nothing": b"",
    "half": b'{"email": ',
    "two": b"{} {}",
    "comma": b'{"a": 1,}',
    "quotes": b"{'a': 1}",
    "array": b"[]",
    "text": b'"x"',
    "number": b"1",
    "null": b"null",
    "nan": b'{"revision": NaN}',
    "infinity": b'{"revision": -Infinity}',
    "nul": b"\x00",
    "latin": '{"email": "é"}'.encode("latin-1"),
    "utf-16": '{"email": "x"}'.encode("utf-16"),
    "mark": b"\xef\xbb\xbf{}",
    "gzip": b"\x1f\x8b\x08\x00\x00",
    "form": b"email=a%40b.test&password=x",
    "digits": b'{"revision": ' + b"9" * 10_000 + b"}",
}


@each("name", BROKEN)
def test_a_body_that_is_not_a_json_object_is_refused(calls: dict[str, Call], name: str) -> None:
    for operation, call in calls.items():
        if operation != "lock" or name not in ("nothing", "null"):  # a lock may be asked for without a body
            assert refusal(call.send(BROKEN[name])) == (422, "invalid"), operation


@each("depth", [50, 500, 900, 1_000, 5_000, 200_000])
@each("opening", ["[", '{"a":'])
def test_deeply_nested_json_is_refused(calls: dict[str, Call], depth: int, opening: str) -> None:
    closing = "]" if opening == "[" else "}"
    deep = opening * depth + "1" + closing * depth
    assert refusal(calls["decide"].send(f'{{"outcome": "reject", "form": {{"reason": {deep}}}}}'.encode()))[0] == 422
    assert refusal(calls["decide"].send(f'{{"outcome": "approve", "form": {{"x": {deep}}}}}'.encode()))[0] == 422
    assert refusal(calls["login"].send(f'{{"email": {deep}, "password": "x"}}'.encode()))[0] == 422


@each("operation", OPERATIONS)
def test_a_duplicate_name_is_refused(calls: dict[str, Call], operation: str) -> None:
    call = calls[operation]
    name, value = next(iter(call.body.items()))
    twice = json.dumps(call.body)[:-1] + f', "{name}": {json.dumps(value)}}}'
    assert refusal(call.send(twice.encode())) == (422, "invalid")


def test_a_duplicate_name_in_a_nested_object_is_refused(calls: dict[str, Call]) -> None:
    body = b'{"outcome": "reject", "form": {"reason": "fake", "facts": "x", "reason": "hate"}}'
    assert refusal(calls["decide"].send(body)) == (422, "invalid")


@each(
    "content_type",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/xml", "json"],
)
def test_a_body_of_another_type_is_refused(calls: dict[str, Call], content_type: str) -> None:
    for call in calls.values():
        answer = call.send(json.dumps(call.body).encode(), content_type)
        assert refusal(answer) == (415, "unsupported_media_type")


@each("headers", [{}, {"Idempotency-Key": "a-key-of-mine"}])
def test_a_body_over_the_cap_is_refused(calls: dict[str, Call], headers: dict[str, str]) -> None:
    cap: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    assert cap <= 2 * 1024 * 1024
    for call in calls.values():
        body = json.dumps(call.body).encode()
        answer = call.send(body + b" " * (cap + 1 - len(body)), **headers)
        assert refusal(answer) == (413, "too_large")


def test_a_body_at_the_cap_is_read(calls: dict[str, Call]) -> None:
    call = calls["login"]
    body = json.dumps({**call.body, "password": "x"}).encode()
    padded = body + b" " * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE - len(body))
    assert refusal(call.send(padded)) == (401, "bad_credentials")
