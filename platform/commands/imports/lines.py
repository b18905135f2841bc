"""The lines of a file as text, each of a bounded length, in the encoding that the file shows or is said to have."""

import codecs
import io
from collections.abc import Iterator

from commands.imports.faults import BadRow, CutOffError, UnreadableFileError
from commands.imports.opening import InputBytes

MAX_LINE = 1_000_000  # characters: two texts of 20,000, each written as \uXXXX, and much besides
HOPELESS = 64 * MAX_LINE
MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
FALLBACK = "Windows-1252"


class Lines:
    """Iterates over (number, text with its end), and over BadRow for a line that is too long.

    Without an encoding it is UTF-8, in which bytes that are none are read as Windows-1252, and counted in `foreign`.
    Raises CutOffError where the file ends before its end: half a line is none.
    """

    def __init__(self, source: InputBytes, encoding: str = "") -> None:
        self._source, self.number, self.foreign = source, 0, 0
        buffered = io.BufferedReader(source, 256 * 1024)
        marked = next((name for mark, name in MARKS if buffered.peek(4).startswith(mark)), "")
        # the mark of UTF-8 is believed more than what is said: rejected rows of any file have it
        self.encoding = marked if marked == "utf-8-sig" else encoding or marked or "utf-8"
        errors = "strict" if encoding or marked else self._fallback_name()
        try:
            # both kinds of line ends, as they are: they may stand within quotes
            self._text = io.TextIOWrapper(buffered, self.encoding, errors, newline="")
        except LookupError:
            raise UnreadableFileError(f"There is no encoding {encoding!r}.") from None

    def __iter__(self) -> Iterator[tuple[int, str] | BadRow]:
        while line := self._read(MAX_LINE):
            self.number += 1
            if len(line) < MAX_LINE or _is_whole(line):
                if not _is_whole(line) and self._source.fault:
                    break
                yield self.number, line
            else:
                self._skip_rest()
                yield BadRow(self.number, f"is longer than {MAX_LINE:,} characters")
        if self._source.fault:
            raise CutOffError(f"After line {self.number:,} {self._source.fault}.")

    def _skip_rest(self) -> None:
        skipped = 0
        while (part := self._read(MAX_LINE)) and not _is_whole(part):
            skipped += len(part)
            if skipped > HOPELESS:
                raise CutOffError(f"Line {self.number:,} has no end within {HOPELESS:,} characters: is this a table?")

    def _read(self, limit: int) -> str:
        try:
            return self._text.readline(limit)
        except UnicodeError as error:
            why = error.reason if isinstance(error, UnicodeDecodeError) else error
            said = f"After line {self.number:,} the file is not {self.encoding} ({why}): say --encoding."
            raise CutOffError(said) from None

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
