"""Parses a mail within bounds. The standard library's parser has none, and a mail of 40 MB could keep it busy for days:
its time grows with the number of parts times their depth, and with the square of the parameters of a header.
"""

import email.policy
from collections.abc import Callable
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser
from typing import Any

from mail.headers import Parsed

# no honest mail has more; of a mail that has, only the header is parsed, and the body is one plain text
MAX_PARSED = 10_000  # parts, including those of enclosed mails and the blocks of delivery reports
MAX_LEVELS = 30  # of parts within parts
MAX_HEADERS = 20_000  # headers of all parts
MAX_PARAMETERS = 4_000  # characters of a header that has parameters, such as the name of a file
MAX_FIRST_HEADER = 1_000_000  # bytes that `parse_header` reads

_POLICY = email.policy.compat32


class BeyondBoundsError(Exception):
    """The mail exceeds a bound of this module. No honest program writes such a mail."""


class _Part(Message):
    """A part of a mail. `count`: called for each header."""

    def __init__(self, policy: Any, count: Callable[[], None]) -> None:
        super().__init__(policy)
        self._count, self._level = count, 0

    def set_raw(self, name: str, value: Any) -> None:
        self._count()
        super().set_raw(name, value[:MAX_PARAMETERS] if name.lower().startswith("content-") else value)

    def attach(self, payload: Any) -> None:
        payload._level = self._level + 1
        if payload._level > MAX_LEVELS:
            raise BeyondBoundsError
        super().attach(payload)


def parse(raw: bytes) -> Parsed:
    """The mail with its parts. Raises BeyondBoundsError, or any error of the parser."""
    return BytesParser(_parts(MAX_PARSED, MAX_HEADERS), policy=_POLICY).parsebytes(raw)


def parse_header(head: bytes) -> Parsed:
    """Only the mail's own header, without its parts."""
    return BytesHeaderParser(_parts(MAX_PARSED, MAX_FIRST_HEADER), policy=_POLICY).parsebytes(head[:MAX_FIRST_HEADER])


def _parts(most: int, headers: int) -> Callable[..., _Part]:
    """A factory for the parts of one mail, which counts them. `most`: parts."""
    left = {"parts": most, "headers": headers}

    def count(what: str) -> None:
        left[what] -= 1
        if left[what] < 0:
            raise BeyondBoundsError

    def make(policy: Any) -> _Part:
        count("parts")
        return _Part(policy, lambda: count("headers"))

    return make
