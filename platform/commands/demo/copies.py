"""Copy prototypes, with one INSERT … SELECT for each table and chunk of copies."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import connections, transaction
from django.db.models import AutoField, DateField, DateTimeField, JSONField, Model, UUIDField

from audit import actions
from commands.demo.kinds import Copy, Kind
from commands.demo.prototypes import Prototype, columns_of, name_of, reference_of, tables_of
from workflows.engine.outbox.events import PLACING_LOCK
from workflows.models import DomainEvent

OF_PROTOTYPES = "prototype integer, moment timestamptz"  # columns in addition to those of the copied table
OF_COPIES = "prototype integer, number integer, weeks integer, shift interval"
POSITION = (
    "(SELECT coalesce(max(position), 0) FROM workflows_domainevent)"
    " + row_number() OVER (ORDER BY p.occurred_at - c.shift, c.number)"
)
ROWS_AT_ONCE = 1_000  # rows per statement, which are in memory as JSON
PATIENT = "SET LOCAL lock_timeout = '10min'"  # other writers of the demo hold the locks
RESERVING_LOCK = 0x_D0C_DE30
TOKEN = re.compile("⟦([^⟧]+)⟧")
# only the tables' owner may set the times and ids of history entries (decision 45)
OWNER = "owner"
# an audit entry whose hash covers history entries that no later entry follows
_ENTRY = """
    INSERT INTO audit_auditentry (kind, subject_id, code, request_id, seq, previous_hash, hash)
        VALUES (%s, 0, %s, '', 0, '', '')
"""
_RESERVE = """
    WITH sequence AS MATERIALIZED (SELECT pg_get_serial_sequence(%s, 'id')::regclass AS id),
        ids AS (SELECT nextval((SELECT id FROM sequence)) AS id FROM generate_series(1, %s))
    SELECT min(id), max(id) FROM ids
