"""The file of rejected rows beside the imported file, with the line and the reason of each."""

from pathlib import Path
from typing import Any

from commands.imports.faults import BadRow, UnreadableFileError
from commands.imports.rejected_rows import Form


class Rejects:
    """The file is created with the first rejected row."""

    def __init__(self, path: Path, form: Form) -> None:
        self.path, self.count = path, 0
        self._form = form
        self._file: Any = None

    def add(self, row: BadRow) -> None:
        if self._file is None:
            self._open()
        self.count += 1
        self._file.write(self._form.line(row))

    def flush(self) -> None:
        if self._file:
            self._file.flush()

    def close(self) -> None:
        if self._file:
            self._file.close()

    def _open(self) -> None:
        try:
            self._file = self.path.open("w", encoding=self._form.encoding, errors="replace", newline="")
        except OSError as error:
            raise UnreadableFileError(
                f"Rejected rows cannot be written to {self.path} ({error.strerror}): set --rejects PATH."
            ) from None
        self._file.write(self._form.header())


def rejects_beside(path: Path, form: Form, chosen: Path | None) -> Rejects:
    """`chosen` replaces the default path. Raises UnreadableFileError if it is the imported file itself."""
    place = chosen or path.with_name(f"{path.name}.rejected{form.suffix}")
    if place.exists() and place.samefile(path):
        raise UnreadableFileError("Rejected rows cannot be written to the file that is imported: set --rejects PATH.")
    return Rejects(place, form)
