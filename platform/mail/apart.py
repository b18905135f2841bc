"""Reads mail in a separate process with limits of memory and time: a mail may be made to exhaust both.

The process ends by itself after `mail.child.IDLE_SECONDS` without a mail. It forks for each mail, so a mail that kills
the fork does not end the process.
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
MOST_SECONDS = 300  # of waiting for an answer; the process itself has less time (`mail.child.MOST_SECONDS`)
_PIECE = 1_000_000

_lock = Lock()
_process: "subprocess.Popen[bytes] | None" = None


class ReaderDiedError(Exception):
    """The process that read the mail died or was killed."""


class ReaderBusyError(Exception):
    """The caller's time ended before the mail was read. The mail may be fine."""


def read_in_subprocess(raw: bytes, *, within: float | None = None) -> Mail:
    """`mail.reading.read_mail` in the separate process. `within`: seconds that the caller has; None: MOST_SECONDS.

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
    """The answer of the process. Starts it again if it ended while it was idle."""
    global _process  # noqa: PLW0603  one reader for this process
    for _ in range(2):
        if _process is None or _process.poll() is not None:
            end()
            _process = _started()
        process = _process
        try:
            return _answer(process, raw, until)
        except (OSError, EOFError, ValueError) as error:
            if process.poll() != 0:  # 0: it ended just now because it was idle
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
    """Start the reader, without the product's secrets in its environment."""
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
