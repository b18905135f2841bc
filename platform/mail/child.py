"""The process that reads mail for `mail.apart`: mails on standard input, an answer to each on standard output.

Each mail is read in a fork of this process, with its own limits.
"""

import json
import os
import select
import sys
from io import RawIOBase
from typing import BinaryIO

from kit.apart import Limits, limit_this_process
from mail.answers import DIED, HEAD, answer_of
from mail.quotes import fold_quotes
from mail.reading import read_mail
from mail.received import UnreadableMailError

MOST_MEMORY = 700_000_000  # bytes of address space; a mail of 40 MB needs less than 450 MB
MOST_SECONDS = 60  # of CPU time, and of elapsed time
IDLE_SECONDS = 20  # without a mail, after which the process ends


def main() -> None:
    given, taken = open(sys.stdin.fileno(), "rb", buffering=0), sys.stdout.buffer  # noqa: SIM115, PTH123  until the end
    fold_quotes("warm")  # compiles the patterns once, not in each fork
    while select.select([given], [], [], IDLE_SECONDS)[0] and (head := _exactly(given, HEAD.size)):
        raw = _exactly(given, HEAD.unpack(head)[0])
        reader = os.fork()
        if reader == 0:
            _read(raw, taken)
            os._exit(0)
        _, status = os.waitpid(reader, 0)
        if status:
            _write(taken, json.dumps(DIED).encode())


def _read(raw: bytes, taken: BinaryIO) -> None:
    limit_this_process(Limits(MOST_MEMORY, MOST_SECONDS, clock=MOST_SECONDS))
    try:
        values, contents = answer_of(read_mail(raw))
    except UnreadableMailError as error:
        values, contents = {"refused": error.reason}, []
    except BaseException:  # a traceback may contain text of the mail
        os._exit(1)
    _write(taken, json.dumps(values).encode(), *contents)


def _write(taken: BinaryIO, *blocks: bytes) -> None:
    for block in blocks:
        taken.write(HEAD.pack(len(block)))
        taken.write(block)
    taken.flush()


def _exactly(given: RawIOBase, length: int) -> bytes:
    """`length` bytes; empty if the other side has closed the pipe."""
    pieces: list[bytes] = []
    while length:
        piece = given.read(length)
        if not piece:
            return b""
        pieces.append(piece)
        length -= len(piece)
    return b"".join(pieces)


if __name__ == "__main__":
    main()
