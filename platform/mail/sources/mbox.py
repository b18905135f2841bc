"""An mbox file. It is renamed under the lock of delivery programs, then read, then appended to a third file.

If a run ends early, or a mail is not stored, the renamed file stays. The next run begins with it, and recognises mails
that are stored already.
"""

import fcntl
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO

from mail.sources.fetched import Fetched, SourceAwayError

_ESCAPED = re.compile(rb"^>(>*From )")
# sender and date (RFC 4155), the date also as in a header: `From Russia with love` does not begin a mail
_DAY, _MONTH = rb"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)", rb"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_SEPARATOR = re.compile(
    rb"From \S+(?:\s+\S+)?\s+"
    rb"(?:%(day)s,?\s+(?:%(month)s\s+\d{1,2}|\d{1,2}\s+%(month)s\s+\d{4})|\d{4}-\d\d-\d\d)[ T]+\d{1,2}:\d\d"
    % {b"day": _DAY, b"month": _MONTH}
)
_COPIED = 1_000_000


class Mbox:
    def __init__(self, file: Path) -> None:
        self.file = file
        self.reading = file.with_name(f"{file.name}.docket-reading")
        self.fetched = file.with_name(f"{file.name}.docket-fetched")

    def mails(self) -> Iterator[Fetched]:
        """All mails of the file. It is put away when all of them are. Raises SourceAwayError."""
        try:
            if not self.reading.exists():
                self._set_aside()
            if not self.reading.exists():
                return
            left: set[int] = set()
            with self.reading.open("rb") as file:
                for place, raw in enumerate(split(file)):
                    left.add(place)
                    yield Fetched(raw, partial(left.discard, place))
            if not left:
                self._put_away()
        except OSError as error:
            raise SourceAwayError(type(error).__name__) from None

    def _set_aside(self) -> None:
        if not self.file.exists():
            return
        with _locked(self.file) as file:
            if file.read(1):
                self.file.rename(self.reading)

    def _put_away(self) -> None:
        with self.reading.open("rb") as source, self.fetched.open("ab") as target:
            while piece := source.read(_COPIED):
                target.write(piece)
        self.reading.unlink()


def split(file: Iterable[bytes]) -> Iterator[bytes]:
    """The mails of an mbox, without the lines that separate them. One mail at a time is in memory."""
    lines: list[bytes] = []
    after_blank = True
    begins = None
    for line in file:
        # the first line decides: separators as in RFC 4155, or any line that begins with `From `
        begins = begins or (separates if separates(line) else _is_envelope)
        if after_blank and begins(line):
            if lines:
                yield b"".join(lines)
            lines = []
        else:
            lines.append(_ESCAPED.sub(rb"\1", line))
        after_blank = not line.strip(b"\r\n")
    if lines:
        yield b"".join(lines)


def _is_envelope(line: bytes) -> bool:
    return line.startswith(b"From ")


def separates(line: bytes) -> bool:
    """Whether a mail begins after this line."""
    return _SEPARATOR.match(line[:400]) is not None


@contextmanager
def _locked(path: Path) -> Iterator[BinaryIO]:
    """Take both locks of delivery programs. Raises BlockingIOError or FileExistsError if one of them is taken."""
    dot = path.with_name(f"{path.name}.lock")
    dot.open("x").close()
    try:
        with path.open("rb+") as file:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield file
    finally:
        dot.unlink(missing_ok=True)
