"""Read the bytes of a file. Gzip is detected by its first bytes; the compression ratio is limited."""

import gzip
import io
import zlib
from pathlib import Path
from typing import Any

from commands.imports.faults import UnreadableFileError

GZIP = b"\x1f\x8b"
OTHERS = {
    b"PK\x03\x04": "a ZIP archive or a spreadsheet: unpack it, or save it as CSV",
    b"BZh": "packed by bzip2: unpack it, or pack it by gzip",
    b"\xfd7zXZ": "packed by xz: unpack it, or pack it by gzip",
    b"\x28\xb5\x2f\xfd": "packed by zstd: unpack it, or pack it by gzip",
    b"%PDF": "a PDF: save its table as CSV",
    b"\xd0\xcf\x11\xe0": "an old spreadsheet: save it as CSV",
    b"SQLite format 3": "a database: export its table as CSV",
}
BROKEN = (EOFError, OSError, zlib.error)
# text compresses to about a tenth; a ratio of a thousand is a decompression bomb
MAX_RATIO = 200
ALWAYS_UNPACKED = 16 * 1024 * 1024


class InputBytes(io.RawIOBase):
    """A file's uncompressed bytes. After a read error the stream ends, and `fault` says why."""

    def __init__(self, path: Path) -> None:
        self.size, self.fault = _size_of(path), ""
        self._file = path.open("rb")
        start = self._file.read(16)
        self._file.seek(0)
        for mark, what in OTHERS.items():
            if start.startswith(mark):
                self._file.close()
                raise UnreadableFileError(f"{path.name} is {what}.")
        self.is_packed = start.startswith(GZIP)
        self._bytes: Any = gzip.GzipFile(fileobj=self._file) if self.is_packed else self._file
        self._unpacked = 0

    @property
    def position(self) -> int:
        """Bytes of the file on disk that have been read."""
        return self._file.tell()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if self.fault:
            return 0
        try:
            data: bytes = self._bytes.read1(len(buffer))  # returns all complete data before it raises
        except BROKEN as error:
            self.fault = f"the file is broken after {self._unpacked:,} characters ({error})"
            return 0
        self._unpacked += len(data)
        if self.is_packed and self._unpacked > max(ALWAYS_UNPACKED, MAX_RATIO * self.position):
            self.fault = f"the file unpacks to more than {MAX_RATIO} times its size, as no table does"
            return 0
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self._file.close()
        super().close()


def _size_of(path: Path) -> int:
    if not path.exists():
        raise UnreadableFileError(f"There is no file {path}.")
    if not path.is_file():
        raise UnreadableFileError(f"{path} is not a file.")
    size = path.stat().st_size
    if not size:
        raise UnreadableFileError(f"{path.name} is empty.")
    return size
