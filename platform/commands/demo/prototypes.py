"""Prototypes: the rows of items that were driven through the engine, in a transaction that is rolled back.

In these rows an id is the index of its row among the rows of the same prototype and table. A moment is the one that the
demo shows. Values that differ between copies are tokens: ⟦column⟧ of the copy, ⟦model:place⟧ for an id, ⟦day⟧ and
⟦moment⟧ for the `moment` of the row.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from types import SimpleNamespace
from typing import Any

from django.db import connection, transaction
from django.db.models import AutoField, DateTimeField, JSONField, Model
from django.test import override_settings

from commands.demo.kinds import Kind, Row
from commands.demo.story import Story
from workflows.engine.core.transition.planning import due_of
from workflows.models import Process, Task

# no mail is sent, and second looks are started by scripts, not by chance
WHILE_DRIVEN = {"EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend", "QUALITY_SAMPLE": 0.0}
MOMENTS = ("at", "until")  # JSON keys whose values are moments


@dataclass
class Prototype:
    """A driven item. `rows`: its rows, by model. `slack`: how much older its copies may be."""

    slack: timedelta = timedelta()
    rows: dict[str, list[Row]] = field(default_factory=dict)


@dataclass(frozen=True)
class Table:
    """A table to copy. Its `column` refers to the table of `parent`."""

    model: type[Model]
    parent: type[Model]
    column: str


@cache
def tables_of(subject: type[Model]) -> list[Table]:
    """The tables of the subject and of processes, and all tables that refer to these, each after its parent."""
    tables = [Table(subject, subject, "id"), Table(Process, Process, "id")]
    found = {table.model for table in tables}
    for table in tables:
        relations: Any = table.model._meta.get_fields(include_hidden=True)
        for relation in relations:
            if not relation.auto_created or relation.concrete or relation.many_to_many:
                continue
            model: Any = relation.related_model
            if model not in found and not model._meta.proxy and not hasattr(model, "READ_ONLY"):
                found.add(model)
                tables.append(Table(model, table.model, relation.field.column))
    return tables


def name_of(model: type[Model]) -> str:
    return str(model._meta.model_name)


@cache
def reference_of(model: type[Model], column: Any, subject: type[Model]) -> type[Model] | None:
    """The copied model to which a column refers: by its foreign key, or by the name of a plain number column."""
    if isinstance(column, AutoField):
        return model
    copied = {name_of(table.model): table.model for table in tables_of(subject)}
    if column.related_model:
        return copied.get(name_of(column.related_model._meta.concrete_model))
    name = str(column.column)
    return {"subject": subject, **copied}.get(name.removesuffix("_id")) if name.endswith("_id") else None


def columns_of(model: type[Model]) -> Iterator[Any]:
    return (column for column in model._meta.concrete_fields if column.column)


def drive(kind: Kind, stories: Sequence[Story], now: datetime) -> list[Prototype]:
    """Play the stories, and read the rows that they write. The database stays unchanged."""
    with transaction.atomic(), override_settings(**WHILE_DRIVEN):
        kind.bring_in(stories)
        for story in stories:
            story.play(now)
        prototypes = _Reader(kind, stories).read()
        transaction.set_rollback(True)
    return prototypes


class _Reader:
    """Reads the rows of played stories, and replaces ids, moments and other values by tokens."""

    def __init__(self, kind: Kind, stories: Sequence[Story]) -> None:
        self.kind, self.stories, self.tokens = kind, stories, kind.tokens()
        self.prototypes = [Prototype(story.slack) for story in stories]
        # by model and id: the number of the story, and the index of the row among its rows
        self.places: dict[type[Model], dict[int, tuple[int, int]]] = {kind.subject: {}, Process: {}}
        for number, story in enumerate(stories):
            self.places[kind.subject][story.subject_id] = number, 0
            self.places[Process].update({process: (number, place) for place, process in enumerate(story.processes)})

    def read(self) -> list[Prototype]:
        tables = {name_of(table.model): table for table in tables_of(self.kind.subject)}
        for table in tables.values():
            self._read_table(table)
        for prototype, story in zip(self.prototypes, self.stories, strict=True):
            for name, rows in prototype.rows.items():
                for row in rows:
                    self._translate(tables[name].model, row, story)
        self._set_clocks()
        for rows_of in (prototype.rows for prototype in self.prototypes):
            for name, row in ((name, row) for name, rows in rows_of.items() for row in rows):
                row.setdefault("moment", self.kind.day(name, row, rows_of))
        return self.prototypes

    def _read_table(self, table: Table) -> None:
        meta: Any = table.model._meta
        parents, places = self.places[table.parent], self.places.setdefault(table.model, {})
        with connection.cursor() as cursor:
            cursor.execute(
                f'SELECT to_jsonb(t)::text FROM "{meta.db_table}" t WHERE "{table.column}" = ANY(%s)'
                f' ORDER BY "{meta.pk.column}"',
                [list(parents)],
            )
            for row in (json.loads(written) for (written,) in cursor.fetchall()):
                number, _ = parents[row[table.column]]
                rows = self.prototypes[number].rows.setdefault(name_of(table.model), [])
                places[row[meta.pk.column]] = number, len(rows)
                rows.append(row)

    def _translate(self, model: type[Model], row: Row, story: Story) -> None:
        for column in columns_of(model):
            name, value = column.column, row[column.column]
            if value is None:
                continue
            if reference := reference_of(model, column, self.kind.subject):
                row[name] = self.places[reference][value][1]
            elif isinstance(column, DateTimeField):
                row[name] = story.clock.shown(datetime.fromisoformat(value)).isoformat()
            elif isinstance(column, JSONField):
                row[name] = self._translate_json(name, value, row, story)
            elif isinstance(value, str):
                row[name] = self._with_tokens(value)

    def _translate_json(self, key: str, value: Any, row: Row, story: Story) -> Any:
        """The value with tokens. The JSON key tells whether it is an id, a moment, or a column of copies."""
        if isinstance(value, dict):
            return {name: self._translate_json(name, part, row, story) for name, part in value.items()}
        if key in self.kind.json_ids and isinstance(value, int):
            return self._token(self.kind.json_ids[key], value)
        if key in MOMENTS and isinstance(value, str):
            row["moment"] = story.clock.shown(datetime.fromisoformat(value)).isoformat()
            return "⟦moment⟧"
        if key in self.kind.columns:
            return f"⟦{key}⟧"
        return self._with_tokens(value) if isinstance(value, str) else value

    def _with_tokens(self, text: str) -> str:
        for pattern, meant in self.tokens.items():
            text = re.sub(pattern, lambda found, meant=meant: self._token(meant, found[0]), text)  # type: ignore[misc]
        return text

    def _token(self, meant: str | type[Model], found: Any) -> str:
        return f"⟦{meant}⟧" if isinstance(meant, str) else f"⟦{name_of(meant)}:{self.places[meant][int(found)][1]}⟧"

    def _set_clocks(self) -> None:
        """Recompute the deadlines of tasks for the shown days, because they depend on weekends and bank holidays."""
        clocked = Task.objects.filter(pk__in=list(self.places[Task]), due_at__isnull=False).select_related("process")
        for task in clocked:
            number, place = self.places[Task][task.pk]
            row, node, process = self.prototypes[number].rows["task"][place], task.flow_task, task.process
            shown = self.stories[number].clock.shown
            asked = SimpleNamespace(
                created=shown(process.created), country=process.country, data=process.data, priority=task.priority
            )
            start = shown(task.created)
            if node.fires:
                row["fires_at"] = node.fires(asked, start, {}).isoformat()
            due_at = due_of(node, asked, start, {}).isoformat() if node.due else row["fires_at"]
            row["due_at"] = row["rank_at"] = due_at
