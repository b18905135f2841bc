"""Refusals as answers: a domain error's status and code, and the responses that an operation declares."""

from datetime import datetime
from http import HTTPStatus
from typing import Any

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI, Schema
from ninja.errors import HttpError, ValidationError

from kit.errors import DomainError, InvalidError
from workflows.engine.errors import TaskBusyError
from workflows.engine.locks import is_lock_failure


class Person(Schema):
    id: int
    name: str


class Problem(Schema):
    """Every refusal. `code` is for programs; the console owns the wording that people see."""

    code: str
    message: str
    fields: dict[str, list[str]] | None = None
    holder: Person | None = None
    since: datetime | None = None
    until: datetime | None = None
    retry_after: int | None = None


def refusals(*statuses: int) -> dict[int, Any]:
    """The refusals that an operation declares, beside those that any operation may give."""
    return dict.fromkeys((*statuses, 422, 503), Problem)


def answer(api: NinjaAPI, request: HttpRequest, error: DomainError) -> HttpResponse:
    response = api.create_response(
        request, {"code": error.code, "message": error.message, **error.details()}, status=error.status
    )
    if "retry_after" in error.details():
        response["Retry-After"] = str(error.details()["retry_after"])
    if error.status == HTTPStatus.UNAUTHORIZED:
        response["WWW-Authenticate"] = "Bearer"
    return response


def install_handlers(api: NinjaAPI) -> None:
    @api.exception_handler(DomainError)
    def on_refusal(request: HttpRequest, error: DomainError) -> HttpResponse:
        return answer(api, request, error)

    @api.exception_handler(ValidationError)
    def on_invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
        return answer(api, request, InvalidError(_by_field(error.errors)))

    @api.exception_handler(HttpError)
    def on_http_error(request: HttpRequest, error: HttpError) -> HttpResponse:
        # ninja answers a body that is no JSON with 400; to the caller it is a payload like any other
        return answer(api, request, InvalidError({"body": [str(error)]}))

    @api.exception_handler(OperationalError)
    def on_database_error(request: HttpRequest, error: OperationalError) -> HttpResponse:
        if is_lock_failure(error):
            return answer(api, request, TaskBusyError())
        raise error


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