"""


class Copier:
    """Writes copies of prototypes. Each process loads the prototypes once, into temporary tables."""

    def __init__(self, kind: Kind, prototypes: Mapping[Any, Prototype]) -> None:
        self.kind, self.prototypes = kind, prototypes
        self.places = {key: place for place, key in enumerate(prototypes)}
        # the feed comes last, because its lock is held until the transaction ends
        self.models = sorted((table.model for table in tables_of(kind.subject)), key=lambda model: model is DomainEvent)
        self._numbered = [model for model in self.models if isinstance(model._meta.pk, AutoField)]
        self._statements: dict[type[Model], str] = {}

    def make(self, numbers: range) -> int:
        """Write the copies of these numbers that do not exist; returns how many were written."""
        return self.write(self.kind.draw(numbers))

    def write(self, copies: Sequence[Copy]) -> int:
        """Write the copies with all their rows, in one transaction."""
        if not copies:
            return 0
        self._statements = self._statements or dict(self._load())
        rows = self._rows(copies)
        with transaction.atomic(OWNER), connections[OWNER].cursor() as cursor:
            cursor.execute(f"{PATIENT}; SET LOCAL work_mem = '64MB'; SET LOCAL jit = off")
            own = [f"{name} {kind}" for name, kind in self.kind.columns.items()]
            bases = [f"{_base(name_of(model))} bigint" for model in self._numbered]
            _fill(cursor, "demo_copy", ", ".join((OF_COPIES, *own, *bases)), rows)
            for model, statement in self._statements.items():
                if model is DomainEvent:
                    # check foreign keys before taking the lock, for which other writers wait
                    cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
                    cursor.execute("SELECT pg_advisory_xact_lock(%s)", [PLACING_LOCK])
                cursor.execute(statement)
            cursor.execute(_ENTRY, [actions.TEXTS_COPIED.kind, actions.TEXTS_COPIED.code])
        return len(copies)

    def _load(self) -> Iterable[tuple[type[Model], str]]:
        """Fill a temporary table with the prototypes' rows of each model. Yields the statements that copy them."""
        for model in self.models:
            rows = [
                {**row, "prototype": place}
                for place, prototype in enumerate(self.prototypes.values())
                for row in prototype.rows.get(name_of(model), ())
            ]
            if rows:
                with connections[OWNER].cursor() as cursor:
                    _fill(cursor, f"demo_of_{name_of(model)}", f"LIKE {model._meta.db_table}, {OF_PROTOTYPES}", rows)
                yield model, self._insert(model, rows)

    def _rows(self, copies: Sequence[Copy]) -> list[dict[str, Any]]:
        """The copies with the first id of their rows in each table. The rows of one copy have consecutive ids."""
        sizes = {
            key: [len(prototype.rows.get(name_of(model), ())) for model in self._numbered]
            for key, prototype in self.prototypes.items()
        }
        totals = [sum(column) for column in zip(*(sizes[copy.key] for copy in copies), strict=True)]
        with transaction.atomic(OWNER), connections[OWNER].cursor() as cursor:
            cursor.execute(PATIENT)
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [RESERVING_LOCK])
            bases = [_reserve(cursor, model, total) for model, total in zip(self._numbered, totals, strict=True)]
        names, rows = [_base(name_of(model)) for model in self._numbered], []
        for number, copy in enumerate(copies):
            slack = self.prototypes[copy.key].slack.total_seconds()
            shift = f"{copy.weeks * 7} days {copy.older * slack:.3f} seconds"
            own = {"prototype": self.places[copy.key], "number": number, "weeks": copy.weeks, "shift": shift}
            rows.append({**own, **copy.values, **dict(zip(names, bases, strict=True))})
            bases = [base + size for base, size in zip(bases, sizes[copy.key], strict=True)]
        return rows

    def _insert(self, model: type[Model], rows: Sequence[Mapping[str, Any]]) -> str:
        columns = {column.column: self._expression(model, column, rows) for column in columns_of(model)}
        names, table, key = ", ".join(f'"{name}"' for name in columns), model._meta.db_table, model._meta.pk
        return (
            f'INSERT INTO "{table}" ({names}) SELECT {", ".join(columns.values())}'
            f" FROM demo_copy c JOIN demo_of_{name_of(model)} p USING (prototype)"
            f' ORDER BY c.number, p."{key.column if key else ""}"'
        )

    def _expression(self, model: type[Model], column: Any, rows: Sequence[Mapping[str, Any]]) -> str:
        name = column.column
        value = f'p."{name}"'
        if (model, name) == (DomainEvent, "position"):
            return POSITION
        if special := self.kind.expressions.get((model, name)):
            return special
        if reference := reference_of(model, column, self.kind.subject):
            return f"c.{_base(name_of(reference))} + {value}"
        for kind, expression in (
            (UUIDField, "gen_random_uuid()"),
            (DateTimeField, f"{value} - c.shift"),
            (DateField, f"{value} - 7 * c.weeks"),
        ):
            if isinstance(column, kind):
                return expression
        filled, is_json = f"{value}::text", isinstance(column, JSONField)
        tokens = {token for row in rows if row[name] is not None for token in TOKEN.findall(str(row[name]))}
        if not tokens and name in self.kind.columns:
            return f"CASE WHEN {value} IS NULL THEN {value} ELSE c.{name} END"
        for token in sorted(tokens):
            filled = _filled_in(filled, token, is_json=is_json)
        has_tokens = f"{value}::text LIKE '%⟦%'"
        return f"CASE WHEN {has_tokens} THEN ({filled}){'::jsonb' * is_json} ELSE {value} END" if tokens else value


def _filled_in(value: str, token: str, *, is_json: bool) -> str:
    """SQL that replaces a token. In JSON the token is a whole string, or an id within a string."""
    name, _, place = token.partition(":")
    filling = f"c.{_base(name)} + {place}" if place else f"c.{name}"
    if name == "day":
        filling = "to_char(p.moment - c.shift, 'FMDD FMMonth YYYY')"
    elif name == "moment":
        filling = "p.moment - c.shift"
    if is_json:
        value = f"""replace({value}, '"⟦{token}⟧"', coalesce(to_jsonb({filling})::text, 'null'))"""
    return f"replace({value}, '⟦{token}⟧', coalesce(({filling})::text, ''))" if place or not is_json else value


def _base(name: str) -> str:
    return f"first_{name}"


def _reserve(cursor: Any, model: type[Model], number: int) -> int:
    """The first of `number` consecutive ids. Tries again if another process took an id in between."""
    while number:
        cursor.execute(_RESERVE, [model._meta.db_table, number])
        first, last = cursor.fetchone()
        if last - first == number - 1:
            return int(first)
    return 0


def _fill(cursor: Any, table: str, columns: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """Make a temporary table of these rows."""
    cursor.execute(f"DROP TABLE IF EXISTS {table}; CREATE TEMPORARY TABLE {table} ({columns})")
    insert = f"INSERT INTO {table} SELECT * FROM json_populate_recordset(NULL::{table}, %s)"
    for start in range(0, len(rows), ROWS_AT_ONCE):
        cursor.execute(insert, [json.dumps(rows[start : start + ROWS_AT_ONCE])])
    cursor.execute(f"ANALYZE {table} (prototype)")  # the joins need only this column; others would take longer
