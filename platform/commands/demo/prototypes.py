"""Prototypes: items driven through the engine in a transaction that is rolled back, and the rows that they left.

In the rows an id is the place of its row among those of the same prototype and table, and a moment is the one that the
demo shows. What differs from copy to copy is a token: ⟦column⟧ of the copies, ⟦table:place⟧ for an id.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from types import SimpleNamespace
from typing import Any

from django.db import connection, transaction
from django.db.models import AutoField, DateField, DateTimeField, JSONField, Model
from django.test import override_settings

from commands.demo.kinds import Kind, Row
from commands.demo.story import Story
from workflows.engine.core.flows import flows
from workflows.models import Process, Task

# mail goes nowhere; second looks are taken where a script says so, not by chance
WHILE_DRIVEN = {"EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend", "QUALITY_SAMPLE": 0.0}
TOKEN = re.compile("⟦[^⟧]+⟧")
MOMENTS = ("at", "until")  # keys of JSON


@dataclass
class Prototype:
    """What one driven item left. `tokens` stand in a column, `moments` under these keys of its JSON."""

    story: Story
    rows: dict[type[Model], list[Row]] = field(default_factory=lambda: defaultdict(list))
    tokens: dict[tuple[type[Model], str], set[str]] = field(default_factory=lambda: defaultdict(set))
    moments: dict[tuple[type[Model], str], set[str]] = field(default_factory=lambda: defaultdict(set))


@dataclass(frozen=True)
class Table:
    """A table that is copied. `column` refers to the table of `parent`, and so says whose a row is."""

    model: type[Model]
    parent: type[Model]
    column: str


def tables_of(subject: type[Model]) -> list[Table]:
    """The subject's table, the processes, and all tables that refer to these, each after one that it refers to."""
    tables = [Table(subject, subject, "id"), Table(Process, subject, "subject_id")]
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


def models_by_name(tables: Sequence[Table]) -> dict[str, type[Model]]:
    """The copied models by the beginnings of names like `task_id`."""
    return {"subject": tables[0].model, **{str(table.model._meta.model_name): table.model for table in tables}}


def reference_of(column: Any, models: Mapping[str, type[Model]]) -> type[Model] | None:
    """The copied model whose id a column holds: told by its foreign key, or for a plain number by its name."""
    if column.related_model:
        model = column.related_model._meta.concrete_model
        return model if model in models.values() else None
    return models.get(column.column.removesuffix("_id")) if column.column.endswith("_id") else None


def columns_of(model: type[Model]) -> Iterator[Any]:
    return (column for column in model._meta.concrete_fields if column.column)


def drive(kind: Kind, stories: Sequence[Story], now: datetime) -> list[Prototype]:
    """Play the stories and read what they leave in the tables. The database stays as it was."""
    with transaction.atomic(), override_settings(**WHILE_DRIVEN):
        kind.bring_in(stories)
        for story in stories:
            story.play(now)
        prototypes = _Reader(kind, stories).read()
        transaction.set_rollback(True)
    return prototypes


