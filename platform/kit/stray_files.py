"""Files of the storage that no row names: their process was killed between the file and its row.

They hold what people wrote or look like, and an erasure does not find them.
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

LEFT_FOR = timedelta(days=1)  # a file is stored before its row is written, within one call


def delete_stray_files() -> int:
    """Delete those of all columns that name files, stored more than a day ago; how many."""
    return sum(delete_strays(folder, named_by) for folder, named_by in _columns())


def delete_strays(folder: str, named_by: Callable[[set[str]], Iterable[str]]) -> int:
    """The same in one folder, which has folders of files. `named_by`: those of the paths that rows name."""
    number = 0
    for part in _listed(folder)[0]:
        paths = {f"{folder}/{part}/{name}" for name in _listed(f"{folder}/{part}")[1]}
        for path in paths.difference(named_by(paths)):
            if timezone.now() - default_storage.get_modified_time(path) > LEFT_FOR:
                default_storage.delete(path)
                number += 1
    return number


def _columns() -> Iterator[tuple[str, Callable[[set[str]], Iterable[str]]]]:
    """Each has a folder of its own."""
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
    """Its folders and its files; none of a folder that does not exist yet."""
    try:
        return default_storage.listdir(folder)
    except FileNotFoundError:
        return [], []
