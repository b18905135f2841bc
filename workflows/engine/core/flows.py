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
    # sort order of the flows in the console, lowest first
    order: ClassVar[int] = 0
    subject: ClassVar[Subject]

    # The UPDATE that sets the status %(status)s of the subjects with the ids %(subjects)s; empty if no step changes the
    # status.
    move: ClassVar[str] = ""

    # whether the holder of a task may revise its subject
    revises: ClassVar[bool] = False

    # whether a person's decision states the revision that they read: the subject may change while they decide
    names_revision: ClassVar[bool] = False

    # whether the assignee of a task is also assigned the next task, if its step needs the same permission
    keeps_assignee: ClassVar[bool] = False

    # whether a process that overrides an end keeps the item's age and due time; otherwise both start anew
    keeps_age: ClassVar[bool] = True

    # data of history entries by action, in addition to the declarations of the engine
    entry_data: ClassVar[Mapping[str, Shape]] = {}

    # the outcome that the figures of the team count as a rejection
    rejects: ClassVar[str] = ""

    # what each outcome does, by name: a sentence or two for people who have never taken it
    about: ClassVar[Mapping[str, str]] = {}

    # rules by which `docket verify` checks the subjects (`core.consistency.rules`), and their parameters
    rules: ClassVar[Sequence[str]] = ()
    rule_values: ClassVar[Mapping[str, Any]] = {}

    # indexes of tasks for lists of this flow; migrations create them
    indexes: ClassVar[Sequence[Index]] = ()

    # the start node that overrides an end, and the ending for a withdrawal by the source
    reinstated: ClassVar[Any]
    withdrawn: ClassVar[Any]

    # The main flow about the same subjects. When it starts again for a subject, or the source withdraws the subject,
    # processes of this flow end as `closed`.
    beside: ClassVar[Any] = None
    closed: ClassVar[Any]

    @classmethod
    def reinstating_start(cls, process: Process) -> Any:
        """The start node that overrides the end of a process; it may belong to another flow.

        Raises NotEndedError.
        """
        if not hasattr(cls, "reinstated"):
            raise NotEndedError("An item of this kind cannot be reopened.")
        return cls.reinstated

    @classmethod
    def asked_since(cls, process: Process, step: HumanTask) -> datetime | None:
        """When the newest content arrived for a step that a process returns to; if it is later, the step's clock starts
        then.

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
        """Data for readers of history by entry id that must not be stored in the entry."""
        return {}

    @classmethod
    def read_conditions(cls, processes: Sequence[Any]) -> None:
        """Read what the conditions of these processes need, in a constant number of statements."""

    @classmethod
    def deciding(cls, task: Any, form: Any, *, by: User, at: datetime) -> None:
        """Called before a person's decision is recorded, in the same transaction. May refuse it, and may change the
        form.
        """

    @classmethod
    def undoing(cls, task: Any, next_task: Any, *, by: User) -> None:
        """Called before a person's decision is undone, in the same transaction. May refuse if something was already
        sent.
        """

    @classmethod
    def noted(cls, process: Process, entry: TaskEvent) -> None:
        """Called after a person has left a note, in the same transaction. `entry` holds its text."""

    @classmethod
    def decided(cls, process: Process, target: Any) -> None:
        """Called after a person's decision is recorded, in the same transaction. `target`: the next node."""

    @classmethod
    def ended(cls, process: Process) -> None:
        """Called when a process ends, in the same transaction, before its rows are written."""


def flows() -> Iterator[type[ProductFlow]]:
    """All flows of installed applications."""
    return iter(_flows(tuple(ProductFlow.__subclasses__())))


@cache
def _flows(defined: tuple[type[ProductFlow], ...]) -> tuple[type[ProductFlow], ...]:
    ordered = sorted(defined, key=lambda flow: flow.order)
    return tuple(flow for flow in ordered if apps.get_containing_app_config(flow.__module__))


def flow_of(kind: str) -> type[ProductFlow] | None:
    """The flow of a kind; None for an unknown kind."""
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
    """The node with this name; None if the flow no longer has it."""
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
    """The statuses of subjects by name: open ones in the order of work, then those of ends.

    `thing`: only the statuses of subjects in this table (`Subject.thing`).
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
    """The names of all statuses. A status that only one flow has is inserted before the next status that the flow
    shares with others, so that the order of each flow is kept.
    """
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
    """The label of an outcome of a node; its name if the node no longer has this outcome.

    `node`: None for a quoted decision of another process. `led_to`: the name of the node that the outcome led to, for
    the label of `Back`.
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
