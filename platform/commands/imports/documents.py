"""The objects of JSON documents, one after the other: an array, or pages of an API one behind another.

A page is an object with a list, such as `{"reviews": [...], "nextPageToken": ...}`. A file of any size is held in
memory object by object.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from commands.imports.faults import CutOffError

# names under which the pages of APIs list what they are asked for
LISTED = ("reviews", "tickets")
MAX_OBJECT = 8_000_000  # characters: a ticket with the most comments that other products allow
_NOT_JSON, _CUT = "the file is not JSON", "the file ends in the middle"
_CHUNK = 256 * 1024
_BLANKS = re.compile(r"[\s\ufeff]*")
_DECODER = json.JSONDecoder()


def is_document(start: str) -> bool:
    """Whether a file that begins so is read here; NDJSON is not. `start`: its first characters."""
    text = start.lstrip()
    if text.startswith("["):
        return True
    if not text.startswith("{"):
        return False
    first, has_more, _ = text.partition("\n")
    if has_more and first.strip() == "{":
        return True  # written in several lines
    return any(key in LISTED for key in _lists_in(text))


def _lists_in(text: str) -> Iterator[str]:
    """The names of lists in the object that begins here, as far as it can be read."""
    scan = _Scan(iter((text,)), limit=len(text))
    try:
        for key, _ in scan.members():
            if scan.begins("["):
                yield key
            scan.value()
    except CutOffError:
        return


class Documents:
    """Iterates over (number, object) from 1 on. Raises CutOffError where the file is not JSON, or ends too early.

    `read`: gives the next characters, and none at the end. `listed`: the names of lists that are read.
    """

    def __init__(self, read: Callable[[int], str], listed: tuple[str, ...] = LISTED) -> None:
        self._scan = _Scan(iter(lambda: read(_CHUNK), ""), limit=MAX_OBJECT)
        self._listed = listed

    def __iter__(self) -> Iterator[tuple[int, Any]]:
        yield from enumerate((value for _, value in self.named()), 1)

    def named(self) -> Iterator[tuple[str, Any]]:
        """Each object with the name of the list that it stands in; empty for an array, and for an object alone."""
        scan, count = self._scan, 0
        try:
            while not scan.is_at_end():
                for pair in self._document():
                    yield pair
                    count += 1
        except CutOffError as error:
            raise CutOffError(f"After object {count:,} {error}.") from None

    def _document(self) -> Iterator[tuple[str, Any]]:
        scan = self._scan
        if scan.begins("["):
            yield from (("", value) for value in scan.elements())
            return
        if not scan.begins("{"):
            raise CutOffError(_NOT_JSON)
        alone: dict[str, Any] = {}
        is_page = False
        for key, _ in scan.members():
            if scan.begins("[") and (key in LISTED or key in self._listed):
                is_page = True
                for value in scan.elements():
                    if key in self._listed:
                        yield key, value
            else:
                alone[key] = scan.value()
        if not is_page:
            yield "", alone


class _Scan:
    """Reads values from parts of a text, of which it holds what is not read yet."""

    def __init__(self, parts: Iterator[str], *, limit: int) -> None:
        self._parts, self._limit = parts, limit
        self._text, self._at = "", 0

    def is_at_end(self) -> bool:
        return not self._next()

    def begins(self, mark: str) -> bool:
        return self._next() == mark

    def elements(self) -> Iterator[Any]:
        """The values of the array that begins here."""
        self._take("[")
        if self.begins("]"):
            self._at += 1
            return
        while True:
            yield self.value()
            if self._either(",", "]") == "]":
                return

    def members(self) -> Iterator[tuple[str, None]]:
        """The names of the object that begins here; the caller reads each value before it goes on."""
        self._take("{")
        if self.begins("}"):
            self._at += 1
            return
        while True:
            if not self.begins('"'):
                raise CutOffError(self._fault())
            name = self.value()
            self._take(":")
            yield name, None
            if self._either(",", "}") == "}":
                return

    def value(self) -> Any:
        self._next()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._at)
                # a number may go on in the next part
                if end < len(self._text) or not self._more():
                    self._at = end
                    return value
            except json.JSONDecodeError as error:
                if len(self._text) - self._at > self._limit:
                    raise CutOffError(f"an object is no JSON, or longer than {self._limit:,} characters") from None
                is_cut = error.pos >= len(self._text.rstrip()) or error.msg.startswith("Unterminated")
                if not self._more():
                    raise CutOffError(_CUT if is_cut else _NOT_JSON) from None
            except RecursionError:
                raise CutOffError("an object is nested too deeply") from None

    def _either(self, *marks: str) -> str:
        found = self._next()
        if found not in marks:
            raise CutOffError(self._fault())
        self._at += 1
        return found

    def _take(self, mark: str) -> None:
        self._either(mark)

    def _fault(self) -> str:
        return _NOT_JSON if self._next() else _CUT

    def _next(self) -> str:
        """The next character that is not blank; empty at the end."""
        while True:
            found = _BLANKS.match(self._text, self._at)
            self._at = found.end() if found else self._at
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more():
                return ""

    def _more(self) -> bool:
        """Read on: as much as is held already, so that a long value is not tried too often."""
        held = self._text[self._at :]
        parts, size = [held], 0
        for part in self._parts:
            parts.append(part)
            size += len(part)
            if size >= len(held):
                break
        self._text, self._at = "".join(parts), 0
        return size > 0
