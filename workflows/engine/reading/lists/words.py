"""Which items have the words of a search: all of them, or some of those that stand next in a list."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from kit.prepared import fetch
from workflows.engine.core.flows import flows, steps
from workflows.engine.core.subjects import Words
from workflows.models import OPEN

_OPEN = f"task.status IN {tuple(map(str, OPEN))} AND task.queue <> ''"
_ABOUT = f"""
    SELECT task.id FROM workflows_process process JOIN workflows_task task ON task.process_id = process.id
    WHERE process.flow_class = ANY(%(kinds)s) AND process.subject_id = ANY(%(subjects)s) AND {_OPEN}
    UNION SELECT task.id FROM workflows_task task WHERE task.company_id = ANY(%(companies)s) AND {_OPEN}
"""


class Looked(NamedTuple):
    """An item of a list with its subject and its place."""

    pk: int
    kind: str
    subject_id: int
    priority: int
    rank_at: datetime


def tasks_with(typed: str, queues: Collection[str]) -> list[int] | None:
    """All open items about what has the words and can be in these queues; None where too many texts have them."""
    found: set[int] = set()
    for words, kinds in _kinds_by_words(queues):
        hits = words.find(typed)
        if hits is None:
            return None
        values = {"kinds": kinds, "subjects": list(hits.ids), "companies": list(hits.companies)}
        found |= {pk for (pk,) in fetch(_ABOUT, values)}
    return list(found)


def those_with(typed: str, items: Sequence[Looked], queues: Collection[str]) -> set[int]:
    """The items of these queues among these that have the words."""
    found: set[int] = set()
    for words, kinds in _kinds_by_words(queues):
        of_kinds = [item for item in items if item.kind in kinds]
        if of_kinds:
            having = words.which_of(typed, {item.subject_id for item in of_kinds})
            found |= {item.pk for item in of_kinds if item.subject_id in having}
    return found


def _kinds_by_words(queues: Collection[str]) -> list[tuple[Words, list[str]]]:
    kinds: dict[str, tuple[Words, list[str]]] = {}
    for flow in flows():
        if any(step.queue in queues for step in steps(flow)):
            kinds.setdefault(flow.subject.thing, (flow.subject.words, []))[1].append(flow.kind)
    return list(kinds.values())
