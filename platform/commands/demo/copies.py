"""Copying prototypes: one INSERT for each table, whatever the number of copies."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice
from threading import Lock
from typing import Any

from django.db import connection, transaction
from django.db.models import AutoField, DateField, DateTimeField, JSONField, Model, UUIDField

from commands.demo.kinds import Copy, Kind
from commands.demo.prototypes import Prototype, columns_of, models_by_name, reference_of, tables_of
from workflows.engine.outbox.events import PLACING_LOCK
from workflows.models import DomainEvent

# what the rows of prototypes have beside the columns of their tables
ADDED = "prototype integer, is_filled_in boolean, day timestamptz"
OF_ALL: Mapping[tuple[type[Model], str], str] = {
    (DomainEvent, "position"): "(SELECT coalesce(max(position), 0) FROM workflows_domainevent)"
    " + row_number() OVER (ORDER BY p.occurred_at - c.shift, c.number)",
}


ROWS_AT_ONCE = 1_000  # in one statement: what is held in memory as JSON
_RESERVE = """
    WITH sequence AS MATERIALIZED (SELECT pg_get_serial_sequence(%s, 'id')::regclass AS id),
        ids AS (SELECT nextval((SELECT id FROM sequence)) AS id FROM generate_series(1, %s))
    SELECT min(id), max(id) FROM ids
