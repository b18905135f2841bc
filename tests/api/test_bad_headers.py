"""Invalid headers: each gets a clear 4xx or is ignored, and nothing is written."""

import re
from typing import Any

from api.models import IdempotentAnswer
from tests.api.problems import all_rows, refusal
from tests.each import each
from tests.factories import a_moderator, a_pending_task, an_account
from tests.staff import Staff

MADE_HERE = re.compile(r"[0-9a-f]{32}")


@each(
    "value",
    [
        *("", "Bearer", "Bearer ", "Bearer  ", "Bearer\t{}", "Bearer {}x", "Bearer x{}", "Bearer {} ", "Bearer  {}"),
        *("{}", "Token {}", "Basic YTpi", "Digest username={}", "Bearer {},Bearer {}", "Bearer null", "Bearer dk_x"),
        *(
            "Bearer \x00",
            "Bearer {}\x00",
            "Bearer é",
            "Bearer \udcff",
            "\xff",
            "x" * 100_000,
            "Bearer " + "x" * 100_000,
        ),
    ],
)
def test_an_invalid_token_does_not_authenticate(value: str) -> None:
    token, task = Staff(a_moderator()).token, a_pending_task()
    before, stranger = all_rows(), Staff()
    header = value.replace("{}", token)
    for answer in (
        stranger.get("/user/me", authorization=header),
        stranger.get("/queues/pending/tasks", authorization=header),
        stranger.put(f"/tasks/{task.pk}/lock", authorization=header),
        stranger.post("/queues/pending/next", authorization=header, idempotency_key="a-key-of-mine"),
        stranger.get("/events", authorization=header),
    ):
        assert refusal(answer) == (401, "unauthenticated")
    assert all_rows() == before


def test_the_schemes_name_may_be_written_in_any_case() -> None:
    token = Staff(an_account()).token
    for scheme in ("bearer", "BEARER"):
        assert Staff().get("/user/me", authorization=f"{scheme} {token}").status_code == 200


@each("key", ["", " ", "a b", "\t", "k\x00", "clé", "k\u0100", "x" * 201, "x" * 100_000, "a\r\nb"])
def test_an_idempotency_key_must_be_well_formed(key: str) -> None:
    a_pending_task()
    staff, before = Staff(a_moderator()), all_rows()
    answer = staff.post("/queues/pending/next", idempotency_key=key)
    assert refusal(answer) == (422, "invalid")
    assert list(answer.json()["fields"]) == ["Idempotency-Key"]
    assert all_rows() == before


@each("key", ["x", "~" * 200, "';DROP_TABLE_x;--", "%00", "a,b"])
def test_an_idempotency_key_may_be_any_visible_ascii(key: str, staff: Staff) -> None:
    answer = staff.post("/queues/pending/next", idempotency_key=key)
    assert answer.status_code == 204


def test_an_idempotency_key_is_ignored_for_other_methods() -> None:
    task, staff = a_pending_task(), Staff(a_moderator())
    answers: list[Any] = [
        staff.get("/queues/pending/tasks", **{"idempotency-key": "\x00"}),
        staff.put(f"/tasks/{task.pk}/lock", idempotency_key="\x00"),
        staff.delete(f"/tasks/{task.pk}/lock", **{"idempotency-key": "\x00"}),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 204]
    assert not IdempotentAnswer.objects.exists()


@each(
    "offered",
    [
        "",
        "short",
        "x" * 65,
        "x" * 100_000,
        "a b c d e f g h",
        "../../etc/passwd",
        "<script>alert(1)</script>",
        "abcdefgh\x00",
        "abcdefgh\r\nSet-Cookie: a=b",
        "abcdefgh\n",
        "abcdefghé",
        "abcdefgh\u0661",
        "%41%42%43%44%45%46%47%48",
        "a,b,c,d,e,f",
    ],
)
def test_a_malformed_request_id_is_replaced(offered: str) -> None:
    answer = Staff(an_account()).get("/user/me", **{"x-request-id": offered})
    assert answer.status_code == 200
    assert MADE_HERE.fullmatch(answer.headers["X-Request-ID"])
    assert "Set-Cookie" not in answer.headers


@each("etag", ['"', "W/", 'W/"', "x" * 10_000, "\x00", '"' + "x" * 32 + '"', "é", ",,,", '""'])
@each("path", ["/cms/counts", "/queues/pending/tasks"])
def test_an_etag_that_is_not_ours_gets_the_whole_answer(path: str, etag: str) -> None:
    answer = Staff(a_moderator()).get(path, **{"if-none-match": etag})
    assert answer.status_code == 200
    assert answer.json() is not None


@each("host", ["evil.test", "localhost.evil.test", "localhost:x", "\x00", "", "a" * 10_000, "[::1"])
def test_another_host_is_refused(host: str) -> None:
    staff = Staff(an_account())
    assert refusal(staff.get("/user/me", host=host)) == (400, "bad_request")


def test_a_wrong_content_length_does_not_bypass_the_limit() -> None:
    """A length below the body's truncates it; the rest is never read."""
    staff = Staff()
    body = b'{"email": "a@b.test", "password": "x"}'
    for length in ("0", "10", ""):
        answer = staff.client.generic("POST", "/api/auth/login", body, "application/json", CONTENT_LENGTH=length)
        assert refusal(answer) == (422, "invalid"), length
