"""System checks of the processes: what would let two people decide the same item fails before it starts."""

from typing import Any

from django.core.checks import CheckMessage, Error, register

from workflows.engine.core.flows import ProductFlow, flows, steps
from workflows.engine.core.locks import RowLock
from workflows.engine.inbox.counts import COUNT_PERMISSIONS, UNCOUNTED


@register()
def check_flows(app_configs: Any = None, **_options: Any) -> list[CheckMessage]:
    return [problem for flow in flows() for problem in problems_of(flow)]


def problems_of(flow: type[ProductFlow]) -> list[CheckMessage]:
    """What is wrong with a flow: no lock, a queue without a count or with another's permission, a dangling outcome."""
    problems: list[CheckMessage] = []
    if not isinstance(flow.lock_impl, RowLock):
        problems.append(
            Error(f"{flow.__name__} has no RowLock: two people could decide one item.", id="workflows.E001")
        )
    for node in steps(flow):
        where = f"{flow.__name__}.{node.name}"
        counted = node.queue and node.queue not in UNCOUNTED
        if counted and COUNT_PERMISSIONS.get(node.queue) != node.permission:
            problems.append(
                Error(f"{where}: queue {node.queue!r} is not counted under its permission.", id="workflows.E002")
            )
        problems.extend(
            Error(f"{where} has no outcome {name!r}.", id="workflows.E003")
            for name in (node.on_fire, node.on_word, node.undo)
            if name and name not in node.outcomes
        )
        if bool(node.fires) != bool(node.on_fire):
            problems.append(Error(f"{where} has a time without an outcome, or the reverse.", id="workflows.E004"))
    return problems