"""


class Copier:
    """Writes copies of the items of a kind."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        # the feed comes last: its lock is held until the end
        self.models = sorted((table.model for table in tables_of(kind.subject)), key=lambda model: model is DomainEvent)
        self._by_name = models_by_name(tables_of(kind.subject))
        self._numbered = [model for model in self.models if isinstance(model._meta.pk, AutoField)]
        self._expressions = {**OF_ALL, **kind.expressions}
        self._reserving = Lock()

    def write(self, copies: Sequence[Copy], prototypes: Mapping[Any, Prototype]) -> None:
        """Write the copies with all their rows, in one transaction."""
        if not copies:
            return
        used = {key: prototypes[key] for key in dict.fromkeys(copy.key for copy in copies)}
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL work_mem = '64MB'; SET LOCAL jit = off")
            bases = ", ".join(f"{_base(model)} bigint" for model in self._numbered)
            own = ", ".join(f"{name} {kind}" for name, kind in self.kind.columns.items())
            all_have = "prototype integer, number integer, weeks integer, shift interval"
            _fill(cursor, "demo_copy", f"{all_have}, {own}, {bases}", self._rows(copies, used))
            for model in self.models:
                rows = [(place, row) for place, one in enumerate(used.values()) for row in one.rows.get(model, ())]
                if rows:
                    columns = f"LIKE {model._meta.db_table}, {ADDED}"
                    _fill(cursor, _temporary(model), columns, ({**row, "prototype": place} for place, row in rows))
                    if model is DomainEvent:
                        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [PLACING_LOCK])
                    cursor.execute(self._insert(model, used.values()))

    def _rows(self, copies: Sequence[Copy], used: Mapping[Any, Prototype]) -> Iterable[dict[str, Any]]:
        """The copies with the first ids of their rows: those of one copy follow each other in each table."""
        places = {key: place for place, key in enumerate(used)}
        sizes = {key: [len(one.rows.get(model, ())) for model in self._numbered] for key, one in used.items()}
        totals = [sum(column) for column in zip(*(sizes[copy.key] for copy in copies), strict=True)]
        with self._reserving:
            bases = [_reserve(model, total) for model, total in zip(self._numbered, totals, strict=True)]
        names = [_base(model) for model in self._numbered]
        for number, copy in enumerate(copies):
            slack = used[copy.key].story.slack.total_seconds()
            yield {
                "prototype": places[copy.key],
                "number": number,
                "weeks": copy.weeks,
                "shift": f"{copy.weeks * 7} days {copy.older * slack:.3f} seconds",
                **copy.values,
                **dict(zip(names, bases, strict=True)),
            }
            bases = [base + size for base, size in zip(bases, sizes[copy.key], strict=True)]

    def _insert(self, model: type[Model], used: Iterable[Prototype]) -> str:
        columns = {column.column: self._expression(model, column, used) for column in columns_of(model)}
        names, table = ", ".join(f'"{name}"' for name in columns), _temporary(model)
        return (
            f'INSERT INTO "{model._meta.db_table}" ({names}) SELECT {", ".join(columns.values())}'
            f" FROM demo_copy c JOIN {table} p USING (prototype)"
            f' ORDER BY c.number, p."{model._meta.pk.column if model._meta.pk else ""}"'
        )

    def _expression(self, model: type[Model], column: Any, used: Iterable[Prototype]) -> str:
        name = column.column
        value = f'p."{name}"'
        if special := self._expressions.get((model, name)):
            return special
        if reference := reference_of(column, self._by_name):
            return f"c.{_base(reference)} + {value}"
        if name in self.kind.columns:
            return f"CASE WHEN {value}::text IN ('', '0') OR {value} IS NULL THEN {value} ELSE c.{name} END"
        for kind, expression in (
            (AutoField, f"c.{_base(model)} + {value}"),
            (UUIDField, "gen_random_uuid()"),
            (DateTimeField, f"{value} - c.shift"),
            (DateField, f"{value} - 7 * c.weeks"),
        ):
            if isinstance(column, kind):
                return expression
        tokens = sorted({token for one in used for token in one.tokens.get((model, name), ())})
        if isinstance(column, JSONField):
            return self._json(value, tokens, {key for one in used for key in one.moments.get((model, name), ())})
        return self._filled_in(value, tokens)

    def _json(self, value: str, tokens: Sequence[str], moments: Collection[str]) -> str:
        filled = "({})::jsonb".format(self._filled_in(f"{value}::text", tokens, quote='"'))
        found = f"CASE WHEN p.is_filled_in THEN {filled} ELSE {value} END" if tokens else value
        for key in sorted(moments):
            moved = f"to_jsonb(({value}->>'{key}')::timestamptz - c.shift)"
            found = f"CASE WHEN {value} ? '{key}' THEN jsonb_set({found}, '{{{key}}}', {moved}) ELSE {found} END"
        return found

    def _filled_in(self, value: str, tokens: Sequence[str], quote: str = "") -> str:
        """`quote`: what stands around a number or an object of JSON in a prototype, where its token is a text."""
        for token in tokens:
            table, _, place = token.strip("⟦⟧").partition(":")
            filling = f"(c.{_base_of(table)} + {place})::text" if place else f"c.{table}::text"
            if token == "⟦day⟧":
                filling = "to_char(p.day - c.shift, 'FMDD FMMonth YYYY')"
            if quote and self.kind.columns.get(table) != "text":
                value = f"replace({value}, '{quote}{token}{quote}', coalesce({filling}, 'null'))"
            value = f"replace({value}, '{token}', coalesce({filling}, ''))"
        return value


def _base(model: type[Model]) -> str:
    return _base_of(model._meta.db_table)


def _base_of(table: str) -> str:
    return f"first_{table}"


def _temporary(model: type[Model]) -> str:
    return f"demo_{model._meta.db_table}"


def _reserve(model: type[Model], number: int) -> int:
    """The first of so many ids that follow each other. Tries again where another process took one in between."""
    while number:
        with connection.cursor() as cursor:
            cursor.execute(_RESERVE, [model._meta.db_table, number])
            first, last = cursor.fetchone()
        if last - first == number - 1:
            return int(first)
    return 0


def _fill(cursor: Any, table: str, columns: str, rows: Iterable[Mapping[str, Any]]) -> None:
    """Make a temporary table of these rows."""
    cursor.execute(f"DROP TABLE IF EXISTS {table}; CREATE TEMPORARY TABLE {table} ({columns}) ON COMMIT DROP")
    insert, rest = f"INSERT INTO {table} SELECT * FROM json_populate_recordset(NULL::{table}, %s)", iter(rows)
    while part := list(islice(rest, ROWS_AT_ONCE)):
        cursor.execute(insert, [json.dumps(part)])
    cursor.execute(f"ANALYZE {table}")
