"""The desk as declared by the flows: queues and views in order, and which of them are counted."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from accounts.rights import Permission
from workflows.engine.core.declarations import Queue
from workflows.engine.core.flows import (
    ProductFlow,
    flows,
    queues,
    statuses,
    steps,
    things_with_status,
)
from workflows.engine.core.nodes import HumanTask
from workflows.engine.core.subject_registry import facets, facets_of
from workflows.engine.reading.lists.views import VIEWS, View


@dataclass(frozen=True, slots=True)
class Listed:
    """A queue or a view. `kinds`: the kinds of process whose items it can hold.

    `fires`: its items move on automatically at their time, so they are never overdue.
    """

    queue: Queue
    kinds: tuple[str, ...]
    fires: bool = False

    @property
    def is_view(self) -> bool:
        return isinstance(self.queue, View)


def listed_queues() -> Sequence[Listed]:
    """Every queue and view, ordered by place and position; those without a place last."""
    return _listed(tuple(flows()))


@cache
def _listed(of: tuple[type[ProductFlow], ...]) -> Sequence[Listed]:
    return tuple(sorted(_declared(of), key=_order))


def queues_that_fire() -> frozenset[str]:
    """The queues whose items the clock moves on: nobody has to decide them."""
    return frozenset(listed.queue.name for listed in listed_queues() if listed.fires)


def _declared(of: tuple[type[ProductFlow], ...]) -> Iterator[Listed]:
    for queue in queues().values():
        kinds = tuple(flow.kind for flow in of if queue.name in _queues_of(flow))
        yield Listed(queue, kinds, fires=all(step.fires for step in _steps_in(queue, of)))
    everywhere = tuple(flow.kind for flow in of if _queues_of(flow))
    for view in VIEWS.values():
        yield Listed(view, everywhere)


def _steps_in(queue: Queue, of: tuple[type[ProductFlow], ...]) -> list[HumanTask]:
    return [step for flow in of for step in steps(flow) if step.queue == queue.name]


def _queues_of(flow: type[ProductFlow]) -> set[str]:
    return {step.queue for step in steps(flow) if step.queue}


def _order(listed: Listed) -> tuple[bool, str, int]:
    page = listed.queue.page
    return page.place is None, page.place or "", page.position


def counted_queues() -> Mapping[str, Queue]:
    """The counted queues and views, by name; those of the specification first."""
    return _counted(tuple(listed_queues()))


@cache
def _counted(listed: tuple[Listed, ...]) -> Mapping[str, Queue]:
    counted = [entry.queue for entry in listed if not (isinstance(entry.queue, View) and entry.queue.asleep)]
    return {queue.name: queue for queue in sorted(counted, key=lambda queue: not queue.page.specified)}


def described_desk() -> dict[str, list[dict[str, Any]]]:
    """The declarations of the desk as the API describes them: queues, views, statuses, kinds, facets, permissions."""
    return {
        "queues": [_described(listed) for listed in listed_queues()],
        "statuses": [
            {
                "name": status.name,
                "title": status.title,
                "open": status.is_open,
                "tone": status.tone,
                "things": list(things_with_status(status.name)),
            }
            for status in statuses().values()
        ],
        "kinds": [{"kind": flow.kind, "title": str(flow.process_title)} for flow in flows()],
        "facets": [facet.described() for facet in facets().values()],
        "permissions": [{"name": permission.value, "title": permission.label} for permission in Permission],
    }


def _described(listed: Listed) -> dict[str, Any]:
    queue, page = listed.queue, listed.queue.page
    return {
        "name": queue.name,
        "title": queue.title,
        "permission": queue.permission,
        "path": page.path,
        "icon": page.icon,
        "key": page.key,
        "place": page.place,
        "position": page.position,
        "view": listed.is_view,
        "lists": queue.lists if isinstance(queue, View) else "",
        "fires": listed.fires,
        "about": page.about,
        "kinds": list(listed.kinds),
        "facets": list(facets_of(listed.kinds)),
    }
