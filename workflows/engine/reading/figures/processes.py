"""How the processes of a kind went in a period: figures of each step, the outcomes, and the most frequent ways."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

from workflows.engine.core.flows import ProductFlow, flows, nodes_of, outcome_label, steps
from workflows.engine.core.graph import node_title
from workflows.engine.core.nodes import HumanTask
from workflows.models import OPEN

WAYS = 10
# processes: of a longer period only the newest are measured
MOST = 20_000

_STANDING = """
    SELECT task.flow_task, count(*), min(task.created),
        count(*) FILTER (WHERE task.snoozed_until > statement_timestamp()),
        count(*) FILTER (WHERE task.due_at < statement_timestamp())
    FROM workflows_task task JOIN workflows_process process ON process.id = task.process_id
    WHERE process.flow_class = %s AND task.status = ANY(%s) AND NOT (task.process_id = ANY(%s))
    GROUP BY 1
"""

# reads the index `event_of_type`: the newest processes of the kind that started in the period
_BEGUN = """
    begun AS MATERIALIZED (
        SELECT entry.process_id, entry.at
        FROM workflows_eventtype type CROSS JOIN LATERAL (
            SELECT process_id, at FROM workflows_taskevent
            WHERE type_id = type.id AND at >= %(since)s AND at < %(until)s AND NOT (process_id = ANY(%(without)s))
            ORDER BY at DESC, id DESC LIMIT %(most)s
        ) entry
        WHERE type.kind = %(kind)s AND type.node = '' AND type.action IN ('start', 'reinstate')
        ORDER BY entry.at DESC, entry.process_id DESC LIMIT %(most)s
    ),
    entries AS (
        SELECT entry.process_id, entry.seq, entry.node, entry.action, entry.outcome, entry.to_node, entry.at,
            max(entry.at) FILTER (WHERE entry.action IN ('claim', 'take_over'))
                OVER (PARTITION BY entry.process_id, entry.task_id ORDER BY entry.seq) AS taken
        FROM begun JOIN workflows_taskevent entry ON entry.process_id = begun.process_id
    ),
    moves AS MATERIALIZED (
        SELECT *, lag(at) OVER (PARTITION BY process_id ORDER BY seq) AS since FROM entries WHERE to_node <> ''
    )
"""

_QUANTILES = """
    percentile_cont({part}) WITHIN GROUP (ORDER BY extract(epoch FROM at - since)),
    percentile_cont({part}) WITHIN GROUP (ORDER BY extract(epoch FROM taken - since)) FILTER (WHERE action = 'decide'),
    percentile_cont({part}) WITHIN GROUP (ORDER BY extract(epoch FROM at - taken)) FILTER (WHERE action = 'decide')
"""

# Each gives rows as arrays. `edges` leaves out undos: they are not part of the process.
_LISTS = {
    "whole": """
        SELECT json_build_array((SELECT count(*) FROM begun), count(*),
            percentile_cont(0.5) WITHIN GROUP (ORDER BY took), percentile_cont(0.9) WITHIN GROUP (ORDER BY took))
        FROM ended
    """,
    "steps": f"""
        SELECT json_build_array(node, count(*), count(*) - count(DISTINCT process_id),
            {_QUANTILES.format(part=0.5)}, {_QUANTILES.format(part=0.9)})
        FROM moves WHERE node <> '' GROUP BY node
    """,
    "outcomes": """
        SELECT json_build_array(node, outcome, to_node, count(*))
        FROM moves WHERE action IN ('decide', 'fire') GROUP BY node, outcome, to_node
        ORDER BY count(*) DESC, node, outcome, to_node
    """,
    "ways": f"""
        SELECT json_build_array(way, count(*), max(process_id), percentile_cont(0.5) WITHIN GROUP (ORDER BY took))
        FROM ended GROUP BY way ORDER BY count(*) DESC, way LIMIT {WAYS}
    """,
    "edges": """
        SELECT json_build_array(node, to_node, count(*))
        FROM moves WHERE action <> 'undo' GROUP BY node, to_node ORDER BY count(*) DESC, node, to_node
    """,
}

# one statement, so that the entries, which are nearly all of the work, are read once
_FIGURES = f"""
    WITH {_BEGUN}, ended AS MATERIALIZED (
        SELECT moves.process_id, array_agg(moves.to_node ORDER BY moves.seq) AS way,
            extract(epoch FROM max(moves.at) - min(moves.at)) AS took
        FROM moves JOIN workflows_process process ON process.id = moves.process_id
        WHERE process.status = 'DONE' GROUP BY 1
    )
    SELECT {", ".join(f"ARRAY({rows})" for rows in _LISTS.values())}
