"""Errors of the domain: types with an HTTP status and a code. The console chooses the words for each code."""

import errno
from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar


class DomainError(Exception):
    """An error that the caller can handle. `message`: plain English, for people who use the API by hand."""

    status: ClassVar[int] = 400
    code: str = "refused"
    message: str = "The request was refused."

    def __init__(self, message: str = "") -> None:
        self.message = message or self.message
        super().__init__(self.message)

    def details(self) -> Mapping[str, Any]:
        """Further fields of the error answer."""
        return {}


def message_of(problem: Mapping[str, object]) -> str:
    """The message of a pydantic error, without the prefix that pydantic adds to a ValueError of our own."""
    return str(problem["msg"]).removeprefix("Value error, ")


class UnauthenticatedError(DomainError):
    status = 401
    code = "unauthenticated"
    message = "Sign in first."


class ForbiddenError(DomainError):
    status = 403
    code = "forbidden"
    message = "This account may not do that."


class NotFoundError(DomainError):
    status = 404
    code = "not_found"
    message = "Not found."


class ConflictError(DomainError):
    status = 409
    code = "conflict"


class InvalidError(DomainError):
    """An invalid payload. `fields` maps a dotted path in the payload to its messages."""

    status = 422
    code = "invalid"
    message = "The request is not valid."

    def __init__(self, fields: Mapping[str, list[str]], message: str = "") -> None:
        self.fields = fields
        super().__init__(message)

    def details(self) -> Mapping[str, Any]:
        return {"fields": self.fields}


class TooManyError(DomainError):
    """Refused for now. `retry_after` in seconds."""

    status = 429
    code = "too_many_attempts"
    message = "Too many attempts. Wait a moment and try again."

    def __init__(self, retry_after: int, message: str = "") -> None:
        self.retry_after = retry_after
        super().__init__(message)

    def details(self) -> Mapping[str, Any]:
        return {"retry_after": self.retry_after}


class DiskFullError(DomainError):
    """The disk of the database or of the files is full. The caller may retry later with the same idempotency key."""

    status = 503
    code = "disk_full"
    message = "The server's disk is full, so nothing was stored; it works again by itself once there is room."

    def details(self) -> Mapping[str, Any]:
        return {"retry_after": 30}


def is_full(error: BaseException) -> bool:
    """Whether a file error means that its disk, or our quota, is full."""
    return isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)


class OverloadedError(DomainError):
    """This machine is too busy with such work; nothing was changed. The same call may succeed in a moment."""

    status = 503
    code = "overloaded"
    message = "There is too much to do. Try again in a moment."

    def details(self) -> Mapping[str, Any]:
        return {"retry_after": 2}


class HolderError(ConflictError):
    """A conflict with another person. `holder`: their id and name. `since`, `until`: how long they hold it."""

    def __init__(
        self,
        holder: tuple[int, str] | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        message: str = "",
    ) -> None:
        self.holder, self.since, self.until = holder, since, until
        super().__init__(message)

    def details(self) -> Mapping[str, Any]:
        details: dict[str, Any] = {}
        if self.holder:
            details["holder"] = {"id": self.holder[0], "name": self.holder[1]}
        if self.since:
            details["since"] = self.since
        if self.until:
            details["until"] = self.until
        return details


class StaleRevisionError(ConflictError):
    """A newer revision exists than the one that was read. `newer`: that revision, so that the console can show both."""

    code = "stale_revision"
    message = "The text has changed since it was opened. Read the newer revision first."

    def __init__(self, newer: Mapping[str, Any] | None = None) -> None:
        self.newer = newer
        super().__init__()

    def details(self) -> Mapping[str, Any]:
        return {"newer": self.newer} if self.newer else {}
