"""Pattern entries (RE2): searched in time linear in the text, and in bounded memory.

`costs` limits the time per character (decision 97).
"""

from collections.abc import Iterator

import re2

from kit.errors import InvalidError

MAX_MEMORY = 1 << 20  # bytes of one compiled pattern and its search states
MAX_MATCHES = 100  # of one pattern in one text: each match may cost another pass over the text


class Pattern:
    """A compiled pattern. Raises InvalidError if RE2 rejects it, or if it needs too much memory."""

    def __init__(self, text: str) -> None:
        options = re2.Options()
        options.max_mem = MAX_MEMORY
        options.log_errors = False
        try:
            self._compiled = re2.compile(text, options)  # type: ignore[no-untyped-call]  # the package has no types
        except re2.error as error:
            reason = error.args[0] if error.args else ""
            reason = reason.decode(errors="replace") if isinstance(reason, bytes) else str(reason)
            raise InvalidError({"term": [f"is not a pattern that can be used: {reason}"]}) from error
        if self._compiled.search(""):
            raise InvalidError({"term": ["matches an empty text, and so every text"]})

    @property
    def size(self) -> int:
        """The number of instructions: a search takes at most so many steps per character."""
        return int(self._compiled.programsize)

    def find(self, text: str) -> Iterator[tuple[int, int]]:
        """The first matches in a text, at most MAX_MATCHES."""
        for number, found in enumerate(self._compiled.finditer(text)):
            if number == MAX_MATCHES:
                return
            if found.end() > found.start():
                yield found.span()
