"""The lines of a file as text of limited length. The encoding is given, or detected from the file."""

import codecs
import io
from collections.abc import Callable, Iterator

from commands.imports.faults import BadRow, CutOffError, UnreadableFileError
from commands.imports.opening import InputBytes

MAX_LINE = 1_000_000  # characters: two texts of 20,000 written as \uXXXX, and the other fields
MAX_SKIPPED = 64 * MAX_LINE
BEGINNING = 64 * 1024  # bytes by which the form of a file is recognised
BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
FALLBACK = "Windows-1252"


class Lines:
    """Iterates over (line number, text with its line end), and over BadRow for a line that is too long.

    `limit`: characters of a line. The default encoding is UTF-8; invalid bytes are read as Windows-1252 and counted in
    `foreign`. Raises CutOffError if the file is truncated; an incomplete last line is dropped.
    """

    def __init__(self, source: InputBytes, encoding: str = "", *, limit: int = MAX_LINE) -> None:
        self._source, self._limit, self.number, self.foreign = source, limit, 0, 0
        buffered = io.BufferedReader(source, 256 * 1024)
        self._start = buffered.peek(BEGINNING)[:BEGINNING]
        marked = next((name for mark, name in BYTE_ORDER_MARKS if buffered.peek(4).startswith(mark)), "")
        # UTF-8's mark overrides the given encoding: the importer writes it to every file of rejected rows
        self.encoding = marked if marked == "utf-8-sig" else encoding or marked or "utf-8"
        errors = "strict" if encoding or marked else self._fallback_name()
        try:
            # newline="" keeps line ends unchanged, because quoted cells may contain them
            self._text = io.TextIOWrapper(buffered, self.encoding, errors, newline="")
        except LookupError:
            raise UnreadableFileError(f"Unknown encoding {encoding!r}.") from None

    def __iter__(self) -> Iterator[tuple[int, str] | BadRow]:
        while line := self._read(self._limit):
            self.number += 1
            if len(line) < self._limit or _is_whole(line):
                if not _is_whole(line) and self._source.fault:
                    break
                yield self.number, line
            else:
                self._skip_rest()
                yield BadRow(self.number, f"is longer than {self._limit:,} characters")
        if self._source.fault:
            raise CutOffError(f"After line {self.number:,} {self._source.fault}.")

    @property
    def beginning(self) -> str:
        """How the file begins, without reading it."""
        return self._start.decode(self.encoding, "ignore")

    def characters(self, limit: int) -> str:
        """The next characters, for a file that is not read by lines; none at its end."""
        text = self._guarded(self._text.read, limit)
        if not text and self._source.fault:
            raise CutOffError(self._source.fault)
        return text

    def _skip_rest(self) -> None:
        skipped = 0
        while (part := self._read(self._limit)) and not _is_whole(part):
            skipped += len(part)
            if skipped > MAX_SKIPPED:
                raise CutOffError(f"Line {self.number:,} is longer than {MAX_SKIPPED:,} characters: is this a table?")

    def _read(self, limit: int) -> str:
        return self._guarded(self._text.readline, limit)

    def _guarded(self, read: Callable[[int], str], limit: int) -> str:
        try:
            return read(limit)
        except UnicodeError as error:
            why = error.reason if isinstance(error, UnicodeDecodeError) else error
            message = f"After line {self.number:,} the file is not {self.encoding} ({why}): set --encoding."
            raise CutOffError(message) from None

    def _fallback_name(self) -> str:
        name = f"docket-{id(self)}"
        codecs.register_error(name, self._read_as_fallback)
        return name

    def _read_as_fallback(self, error: UnicodeError) -> tuple[str, int]:
        if not isinstance(error, UnicodeDecodeError):
            raise error
        wrong = error.object[error.start : error.end]
        self.foreign += len(wrong)
        return wrong.decode("cp1252", "replace"), error.end


def _is_whole(line: str) -> bool:
    return line.endswith(("\n", "\r"))
