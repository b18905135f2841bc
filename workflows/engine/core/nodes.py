"""The node types of the flows. A step is one attribute of its flow."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, Self

from django.db.models import TextChoices
from viewflow.this_object import this
from viewflow.workflow import nodes
from viewflow.workflow.base import Edge

from workflows.engine.core.activations import EndingActivation, HumanTaskActivation
from workflows.engine.core.declarations import Page, Queue, Status, StatusTone, declared_status
from workflows.engine.core.outcomes import Condition, Outcome, OutcomeForm, Tone

# arguments: the process, the start of the step, the form data of the decision that led to the step
Clock = Callable[[Any, datetime, Mapping[str, Any]], datetime]


@dataclass(frozen=True, slots=True)
class Back:
    """The target of an outcome that leads back to the step from which the task came.

    `to`: the label of the outcome if that step is known, with `{step}` for the step's title.
    """

    to: str = ""


@dataclass(frozen=True, slots=True)
class Depends:
    """One of two targets. The process's method with the name `question` chooses, by the name of the outcome."""

    question: str
    yes: Any
    no: Any

    def answer(self, process: Any, outcome: str) -> Any:
        return self.yes if getattr(process, self.question)(outcome) else self.no


def within(span: timedelta) -> Clock:
    """A clock that ends a fixed time after the start of the step."""
    return lambda _process, start, _decided: start + span


class HumanTask(nodes.View):
    """A step in which a person decides: a queue, labelled outcomes, a clock for due times and, rarely, a clock that
    acts.

    `queue`: a name, with `title`, `permission` and `page`; or a Queue that several steps share, each with its own
    `title` and `status` where they differ. Without a queue, the task is in no list. `status`: the title of the
    subject's status in this step, or one of the subject's own choices; `tone`: its colour, if it differs from the
    queue's. `due`: a clock for sorting and reports. `fires`, `on_fire`: at this time the outcome is taken, as soon as
    nobody holds the task. `on_verification`: the outcome taken when the source verifies the subject; `verified`: the
    condition that is true from then on, after which nothing returns to this step. `undo`: the outcome that undoes the
    decision that led here. `bars`: at most two properties of the process with ids of people who may neither work on the
    task nor see it. `reports`: the person who sent the process here is notified of the decision. `blind`: people with a
    task of this step cannot read the result of its subject elsewhere.
    """

    activation_class = HumanTaskActivation

    def __init__(
        self,
        queue: str | Queue = "",
        *,
        title: str = "",
        permission: str = "",
        status: str | TextChoices = "",
        tone: StatusTone = "",
        page: Page | None = None,
        due: Clock | None = None,
        fires: Clock | None = None,
        on_fire: str = "",
        on_verification: str = "",
        verified: Condition | None = None,
        undo: str = "",
        bars: Sequence[str] = (),
        reports: bool = False,
        blind: bool = False,
    ) -> None:
        super().__init__(view=None)
        if isinstance(queue, Queue):
            if permission or page or (status and queue.status):
                raise TypeError(f"the queue {queue.name} declares its permission, status and page itself")
            declared = queue
        else:
            declared = Queue(queue, title, permission, "" if isinstance(status, TextChoices) else status, page)
        self.declared_queue = declared if declared.name else None
        self.queue, self.task_title, self.permission = declared.name, title or declared.title, declared.permission
        self._status, self._tone = status or declared.status, tone or declared.page.tone
        self.due, self.fires, self.on_fire, self.on_verification, self.undo = due, fires, on_fire, on_verification, undo
        self.verified = verified
        self.bars, self.reports, self.blind = bars, reports, blind
        self.outcomes: dict[str, Outcome] = {}
        self.targets: dict[str, Any] = {}

    @property
    def declared_status(self) -> Status:
        """The status of the subject in this step, if the flow sets statuses."""
        return declared_status(self._status, self.queue or str(self.name), is_open=True, tone=self._tone)

    @cached_property
    def status(self) -> str:
        return self.declared_status.name

    @property
    def offered(self) -> Iterator[Outcome]:
        """The outcomes that a person can take."""
        return (outcome for outcome in self.outcomes.values() if not outcome.from_outside)

    @property
    def automatic_outcome(self) -> str:
        """The outcome that is taken without a person: by the clock, or when the source verifies the subject."""
        return self.on_fire or self.on_verification

    def On(  # noqa: N802  viewflow's nodes are built by capitalised methods
        self,
        name: str,
        target: Any,
        *,
        label: str,
        key: str = "",
        tone: Tone = "neutral",
        form: type[OutcomeForm] | None = None,
        needs: Condition | None = None,
        effect: Callable[[int], None] | None = None,
        undo_effect: Callable[[int], None] | None = None,
        writes: bool = False,
        sends: bool = False,
        from_outside: bool = False,
    ) -> Self:
        """Add an outcome that leads to `target`.

        `needs`: a condition of the process. `effect` is called with the subject's id before the next step begins;
        `undo_effect` is called when the outcome is undone. `writes`, `sends`, `from_outside`: see `Outcome`.
        """
        self.outcomes[name] = Outcome(
            name, label, key, tone, form, needs, effect, undo_effect, writes, sends, from_outside
        )
        self.targets[name] = target
        return self

    def Back(  # noqa: N802  as On
        self, name: str, *, label: str, to: str = "", key: str = "", form: type[OutcomeForm] | None = None
    ) -> Self:
        """Add an outcome that leads back to the step from which the task came here. `to`: see `Back`."""
        return self.On(name, Back(to), label=label, key=key, form=form)

    def label_of(self, outcome: str, task: Any) -> str:
        """The label of an outcome of this task. If it leads back, the label contains the title of that step."""
        target = self.targets[outcome]
        if isinstance(target, Back) and target.to:
            return target.to.format(step=self.target_of(outcome, task).task_title)
        return str(self.outcomes[outcome].label)

    def target_of(self, outcome: str, task: Any) -> Any:
        """The node to which an outcome leads this task. `Back` without a previous step leads to the first step."""
        target = self.targets[outcome]
        if isinstance(target, Depends):
            return target.answer(task.process, outcome)
        if not isinstance(target, Back):
            return target
        flow: Any = self.flow_class
        origin = flow.instance.node(task.came_from) if task.came_from else flow.first_step(task.process)
        is_moot = origin.verified is not None and getattr(task.process, origin.verified.holds)
        return origin.targets[origin.on_verification] if is_moot else origin

    def leads_to(self, name: str) -> bool:
        return any(target.name == name for _, target in self._direct_targets())

    def can_be_undone(self, outcome: str) -> bool:
        """Whether the decider can undo the outcome (decision 36).

        It must lead to another step for people, or to an ending without consequences (`Ending.is_quiet`), and must have
        no irreversible effect. An outcome that sends a message can be undone while the message is held, even if it
        leads to an ending. An ending of a blind step cannot be undone: it shows the decider what was hidden.
        """
        chosen = self.outcomes[outcome]
        if chosen.effect is not None and chosen.undo_effect is None:
            return False
        after = self._after(outcome)
        return chosen.sends or all(_is_open(node) or (node.is_quiet and not self.blind) for node in after)

    def leads_on(self, outcome: str) -> bool:
        """Whether the outcome always leads to another step for people."""
        return all(map(_is_open, self._after(outcome)))

    def _after(self, outcome: str) -> tuple[Any, ...]:
        """All possible targets of an outcome."""
        target = self.targets[outcome]
        return (target.yes, target.no) if isinstance(target, Depends) else (target,)

    def ends_quietly(self, outcome: str) -> bool:
        """Whether the outcome leads to an ending from which an undo brings the item back."""
        target = self.targets[outcome]
        return isinstance(target, Ending) and target.is_quiet

    def holds_decision_of(self, task: Any) -> bool:
        """Whether this step holds the decision of `task`. A rescheduling, which leads from a hold to itself, is not
        held.
        """
        return bool(self.undo and self.fires) and task.flow_task is not self

    def _resolve(self, instance: Any) -> None:
        super()._resolve(instance)
        self.targets = {name: _resolved(instance, target) for name, target in self.targets.items()}

    def _outgoing(self) -> Iterator[Edge]:
        source: Any = self
        for name, target in self._direct_targets():
            yield Edge(src=source, dst=target, edge_class="next", label=self.outcomes[name].label)

    def _direct_targets(self) -> Iterator[tuple[str, Any]]:
        """The outcomes with the nodes that they may lead to, except `Back`."""
        for name, target in self.targets.items():
            if isinstance(target, Depends):
                yield from ((name, target.yes), (name, target.no))
            elif not isinstance(target, Back):
                yield name, target


