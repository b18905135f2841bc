"""Uploaded files on their way to the storage: below the same folder, so that they are moved and not copied."""

import shutil
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import TemporaryUploadedFile
from django.core.files.uploadhandler import TemporaryFileUploadHandler

LEFT_FOR = 24 * 60 * 60  # seconds: nothing takes longer to come in


def incoming_folder() -> Path:
    """The folder for files that are not stored yet."""
    folder = Path(settings.FILE_UPLOAD_TEMP_DIR)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def prune_incoming() -> int:
    """Delete what a killed server has left here a day ago; how many files and folders."""
    old = [path for path in incoming_folder().iterdir() if time.time() - path.stat().st_mtime > LEFT_FOR]
    for path in old:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
    return len(old)


def upload_of(path: Path) -> TemporaryUploadedFile:
    """A copy of a file on this machine, as if it were uploaded. The caller closes it."""
    incoming_folder()
    copy = TemporaryUploadedFile(path.name, "", path.stat().st_size, None)
    with path.open("rb") as original:
        shutil.copyfileobj(original, copy)
    copy.flush()
    copy.seek(0)
    return copy


class NearStorageUploadHandler(TemporaryFileUploadHandler):
    """Writes a file to disk as it comes, however small: nothing of it is held in memory."""

    def new_file(self, *args: Any, **options: Any) -> None:
        incoming_folder()
        super().new_file(*args, **options)
