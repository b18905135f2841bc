"""What every flow of the product has, and the closed registries of flows and queues."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar

from django.apps import apps
from viewflow.workflow.base import Flow

from accounts.models import User
from workflows.engine.core.declarations import Queue, Status
from workflows.engine.core.entry_data import Shape
from workflows.engine.core.errors import NotEndedError, UnknownQueueError
from workflows.engine.core.locks import RowLock
from workflows.engine.core.nodes import Ending, HumanTask
from workflows.engine.core.subjects import Subject
from workflows.models import Process, Task, TaskEvent


class ProductFlow(Flow):
    """A process of the product. `kind` names it in addresses; `subject` reads what it is about."""

    process_class = Process
    task_class = Task
    lock_impl: Any = RowLock()

    kind: ClassVar[str]
    # where people see flows beside each other, lower comes first
    order: ClassVar[int] = 0
    subject: ClassVar[Subject]

    # (subject_id, status): notes where the subject stands; None where no step of the process changes it
    move: ClassVar[Any] = None

    # whether who holds a task may revise what it is about
    revises: ClassVar[bool] = False

    # what entries of history hold in their data beside what the engine declares, by action
    entry_data: ClassVar[Mapping[str, Shape]] = {}

    # how an end is overridden, and the end that the source itself brings about
    reinstated: ClassVar[Any]
    withdrawn: ClassVar[Any]

    # the flow over the same subjects beside which this one runs: its process comes to the end `closed` when the
    # other's begins anew, or when the source takes the subject back
    beside: ClassVar[Any] = None
    closed: ClassVar[Any]

    @classmethod
    def reinstating_start(cls, process: Process) -> Any:
        """The start node that overrides the end of a process; another flow's, where that one does.

        Raises NotEndedError.
        """
        if not hasattr(cls, "reinstated"):
            raise NotEndedError("What has come to an end here is not reopened.")
        return cls.reinstated

    @classmethod
    def is_open_to(cls, user: User, process: Process) -> bool:
        """Whether somebody who may work in one of the steps may read how this process went."""
        return True

    @classmethod
    def is_followed(cls, process: Process) -> bool:
        """Whether a later process has had the word since: only the last end is overridden."""
        later = Process.objects.filter(flow_class=cls, subject_id=process.subject_id, pk__gt=process.pk)
        return later.exists()

    @classmethod
    def first_step(cls, process: Process) -> Any:
        """The step in which a new process over the subject would wait now."""
        raise NotImplementedError

    @classmethod
    def read_details(cls, entries: Sequence[TaskEvent]) -> Mapping[int, Mapping[str, Any]]:
        """What readers of history get in an entry's data that must not stay in it for good, by the entry's id."""
        return {}

    @classmethod
    def decided(cls, process: Process, target: Any) -> None:
        """Called when a person's decision has led to a node and is in the history, in the same transaction."""

    @classmethod
    def ended(cls, process: Process) -> None:
        """Called when a process has come to an end, in the same transaction."""

    @classmethod
    def enter(cls, process: Process, node: HumanTask) -> None:
        """Called when a step for people begins: the subject's status follows the process."""
        if cls.move is not None:
            cls.move(process.subject_id, node.status)


def flows() -> Iterator[type[ProductFlow]]:
    """Every flow of the product: those that an installed application brings."""
    return iter(_flows(tuple(ProductFlow.__subclasses__())))


@cache
def _flows(defined: tuple[type[ProductFlow], ...]) -> tuple[type[ProductFlow], ...]:
    ordered = sorted(defined, key=lambda flow: flow.order)
    return tuple(flow for flow in ordered if apps.get_containing_app_config(flow.__module__))


def flow_of(kind: str) -> type[ProductFlow] | None:
    return next((flow for flow in flows() if flow.kind == kind), None)


def nodes_of(flow: type[ProductFlow]) -> Iterator[Any]:
    """The nodes of a flow, in the order of work: that of its attributes."""
    return iter(_nodes(flow))


@cache
def _nodes(flow: type[ProductFlow]) -> tuple[Any, ...]:
    instance: Any = flow.instance
    known = {node.name: node for node in instance.nodes()}
    return tuple(known[name] for name in vars(flow) if name in known)


def steps(flow: type[ProductFlow]) -> Iterator[HumanTask]:
    return (node for node in nodes_of(flow) if isinstance(node, HumanTask))


def queues() -> Mapping[str, Queue]:
    """The queues by name, in the order of work."""
    return _queues(tuple(flows()))


@cache
def _queues(of: tuple[type[ProductFlow], ...]) -> Mapping[str, Queue]:
    found: dict[str, Queue] = {}
    for flow in of:
        for step in steps(flow):
            if step.declared_queue:
                found.setdefault(step.queue, step.declared_queue)
    return MappingProxyType(found)


def get_queue(name: str) -> Queue:
    """Raises UnknownQueueError."""
    try:
        return queues()[name]
    except KeyError:
        raise UnknownQueueError from None


def statuses() -> Mapping[str, Status]:
    """The statuses that subjects can have, by name: the open ones in the order of work, then those of ends."""
    return _statuses(tuple(flows()))


@cache
def _statuses(of: tuple[type[ProductFlow], ...]) -> Mapping[str, Status]:
    found: dict[str, Status] = {}
    for status in declared_statuses(of):
        known = found.get(status.name)
        if known is None or (known.is_open and not status.is_open):
            found[status.name] = status
    return MappingProxyType({status.name: status for status in sorted(found.values(), key=lambda it: not it.is_open)})


def declared_statuses(of: Iterable[type[ProductFlow]]) -> Iterator[Status]:
    """Every declaration of a status, also where several nodes give a subject the same."""
    for flow in of:
        for node in nodes_of(flow):
            moves = flow.move is not None if isinstance(node, HumanTask) else isinstance(node, Ending)
            status: Status | None = node.declared_status if moves else None
            if status:
                yield status


_announced: dict[str, Queue] = {}


def announce(*queues: Queue) -> None:
    """Declare queues whose processes do not exist yet: they are listed and counted, and hold nothing."""
    _announced.update({queue.name: queue for queue in queues})


def announced_queues() -> Mapping[str, Queue]:
    return MappingProxyType(_announced)


def outcome_label(node: Any, outcome: str) -> str:
    """What people call an outcome of a node; the outcome's own name when the node has no such outcome any more."""
    known = getattr(node, "outcomes", {}).get(outcome)
    return known.label if known else outcome
