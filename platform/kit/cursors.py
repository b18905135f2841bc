"""Keyset cursors: the position where a page ended, as signed, URL-safe text."""

from collections.abc import Sequence

from django.core import signing

from kit.errors import InvalidError

_SALT = "keyset"


def encode_cursor(position: Sequence[str | int | None], *, of: str) -> str:
    """The cursor of a position in the list named `of`. Its parts are JSON values, with datetimes as ISO 8601 text.

    It contains no time of signing, so that an unchanged page has an unchanged cursor and an unchanged ETag.
    """
    return signing.Signer(salt=_SALT).sign_object([of, *position])


def decode_cursor(cursor: str, *, of: str) -> list[str | int | None]:
    """The position of a cursor. Raises InvalidError for a tampered cursor or one of another list."""
    try:
        parts: list[str | int | None] = signing.Signer(salt=_SALT).unsign_object(cursor)
    except (signing.BadSignature, ValueError, TypeError):
        parts = []
    if parts[:1] != [of]:
        raise InvalidError({"cursor": ["This cursor does not belong to this list. Start at its first page."]})
    return parts[1:]