"""


@dataclass(frozen=True, slots=True)
class StepTimes:
    """Seconds. `whole`: from entering a step to leaving it; `waiting`: until a person last took the item; `handling`:
    from then to the decision.

    The last two are None if no person took an item: the clock or a batch moved it.
    """

    whole: float | None = None
    waiting: float | None = None
    handling: float | None = None


@dataclass(frozen=True, slots=True)
class StepFigures:
    """`open`: the items in the step now, the oldest since `oldest_at`. `put_off` of them are in no count of the queue;
    `overdue` of them are past their due time. `is_shared`: the step's queue also holds items of other kinds.

    In the processes of the period, items left the step `passed` times; in `again` of these the process had left it
    before. `median` and `slow` (the 90th percentile): the times in the step.
    """

    name: str
    title: str
    open: int
    oldest_at: datetime | None
    put_off: int
    overdue: int
    is_shared: bool
    passed: int
    again: int
    median: StepTimes
    slow: StepTimes


@dataclass(frozen=True, slots=True)
class OutcomeFigures:
    step: str
    step_title: str
    outcome: str
    label: str
    number: int


@dataclass(frozen=True, slots=True)
class WayFigures:
    """`nodes`: the steps of the way, in order. `example`: the newest process that took this way."""

    nodes: list[str]
    titles: list[str]
    number: int
    example: int
    median: float


@dataclass(frozen=True, slots=True)
class EdgeFigures:
    """How many times processes went from one step to another; `source` is empty for the first step of a process."""

    source: str
    target: str
    number: int


@dataclass(frozen=True, slots=True)
class ProcessFigures:
    """`begun` processes started in the period and `ended` of them have ended, after `median` and `slow` (90th
    percentile) seconds. `is_part`: the period has more processes than MOST.
    """

    begun: int
    ended: int
    median: float | None
    slow: float | None
    is_part: bool
    steps: list[StepFigures]
    outcomes: list[OutcomeFigures]
    ways: list[WayFigures]
    edges: list[EdgeFigures]


def figures_of(
    flow: type[ProductFlow], since: datetime, until: datetime, without: frozenset[int] = frozenset()
) -> ProcessFigures:
    """Figures of the newest processes that started in the period; two statements. `without`: processes to skip."""
    given = {"kind": flow.kind, "since": since, "until": until, "without": list(without), "most": MOST}
    standing = _rows(_STANDING, [flow.kind, [str(status) for status in OPEN], list(without)])
    open_in = {name.rpartition(".")[2]: found for name, *found in standing}
    ((whole, left_steps, outcomes, ways, edges),) = _rows(_FIGURES, given)
    ((begun, ended, median, slow),) = whole
    left = {name: found for name, *found in left_steps}
    shared = {step.queue for other in flows() if other is not flow for step in steps(other)} - {""}
    return ProcessFigures(
        begun=begun,
        ended=ended,
        median=median,
        slow=slow,
        is_part=begun == MOST,
        steps=[_of_step(step, open_in, left, shared) for step in steps(flow)],
        outcomes=_outcomes(flow, outcomes),
        ways=[
            WayFigures(way, [node_title(flow, name) for name in way], number, example, took)
            for way, number, example, took in ways
        ],
        edges=[EdgeFigures(*row) for row in edges],
    )


def _of_step(step: HumanTask, open_in: dict[str, Any], left: dict[str, Any], shared: Collection[str]) -> StepFigures:
    name, title = str(step.name), str(step.task_title)
    open_now, oldest_at, put_off, overdue = open_in.get(name, (0, None, 0, 0))
    passed, again, *times = left.get(name, (0, 0))
    median, slow = StepTimes(*times[:3]), StepTimes(*times[3:])
    is_shared = step.queue in shared
    return StepFigures(name, title, open_now, oldest_at, put_off, overdue, is_shared, passed, again, median, slow)


def _rows(statement: str, values: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


def _outcomes(flow: type[ProductFlow], rows: list[tuple[Any, ...]]) -> list[OutcomeFigures]:
    by_name = {node.name: node for node in nodes_of(flow)}
    return [
        OutcomeFigures(node, node_title(flow, node), outcome, outcome_label(by_name.get(node), outcome, to), number)
        for node, outcome, to, number in rows
    ]
