"""The one statement that writes the rows of plans: each part gets its rows as JSON, so that it takes any number."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Model

from kit.prepared import fetch
from workflows.models import Process, Task, TaskEvent
from workflows.models.references import flow_of_kind

Row = dict[str, Any]
_Shared = tuple[list[tuple[str, Any, Any]], Row]
_SHARED: dict[int, _Shared] = {}  # by identity: unsaved rows have no hash, and these live as long as the process

# what changes of a task and of a process that are there
CHANGED = (
    *("id", "status", "owner_id", "assigned", "assignee_id", "outcome", "finished", "lease_until", "snoozed_until"),
    "lock_version",
)
MOVED = ("id", "status", "finished", "outcome", "data")
# says the same as the join: the planner takes the rows of a part for a hundred, and would read a whole small table
_FEW = "{table}.id = ANY(%({part}_ids)s::bigint[])"


def send(
    parts: Mapping[str, Sequence[Row]], moves: Mapping[tuple[str, str], Sequence[int]]
) -> dict[tuple[str, int], int]:
    """Write these rows; the numbers that the database gives new tasks and entries, by what they are and their place.

    New tasks refer to each other, and entries to them, by places below nought instead of ids. `moves`: the ids of
    subjects that get a status, by the statement of their flow and the status.
    """
    values: dict[str, Any] = {name: json.dumps(rows, default=_text) for name, rows in parts.items() if rows}
    if not values:
        return {}
    statement = _statement(frozenset(values), tuple(move for move, _ in moves))
    if "processes" in values:
        flows = {row["flow_class"]: flow_of_kind(row["flow_class"]) for row in parts["processes"]}
        values |= {"kinds": list(flows), "things": [flow.subject.thing for flow in flows.values()]}
    values |= {f"{name}_ids": [row["id"] for row in parts[name]] for name in ("changed", "moved") if name in values}
    for place, ((_, status), subjects) in enumerate(moves.items()):
        values |= {f"status_{place}": status, f"subjects_{place}": subjects}
    return {(what, place): number for what, place, number in fetch(statement, values)}


def whole(row: Any) -> Row:
    """All columns of a row but those of the database."""
    state = row.__dict__
    return {name: plain(state[name]) if plain else state[name] for name, plain in _plain(row._meta.concrete_model)}


def copy_of(row: Any, like: Any, **more: Any) -> Row:
    """The same of a copy of `like`, with more columns: what both share is made plain once. Left out is what is null."""
    state, (columns, shared) = row.__dict__, _shared(like)
    own = {
        name: plain(state[name]) if plain else state[name] for name, plain, value in columns if state[name] is not value
    }
    return {**shared, **own, **more}


def part(row: Any, names: Iterable[str]) -> Row:
    state = row.__dict__
    return {name: state[name] for name in names}


def _shared(like: Any) -> _Shared:
    found = _SHARED.get(id(like))
    if found is None:
        columns, state = _plain(like._meta.concrete_model), like.__dict__
        row = {name: value for name, value in whole(like).items() if value is not None}
        found = _SHARED[id(like)] = [(name, plain, state[name]) for name, plain in columns], row
    return found


@cache
def _statement(names: frozenset[str], moves: tuple[str, ...]) -> str:
    """The actor of each entry is compared with the setting `docket.actor` (decision 45): it is set in FROM, before the
    row reaches the trigger, one row after the other. The trigger reads the process, also a new one.
    """
    numbers = ["SELECT '', 0, 0 WHERE false"]
    found = [f"moves_{place} AS ({_numbered(move, place)})" for place, move in enumerate(moves)]
    task, begun = "new.task_id", ""
    if "processes" in names:
        begun = "WHERE (SELECT count(*) FROM begun) > 0"
        columns = _listed(_names(Process))
        found.append(
            f"begun AS (INSERT INTO workflows_process ({columns}) SELECT {columns} FROM {_given('processes', Process)}"
            " RETURNING 1)"
        )
        # what its words are those of (decision 111), for a kind that is new to the database
        found.append(
            "kinds AS (INSERT INTO search_kind (kind, thing)"
            " SELECT * FROM unnest(%(kinds)s::text[], %(things)s::text[]) ON CONFLICT DO NOTHING)"
        )
    if "made" in names:
        numbers.append("SELECT 'task', id, number FROM made")
        task = "CASE WHEN new.task_id < 0 THEN (SELECT number FROM made WHERE id = new.task_id) ELSE new.task_id END"
        columns = _listed(name for name in _names(Task) if name != "id")
        given = _given("made", Task, previous="bigint")
        found += [
            f"made AS MATERIALIZED (SELECT nextval('workflows_task_id_seq') AS number, new.* FROM {given})",
            f"tasks AS (INSERT INTO workflows_task (id, {columns}) SELECT number, {columns} FROM made)",
            "links AS (INSERT INTO workflows_task_previous (from_task_id, to_task_id)"
            " SELECT made.number, coalesce(before.number, made.previous)"
            " FROM made LEFT JOIN made before ON before.id = made.previous WHERE made.previous IS NOT NULL)",
        ]
    if "changed" in names:
        found.append(
            f"changed AS (UPDATE workflows_task task SET {_set(CHANGED)} FROM {_given('changed', Task, CHANGED)}"
            f" WHERE task.id = new.id AND {_FEW.format(table='task', part='changed')})"
        )
    if "moved" in names:
        kept = _set(MOVED).replace("data = new.data", "data = coalesce(new.data, process.data)")
        found.append(
            f"moved AS (UPDATE workflows_process process SET {kept} FROM {_given('moved', Process, MOVED)}"
            f" WHERE process.id = new.id AND {_FEW.format(table='process', part='moved')})"
        )
    if "entries" in names:
        numbers.append("SELECT 'entry', place, number FROM numbered")
        rest = [name for name in _names(TaskEvent) if name not in {"id", "task_id"}]
        given = _given("entries", TaskEvent, acting="text", salt="bytea", body="text")
        found += [
            f"entries AS MATERIALIZED (SELECT * FROM {given})",
            f"written AS (INSERT INTO workflows_taskevent (task_id, {_listed(rest)})"
            f" SELECT {task}, {', '.join(f'new.{name}' for name in rest)}"
            f" FROM entries new CROSS JOIN LATERAL set_config('docket.actor', new.acting, true) {begun} RETURNING id)",
            # the database numbers entries in their order, and the application may not
            "numbered AS MATERIALIZED (SELECT id AS number, row_number() OVER (ORDER BY id) AS place FROM written)",
            "texts AS (INSERT INTO workflows_eventtext (event_id, salt, body) SELECT number, salt, body"
            " FROM entries JOIN numbered ON place = entries.id WHERE body <> '')",
        ]
    return f"WITH {', '.join(found)} {' UNION ALL '.join(numbers)}"


def _numbered(move: str, place: int) -> str:
    """The statement that sets the status of subjects, with values of its own."""
    return move.replace("%(status)s", f"%(status_{place})s").replace("%(subjects)s", f"%(subjects_{place})s")


def _given(part: str, model: type[Model], names: Iterable[str] | None = None, **more: str) -> str:
    """The rows of a part, with the types of the model's columns."""
    wanted = _names(model) if names is None else names
    kinds: dict[str, Any] = {name: _fields(model)[name].cast_db_type(connection) for name in wanted} | more
    return f"json_to_recordset(%({part})s::json) AS new ({', '.join(f'{name} {kinds[name]}' for name in kinds)})"


@cache
def _fields(model: type[Model]) -> dict[str, Any]:
    by_database = getattr(model, "BY_DATABASE", ())
    return {
        each.attname: each for each in model._meta.concrete_fields if each.column and each.attname not in by_database
    }


@cache
def _plain(model: type[Model]) -> list[tuple[str, Any]]:
    """The columns of a model, and what makes their value plain where the instance holds another."""
    return [
        (name, None if type(each).__module__.startswith("django.") else each.get_prep_value)
        for name, each in _fields(model).items()
    ]


def _names(model: type[Model]) -> list[str]:
    return list(_fields(model))


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def _set(names: Iterable[str]) -> str:
    return ", ".join(f"{name} = new.{name}" for name in names if name != "id")


def _text(value: Any) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, bytes):
        return rf"\x{value.hex()}"
    raise TypeError(f"{type(value).__name__} has no place in a row")
