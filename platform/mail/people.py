"""The people of `From`, `To` and `Reply-To` (RFC 5322, 3.4), even if a program writes them wrongly.

The address is what is in angle brackets, even if the name before it looks like another address: nobody checks names.
Takes linear time; the standard library takes quadratic time.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mail.encoded import WORD, decoded, one_line
from mail.received import Address

MAX_ADDRESSES = 100
MAX_LENGTH = 20_000  # characters of all values that are read
MAX_NAME = 300

_EMAIL = re.compile(r"[^\s<>,;:\"()@]{1,64}@[^\s<>,;:\"()@]{1,189}")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_PIECE = re.compile(rf"{WORD.pattern}|{_QUOTED.pattern}|<[^<>]*>?|[(),;:]|[^=\"<(),;:]+|.", re.DOTALL)
_COMMENT = re.compile(r"\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)")  # may contain comments
_ESCAPED = re.compile(r"\\(.)")
_ROUTE = re.compile(r"^@[^:]*:")  # obsolete (RFC 5322, 4.4)
_AROUND_DOTS = re.compile(r"\s*([@.])\s*")
# bidi controls and invisible characters, with which a name could look like another
_DIRECTIONS = re.compile("[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


@dataclass(slots=True)
class _Person:
    """A mailbox that is being read. `bracketed`: the text in the last angle brackets, if any."""

    name: str = ""
    comment: str = ""
    bracketed: str | None = None

    @property
    def is_over(self) -> bool:
        """Whether a comma ends it."""
        return self.bracketed is not None or "@" in self.name


def people_in(values: Sequence[str]) -> tuple[Address, ...]:
    """The people in all values of a header, each address once. Text without an address is ignored."""
    found: dict[str, Address] = {}
    left = MAX_LENGTH
    for value in values[:MAX_ADDRESSES]:
        text = one_line(value[:left])
        left -= len(value[:left])
        people = list(_people(text)) or list(_people_in_words(text))
        for person in people:
            found.setdefault(person.email, person)
    return tuple(found.values())[:MAX_ADDRESSES]


def _people_in_words(text: str) -> Iterator[Address]:
    """The people in a header that a program has encoded as a whole, including the addresses."""
    if "=?" in text and "<" not in WORD.sub("", text):
        yield from _people(decoded(text))


def _people(text: str) -> Iterator[Address]:
    for person in _persons(text):
        yield from _addresses_of(person)


def _persons(text: str) -> Iterator[_Person]:
    person, at = _Person(), 0
    while piece := _next(text, at):
        at += len(piece)
        if piece == ":" and ";" in text[at:]:  # the name of a group
            person = _Person()
        elif piece == ";" or (piece == "," and person.is_over):  # `Holt, Mira <mira@…>` is one person
            yield person
            person = _Person()
        elif piece == "(" and person.bracketed is not None:  # a comment that does not end
            break
        elif piece[0] == "<":
            person.bracketed = piece[1:].removesuffix(">")
        elif piece[0] == "(" and len(piece) > 1:
            person.comment = piece[1:-1]
        else:
            person.name += _ESCAPED.sub(r"\1", piece[1:-1]) if _QUOTED.fullmatch(piece) else piece
    yield person


def _next(text: str, at: int) -> str:
    found = (_COMMENT.match(text, at) if text[at : at + 1] == "(" else None) or _PIECE.match(text, at)
    return found[0] if found else ""


def _addresses_of(person: _Person) -> Iterator[Address]:
    name = name_of(person.name)
    if person.bracketed is not None:
        address = _AROUND_DOTS.sub(r"\1", _COMMENT.sub("", person.bracketed))
        address = _ROUTE.sub("", address.strip()).strip().removeprefix("mailto:")
        if _EMAIL.fullmatch(address):
            yield Address(name or name_of(person.comment), address.lower())
        return
    bare = _AROUND_DOTS.sub(r"\1", person.name).strip().removeprefix("mailto:")
    for email in [bare] if _EMAIL.fullmatch(bare) else _EMAIL.findall(person.name):
        yield Address(name_of(person.comment), email.lower())


def name_of(text: str) -> str:
    """A name as it is shown: decoded, on one line, without invisible characters, at most MAX_NAME characters."""
    return one_line(_DIRECTIONS.sub("", decoded(text))).strip(" ,\"'")[:MAX_NAME].strip()
