"""Reads mail in a process of its own, with limits of memory and time: a mail may be made to exhaust both.

The process waits a while for the next mail and ends by itself. It reads each in a copy of itself, so that a mail that
kills it takes nothing along.
"""

import json
import select
import subprocess
import sys
import time
from threading import Lock
from typing import IO, Any

from kit.apart import environment
from mail.answers import DIED, HEAD, mail_of
from mail.received import Mail, UnreadableMailError

COMMAND = ["-m", "mail.child"]
MOST_SECONDS = 300  # of waiting: the process has fewer of its own (`mail.child.MOST_SECONDS`)
_PIECE = 1_000_000

_lock = Lock()
_process: "subprocess.Popen[bytes] | None" = None


class ReaderDiedError(Exception):
    """The process that read the mail has come to an end, or had to be ended."""


class ReaderBusyError(Exception):
    """The time that the caller has is over. It says nothing about the mail."""


def read_apart(raw: bytes, *, within: float | None = None) -> Mail:
    """Like `mail.reading.read_mail`. `within`: seconds that the caller has; None: all that a mail may take.

    Raises ReaderDiedError, UnreadableMailError; with `within` also ReaderBusyError.
    """
    until = time.monotonic() + (MOST_SECONDS if within is None else within)
    if not _lock.acquire(timeout=-1 if within is None else within):
        raise ReaderBusyError
    try:
        answer = _ask(raw, until)
    except ReaderDiedError as error:
        if within is not None and isinstance(error.__cause__, TimeoutError):
            raise ReaderBusyError from error
        raise
    finally:
        _lock.release()
    if (reason := answer.get("refused")) is not None:
        raise UnreadableMailError(reason)
    return mail_of(answer)


def _ask(raw: bytes, until: float) -> dict[str, Any]:
    """The answer of the process, which may have ended while it had nothing to do."""
    global _process  # noqa: PLW0603  one for this process, as a pool has one connection
    for _ in range(2):
        if _process is None or _process.poll() is not None:
            end()
            _process = _started()
        process = _process
        try:
            return _answer(process, raw, until)
        except (OSError, EOFError, ValueError) as error:
            if process.poll() != 0:  # else it was idle for too long, at this very moment
                end()
                raise ReaderDiedError from error
    raise ReaderDiedError


def end() -> None:
    """End the process, if there is one."""
    global _process  # noqa: PLW0603  as above
    if _process is None:
        return
    _process.kill()
    _process.wait()
    for pipe in (_process.stdin, _process.stdout):
        if pipe is not None:
            pipe.close()
    _process = None


def _started() -> "subprocess.Popen[bytes]":
    """With none of the product's secrets."""
    return subprocess.Popen(  # noqa: S603  our own module
        [sys.executable, *COMMAND], env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    )


def _answer(process: "subprocess.Popen[bytes]", raw: bytes, until: float) -> dict[str, Any]:
    given: Any = process.stdin
    given.write(HEAD.pack(len(raw)))
    left = memoryview(raw)
    while left:
        left = left[given.write(left) :]
    answer: dict[str, Any] = json.loads(_read(process.stdout, until))
    if answer == DIED:
        raise ReaderDiedError
    for enclosure in answer.get("enclosures", ()):
        enclosure["content"] = _read(process.stdout, until)
    return answer


def _read(source: "IO[bytes] | None", until: float) -> bytes:
    """One block: its length, and its bytes. Raises EOFError, TimeoutError."""
    (length,) = HEAD.unpack(_exactly(source, HEAD.size, until))
    return _exactly(source, length, until)


def _exactly(source: "IO[bytes] | None", length: int, until: float) -> bytes:
    if source is None:
        raise EOFError
    pieces: list[bytes] = []
    while length:
        ready, _, _ = select.select([source], [], [], max(0.0, until - time.monotonic()))
        if not ready:
            raise TimeoutError
        piece = source.read(min(length, _PIECE))
        if not piece:
            raise EOFError
        pieces.append(piece)
        length -= len(piece)
    return b"".join(pieces)
