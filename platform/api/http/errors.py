"""Error responses: a domain error's status and code."""

import logging
from collections.abc import Mapping
from datetime import datetime
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError, connection, transaction
from django.http import HttpRequest, HttpResponse
from ninja import Field, NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.responses import Response
from psycopg.errors import QueryCanceled
from pydantic import create_model

from accounts.factors.state import Way
from accounts.schemas import Person
from api.http.schemas import Schema
from kit.database import is_disk_full
from kit.errors import DiskFullError, DomainError, InvalidError, is_full, message_of
from kit.tallies import CONFLICTS
from workflows.engine.core.errors import TaskBusyError
from workflows.engine.core.history import EndingAction
from workflows.engine.core.locks import is_lock_failure
from workflows.engine.core.subject_registry import subjects

logger = logging.getLogger(__name__)


class TakenOver(Schema):
    """Who took an item over, when, and why. Sent only to the person who lost it."""

    by: Person
    at: datetime
    note: str


class ChangedPreview(Schema):
    """Numbers of items: `previewed`; of these still the `same`, or `changed` since; and newly `arrived`."""

    previewed: int
    same: int
    arrived: int
    changed: int


class _Problem(Schema):
    """Every error response. `code` is for programs; the console owns the texts that people see.

    `lock_version`: the version of the lock that refused the request.
    `ended_by`, with `task_closed`: what ended the item before a decision; `screen`: its author has changed the text.
    `preview`, with `preview_changed`: how the matching items have changed.
    `confirm_by`, with `confirm_identity`: the ways to confirm who one is; with none of them one signs in anew.
    `companies`, with `second_admin_needed`: number of companies of the account; `confirmers`: who can confirm.
    Kinds of subjects declare the other fields.
    """

    code: str
    message: str
    fields: dict[str, list[str]] | None = None
    holder: Person | None = None
    since: datetime | None = None
    until: datetime | None = None
    retry_after: int | None = None
    taken_over: TakenOver | None = None
    lock_version: int | None = None
    ended_by: EndingAction | None = None
    preview: ChangedPreview | None = None
    confirm_by: list[Way] | None = None
    companies: int | None = None
    confirmers: list[Person] | None = None


if TYPE_CHECKING:
    Problem = _Problem
else:
    _OF_KINDS = {name: field for subject in subjects().values() for name, field in subject.refusals.items()}
    Problem = create_model(
        "Problem",
        __base__=_Problem,
        __module__=__name__,
        __doc__=_Problem.__doc__,
        **{name: (accepted | None, Field(None, description=about)) for name, (accepted, about) in _OF_KINDS.items()},
    )


class TooLargeError(DomainError):
    status = 413
    code = "too_large"
    message = "The request is too large."


class MediaTypeError(DomainError):
    status = 415
    code = "unsupported_media_type"
    message = "A body must be JSON, sent as application/json."


class UnavailableError(DomainError):
    """The database is unreachable; nothing was written (figures.md, rule 9)."""

    status = 503
    code = "unavailable"
    message = "The database cannot be reached. Try again in a moment."

    def details(self) -> Mapping[str, Any]:
        return {"retry_after": 2}


class TooSlowError(UnavailableError):
    """The database cancelled a statement that took too long; nothing was written."""

    code = "too_slow"
    message = "This took the database too long and was cancelled. Try again, or request less at once."


def problem(error: DomainError) -> HttpResponse:
    """The response for a domain error."""
    if error.status == HTTPStatus.CONFLICT:
        CONFLICTS.add(error.code)
    details = error.details()
    response = Response({"code": error.code, "message": error.message, **details}, status=error.status)
    if "retry_after" in details:
        response["Retry-After"] = str(details["retry_after"])
    if error.status == HTTPStatus.UNAUTHORIZED:
        response["WWW-Authenticate"] = "Bearer"
    return response


def database_refusal(error: OperationalError | InterfaceError) -> DomainError:
    """The API's error for a locked row, a cancelled statement, a full disk, or an unreachable database."""
    if isinstance(error, OperationalError) and is_lock_failure(error):
        return TaskBusyError()
    if isinstance(error.__cause__, QueryCanceled):
        logger.error("a statement took too long")
        return TooSlowError()
    if is_disk_full(error):
        logger.error("the disk of the database is full: %s", error)
        return DiskFullError()
    logger.error("database unavailable: %s", error)
    return UnavailableError()


def file_refusal(error: OSError) -> DomainError:
    """The API's error for a full disk. Raises any other error again."""
    if not is_full(error):
        raise error
    logger.error("the disk of the files is full")
    return DiskFullError()


def install_handlers(api: NinjaAPI) -> None:
    """Answer domain errors, invalid requests, and errors of the database and the disk as `Problem`."""

    @api.exception_handler(DomainError)
    def on_refusal(request: HttpRequest, error: DomainError) -> HttpResponse:
        return problem(error)

    @api.exception_handler(ValidationError)
    def on_invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
        return problem(InvalidError(_by_field(error.errors)))

    @api.exception_handler(HttpError)
    def on_http_error(request: HttpRequest, error: HttpError) -> HttpResponse:
        # ninja answers 400 for a body that is not JSON; we answer 422, as for any invalid payload
        cause = error.__cause__
        return problem(cause if isinstance(cause, DomainError) else InvalidError({"body": [str(error)]}))

    @api.exception_handler(RequestDataTooBig)
    def on_large_body(request: HttpRequest, error: RequestDataTooBig) -> HttpResponse:
        return problem(TooLargeError())

    @api.exception_handler(OperationalError)
    @api.exception_handler(InterfaceError)
    def on_database_error(request: HttpRequest, error: OperationalError | InterfaceError) -> HttpResponse:
        _roll_back()
        return problem(database_refusal(error))

    @api.exception_handler(OSError)
    def on_file_error(request: HttpRequest, error: OSError) -> HttpResponse:
        _roll_back()
        return problem(file_refusal(error))


def _roll_back() -> None:
    """Roll back this request's transaction, if any: unlike a refusal, this error may come after changes."""
    if connection.in_atomic_block:
        transaction.set_rollback(True)


def _by_field(problems: list[dict[str, Any]]) -> dict[str, list[str]]:
    """Messages by field. ninja's locations start with the part of the request and the argument's name: drop both."""
    fields: dict[str, list[str]] = {}
    for problem in problems:
        location = [str(part) for part in problem["loc"]]
        where, path = location[0], location[1:]
        if where in ("body", "query") and len(path) > 1:
            path = path[1:]
        fields.setdefault(".".join(path) or where, []).append(message_of(problem))
    return fields
