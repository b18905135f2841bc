"""Finds open items that contain the words of a search, with the index on texts of open items (decision 111)."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.db.models.expressions import RawSQL

from fulltext.asking import along_indexes, rows
from kit.prepared import Marks
from workflows.engine.core.flows import flows, steps
from workflows.engine.core.subjects import Words
from workflows.models import OPEN

FEW = 2_000  # up to so many items are looked up by id and sorted; a list with more is read in its order
_OPEN = f"task.status IN {tuple(map(str, OPEN))} AND task.queue <> ''"
# finds the texts, then their items; if too many texts match, no item is looked up
_FIND = f"""
    WITH hit AS MATERIALIZED (SELECT id FROM ({{processes}}) one LIMIT {{few}} + 1),
    found AS MATERIALIZED (
        SELECT task.id FROM (SELECT DISTINCT id FROM hit) hit JOIN workflows_task task ON task.process_id = hit.id
        WHERE {_OPEN}
        UNION ALL SELECT task.id FROM ({{things}}) thing JOIN workflows_process process
            ON process.flow_class = ANY(%(kinds)s) AND process.subject_id = thing.id
        JOIN workflows_task task ON task.process_id = process.id WHERE {_OPEN}
        UNION ALL SELECT task.id FROM ({{companies}}) company JOIN workflows_task task ON task.company_id = company.id
        WHERE {_OPEN}
        LIMIT {{few}} + 1
    )
    SELECT CASE WHEN (SELECT count(*) FROM hit) <= {{few}} THEN ARRAY(SELECT id FROM found) END
"""
_ABOUT = """
    SELECT process.id FROM ({things}) thing JOIN workflows_process process
    ON process.flow_class = ANY(%(kinds_{number})s) AND process.subject_id = thing.id
"""
_NAME = re.compile(r"%\((\w+)\)s")


@dataclass(frozen=True, slots=True)
class Found:
    """The ids of all items that contain the words if they are few; otherwise statements for `having_words`. `values`:
    the parameters of either, by name.
    """

    values: Mapping[str, Any]
    parts: tuple[tuple[str, str, str], ...] = ()


def find_open(typed: str, queues: Collection[str]) -> Found:
    """The open items in these queues whose subject or company contains the words; two statements for each thing."""
    ids: set[int] = set()
    parts: list[tuple[str, str, str]] = []
    values: dict[str, Any] = {}
    are_few = True
    with along_indexes():
        for number, (words, kinds) in enumerate(_kinds_by_words(queues)):
            wanted = words.open(typed)
            each = {"processes": wanted.processes, "things": wanted.things, "companies": wanted.companies}
            parts.append((wanted.processes, _ABOUT.format(things=wanted.things, number=number), wanted.companies))
            values |= {**wanted.values, f"kinds_{number}": kinds}
            if are_few:
                ((hits,),) = rows(_FIND.format(**each, few=FEW), {**wanted.values, "kinds": kinds})
                are_few = hits is not None and len(hits) <= FEW
                ids.update(hits or ())
    return Found({"found": list(ids)}) if are_few else Found(values, tuple(parts))


def having_words(parts: Sequence[tuple[str, str, str]], marks: Marks) -> Q:
    """The tasks that the statements of `Found` select."""
    found = Q()
    for processes, about, companies in parts:
        found |= Q(process__in=_marked(processes, marks)) | Q(process__in=_marked(about, marks))
        found |= Q(company_id__in=_marked(companies, marks))
    return found


def _marked(statement: str, marks: Marks) -> RawSQL:
    """The statement with a mark for each named parameter."""
    parameters = [marks.text(name) for name in _NAME.findall(statement)]
    return RawSQL(_NAME.sub("%s", statement), parameters)  # noqa: S611 (values are parameters)


def _kinds_by_words(queues: Collection[str]) -> list[tuple[Words, list[str]]]:
    kinds: dict[str, tuple[Words, list[str]]] = {}
    for flow in flows():
        if any(step.queue in queues for step in steps(flow)):
            kinds.setdefault(flow.subject.thing, (flow.subject.words, []))[1].append(flow.kind)
    return list(kinds.values())
