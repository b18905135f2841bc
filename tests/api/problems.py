"""The form of every refusal, and a check that a refusal has written nothing."""

from typing import Any

from accounts.models import User
from api.models import IdempotentAnswer
from restrictions.models import RequestToRestrict
from reviews.models import Review
from workflows.models import EventText, OutboxMessage, Process, Task, TaskEvent

CONTENT = (User, Review, Process, Task, TaskEvent, EventText, OutboxMessage, IdempotentAnswer, RequestToRestrict)
OPTIONAL = {
    "fields": dict,
    "holder": dict,
    "since": str,
    "until": str,
    "retry_after": int,
    "newer": dict,
    "taken_over": dict,
    "lock_version": int,
    "ended_by": str,
}


def problem_of(answer: Any) -> dict[str, Any]:
    """The refusal in an answer, in the API's common form (product.md, Errors)."""
    assert 400 <= answer.status_code < 500, (answer.status_code, answer.content[:200])
    assert answer.headers["Content-Type"].split(";")[0] == "application/json"
    assert answer.headers["X-Request-ID"]
    body: dict[str, Any] = answer.json()
    assert {name: type(body.get(name)) for name in ("code", "message")} == {"code": str, "message": str}
    for name in body.keys() - {"code", "message"}:
        assert isinstance(body[name], OPTIONAL[name]), name
    for sentences in body.get("fields", {}).values():
        assert sentences
        assert all(isinstance(sentence, str) for sentence in sentences)
    return body


def refusal(answer: Any) -> tuple[int, str]:
    """(status, code) of a refusal."""
    return answer.status_code, problem_of(answer)["code"]


def all_rows() -> list[Any]:
    """All rows that a request could have written, without sessions and sign-in attempts."""
    return [list(model._default_manager.order_by("pk").values()) for model in CONTENT]
