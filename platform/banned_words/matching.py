"""Find banned words of the current list in the texts of any subject."""

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
    """This process's compiled list, and its version.

    Each use reads the version, which is one row. The entries are read only if it has changed.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._held: tuple[_Version, Matcher] | None = None

    def current(self) -> tuple[int, Matcher]:
        """The version of the list, and its matcher. Compiles the list if its version has changed."""
        version = _read_version()
        held = self._held
        if held is None or held[0] != version:
            held = self._compile(version)
        return held[0][0], held[1]

    def _compile(self, version: _Version) -> tuple[_Version, Matcher]:
        with self._lock:  # one thread compiles, the others wait; it takes less than 0.1 seconds
            held = self._held
            while held is None or held[0] != version:
                held = version, Matcher(read_entries())
                version = _read_version()  # if it changed meanwhile, the entries may be newer: read again
            self._held = held
            return held


compiled = CompiledList()


def search_texts(groups: Sequence[Sequence[str]]) -> tuple[int, list[list[list[Match]]]]:
    """The version of the list, and the matches in each text of each group, shadows included.

    A pattern that costs too much is stopped, in the caller's transaction. If that is rolled back, the results of the
    texts that were searched without the pattern are lost as well (decision 97).
    """
    version, matcher = compiled.current()
    meter = Meter()
    found = [[matcher.find(text, meter) for text in group] for group in groups]
    if meter.stopped:
        stop_words(matcher.ids(meter.stopped))
    return version, found


def read_entries() -> list[Entry]:
    """All entries that are neither retired nor stopped."""
    found = BannedWord.objects.filter(retired_at=None, stopped_at=None).order_by("pk")
    fields = ("pk", "term", "mode", "action", "severity", "exceptions", "shadow", "endings")
    return [
        Entry(pk, term, mode, action, severity, tuple(exceptions), *choices)
        for pk, term, mode, action, severity, exceptions, *choices in found.values_list(*fields)
    ]


def _read_version() -> _Version:
    ((number, stamp),) = fetch(_VERSION, {})
    return number, stamp
