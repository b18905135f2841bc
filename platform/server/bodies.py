"""Request bodies. A request gets a thread only after its whole body has arrived."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from io import BytesIO
from tempfile import TemporaryFile
from typing import IO, Any

from django.conf import settings

from kit.errors import DiskFullError, is_full
from kit.uploads import incoming_folder
from server.budget import Budget, Share
from server.rsgi import HTTPProtocol

HELD = 64 * 1024 * 1024  # bytes in memory of all bodies of a worker process, arriving or in use
LARGEST_HELD = settings.DATA_UPLOAD_MAX_MEMORY_SIZE  # bytes of one body; a larger one is a file and goes to disk
ON_DISK = 1_200 * 1024 * 1024  # bytes on disk of all bodies of a worker process: two of the largest files
BODY_SECONDS = 20.0  # the longest time for a body, plus one second for each SLOWEST_RATE bytes of it
AROUND_A_FILE = 64 * 1024  # bytes of the multipart form around an uploaded file
SLOWEST_RATE = 16 * 1024  # bytes a second


class BodyRefusedError(Exception):
    """A body was not received in full. Holds status, code and message of the answer."""

    def __init__(self, status: HTTPStatus, code: str, message: str) -> None:
        self.status, self.code, self.message = status, code, message


TOO_SLOW = (HTTPStatus.REQUEST_TIMEOUT, "body_timeout", "The request did not come in whole in time.")
NO_ROOM = (HTTPStatus.SERVICE_UNAVAILABLE, "overloaded", "Too much is being sent at once. Try again in a moment.")
NO_SPACE = (HTTPStatus.SERVICE_UNAVAILABLE, DiskFullError.code, DiskFullError.message)
CUT_OFF = (HTTPStatus.BAD_REQUEST, "bad_request", "The request is malformed.")


@dataclass(frozen=True, slots=True)
class ReceivedBody:
    """A body that was received in full. `size` in bytes. Call `release` after use."""

    content: IO[bytes]
    size: int
    share: Share

    def release(self) -> None:
        self.content.close()
        self.share.leave()


class Bodies:
    """The bodies that this worker process receives or holds."""

    def __init__(self) -> None:
        self._in_memory, self._on_disk = Budget(HELD), Budget(ON_DISK)

    async def receive(self, proto: HTTPProtocol, length: int) -> ReceivedBody:
        """Wait for the whole body, `length` bytes. Raises BodyRefusedError if it is too slow, has to make room for
        others, or is cut off by its sender, or if the disk is full.
        """
        is_small = length <= LARGEST_HELD
        # a temporary file has no name, so that nothing of it is left when this process is killed
        with _refused_on_full_disk():
            content: IO[bytes] = BytesIO() if is_small else TemporaryFile(dir=incoming_folder())  # noqa: SIM115 (closed by `release`)
        loop = asyncio.get_running_loop()
        limit = asyncio.timeout(BODY_SECONDS + length / SLOWEST_RATE)

        def end() -> None:
            with suppress(RuntimeError):  # the timeout has just expired
                limit.reschedule(loop.time())

        share = (self._in_memory if is_small else self._on_disk).share(end)
        try:
            with _refused_on_full_disk():
                async with limit:
                    await _copy(proto, length, content, share)
                content.seek(0)  # flushes, which can fail on a full disk
        except TimeoutError:
            raise BodyRefusedError(*(NO_ROOM if share.is_over else TOO_SLOW)) from None
        else:
            share.keep()
            return ReceivedBody(content, length, share)
        finally:
            if not share.is_kept:
                share.leave()
                with suppress(OSError):  # `close` flushes as well, and fails on a full disk
                    content.close()

    @property
    def held(self) -> int:
        """Bytes in memory."""
        return self._in_memory.held

    @property
    def written(self) -> int:
        """Bytes on disk."""
        return self._on_disk.held

    def refuse_all(self) -> None:
        """Stop waiting for bodies: each open `receive` raises BodyRefusedError (503)."""
        self._in_memory.end_all()
        self._on_disk.end_all()


@contextmanager
def _refused_on_full_disk() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if is_full(error):
            raise BodyRefusedError(*NO_SPACE) from None
        raise


def awaited_length(environ: dict[str, Any]) -> int:
    """Bytes of the body to wait for. 0 without a body, and for one that the application refuses unread: too long, or
    of unknown length. Raises BodyRefusedError (413) for a file that is too large."""
    stated = environ.get("CONTENT_LENGTH", "")
    if not (stated.isascii() and stated.isdecimal()) or "HTTP_TRANSFER_ENCODING" in environ:
        return 0
    length = int(stated)
    most = settings.UPLOAD_PATHS.get(environ.get("PATH_INFO", ""))
    if most is not None:
        if length > most + AROUND_A_FILE:
            message = f"A file has at most {most // 1024 // 1024} MB."
            raise BodyRefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too_large", message)
        return length
    return length if length <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE else 0


def has_unread_body(environ: dict[str, Any]) -> bool:
    """Whether the headers announce a body. Asked only if `awaited_length` is 0."""
    return "HTTP_TRANSFER_ENCODING" in environ or environ.get("CONTENT_LENGTH", "0") != "0"


async def _copy(proto: HTTPProtocol, length: int, content: IO[bytes], share: Share) -> None:
    missing = length
    stream = aiter(proto)
    while missing > 0:
        part = await anext(stream)  # no default: its wrapper around granian's future cannot be cancelled
        if not part:
            raise BodyRefusedError(*CUT_OFF)
        share.add(len(part))
        content.write(part)
        missing -= len(part)
