"""Refusals as answers: a domain error's status and code, and the responses that an operation declares."""

import logging
from collections.abc import Mapping
from datetime import datetime
from http import HTTPStatus
from typing import Any, Literal

from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError, connection, transaction
from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI, Schema
from ninja.errors import HttpError, ValidationError
from ninja.responses import Response
from psycopg.errors import QueryCanceled

from accounts.schemas import Person
from kit.errors import DomainError, InvalidError
from workflows.engine.core.errors import TaskBusyError
from workflows.engine.core.locks import is_lock_failure

logger = logging.getLogger(__name__)


class RevisionOut(Schema):
    """A version of a review's words, whole. `author` null: the review's own author, by the source."""

    number: int
    created_at: datetime
    author: Person | None
    reason: str
    title: str
    text: str
    constructive: str
    author_name: str
    business_name: str | None
    job_title: str | None
    anonymous: bool


class TakenOver(Schema):
    """Told to whoever lost an item, and to nobody else: who took it, when, and why."""

    by: Person
    at: datetime
    note: str


class Problem(Schema):
    """Every refusal. `code` is for programs; the console owns the wording that people see.

    `lock_version`: the version of the lock that refused it.
    `ended_by`, with `task_closed`: what ended the item before anybody decided it; `screen`: its author's new words.
    """

    code: str
    message: str
    fields: dict[str, list[str]] | None = None
    holder: Person | None = None
    since: datetime | None = None
    until: datetime | None = None
    retry_after: int | None = None
    newer: RevisionOut | None = None
    taken_over: TakenOver | None = None
    lock_version: int | None = None
    ended_by: Literal["screen", "withdraw", "close", "cancel"] | None = None


class TooLargeError(DomainError):
    status = 413
    code = "too_large"
    message = "The request is larger than may be sent at once."


class MediaTypeError(DomainError):
    status = 415
    code = "unsupported_media_type"
    message = "A body must be JSON, sent as application/json."


class UnavailableError(DomainError):
    """The database is away; nothing was written (figures.md, rule 9)."""

    status = 503
    code = "unavailable"
    message = "The database cannot be reached. Try again in a moment."

    def details(self) -> Mapping[str, Any]:
        return {"retry_after": 2}


class TooSlowError(UnavailableError):
    """The database gave a statement up because it took too long; nothing was written."""

    code = "too_slow"
    message = "This took the database too long, and was given up. Try again, or ask for less at once."


def refusals(*statuses: int) -> dict[int, Any]:
    """The refusals that an operation declares, beside those that any operation may give."""
    return dict.fromkeys((*statuses, 422, 503), Problem)


def problem(error: DomainError) -> HttpResponse:
    """A refusal as an answer."""
    details = error.details()
    response = Response({"code": error.code, "message": error.message, **details}, status=error.status)
    if "retry_after" in details:
        response["Retry-After"] = str(details["retry_after"])
    if error.status == HTTPStatus.UNAUTHORIZED:
        response["WWW-Authenticate"] = "Bearer"
    return response


def database_refusal(error: OperationalError | InterfaceError) -> DomainError:
    """What to tell when the database refuses a row that somebody else has, gives a statement up, or is away."""
    if isinstance(error, OperationalError) and is_lock_failure(error):
        return TaskBusyError()
    if isinstance(error.__cause__, QueryCanceled):
        logger.error("a statement took too long")
        return TooSlowError()
    logger.error("database unavailable: %s", error)
    return UnavailableError()


def install_handlers(api: NinjaAPI) -> None:
    @api.exception_handler(DomainError)
    def on_refusal(request: HttpRequest, error: DomainError) -> HttpResponse:
        return problem(error)

    @api.exception_handler(ValidationError)
    def on_invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
        return problem(InvalidError(_by_field(error.errors)))

    @api.exception_handler(HttpError)
    def on_http_error(request: HttpRequest, error: HttpError) -> HttpResponse:
        # ninja answers a body that is no JSON with 400; to the caller it is a payload like any other
        cause = error.__cause__
        return problem(cause if isinstance(cause, DomainError) else InvalidError({"body": [str(error)]}))

    @api.exception_handler(RequestDataTooBig)
    def on_large_body(request: HttpRequest, error: RequestDataTooBig) -> HttpResponse:
        return problem(TooLargeError())

    @api.exception_handler(OperationalError)
    @api.exception_handler(InterfaceError)
    def on_database_error(request: HttpRequest, error: OperationalError | InterfaceError) -> HttpResponse:
        if connection.in_atomic_block:
            transaction.set_rollback(True)  # the transaction around this request, which the error has ended
        return problem(database_refusal(error))


def _by_field(problems: list[dict[str, Any]]) -> dict[str, list[str]]:
    """ninja's locations begin with where it looked and the argument's name; people know the field."""
    fields: dict[str, list[str]] = {}
    for problem in problems:
        location = [str(part) for part in problem["loc"]]
        where, path = location[0], location[1:]
        if where in ("body", "query") and len(path) > 1:
            path = path[1:]
        fields.setdefault(".".join(path) or where, []).append(problem["msg"])
    return fields
