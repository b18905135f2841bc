"""What can be decided for many items at once: the outcomes of the queues' steps."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from accounts.models import User
from kit.errors import ForbiddenError, InvalidError
from workflows.bulk.reopening import OUTCOME, PUBLISHED, STEP, TITLE
from workflows.engine.core.declarations import Queue
from workflows.engine.core.flows import flows, get_queue, steps
from workflows.engine.core.outcomes import Outcome
from workflows.engine.reading.lists.desk import listed_queues
from workflows.models import BulkBatch

SECTION = "reviews"  # the section of the sidebar with the tool for batches


@dataclass(frozen=True, slots=True)
class Choice:
    """An outcome of a step and of other steps in its queue that have it, such as those of new and of replied tickets.

    If several kinds of process share a queue, only items of one `kind` are selected. `reopens`: the items are published
    reviews, which are first returned to the step (`reopening`).
    """

    step: Any
    outcome: Outcome
    reopens: bool = False

    @property
    def kind(self) -> str:
        return str(self.step.flow_class.kind)

    @property
    def queue(self) -> str:
        return PUBLISHED if self.reopens else str(self.step.queue)

    @property
    def title(self) -> str:
        return TITLE if self.reopens else str(self.step.task_title)

    @property
    def can_be_undone(self) -> bool:
        """Whether a rollback can undo the outcome. A review that was reopened stays under investigation."""
        return not self.reopens and bool(self.step.can_be_undone(self.outcome.name))

    @property
    def steps(self) -> list[Any]:
        return [step for step in self._having_it if step.queue == self.step.queue]

    @property
    def steps_in_no_queue(self) -> list[Any]:
        """Steps outside the queues with the same outcome, such as that of tickets that wait for their client."""
        return [step for step in self._having_it if not step.queue and step.permission == self.step.permission]

    @property
    def _having_it(self) -> Iterator[Any]:
        """The steps of this kind of process that have the outcome, with the same form."""
        for step in steps(self.step.flow_class):
            found = step.outcomes.get(self.outcome.name)
            if found and found.form is self.outcome.form:
                yield step


def choice_of(batch: BulkBatch) -> Choice:
    """The outcome that a batch takes."""
    step: Any = batch.step
    return Choice(step, step.outcomes[batch.outcome], reopens=batch.queue == PUBLISHED)


@dataclass(frozen=True, slots=True)
class Offered:
    """A queue in which a person may decide many items at once. `kinds`: by kind of process, its outcomes by name."""

    queue: str
    title: str
    kinds: Mapping[str, Mapping[str, Choice]]

    @property
    def choices(self) -> list[Choice]:
        return [choice for choices in self.kinds.values() for choice in choices.values()]


def offered_to(user: User) -> Iterator[Offered]:
    """The queues in which a person may decide many items at once, those of reviews first.

    The published reviews come last: they can only be selected by a trial of a banned word.
    """
    for listed in sorted(listed_queues(), key=lambda each: each.queue.page.place != SECTION):
        queue = listed.queue
        if not listed.is_view and user.may(queue.permission) and (kinds := choices_in(queue)):
            yield Offered(queue.name, queue.title, kinds)
    if user.may(STEP.permission):
        yield Offered(PUBLISHED, TITLE, _REOPENED)


def choices_in(queue: Queue) -> Mapping[str, Mapping[str, Choice]]:
    """The outcomes of a queue by kind and name. Second looks, and steps that bar people, have none: each decision there
    is the opinion of one person.
    """
    found: dict[str, dict[str, Choice]] = {}
    for flow in flows():
        for step in steps(flow):
            if step.queue == queue.name and not step.blind and not step.bars:
                for outcome in step.offered:
                    if outcome.sends or (outcome.form and outcome.form.for_one_item):
                        continue
                    found.setdefault(flow.kind, {}).setdefault(outcome.name, Choice(step, outcome))
    return found


def choose(queue_name: str, outcome: str, kind: str | None = None, *, by: User) -> Choice:
    """The choice with this outcome. Without a `kind`: of the first kind in the queue that has the outcome.

    Raises UnknownQueueError, ForbiddenError, InvalidError.
    """
    reopens = queue_name == PUBLISHED
    queue = get_queue(STEP.queue if reopens else queue_name)
    kinds = _REOPENED if reopens else choices_in(queue)
    if not by.may(queue.permission):
        raise ForbiddenError
    if kind is not None and kind not in kinds:
        known = ", ".join(kinds) or "none"
        raise InvalidError({"kind": [f"This queue has no items of this kind to decide together. It has: {known}."]})
    meant = list(kinds.values()) if kind is None else [kinds[kind]]
    for choices in meant:
        if outcome in choices:
            return choices[outcome]
    known = ", ".join(dict.fromkeys(name for choices in meant for name in choices)) or "none"
    raise InvalidError({"outcome": [f"This queue has no such outcome for many items. It has: {known}."]})


_REOPENING = Choice(STEP, STEP.outcomes[OUTCOME], reopens=True)
_REOPENED = {_REOPENING.kind: {OUTCOME: _REOPENING}}
