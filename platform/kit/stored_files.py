"""Names of files that people and programs send: the one that is shown, and the one on disk."""

from pathlib import PurePosixPath
from uuid import uuid4

from kit.text import as_name


def random_path(folder: str) -> str:
    """A random name in one of 256 folders below `folder`. The sender's name is never a path."""
    name = uuid4().hex
    return f"{folder}/{name[:2]}/{name}"


def shown_name(name: str, most: int) -> str:
    """The last part of a sender's name, without what would mislead people, of `most` characters at most.

    Where it must be cut, its end stays.
    """
    last = as_name(PurePosixPath(name.replace("\\", "/")).name)
    shown = "".join(mark for mark in last if mark.isprintable()) or "file"
    return shown if len(shown) <= most else shown[: most - 20] + shown[-20:]
