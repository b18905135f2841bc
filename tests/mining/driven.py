"""Some hundred items that go every way of every flow, each to its end, in an order that is the same in every run."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any

from django.db.models import F
from django.db.models.functions import Now
from viewflow.workflow.status import PROCESS

from accounts.models import User
from companies.models import Company
from kit.errors import DomainError
from reviews.models import Review
from tests.factories import a_company, a_head_moderator, a_process, a_review
from tests.sent_reviews import incoming
from tests.staff import Staff
from tests.testimonials.arriving import a_company_that_checks, an_ingested_testimonial, an_unexamined_testimonial
from tests.workflows.restrictions.requests import ask
from tests.workflows.tickets.threads import CLIENT, process_of, words, writes
from tickets.models import MessageKind, Ticket
from workflows.engine.core.lifecycle import reinstate_process, withdraw_process
from workflows.engine.core.nodes import Back
from workflows.engine.verbs.claims import claim_task
from workflows.engine.verbs.decisions import decide_task
from workflows.engine.verbs.sweep import fire_task
from workflows.engine.verbs.undo import undo_decision
from workflows.models import OPEN, Process, Task
from workflows.reviews.ingest import ingest_reviews
from workflows.second_looks.sampling import start_second_look
from workflows.testimonials.examination import examine_testimonial
from workflows.tickets.merging import merge_tickets
from workflows.tickets.reopening import reopen_ticket
from workflows.tickets.starting import start_ticket

FORMS: dict[str, dict[str, Any]] = {
    "reject": {"reason": "fake", "facts": "No such street."},
    "escalate": {"notes": "The owner threatens to sue."},
    "investigate": {"question": "Was there an appointment?"},
    "restrict": {"reason": "defamation", "facts": "The police found the ring."},
    "decline": {"why": "The author has sent a receipt."},
    "would_reject": {"reason": "hate", "facts": "It is against a people."},
    "first": {"why": "It is clear."},
    "second": {"why": "It is clear."},
    "reply": {"reply": "It is on its way."},
    "reply_and_resolve": {"reply": "It has arrived."},
}
OF_TESTIMONIALS: dict[str, dict[str, Any]] = {
    "finish": {"transcription": "They came in the rain."},
    "approve": {"transcription": "They came in the rain."},
    "reject": {"reason": "unreadable", "facts": "A thumb."},
    "return": {"advice": "Listen again."},
    "escalate": {"notes": "Which roof?"},
}
DRIVEN = (
    "review_moderation",
    "restriction_request",
    "decision_check",
    "ticket_resolution",
    "testimonial_transcription",
)
TEXTS = ("They came late.", "I know where you live.", "You crooks.")
LONGEST = 12  # steps by chance, before an item goes straight to an end
# outcomes that lead to an end, the quickest first
HOMEWARD = ("publish", "confirm", "reject", "decline", "would_reject", "first", "resolve", "reply_and_resolve")


class Drive:
    """Three heads, who may do everything, at one item after another. What was done least often comes first."""

    def __init__(self, seed: int = 1) -> None:
        self.chance = Random(seed)
        self.done, self.undone = Counter[tuple[str, str, str]](), Counter[tuple[str, str, str]]()
        self.people = [a_head_moderator() for _ in range(3)]
        self.company = a_company()

    def run(self, items: int) -> None:
        for number in range(items):
            text = "I know where you live." if number % 5 == 0 else "They came on time."
            process = a_process(a_review(self.company, text=text, verified=number % 2 == 0))
            if number % 5 == 1:
                self.send_again(process, text="I know where you live, again.")
            if number % 4 == 2:
                self.publish(process)
                self.ask(process)
            else:
                self.finish(process)
        self.answer_tickets(items // 2)
        self.transcribe_testimonials(items // 2)

    def transcribe_testimonials(self, number: int) -> None:
        """Those of one company are checked by a second person."""
        companies = (self.company, a_company_that_checks())
        for place in range(number):
            self.finish(an_ingested_testimonial(companies[place % 2]))
        examine_testimonial(an_unexamined_testimonial(self.company).subject_id)  # it cannot be read
        withdraw_process(an_unexamined_testimonial(self.company))

    def answer_tickets(self, number: int) -> None:
        """New ones, and those that arrive answered or replied to. The first stays open: others are merged into it."""
        speakers = (MessageKind.STAFF, MessageKind.CLIENT)
        oldest, *tickets = [a_thread(self.company, speakers[: place % 3]) for place in range(number)]
        self.merged_into = oldest
        for ticket in tickets:
            self.finish(process_of(ticket))
        self.finish(process_of(oldest))

    def finish(self, process: Process) -> None:
        """Bring a process to its end, and then what may follow it."""
        for _ in range(LONGEST):
            if not (task := self.waiting(process)):
                break
            self.least(process.kind, self.step(task), self.choices(process, task))()
        while task := self.waiting(process):
            outcome = next(name for name in HOMEWARD if name in task.flow_task.outcomes)
            self.decide(task, outcome, is_final=True)
        self.follow(process)

    def publish(self, process: Process) -> None:
        while task := self.waiting(process):
            ways = ("publish", "approve", "verify")
            self.decide(task, next(name for name in ways if name in task.flow_task.outcomes), is_final=True)

    def waiting(self, process: Process) -> Any:
        return Task.objects.filter(process=process, status__in=OPEN).first()

    def step(self, task: Any) -> str:
        """Its name; of one that can go back, after the name of the step before."""
        node = task.flow_task
        if not any(isinstance(target, Back) for target in node.targets.values()):
            return str(node.name)
        before = Task.objects.filter(process=task.process_id, pk__lt=task.pk).order_by("pk").last()
        return f"{before.flow_task.name if before else ''} {node.name}"

    def least(self, kind: str, step: str, choices: Mapping[str, Callable[[], object]]) -> Callable[[], object]:
        """By chance among those that were done least often."""
        fewest = min(self.done[kind, step, name] for name in choices)
        name = self.chance.choice(sorted(name for name in choices if self.done[kind, step, name] == fewest))
        self.done[kind, step, name] += 1
        return choices[name]

    def choices(self, process: Process, task: Any) -> dict[str, Callable[[], object]]:
        """What can happen to an item now. What is refused changes nothing."""
        found: dict[str, Callable[[], object]] = {
            name: partial(self.decide, task, name)
            for name, outcome in task.flow_task.outcomes.items()
            if not outcome.from_outside
        }
        if task.flow_task.on_fire:
            found["the clock"] = lambda: self.fire(task)
        if process.kind == "review_moderation":
            found["other text"] = lambda: self.send_again(process, text=self.chance.choice(TEXTS))
            found["verified"] = lambda: self.send_again(process, verified=True)
            found["withdrawn"] = lambda: withdraw_process(process)
        if process.kind == "restriction_request":
            found["withdrawn"] = lambda: withdraw_process(self.moderation_of(process))
        if process.kind == "testimonial_transcription":
            found["withdrawn"] = lambda: withdraw_process(process)
        if process.kind == "ticket_resolution":
            ticket = Ticket.objects.get(pk=process.subject_id)
            found["the client"] = lambda: writes(ticket)
            found["elsewhere"] = lambda: writes(ticket, kind=MessageKind.STAFF)
            if ticket != self.merged_into:
                found["merged"] = lambda: merge_tickets(ticket.pk, self.merged_into.pk, by=self.people[0])
        return found

    def decide(self, task: Any, outcome: str, *, is_final: bool = False) -> None:
        form = FORMS.get(outcome, {})
        if task.process.kind == "testimonial_transcription":
            form = {} if task.queue == "backlog" and outcome == "return" else OF_TESTIMONIALS.get(outcome, {})
        elif (task.queue, outcome) == ("escalated", "return"):
            form = {"advice": "Ask for the invoice."}
        if outcome == "reschedule":
            form = {"until": (task.created + timedelta(days=1)).isoformat(), "why": "A holiday."}
        read = None
        if task.process.kind == "ticket_resolution":
            read = Ticket.objects.values_list("last_message_id", flat=True).get(pk=task.process.subject_id)
        for person in self.people:
            with suppress(DomainError):
                claim_task(task.pk, by=person)
                decide_task(task.pk, by=person, outcome=outcome, payload=form, revision=read)
                if not is_final:
                    self.undo(task, outcome, by=person)
                return

    def undo(self, task: Any, outcome: str, *, by: User) -> None:
        """At least once for each step that an outcome has led to, then by chance."""
        led_to = self.waiting(task.process)
        way = (task.flow_task.name, outcome, led_to.flow_task.name if led_to else "")
        if not self.undone[way] or self.chance.random() < 0.3:
            undo_decision(task.pk, by=by)
            self.undone[way] += 1

    def fire(self, task: Any) -> None:
        Task.objects.filter(pk=task.pk).update(fires_at=Now() - timedelta(seconds=1), lease_until=F("assigned"))
        fire_task(task.pk)

    def send_again(self, process: Process, **changes: Any) -> None:
        Task.objects.filter(process=process).update(lease_until=F("assigned"))  # nobody is at it
        review = Review.objects.get(pk=process.subject_id)
        sent = {"text": review.text, "verified": review.verified, "rating": review.rating, **changes}
        ingest_reviews(
            [incoming(source=review.source, external_id=review.external_id, company=review.company_id, **sent)]
        )

    def follow(self, process: Process) -> None:
        process.refresh_from_db()
        assert process.status == PROCESS.DONE
        if process.kind == "decision_check":
            return
        follows = {"nothing": lambda: None, "reopened": lambda: self.reopen(process)}
        if process.kind == "ticket_resolution" and process.outcome == "resolved":
            follows["continued"] = lambda: self.go_on(process)
        if process.kind in ("review_moderation", "testimonial_transcription"):
            follows["withdrawn"] = lambda: withdraw_process(process)
        if process.kind == "review_moderation":
            follows["checked"] = lambda: self.check(process)
            if process.outcome == "published":
                follows["asked"] = lambda: self.ask(process)
        self.least(process.kind, process.outcome, follows)()

    def reopen(self, process: Process) -> None:
        with suppress(DomainError):
            if process.kind == "ticket_resolution":
                self.finish(reopen_ticket(process.subject_id, by=self.people[0]))
            else:
                self.finish(reinstate_process(process, "It was wrong.", by=self.people[0]))

    def go_on(self, process: Process) -> None:
        ticket = Ticket.objects.get(pk=process.subject_id)
        writes(ticket)
        self.finish(process_of(ticket))

    def check(self, process: Process) -> None:
        if check := start_second_look(process.pk):
            self.finish(check)

    def ask(self, process: Process) -> None:
        answer = ask(Staff(self.people[0]), Review.objects.get(pk=process.subject_id))
        assert answer.status_code == 201, answer.content
        self.finish(Process.objects.get(pk=answer.json()["process"]["id"]))
        # the request may have ended because its review was reopened or withdrawn

    def moderation_of(self, process: Process) -> Process:
        about = Process.objects.filter(flow_class="review_moderation", subject_id=process.subject_id)
        newest: Process = about.latest("pk")
        return newest


def a_thread(company: Company, further: Sequence[MessageKind]) -> Ticket:
    """A ticket of the one client, with what was written since its first message."""
    later = [words(kind=kind) for kind in further]
    arrived = start_ticket("My order", CLIENT, words(), company_id=company.pk, further=later)
    return Ticket.objects.get(pk=arrived.ticket_id)


def open_tasks() -> int:
    return Task.objects.filter(status__in=OPEN).count()
