"""The base class of all flows, and the registries of flows, queues and statuses."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar

from django.apps import apps
from django.db.models import Index
from viewflow.workflow.base import Flow

from accounts.models import User
from workflows.engine.core.declarations import Queue, Status
from workflows.engine.core.entry_data import Shape
from workflows.engine.core.errors import NotEndedError, UnknownQueueError
from workflows.engine.core.locks import RowLock
from workflows.engine.core.nodes import Back, Ending, HumanTask
from workflows.engine.core.subjects import Subject
from workflows.models import Process, Task, TaskEvent


class ProductFlow(Flow):
    """The base class of flows. `kind` identifies it in URLs and rows; `subject` reads its subject."""

    process_class = Process
    task_class = Task
    lock_impl: Any = RowLock()

    kind: ClassVar[str]
    # order of flows in the console, lower comes first
    order: ClassVar[int] = 0
    subject: ClassVar[Subject]

    # the UPDATE that gives %(subjects)s, their ids, the status %(status)s; empty if no step changes it
    move: ClassVar[str] = ""

    # whether the holder of a task may revise its subject
    revises: ClassVar[bool] = False

    # whether the decision of a person names what they have read: the subject may change while they decide
    names_revision: ClassVar[bool] = False

    # whether the assignee of a task is that of the next one, where its step asks for the same permission
    keeps_assignee: ClassVar[bool] = False

    # whether a process that overrides an end keeps the age and the due time of the item, or begins both anew
    keeps_age: ClassVar[bool] = True

    # data of history entries by action, in addition to the declarations of the engine
    entry_data: ClassVar[Mapping[str, Shape]] = {}

    # the outcome that the figures of the team count as a rejection
    rejects: ClassVar[str] = ""

    # what happens by an outcome, by its name: a sentence or two for people who have not taken it yet
    about: ClassVar[Mapping[str, str]] = {}

    # what `docket verify` checks of its subjects: rules as in `core.agreement`, and the values that they need
    rules: ClassVar[Sequence[str]] = ()
    rule_values: ClassVar[Mapping[str, Any]] = {}

    # indexes of tasks that a list of its own needs; migrations make them
    indexes: ClassVar[Sequence[Index]] = ()

    # the start node that overrides an end, and the ending for a withdrawal by the source
    reinstated: ClassVar[Any]
    withdrawn: ClassVar[Any]

    # the main flow of the same subjects: when its process starts again, or the source withdraws the subject, processes
    # of this flow end as `closed`
    beside: ClassVar[Any] = None
    closed: ClassVar[Any]

    @classmethod
    def reinstating_start(cls, process: Process) -> Any:
        """The start node that overrides the end of a process, possibly of another flow.

        Raises NotEndedError.
        """
        if not hasattr(cls, "reinstated"):
            raise NotEndedError("An item of this kind cannot be reopened.")
        return cls.reinstated

    @classmethod
    def asked_since(cls, process: Process, step: HumanTask) -> datetime | None:
        """When something new came for a step to which a process returns; its clock begins then, if that is later.

        None: the item keeps the age of its last visit.
        """
        return None

    @classmethod
    def is_open_to(cls, user: User, process: Process) -> bool:
        """Whether a person with access to one of the steps may read this process."""
        return True

    @classmethod
    def is_followed(cls, process: Process) -> bool:
        """Whether a later process exists: only the last end can be overridden."""
        later = Process.objects.filter(flow_class=cls, subject_id=process.subject_id, pk__gt=process.pk)
        return later.exists()

    @classmethod
    def first_step(cls, process: Process) -> Any:
        """The first step for people of a new process about the subject."""
        raise NotImplementedError

    @classmethod
    def read_details(cls, entries: Sequence[TaskEvent]) -> Mapping[int, Mapping[str, Any]]:
        """Data by entry id that readers of history get, but that must not be stored in the entry."""
        return {}

    @classmethod
    def read_conditions(cls, processes: Sequence[Any]) -> None:
        """Read what the conditions of many processes need, in a constant number of statements."""

    @classmethod
    def deciding(cls, task: Any, form: Any, *, by: User, at: datetime) -> None:
        """Called before a person's decision is recorded, in the same transaction. May refuse, and add to the form."""

    @classmethod
    def undoing(cls, task: Any, next_task: Any, *, by: User) -> None:
        """Called before a person's decision is undone, in the same transaction. May refuse what has left the house."""

    @classmethod
    def noted(cls, process: Process, entry: TaskEvent) -> None:
        """Called when a person has left a note, in the same transaction. `entry` holds its text."""

    @classmethod
    def decided(cls, process: Process, target: Any) -> None:
        """Called after a person's decision is recorded, in the same transaction. `target`: the next node."""

    @classmethod
    def ended(cls, process: Process) -> None:
        """Called when a process ends, in the same transaction. Its rows are written afterwards."""


