"""Uploaded files on their way to the storage: below the same folder, so that they are moved and not copied."""

import shutil
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import TemporaryUploadedFile
from django.core.files.uploadhandler import TemporaryFileUploadHandler


def incoming_folder() -> Path:
    """The folder for files that are not stored yet."""
    folder = Path(settings.FILE_UPLOAD_TEMP_DIR)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


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
