"""Uploads in progress. They are written next to the storage, so that a finished file is moved and not copied."""

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import TemporaryUploadedFile
from django.core.files.uploadhandler import TemporaryFileUploadHandler

from kit.errors import is_full

LEFT_FOR = 24 * 60 * 60  # seconds; no upload takes longer
_TRIED = 64 * 1024  # bytes of the test file


def incoming_folder() -> Path:
    """The folder for uploads in progress."""
    folder = Path(settings.FILE_UPLOAD_TEMP_DIR)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def state_of_folder() -> str:
    """Whether files can be uploaded: `ok`, `disk_full` or `unavailable`. Writes a test file, because free space may be
    reserved for other users.
    """
    try:
        with TemporaryFile(dir=incoming_folder()) as file:
            file.write(bytes(_TRIED))
            file.flush()
    except OSError as error:
        return "disk_full" if is_full(error) else "unavailable"
    return "ok"


def prune_incoming() -> int:
    """Delete files and folders that a killed server left more than LEFT_FOR ago; returns their number."""
    old = [path for path in incoming_folder().iterdir() if time.time() - path.stat().st_mtime > LEFT_FOR]
    for path in old:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
    return len(old)


def upload_of(path: Path) -> TemporaryUploadedFile:
    """A copy of a local file, in the form of an upload. The caller must close it."""
    incoming_folder()
    copy = TemporaryUploadedFile(path.name, "", path.stat().st_size, None)
    with path.open("rb") as original:
        shutil.copyfileobj(original, copy)
    copy.flush()
    copy.seek(0)
    return copy


class NearStorageUploadHandler(TemporaryFileUploadHandler):
    """Writes uploads of any size to disk while they arrive; none is held in memory."""

    def new_file(self, *args: Any, **options: Any) -> None:
        incoming_folder()
        super().new_file(*args, **options)

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        with self._removed_on_failure():
            super().receive_data_chunk(raw_data, start)

    def file_complete(self, file_size: int) -> Any:
        with self._removed_on_failure():
            return super().file_complete(file_size)

    @contextmanager
    def _removed_on_failure(self) -> Iterator[None]:
        """Delete the partial file at once after an error, because others need the space of a full disk."""
        try:
            yield
        except OSError:
            with suppress(OSError):
                self.file.close()
            raise
