"""Find banned words in texts, by the current list: reviews today, tickets and testimonials by the same function."""

from collections.abc import Sequence
from threading import Lock
from uuid import UUID

from banned_words.costs import Meter
from banned_words.entries import stop_words
from banned_words.matcher import Entry, Match, Matcher
from banned_words.models import BannedWord
from kit.prepared import fetch

_VERSION = "SELECT number, stamp FROM banned_words_listversion"
_Version = tuple[int, UUID]


class CompiledList:
    """The list as it is compiled in this process, and its version.

    Each use reads the version, which is one row; the entries are read when it has moved.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._held: tuple[_Version, Matcher] | None = None

    def current(self) -> tuple[int, Matcher]:
        version = _read_version()
        held = self._held
        if held is None or held[0] != version:
            held = self._compile(version)
        return held[0][0], held[1]

    def _compile(self, version: _Version) -> tuple[_Version, Matcher]:
        with self._lock:  # one thread compiles, the others wait for it: it takes under a tenth of a second
            held = self._held
            while held is None or held[0] != version:
                held = version, Matcher(read_entries())
                version = _read_version()  # moved in between? then the entries may be newer than their version
            self._held = held
            return held


compiled = CompiledList()


def search_texts(groups: Sequence[Sequence[str]]) -> tuple[int, list[list[list[Match]]]]:
    """The version of the list, and the matches in each text of each group, shadows included.

    A pattern that costs too much is put out of work, in the caller's transaction: if that is rolled back, so are the
    texts of this call in which it was not searched for any more (decision 97).
    """
    version, matcher = compiled.current()
    meter = Meter()
    found = [[matcher.find(text, meter) for text in group] for group in groups]
    if meter.stopped:
        stop_words(matcher.ids(meter.stopped))
    return version, found


def read_entries() -> list[Entry]:
    """Every entry that works: not those that are retired or were stopped."""
    found = BannedWord.objects.filter(retired_at=None, stopped_at=None).order_by("pk")
    fields = ("pk", "term", "mode", "action", "severity", "exceptions", "shadow", "endings")
    return [
        Entry(pk, term, mode, action, severity, tuple(exceptions), *choices)
        for pk, term, mode, action, severity, exceptions, *choices in found.values_list(*fields)
    ]


def _read_version() -> _Version:
    ((number, stamp),) = fetch(_VERSION, {})
    return number, stamp
