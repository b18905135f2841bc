"""Files that people and programs send: their shown names, their names in the storage, and how to open them."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import NamedTemporaryFile
from typing import IO, Any
from uuid import uuid4

from django.core.files.storage import FileSystemStorage, default_storage

from kit.file_parts import RemoteFile
from kit.text import as_name
from kit.uploads import incoming_folder


def open_stored(name: str | None) -> IO[bytes] | RemoteFile:
    """A file of the storage: opened, if it is local; else a RemoteFile to read in parts. Raises FileNotFoundError."""
    if not name:
        raise FileNotFoundError
    storage: Any = default_storage
    if isinstance(storage, FileSystemStorage):
        return Path(storage.path(name)).open("rb")
    remote: RemoteFile = storage.open_parts(name)
    return remote


@contextmanager
def on_this_disk(name: str) -> Iterator[Path]:
    """A local path of a file of the storage. A remote file is copied, and the copy is deleted afterwards."""
    if isinstance(default_storage, FileSystemStorage):
        yield Path(default_storage.path(name))
        return
    with NamedTemporaryFile(dir=incoming_folder()) as copy, default_storage.open(name) as stored:
        shutil.copyfileobj(stored, copy)
        copy.flush()
        yield Path(copy.name)


def random_path(folder: str) -> str:
    """A random name in one of 256 folders below `folder`. The sender's name is never used as a path."""
    name = uuid4().hex
    return f"{folder}/{name[:2]}/{name}"


def shown_name(name: str, most: int) -> str:
    """The last part of a sender's file name, without invisible or misleading characters, at most `most` characters.

    A longer name is cut in the middle, so that its extension stays.
    """
    last = as_name(PurePosixPath(name.replace("\\", "/")).name)
    shown = "".join(mark for mark in last if mark.isprintable()) or "file"
    return shown if len(shown) <= most else shown[: most - 20] + shown[-20:]
