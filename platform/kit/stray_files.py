"""Stray files: no row refers to them, because a process was killed between storing the file and writing the row.

They must be deleted, because they may contain personal data and no erasure finds them.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from functools import partial
from pathlib import PurePosixPath
from typing import Any

from django.apps import apps
from django.core.files.storage import default_storage
from django.db.models import FileField
from django.utils import timezone

LEFT_FOR = timedelta(days=1)  # younger files may still get their row, within the call that stored them


def delete_stray_files() -> int:
    """Delete the stray files of all file columns that are older than LEFT_FOR; returns their number."""
    return sum(delete_strays(folder, named_by) for folder, named_by in _columns())


def delete_strays(folder: str, named_by: Callable[[set[str]], Iterable[str]]) -> int:
    """Delete the stray files in the subfolders of one folder; returns their number.
    `named_by`: returns those of the given paths that rows refer to.
    """
    number = 0
    for part in _listed(folder)[0]:
        paths = {f"{folder}/{part}/{name}" for name in _listed(f"{folder}/{part}")[1]}
        for path in paths.difference(named_by(paths)):
            if timezone.now() - default_storage.get_modified_time(path) > LEFT_FOR:
                default_storage.delete(path)
                number += 1
    return number


def _columns() -> Iterator[tuple[str, Callable[[set[str]], Iterable[str]]]]:
    """Folder and `named_by` of each file column. Each column has its own folder."""
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, FileField):
                example = PurePosixPath(field.generate_filename(model(), ""))
                yield str(example.parents[1]), partial(_named_by, field)


def _named_by(field: Any, paths: set[str]) -> Iterable[str]:
    names: Iterable[str] = field.model._base_manager.filter(**{f"{field.name}__in": paths}).values_list(
        field.name, flat=True
    )
    return names


def _listed(folder: str) -> tuple[list[str], list[str]]:
    """The names of its folders and of its files; both empty if the folder does not exist yet."""
    try:
        return default_storage.listdir(folder)
    except FileNotFoundError:
        return [], []
