"""Copying prototypes: one INSERT for each table, whatever the number of copies."""

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from django.db import connections, transaction
from django.db.models import AutoField, DateField, DateTimeField, JSONField, Model, UUIDField

from commands.demo.kinds import Copy, Kind
from commands.demo.prototypes import Prototype, columns_of, name_of, reference_of, tables_of
from workflows.engine.outbox.events import PLACING_LOCK
from workflows.models import DomainEvent

# what the rows of prototypes have beside the columns of their tables
ADDED = "prototype integer, day timestamptz, json_at timestamptz, json_until timestamptz"
OF_COPIES = "prototype integer, number integer, weeks integer, shift interval"
POSITION = (
    "(SELECT coalesce(max(position), 0) FROM workflows_domainevent)"
    " + row_number() OVER (ORDER BY p.occurred_at - c.shift, c.number)"
)
ROWS_AT_ONCE = 1_000  # in one statement: what is held in memory as JSON
PATIENT = "SET LOCAL lock_timeout = '10min'"  # other writers of the demo hold the locks
RESERVING_LOCK = 0x_D0C_DE30
# history takes the times and the ids of its entries from the tables' owner alone (decision 45)
OWNER = "owner"
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
        self._numbered = [model for model in self.models if isinstance(model._meta.pk, AutoField)]

    def write(self, copies: Sequence[Copy], prototypes: Mapping[Any, Prototype]) -> None:
        """Write the copies with all their rows, in one transaction."""
        if not copies:
            return
        used = {key: prototypes[key] for key in dict.fromkeys(copy.key for copy in copies)}
        rows = list(self._rows(copies, used))
        with transaction.atomic(OWNER), connections[OWNER].cursor() as cursor:
            cursor.execute(f"{PATIENT}; SET LOCAL work_mem = '64MB'; SET LOCAL jit = off")
            own = [f"{name} {kind}" for name, kind in self.kind.columns.items()]
            bases = [f"{_base(name_of(model))} bigint" for model in self._numbered]
            _fill(cursor, "demo_copy", ", ".join((OF_COPIES, *own, *bases)), rows)
            for model in self.models:
                left = [
                    {**row, "prototype": n}
                    for n, part in enumerate(used.values())
                    for row in part.rows.get(name_of(model), ())
                ]
                if left:
                    _fill(cursor, f"demo_of_{name_of(model)}", f"LIKE {model._meta.db_table}, {ADDED}", left)
                    if model is DomainEvent:
                        # foreign keys are checked before the lock, which other writers wait for
                        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
                        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [PLACING_LOCK])
                    cursor.execute(self._insert(model, used.values()))

    def _rows(self, copies: Sequence[Copy], used: Mapping[Any, Prototype]) -> Iterable[dict[str, Any]]:
        """The copies with the first ids of their rows: those of one copy follow each other in each table."""
        places = {key: place for place, key in enumerate(used)}
        sizes = {
            key: [len(part.rows.get(name_of(model), ())) for model in self._numbered] for key, part in used.items()
        }
        totals = [sum(column) for column in zip(*(sizes[copy.key] for copy in copies), strict=True)]
        with transaction.atomic(OWNER), connections[OWNER].cursor() as cursor:
            cursor.execute(PATIENT)
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [RESERVING_LOCK])
            bases = [_reserve(cursor, model, total) for model, total in zip(self._numbered, totals, strict=True)]
        names = [_base(name_of(model)) for model in self._numbered]
        for number, copy in enumerate(copies):
            slack = used[copy.key].slack.total_seconds()
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
        names, table = ", ".join(f'"{name}"' for name in columns), model._meta.db_table
        return (
            f'INSERT INTO "{table}" ({names}) SELECT {", ".join(columns.values())}'
            f" FROM demo_copy c JOIN demo_of_{name_of(model)} p USING (prototype)"
            f' ORDER BY c.number, p."{model._meta.pk.column if model._meta.pk else ""}"'
        )

    def _expression(self, model: type[Model], column: Any, used: Iterable[Prototype]) -> str:
        name = column.column
        value = f'p."{name}"'
        if (model, name) == (DomainEvent, "position"):
            return POSITION
        if special := self.kind.expressions.get((model, name)):
            return special
        if reference := model if isinstance(column, AutoField) else reference_of(column, self.kind.subject):
            return f"c.{_base(name_of(reference))} + {value}"
        if name in self.kind.columns:
            return f"CASE WHEN {value}::text IN ('', '0') OR {value} IS NULL THEN {value} ELSE c.{name} END"
        for kind, expression in (
            (UUIDField, "gen_random_uuid()"),
            (DateTimeField, f"{value} - c.shift"),
            (DateField, f"{value} - 7 * c.weeks"),
        ):
            if isinstance(column, kind):
                return expression
        filled, is_json = f"{value}::text", isinstance(column, JSONField)
        for token in sorted({token for part in used for token in part.tokens.get((name_of(model), name), ())}):
            filled = _filled_in(filled, token, is_json=is_json)
        has_tokens = f"{value}::text LIKE '%⟦%'"
        return (
            f"CASE WHEN {has_tokens} THEN ({filled}){'::jsonb' * is_json} ELSE {value} END" if "⟦" in filled else value
        )


def _filled_in(value: str, token: str, *, is_json: bool) -> str:
    """SQL that replaces a token. In JSON it is a whole string, or an id within one."""
    name, _, place = token.strip("⟦⟧").partition(":")
    filling = f"c.{_base(name)} + {place}" if place else f"c.{name}"
    if name == "day":
        filling = "to_char(p.day - c.shift, 'FMDD FMMonth YYYY')"
    elif name.startswith("json_"):
        filling = f"p.{name} - c.shift"
    if is_json:
        value = f"""replace({value}, '"{token}"', coalesce(to_jsonb({filling})::text, 'null'))"""
    return f"replace({value}, '{token}', coalesce(({filling})::text, ''))" if place or not is_json else value


def _base(name: str) -> str:
    return f"first_{name}"


def _reserve(cursor: Any, model: type[Model], number: int) -> int:
    """The first of so many ids that follow each other. Tries again where another process took one in between."""
    while number:
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
    cursor.execute(f"ANALYZE {table} (prototype)")  # all that the joins ask for: other columns take longer
