"""Request bodies, which are received whole before a thread is taken for the request."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.conf import settings

from config.web.budget import Budget, Share
from config.web.rsgi import HTTPProtocol

HELD = 64 * 1024 * 1024  # bytes of all bodies in a worker process that are on their way or being worked on
BODY_SECONDS = 20.0  # for a small body, and a further second for each SLOWEST_RATE bytes
AROUND_A_FILE = 64 * 1024  # bytes of the form that a file is uploaded with
SLOWEST_RATE = 16 * 1024  # bytes a second


class BodyRefusedError(Exception):
    """The answer to a body that did not come in."""

    def __init__(self, status: HTTPStatus, code: str, message: str) -> None:
        self.status, self.code, self.message = status, code, message


TOO_SLOW = (HTTPStatus.REQUEST_TIMEOUT, "body_timeout", "The request did not come in whole in time.")
NO_ROOM = (HTTPStatus.SERVICE_UNAVAILABLE, "overloaded", "Too much is being sent at once. Try again in a moment.")
CUT_OFF = (HTTPStatus.BAD_REQUEST, "bad_request", "The request is malformed.")
TOO_LARGE = (
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "too_large",
    f"A file has at most {settings.UPLOAD_MAX_SIZE // 1024 // 1024} MB.",
)


@dataclass(frozen=True, slots=True)
class ReceivedBody:
    content: bytes
    share: Share

    def release(self) -> None:
        self.share.leave()


class Bodies:
    """The bodies on their way to this process."""

    def __init__(self) -> None:
        self._budget = Budget(HELD)

    async def receive(self, proto: HTTPProtocol, length: int) -> ReceivedBody:
        """Wait for the whole body. Raises BodyRefusedError: too slow, ended to make room, or cut off by its sender."""
        loop = asyncio.get_running_loop()
        limit = asyncio.timeout(BODY_SECONDS + length / SLOWEST_RATE)

        def end() -> None:
            with suppress(RuntimeError):  # its time is over in this moment
                limit.reschedule(loop.time())

        share = self._budget.share(end)
        try:
            async with limit:
                content = await _read(proto, length, share)
        except TimeoutError:
            raise BodyRefusedError(*(NO_ROOM if share.is_over else TOO_SLOW)) from None
        else:
            share.keep()
            return ReceivedBody(content, share)
        finally:
            if not share.is_kept:
                share.leave()

    @property
    def held(self) -> int:
        """In bytes."""
        return self._budget.held

    def refuse_all(self) -> None:
        """End the wait for every body."""
        self._budget.end_all()


def awaited_length(environ: dict[str, Any]) -> int:
    """The length of the body to wait for. 0 for a body that the application refuses unread: longer than the limit, or
    of a length that is not given. Raises BodyRefusedError for a file that is too large."""
    stated = environ.get("CONTENT_LENGTH", "")
    if not (stated.isascii() and stated.isdecimal()) or "HTTP_TRANSFER_ENCODING" in environ:
        return 0
    length = int(stated)
    if environ.get("PATH_INFO") in settings.UPLOAD_PATHS:
        if length > settings.UPLOAD_MAX_SIZE + AROUND_A_FILE:
            raise BodyRefusedError(*TOO_LARGE)
        return length
    return length if length <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE else 0


def has_unread_body(environ: dict[str, Any]) -> bool:
    """Whether a request that is not waited for says that it has a body."""
    return "HTTP_TRANSFER_ENCODING" in environ or environ.get("CONTENT_LENGTH", "0") != "0"


async def _read(proto: HTTPProtocol, length: int, share: Share) -> bytes:
    parts, missing = [], length
    stream = aiter(proto)
    while missing > 0:
        part = await anext(stream)  # without a default, whose wrapper cannot be cancelled around granian's futures
        if not part:
            raise BodyRefusedError(*CUT_OFF)
        share.add(len(part))
        parts.append(part)
        missing -= len(part)
    return parts[0] if len(parts) == 1 else b"".join(parts)
