"""The filter for the history of all processes, shared by lists and exports."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.db.models.expressions import RawSQL

from fulltext.understood import understand_in_list
from kit.errors import InvalidError
from workflows.engine.core.flows import flows, steps
from workflows.models import TaskEvent

WORDS = "words"  # tsvector column of the texts, filled by the database like that of the search (decision 66)


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """Filters of history, combined with AND. `since` is inclusive, `until` is exclusive.

    `subject`: the thing and the id of a subject, such as `review:17`. `q`: words that a note or reason must contain,
    all of them; `named`: codes of the reasons whose titles contain these words. `without`: ids of processes to leave
    out.
    """

    person: int | None = None
    kind: str = ""
    process: int | None = None
    subject: str = ""
    queue: str = ""
    action: str = ""
    outcome: str = ""
    reason: str = ""
    since: datetime | None = None
    until: datetime | None = None
    q: str = ""
    named: Collection[str] = ()
    without: Collection[int] = ()

    def entries(self) -> QuerySet[TaskEvent]:
        """The selected entries, unordered. For exports; lists read pages (`history_page`).

        Raises InvalidError for a `subject` in another format.
        """
        found = TaskEvent.objects.filter(self.about, self.what)
        if self.person is not None:
            found = found.filter(actor_id=self.person)
        if self.since:
            found = found.filter(at__gte=self.since)
        if self.until:
            found = found.filter(at__lt=self.until)
        if self.q:
            reasons = Q(data__reason__in=list(self.named)) & ~Q(text_digest=b"")
            found = found.filter(Q(pk__in=self.texts) | reasons)
        return found.exclude(process_id__in=self.without) if self.without else found

    @property
    def texts(self) -> RawSQL:
        """The ids of the entries whose texts contain the words."""
        return RawSQL(f"SELECT event_id FROM workflows_eventtext WHERE {WORDS} @@ %s::tsquery", [self.query])  # noqa: S611 (values are parameters)

    @property
    def query(self) -> str:
        """The words as a tsquery, parsed like those of the other lists; empty without a word."""
        return understand_in_list(self.q).query

    @property
    def about(self) -> Q:
        """The condition on process and subject."""
        condition = Q()
        if self.process is not None:
            condition &= Q(process_id=self.process)
        if self.subject:
            thing, subject_id = self.subject_parts
            kinds = [flow for flow in flows() if flow.subject.thing == thing]
            condition &= Q(process__flow_class__in=kinds, process__subject_id=subject_id)
        return condition

    @property
    def subject_parts(self) -> tuple[str, int]:
        """The thing and the id in `subject`. Raises InvalidError for another format."""
        thing, _, number = self.subject.partition(":")
        if not (number.isascii() and number.isdecimal() and len(number) < len(str(2**63))):
            raise InvalidError({"subject": ["Write a subject as type:id, with its number."]})
        return thing, int(number)

    @property
    def what(self) -> Q:
        """The condition on kind of process, queue, action, outcome and reason."""
        condition = Q()
        if self.kind:
            condition &= Q(process__flow_class=self.kind)
        if self.queue:
            places = (Q(process__flow_class=kind, node=node) for kind, node in self.places)
            condition &= Q(*places, _connector=Q.OR) if self.places else Q(pk__in=())
        if self.action:
            condition &= Q(action=self.action)
        if self.outcome:
            condition &= Q(outcome=self.outcome)
        if self.reason:
            condition &= Q(data__reason=self.reason)
        return condition

    @property
    def places(self) -> list[tuple[str, str]]:
        """The steps of the queue, as (kind of process, name)."""
        return [(flow.kind, step.name) for flow in flows() for step in steps(flow) if step.queue == self.queue]
