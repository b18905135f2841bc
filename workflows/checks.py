"""System checks of the flows: missing or duplicate declarations fail before the product starts."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from itertools import count, islice
from string import ascii_lowercase
from typing import Any

from django.core.checks import CheckMessage, Error, register

from accounts.rights import PERMISSIONS
from workflows.engine.core.declarations import KEYS_OF_THE_DESK, Page, Queue
from workflows.engine.core.facets import FILTERS, Facet, Number
from workflows.engine.core.flows import (
    ProductFlow,
    declared_statuses,
    flows,
    nodes_of,
    queues,
)
from workflows.engine.core.locks import RowLock
from workflows.engine.core.nodes import HumanTask
from workflows.engine.reading.lists.views import VIEWS
from workflows.models import FACETS

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_PATH = re.compile(r"[a-z0-9_-]+(/[a-z0-9_-]+)*")
_ICON = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
MOST_NUMBERS = 20  # values of a number facet: the console lists each in a menu
LONGEST_NAME = 32  # length of the database columns that store names


@register()
def check_flows(app_configs: Any = None, **_options: Any) -> list[CheckMessage]:
    declared = [*queues().values(), *VIEWS.values()]
    return [
        *(problem for flow in flows() for problem in problems_of(flow)),
        *problems_of_queues(declared),
        *problems_of_statuses(flows()),
        *problems_of_facets(flows()),
        *_twice("kind of process", ((flow.kind, flow.__name__) for flow in flows()), "E012"),
    ]


def problems_of(flow: type[ProductFlow]) -> list[CheckMessage]:
    """Problems of a flow, including queues that another flow declares differently."""
    problems: list[CheckMessage] = []
    if not isinstance(flow.lock_impl, RowLock):
        problems.append(
            Error(f"{flow.__name__} has no RowLock: two people could decide one item.", id="workflows.E001")
        )
    # viewflow would inherit the docstring of the base class as the title
    if not vars(flow).get("process_title"):
        problems.append(_error(flow.__name__, "has no process_title", "E014"))
    if not hasattr(flow, "subject"):
        problems.append(_error(flow.__name__, "has no subject", "E015"))
    for node in nodes_of(flow):
        where = f"{flow.__name__}.{node.name}"
        if len(node.name) > LONGEST_NAME:
            problems.append(_error(where, f"has a name of more than {LONGEST_NAME} characters", "E010"))
        if isinstance(node, HumanTask):
            problems.extend(_problems_of_step(where, node, flow.about))
    return problems


def _problems_of_step(where: str, step: HumanTask, about: Mapping[str, str]) -> Iterator[CheckMessage]:
    first = queues().get(step.queue)
    if first and first != step.declared_queue:
        yield _error(where, f"declares the queue {step.queue!r} differently from another step: share one Queue", "E002")
    for name in (step.on_fire, step.on_verification, step.undo):
        if name and name not in step.outcomes:
            yield _error(where, f"has no outcome {name!r}", "E003")
    if bool(step.fires) != bool(step.on_fire):
        yield _error(where, "needs both `fires` and `on_fire`, or neither", "E004")
    if step.permission not in PERMISSIONS:
        yield _error(where, f"asks for the permission {step.permission!r}, which accounts.rights lacks", "E005")
    yield from _problems_of_status(where, step)
    yield from _problems_of_outcomes(where, step, about)


def _problems_of_status(where: str, step: Any) -> Iterator[CheckMessage]:
    """Problems of the status, for flows that update the status of their subject."""
    if not step.flow_class.move:
        return
    if not step.declared_status.title:
        yield _error(where, f"has no title for the status {step.status!r}", "E007")
    if len(step.status) > LONGEST_NAME:
        yield _error(where, f"has a status with a name of more than {LONGEST_NAME} characters", "E010")


def _problems_of_outcomes(where: str, step: HumanTask, about: Mapping[str, str]) -> Iterator[CheckMessage]:
    free = _free(KEYS_OF_THE_DESK | {outcome.key for outcome in step.outcomes.values()}, ascii_lowercase)
    for outcome in step.outcomes.values():
        if not outcome.label:
            yield _error(where, f"has no label for the outcome {outcome.name!r}", "E007")
        if not outcome.from_outside and not about.get(outcome.name):
            yield _error(where, f"does not say what happens by the outcome {outcome.name!r}", "E016")
        if outcome.key in KEYS_OF_THE_DESK:
            yield _error(
                where,
                f"gives {outcome.name!r} the key {outcome.key!r}, which the console uses in every queue",
                "E008",
                free,
            )
        if len(outcome.name) > LONGEST_NAME:
            yield _error(where, f"has an outcome with a name of more than {LONGEST_NAME} characters", "E010")
    keys = ((outcome.key, f"{where}.{outcome.name}") for outcome in step.outcomes.values() if outcome.key)
    yield from _twice("key", keys, "E008", free)


def problems_of_queues(declared: Iterable[Queue]) -> list[CheckMessage]:
    """Problems of queues and views, including duplicates among them."""
    declared = list(declared)
    pages = [(queue.page, queue.name) for queue in declared]
    return [
        *(problem for queue in declared for problem in _problems_of_queue(f"The queue {queue.name!r}", queue)),
        *(
            _error(f"The queue {name!r}", "is declared twice: by a process and as a view", "E011")
            for name, number in Counter(queue.name for queue in declared).items()
            if number > 1
        ),
        *_twice("path", ((page.path, name) for page, name in pages), "E006"),
        *_twice(
            "key",
            ((page.key, name) for page, name in pages if page.key),
            "E006",
            _free({page.key for page, _ in pages}, ascii_lowercase),
        ),
        *_twice(
            "place",
            (((page.place, page.position), name) for page, name in pages if page.place),
            "E006",
            _free_places([page for page, _ in pages]),
        ),
    ]


def _free_places(pages: Collection[Page]) -> str:
    """The first free positions of each place of the sidebar."""
    taken: dict[str, set[int]] = defaultdict(set)
    for page in pages:
        if page.place:
            taken[page.place].add(page.position)
    return "; ".join(
        f"{place} {', '.join(map(str, islice((each for each in count(1) if each not in used), 3)))}"
        for place, used in taken.items()
    )


def _problems_of_queue(where: str, queue: Queue) -> Iterator[CheckMessage]:
    if not _NAME.fullmatch(queue.name) or len(queue.name) > LONGEST_NAME:
        wanted = f"lower-case letters, digits and underscores, {LONGEST_NAME} at most"
        yield _error(where, f"needs a name of {wanted}", "E010")
    if not queue.title:
        yield _error(where, "has no title", "E007")
    if queue.permission not in PERMISSIONS:
        yield _error(where, f"asks for the permission {queue.permission!r}, which accounts.rights lacks", "E005")
    if not _PATH.fullmatch(queue.page.path):
        yield _error(where, f"has the path {queue.page.path!r}, which is not a valid path", "E013")
    if not _ICON.fullmatch(queue.page.icon):
        yield _error(where, f"has the icon {queue.page.icon!r}, which is not in kebab-case", "E013")


def problems_of_statuses(of: Iterable[type[ProductFlow]]) -> list[CheckMessage]:
    """Statuses with several titles. Nodes may share a status if they give it the same title."""
    titles: Mapping[str, dict[str, None]] = defaultdict(dict)
    for status in declared_statuses(of):
        titles[status.name][status.title] = None
    return [
        Error(f"The status {name!r} has several titles: {', '.join(map(repr, found))}.", id="workflows.E009")
        for name, found in titles.items()
        if len(found) > 1
    ]


def problems_of_facets(of: Iterable[type[ProductFlow]]) -> Iterator[CheckMessage]:
    """Facets that no filter can have, facets with the same name but different declarations, and facets of one kind that
    share a column.
    """
    declared: dict[str, tuple[Facet, str]] = {}
    for flow in of:
        facets = flow.subject.facets if hasattr(flow, "subject") else ()
        for facet in facets:
            where = f"The facet {facet.name!r} of {flow.__name__}"
            first, owner = declared.setdefault(facet.name, (facet, flow.__name__))
            free = _free({each.column for each in facets}, facet.COLUMNS)
            if facet != first:
                yield _error(where, f"differs from that of {owner}: share one Facet", "E017")
            if not _NAME.fullmatch(facet.name) or facet.name in FILTERS:
                yield _error(where, "has a name that is no parameter, or is that of another filter", "E018")
            if isinstance(facet, Number) and facet.most - facet.least >= MOST_NUMBERS:
                yield _error(where, f"has more than {MOST_NUMBERS} numbers, and the console offers each", "E020")
            if facet.column not in facet.COLUMNS:
                yield _error(where, f"cannot be stored in {facet.column!r}", "E019", free)
        columns = ((facet.column, f"{flow.__name__}.{facet.name}") for facet in facets)
        yield from _twice("column", columns, "E019", _free({each.column for each in facets}, FACETS))


def _free(taken: Collection[str], among: Iterable[str]) -> str:
    return ", ".join(each for each in among if each not in taken) or "none"


def _twice(what: str, owners: Iterable[tuple[Hashable, str]], code: str, free: str = "") -> Iterator[CheckMessage]:
    """An error for each value that has several owners. `free`: what can be declared instead."""
    found: Mapping[Hashable, list[str]] = defaultdict(list)
    for value, owner in owners:
        found[value].append(owner)
    for value, names in found.items():
        if len(names) > 1:
            shown = " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
            yield _error(f"The {what} {shown!r}", f"is declared by {' and by '.join(names)}", code, free)


def _error(where: str, what: str, code: str, free: str = "") -> Error:
    return Error(f"{where} {what}.", f"Free: {free}." if free else None, id=f"workflows.{code}")
