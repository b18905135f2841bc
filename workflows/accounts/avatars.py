"""Pictures of accounts, re-encoded as small squares without metadata (organisation.md, Accounts)."""

import re
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from uuid import uuid4

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction

from accounts.authority import locked_pair
from accounts.models import User
from audit import actions
from audit.action import Action
from audit.entries import record_audit
from kit.errors import InvalidError, NotFoundError, OverloadedError
from kit.stray_files import delete_strays
from kit.turns import turn
from kit.uploads import incoming_folder
from testimonials.media.examine import Purpose
from testimonials.media.examining import examine
from testimonials.media.findings import RefusedFileError
from testimonials.media.reading import require_picture

MAX_BYTES = 2 * 1024 * 1024
AT_ONCE = 2  # pictures examined at a time on one machine
PATIENCE = 1.0  # seconds that a thread of the web server waits for one of these turns
TYPE = "image/webp"
FOLDER = "avatars"
_NAME = re.compile(r"[0-9a-f]{32}\.webp")
_NO_PICTURE = "A picture is a JPEG, PNG, WebP, HEIC or TIFF file."


def set_avatar(account_id: int, content: bytes, *, by: User) -> str:
    """Set or replace the picture of an account. Returns its file name, with which anybody can open it.

    Raises NotFoundError, AboveOwnRightsError, OverloadedError; InvalidError for a file that is too large, not a
    picture, or cannot be read.
    """
    picture, name = _square(content), f"{uuid4().hex}.webp"
    stored = default_storage.save(_path(name), ContentFile(picture))
    try:
        _change(account_id, name, actions.PICTURE_SET, by)
    except BaseException:
        default_storage.delete(stored)
        raise
    return name


def remove_avatar(account_id: int, *, by: User) -> None:
    """Remove the picture of an account, if it has one. Raises NotFoundError, AboveOwnRightsError."""
    _change(account_id, "", actions.PICTURE_REMOVED, by)


def delete_picture(name: str) -> None:
    """Delete the file when the transaction that removes its last reference commits."""
    if name:
        transaction.on_commit(lambda: default_storage.delete(_path(name)))


def delete_stray_pictures() -> int:
    """Delete files at least a day old that no account refers to; returns the count."""
    return delete_strays(FOLDER, _named_by)


def read_avatar(name: str) -> bytes:
    """The content of a picture, a few kilobytes. Raises NotFoundError."""
    if not _NAME.fullmatch(name):
        raise NotFoundError
    try:
        with default_storage.open(_path(name)) as picture:
            content: bytes = picture.read()
            return content
    except FileNotFoundError as error:
        raise NotFoundError from error


def _change(account_id: int, name: str, action: Action, by: User) -> None:
    with transaction.atomic():
        account = locked_pair(account_id, by=by, own=True).account
        before, account.avatar_filename = account.avatar_filename, name
        if before != name:
            account.save(update_fields=["avatar_filename"])
            record_audit(action, account_id, user_id=by.pk)
            delete_picture(before)


def _square(content: bytes) -> bytes:
    """The re-encoded picture. A separate process decodes the upload, because a person's file is not trusted.

    Raises InvalidError, OverloadedError.
    """
    if not content or len(content) > MAX_BYTES:
        raise InvalidError({"picture": [f"A picture has at most {MAX_BYTES // 1024 // 1024} MB."]})
    with NamedTemporaryFile(dir=incoming_folder()) as file, TemporaryDirectory(dir=incoming_folder()) as folder:
        file.write(content)
        file.flush()
        try:
            require_picture(Path(file.name))
            with turn("pictures", of=AT_ONCE, patience=PATIENCE) as is_ours:
                if not is_ours:
                    raise OverloadedError
                found = examine(Path(file.name), Path(folder), Purpose.PICTURE)
        except RefusedFileError as error:
            raise InvalidError({"picture": [_NO_PICTURE if error.code == "unknown" else str(error)]}) from error
        return (Path(folder) / found.pages[0].name).read_bytes()


def _path(name: str) -> str:
    return f"{FOLDER}/{name[:2]}/{name}"


def _named_by(paths: set[str]) -> set[str]:
    names = {path.rpartition("/")[2] for path in paths}
    found = User.objects.filter(avatar_filename__in=names).values_list("avatar_filename", flat=True)
    return {_path(name) for name in found}