def flows() -> Iterator[type[ProductFlow]]:
    """All flows of installed applications."""
    return iter(_flows(tuple(ProductFlow.__subclasses__())))


@cache
def _flows(defined: tuple[type[ProductFlow], ...]) -> tuple[type[ProductFlow], ...]:
    ordered = sorted(defined, key=lambda flow: flow.order)
    return tuple(flow for flow in ordered if apps.get_containing_app_config(flow.__module__))


def flow_of(kind: str) -> type[ProductFlow] | None:
    return next((flow for flow in flows() if flow.kind == kind), None)


def nodes_of(flow: type[ProductFlow]) -> Iterator[Any]:
    """The nodes of a flow, in the order of its attributes."""
    return iter(_nodes(flow))


@cache
def _nodes(flow: type[ProductFlow]) -> tuple[Any, ...]:
    instance: Any = flow.instance
    by_name = {node.name: node for node in instance.nodes()}
    return tuple(by_name[name] for name in vars(flow) if name in by_name)


@cache
def node_named(flow: type[ProductFlow], name: str) -> Any | None:
    """None for a node that the flow no longer has."""
    return next((node for node in nodes_of(flow) if node.name == name), None)


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


def statuses(thing: str = "") -> Mapping[str, Status]:
    """The statuses that subjects can have, by name: the open ones in the order of work, then those of ends.

    `thing`: only those of the subjects in this table (`Subject.thing`).
    """
    return _statuses(tuple(flow for flow in flows() if not thing or flow.subject.thing == thing))


@cache
def _statuses(of: tuple[type[ProductFlow], ...]) -> Mapping[str, Status]:
    found: dict[str, Status] = {}
    for status in declared_statuses(of):
        previous = found.get(status.name)
        if previous is None or (previous.is_open and not status.is_open):
            found[status.name] = status
    return MappingProxyType(
        {name: found[name] for name in sorted(_in_order_of_work(of), key=lambda it: not found[it].is_open)}
    )


def _in_order_of_work(of: tuple[type[ProductFlow], ...]) -> list[str]:
    """Those that a flow adds stand before the next one that it shares, so that each flow has its own order."""
    order: list[str] = []
    for flow in of:
        place = len(order)
        for name in reversed(dict.fromkeys(status.name for status in declared_statuses([flow]))):
            if name in order:
                place = order.index(name)
            else:
                order.insert(place, name)
    return order


@cache
def things_with_status(name: str) -> tuple[str, ...]:
    """The tables of subjects (`Subject.thing`) that can have a status."""
    found = dict.fromkeys(flow.subject.thing for flow in flows() for it in declared_statuses([flow]) if it.name == name)
    return tuple(found)


def declared_statuses(of: Iterable[type[ProductFlow]]) -> Iterator[Status]:
    """Every declaration of a status, including repeated ones."""
    for flow in of:
        for node in nodes_of(flow):
            moves = flow.move if isinstance(node, HumanTask) else isinstance(node, Ending)
            status: Status | None = node.declared_status if moves else None
            if status:
                yield status


def outcome_label(node: Any, outcome: str, led_to: str) -> str:
    """The label of an outcome of a node; its name when the node no longer has this outcome.

    `node`: None for a decision of another process that is quoted. `led_to`: the name of the node to which it led, for
    the label of a way back.
    """
    if node is None:
        labels = (step.outcomes[outcome].label for flow in flows() for step in steps(flow) if outcome in step.outcomes)
        return str(next(labels, outcome))
    found = getattr(node, "outcomes", {}).get(outcome)
    if found is None:
        return outcome
    target = node.targets[outcome]
    title = next((step.task_title for step in nodes_of(node.flow_class) if step.name == led_to), None)
    is_way_back = isinstance(target, Back) and target.to and title
    return target.to.format(step=title) if is_way_back else str(found.label)
