"""Progress of an import: a bar on a terminal, else a line every few seconds."""

import sys
import time
from typing import Never, TextIO

from tqdm import tqdm

LINE_EVERY_SECONDS = 10


class Progress:
    """`size`: bytes of the file on disk, for the time left. The rate counts rows."""

    def __init__(self, size: int, stream: TextIO | None = None) -> None:
        self._size, self._stream = size, stream or sys.stderr
        self._begun = self._last_line = time.monotonic()
        self._rows = 0
        self._bar: tqdm[Never] | None = None
        if self._stream.isatty():
            form = "{percentage:3.0f}% |{bar}| {postfix} [{elapsed}<{remaining}]"
            self._bar = tqdm(total=size, file=self._stream, bar_format=form, dynamic_ncols=True, leave=False)

    def show(self, position: int, rows: int) -> None:
        self._rows = rows
        if self._bar is not None:
            self._bar.set_postfix_str(f"{rows:,} rows, {self.rate:,.0f}/s", refresh=False)
            self._bar.update(position - self._bar.n)
            self._bar.refresh()
        elif time.monotonic() - self._last_line >= LINE_EVERY_SECONDS:
            self._last_line = time.monotonic()
            share = min(1.0, position / self._size)
            left = (1 - share) * self.seconds / share if share else 0
            self._stream.write(f"{share:4.0%}  {rows:,} rows, {self.rate:,.0f}/s, {left:,.0f} s left\n")
            self._stream.flush()

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._begun

    @property
    def rate(self) -> float:
        return self._rows / self.seconds if self.seconds else 0.0