class _Reader:
    def __init__(self, kind: Kind, stories: Sequence[Story]) -> None:
        self.kind, self.tables = kind, tables_of(kind.subject)
        self.models = models_by_name(self.tables)
        # the prototype and the place of each row, by model and id
        self.places: dict[type[Model], dict[Any, tuple[Prototype, int]]] = defaultdict(dict)
        self.prototypes = [Prototype(story) for story in stories]

    def read(self) -> list[Prototype]:
        self.places[self.kind.subject] = {one.story.subject_id: (one, 0) for one in self.prototypes}
        for table in self.tables:
            self._find(table)
        for prototype in self.prototypes:
            said = {**prototype.story.said, **dict(self._written_ids(prototype))}
            said = {words: said[words] for words in sorted(said, key=len, reverse=True)}
            for model, rows in prototype.rows.items():
                for row in rows:
                    self._translate(model, row, prototype, said)
        self._set_clocks()
        for prototype in self.prototypes:
            for model, rows in prototype.rows.items():
                for row in rows:
                    self.kind.correct(model, row, prototype.rows)
                    self._collect_tokens(model, row, prototype)
        return self.prototypes

    def _find(self, table: Table) -> None:
        """The rows of a table, with their prototypes and places."""
        meta: Any = table.model._meta
        parents = self.places[table.parent]
        rows = table.model._base_manager.filter(**{f"{table.column}__in": list(parents)})
        if table.model is Process:  # ids of subjects are told apart by their kind
            rows = rows.filter(flow_class__in=[flow for flow in flows() if flow.subject.thing == self.kind.name])
        with connection.cursor() as cursor:
            ids = list(rows.values_list("pk", flat=True))
            order = f'"{meta.pk.column}"'
            cursor.execute(
                f'SELECT to_jsonb(t)::text FROM "{meta.db_table}" t WHERE {order} = ANY(%s) ORDER BY {order}', [ids]
            )
            for (written,) in cursor.fetchall():
                row = json.loads(written)
                prototype = parents[row[table.column]][0]
                own = prototype.rows[table.model]
                self.places[table.model][row[meta.pk.column]] = prototype, len(own)
                own.append(row)

    def _written_ids(self, prototype: Prototype) -> Iterator[tuple[str, str]]:
        for model, pattern in self.kind.written_ids:
            for place, row in enumerate(prototype.rows.get(model, ())):
                yield pattern.format(row["id"]), pattern.format(f"⟦{model._meta.db_table}:{place}⟧")

    def _translate(self, model: type[Model], row: Row, prototype: Prototype, said: Mapping[str, str]) -> None:
        for column in columns_of(model):
            name, value = column.column, row[column.column]
            if value is None:
                continue
            if reference := model if isinstance(column, AutoField) else reference_of(column, self.models):
                row[name] = self.places[reference][value][1]
            elif isinstance(column, DateTimeField):
                row[name] = prototype.story.clock.shown(datetime.fromisoformat(value)).isoformat()
            elif isinstance(column, JSONField):
                row[name] = self._translate_json(value, prototype, said)
                self._translate_keys(row[name], value, prototype, (model, name))
            elif isinstance(value, str) and not isinstance(column, DateField):
                row[name] = _say(value, said)

    def _translate_json(self, value: Any, prototype: Prototype, said: Mapping[str, str]) -> Any:
        """What was noted or said may stand anywhere."""
        for token, noted in prototype.story.noted.items():
            if value == noted:
                return token
        if isinstance(value, dict):
            return {key: self._translate_json(part, prototype, said) for key, part in value.items()}
        return _say(value, said) if isinstance(value, str) else value

    def _translate_keys(self, new: Any, old: Any, prototype: Prototype, column: tuple[type[Model], str]) -> None:
        """Ids, moments and columns of copies stand under keys at the top."""
        for key, value in old.items() if isinstance(new, dict) else ():
            if key in self.kind.json_ids and isinstance(value, int):
                model = self.kind.json_ids[key]
                new[key] = f"⟦{model._meta.db_table}:{self.places[model][value][1]}⟧"
            elif key in MOMENTS and isinstance(value, str):
                new[key] = prototype.story.clock.shown(datetime.fromisoformat(value)).isoformat()
                prototype.moments[column].add(key)
            elif key in self.kind.columns and isinstance(value, int | str):
                new[key] = f"⟦{key}⟧"

    def _set_clocks(self) -> None:
        """The clocks of the steps as they are on the days that the demo shows, with weekends and holidays in mind."""
        clocked = Task.objects.filter(pk__in=list(self.places[Task]), due_at__isnull=False).select_related("process")
        for task in clocked:
            prototype, place = self.places[Task][task.pk]
            row, node, process = prototype.rows[Task][place], task.flow_task, task.process
            shown = prototype.story.clock.shown
            asked = SimpleNamespace(created=shown(process.created), country=process.country, data=process.data)
            start = shown(task.created)
            if node.fires:
                row["fires_at"] = node.fires(asked, start, {}).isoformat()
            due_at = node.due(asked, start, {}).isoformat() if node.due else row["fires_at"]
            row["due_at"] = row["rank_at"] = due_at

    @staticmethod
    def _collect_tokens(model: type[Model], row: Row, prototype: Prototype) -> None:
        row["is_filled_in"] = False
        for name, value in row.items():
            if value and isinstance(value, str | dict):
                words = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
                if "⟦" in words:
                    row["is_filled_in"] = True
                    prototype.tokens[model, name].update(TOKEN.findall(words))


def _say(text: str, said: Mapping[str, str]) -> str:
    for words, token in said.items():
        text = text.replace(words, token)
    return text