def _resolved(instance: Any, target: Any) -> Any:
    if isinstance(target, Back):
        return target
    if isinstance(target, Depends):
        return Depends(target.question, this.resolve(instance, target.yes), this.resolve(instance, target.no))
    return this.resolve(instance, target)


class Hold(HumanTask):
    """A decision that takes effect at the end of its hold, unless somebody recalls it earlier.

    The subject already has the status of the end.
    """

    def __init__(
        self, *, title: str, permission: str, status: str | TextChoices, fires: Clock, on_fire: str, undo: str
    ) -> None:
        super().__init__(title=title, permission=permission, status=status, fires=fires, on_fire=on_fire, undo=undo)


class Ending(nodes.End):
    """An end. Its name is the outcome of the process. It can have an effect on the subject and an event.

    `status`: the subject's status after the effect; empty if it does not change. `tone`: the colour of that status.
    `from_outside`: for an end that no step leads to, the title of the event that ends the process.
    """

    activation_class = EndingActivation

    def __init__(
        self,
        effect: Callable[[int], None] | None,
        *,
        title: str,
        status: str | TextChoices = "",
        tone: StatusTone = "",
        event: str = "",
        from_outside: str = "",
    ) -> None:
        super().__init__()
        self.effect, self.task_title, self.event, self.from_outside = effect, title, event, from_outside
        self._status, self._tone = status, tone

    @property
    def is_quiet(self) -> bool:
        """Whether the ending has no consequences: no effect, no event and no new status."""
        return self.effect is None and not self.event and not self._status

    def holds_decision_of(self, task: Any) -> bool:
        return False

    @property
    def declared_status(self) -> Status | None:
        return declared_status(self._status, str(self.name), is_open=False, tone=self._tone) if self._status else None

    @property
    def status(self) -> str:
        """The status of the subject; the name of the end if the status does not change."""
        return self.declared_status.name if self.declared_status else str(self.name)


def _is_open(node: Any) -> bool:
    return isinstance(node, HumanTask | Back)
