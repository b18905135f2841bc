"""`docket demo`: the engine drives prototypes, and their copies are as the engine leaves rows."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connections
from django.db.models import F, Q
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

from accounts.models import User
from commands.demo.making import drive_keys, make_many_reviews
from commands.demo.organisation import GROUPED, TAGGED
from commands.demo.people import make_accounts
from commands.demo.prototypes import tables_of
from commands.demo.reviews import Reviews
from commands.demo.story import WAITS
from commands.demo.words import WORDS
from groups.models import Group, Membership
from kit.shared import forget_everything
from restrictions.models import RequestStatus
from restrictions.models import RequestToRestrict as Request
from reviews.models import Letter, Review, ReviewStatus, Revision, Statement
from reviews.screening import digest_of_content, screen_review
from reviews.word_figures import WordFilters, word_page
from tags.models import Tag, TagType
from testimonials.models import Medium, Original, Testimonial
from tests.cleaning import empty_tables
from tests.consistency import inconsistencies
from tests.databases import make_database, use_database
from tests.staff import Staff
from tests.workflows.reviews.desk import do_jobs, end_holds
from tickets.models import CannedReply, Ticket, TicketStatus
from workflows.engine.core.flows import flows, nodes_of, queues
from workflows.engine.core.nodes import Ending
from workflows.engine.core.stored_names import unknown_names
from workflows.engine.core.transition.planning import HARM_WITHIN
from workflows.facets import FLAGGED
from workflows.models import OPEN, Mention, OutboxMessage, Priority, Process, Task, TaskDraft, TaskEvent, TaskSkip
from workflows.testimonial_transcription import TestimonialTranscription
from workflows.ticket_resolution import TicketResolution

COMPARED = ("external_id", "source", "rating", "title", "text", "author_name", "status", "verified")
WITH_FORM = ("reject", "escalate", "investigate", "restrict", "decline", "would_reject", "first", "second")
FRIENDLY = 4  # stars
RANDOM_ACTIONS = {"assign", "note", "skip", "snooze", "revise", "vouch"}


def make(number: int, **options: Any) -> int:
    make_accounts()
    return make_many_reviews(number, **{"seed": 1, **options})


def require_consistency() -> None:
    """Statuses, tasks, histories with their chains; nobody holds anything, nothing is enqueued."""
    assert list(inconsistencies()) == []
    assert list(unknown_names()) == []
    assert not OutboxMessage.objects.exists()
    assert not Task.objects.filter(Q(status="ASSIGNED") | Q(lease_until__isnull=False)).exists()


@pytest.fixture(scope="module")
def small_demo(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """The name of a database with what `docket demo` makes, made once."""
    with django_db_blocker.unblock():
        with in_database(made := make_database("small")):
            call_command("docket_demo", verbosity=0)
        yield made


@pytest.fixture
def small(database: None, small_demo: str) -> Iterator[None]:
    with in_database(small_demo):
        yield


@pytest.fixture(scope="module")
def desk(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """The name of a database with many copies, made once."""
    with django_db_blocker.unblock():
        with in_database(made := make_database("demo")):
            make(1_200, open_share=0.6)
        yield made


@pytest.fixture
def large(database: None, desk: str) -> Iterator[None]:
    """Many copies, which the tests only read."""
    with in_database(desk):
        yield


@contextmanager
def in_database(name: str) -> Iterator[None]:
    usual = str(connections["owner"].settings_dict["NAME"])
    use_database(name)
    forget_everything()
    try:
        yield
    finally:
        use_database(usual)
        forget_everything()


@pytest.mark.usefixtures("small")
def test_the_small_demo_has_work_in_every_queue_and_something_at_every_end_of_every_flow() -> None:
    require_consistency()
    assert set(Task.objects.filter(status__in=OPEN).values_list("queue", flat=True)) - {""} == queues().keys()
    ends = {node.name for flow in flows() for node in nodes_of(flow) if isinstance(node, Ending)}
    assert set(Process.objects.values_list("outcome", flat=True)) == {"", *ends}
    assert set(Review.objects.values_list("status", flat=True)) >= {*ReviewStatus.values} - {"received"}
    assert set(Request.objects.values_list("status", flat=True)) == {*RequestStatus.values}
    of_reviews = Process.objects.exclude(flow_class__in=(TicketResolution, TestimonialTranscription))
    begun = {process.subject_id: process.created for process in of_reviews.order_by("-pk")}
    assert begun == dict(Review.objects.values_list("pk", "received_at"))
    owed = set(of_reviews.filter(outcome__in=("rejected", "restricted")).values_list("pk", flat=True))
    assert set(Statement.objects.values_list("process_id", flat=True)) == owed
    assert set(Letter.objects.filter(about="statement").values_list("process_id", flat=True)) == owed
    assert {*Letter.objects.values_list("state", flat=True)} == {Letter.State.SENT, Letter.State.NO_ADDRESS}
    assert set(Letter.objects.values_list("about", flat=True)) == {*Letter.About.values}
    assert not Letter.objects.exclude(to="").exclude(to__endswith="@example.com").exists()
    for statement in Statement.objects.all():
        letter = Letter.objects.get(process_id=statement.process_id, about="statement")
        assert statement.puid == f"docket-{statement.process_id}"
        review = Review.objects.get(pk=statement.review_id)
        received = f"{review.received_at.day} {review.received_at:%B %Y}"
        for words in (statement.puid, review.company.name, review.author_name, received):
            assert words in letter.body


@pytest.mark.usefixtures("small")
def test_the_small_demo_shows_banned_words_of_every_precision() -> None:
    shares = [row["precision"] for row in word_page(WordFilters(), sort="precision").items if row["matches"]]
    assert len(shares) >= len(WORDS["flagged"]), "each sentence with a banned word stands in some review"
    assert {0.0, 1.0, None} <= {*shares}


@pytest.mark.usefixtures("small")
def test_a_threat_of_harm_is_due_within_the_hour_in_the_demo_too() -> None:
    harmful = Task.objects.filter(priority=Priority.HARMFUL, fires_at=None, due_at__isnull=False)
    assert harmful.exists()
    assert not harmful.filter(due_at__gt=F("created") + HARM_WITHIN).exists()


@pytest.mark.usefixtures("small")
def test_the_small_demo_has_tickets_and_testimonials_in_every_state_groups_and_tags() -> None:
    assert set(Ticket.objects.values_list("status", flat=True)) == {*TicketStatus.values}
    an_hour_ago = timezone.now() - timedelta(hours=1)
    for queue in ("tickets", "testimonials"):  # where nothing came to their queue just now, its head says something
        assert Task.objects.filter(queue=queue, status__in=OPEN, created__lt=an_hour_ago).exists(), queue
    assert CannedReply.objects.filter(owner=None).exists()
    found = set(Testimonial.objects.values_list("status", flat=True))
    assert found == {
        "to_transcribe",
        "to_check",
        "published",
        "rejected",
        "backlog",
        "escalated",
        "withdrawn",
        "file_refused",
    }
    assert set(Testimonial.objects.values_list("medium", flat=True)) == {*Medium.values}
    types = {"image/jpeg", "application/pdf", "audio/mpeg", "video/webm"}
    assert set(Original.objects.values_list("type", flat=True)) == types
    assert Group.objects.filter(internal=True).count() == 1
    assert Membership.objects.count() == Group.objects.count() * GROUPED > GROUPED
    assert Tag.objects.get(type=TagType.USER).memberships.count() == TAGGED
    assert not Tag.objects.filter(counted_at=None).exists()


@pytest.mark.usefixtures("small")
def test_a_second_run_changes_nothing() -> None:
    made = (Review, Ticket, Testimonial, Group, Tag, CannedReply)
    before = list(User.objects.order_by("pk").values()), [model.objects.count() for model in made]
    assert len(before[0]) == 4
    call_command("docket_demo", verbosity=0)
    assert (list(User.objects.order_by("pk").values()), [model.objects.count() for model in made]) == before


@pytest.mark.usefixtures("small")  # the last test of it: it changes rows
def test_a_person_decides_an_item_of_every_step_of_the_demo() -> None:
    people = [User.objects.get(email=f"{name}@docket.test") for name in ("moderator", "head", "moderator2")]
    reason = {"reason": "fake", "facts": "No such street."}
    refusal = {"reason": "unreadable", "facts": "A thumb."}
    forms = {
        "decline": {"why": "It may stay."},
        "first": {"why": "It was."},
        "would_reject": reason,
        "reject": reason,
        "reply": {"reply": "Thank you, we have mended it."},
        "resolve": {},
        "recall": {},
    }
    step = ("process__flow_class", "flow_task")
    waiting = Task.objects.filter(queue__in=queues(), status__in=OPEN, snoozed_until=None)
    tasks = list(waiting.order_by(*step, "pk").distinct(*step))
    assert {task.queue for task in tasks} == queues().keys()
    for task in tasks:
        permission = queues()[task.queue].permission
        able = (person for person in people if person.may(permission) and not task.bars(person.pk))
        staff = Staff(User.objects.get(pk=task.assignee_id) if task.assignee_id else next(able))
        outcome = next(name for name in forms if name in task.flow_task.outcomes)
        form = refusal if task.process.kind == TestimonialTranscription.kind else forms[outcome]
        assert staff.put(f"/tasks/{task.pk}/lock").status_code == 200
        subject = staff.get(f"/tasks/{task.pk}").json()["subject"]
        read = subject.get("revision", subject.get("last_message_id"))
        decision = {"outcome": outcome, "form": form, "revision": read}
        assert staff.post(f"/tasks/{task.pk}/decision", decision).status_code == 200
    end_holds()
    do_jobs()
    assert list(inconsistencies()) == []


@pytest.mark.usefixtures("large")
def test_copies_agree_and_are_as_varied_as_a_desk() -> None:
    require_consistency()
    assert set(TaskEvent.objects.values_list("action", flat=True)) >= RANDOM_ACTIONS
    waiting = Task.objects.filter(status__in=OPEN)
    assert waiting.filter(snoozed_until__gt=timezone.now()).exists()
    assert not waiting.filter(snoozed_until__lte=timezone.now()).exists()
    assert waiting.filter(due_at__lt=timezone.now(), fires_at=None).exists()
    assert waiting.filter(assignee__on_duty=True).exists()
    assert not waiting.filter(assignee__on_duty=False).exists()
    assert TaskSkip.objects.filter(task__in=waiting).exists()
    assert TaskDraft.objects.filter(task__in=waiting).exists()
    assert Mention.objects.filter(seen_at=None).exists()
    assert Mention.objects.filter(seen_at__gt=F("event__at")).exists()
    decided = TaskEvent.objects.filter(action="decide", outcome__in=WITH_FORM)
    assert not decided.filter(text=None).exists()
    texts = Review.objects.values_list("text", flat=True)
    assert len(set(texts)) > 150, "copies repeat the words of their prototypes alone"
    assert {1, 2, 3, 4, 5} <= {*Review.objects.values_list("rating", flat=True)}
    assert len({*Review.objects.values_list("company", flat=True)}) > 200
    assert len({*Review.objects.values_list("author_name", flat=True)}) > 500
    # times run forwards, and none lies ahead
    for process in Process.objects.all():
        moments = list(process.events.order_by("seq").values_list("at", flat=True))
        assert moments == sorted(moments)
        assert process.created <= moments[0]
    assert not TaskEvent.objects.filter(at__gt=timezone.now()).exists()
    for model in (table.model for table in tables_of(Review)):
        for row in model._base_manager.values():
            assert "⟦" not in str(row), model  # a token that was not filled in


@pytest.mark.usefixtures("large")
def test_screening_finds_what_the_copies_say_and_revisions_are_those_of_the_review() -> None:
    for review in Review.objects.all():
        assert bytes(review.content_digest) == digest_of_content(review)
        kept = review.flagged_words
        screen_review(review)
        assert review.flagged_words == kept
        assert set(Process.objects.filter(subject_id=review.pk).values_list(FLAGGED.column, flat=True)) == {len(kept)}
    assert Review.objects.exclude(flagged_words=[]).exists()
    authors = set()
    for second in Revision.objects.filter(number=2):
        first = Revision.objects.get(review=second.review_id, number=1)
        assert (first.text, first.author_name) != (second.text, second.author_name)
        authors.add(second.author_id is None)
    assert authors == {True, False}


def test_the_same_reviews_come_of_a_seed_however_many_they_are() -> None:
    def made() -> list[Any]:
        return list(Review.objects.order_by("external_id").values_list(*COMPARED))

    make(25)
    few = made()
    assert make(25) == 0
    assert make(40) == 15
    assert made()[:25] == few
    assert make(10, seed=2) == 10
    assert made()[:40] != made()[40:]


def test_a_rare_word_stands_in_about_one_review_of_a_thousand() -> None:
    rare = [copy.key.rare for copy in Reviews(1, open_share=0.5).draw(range(10_000))]
    for word in ("crypto", "Brilliant", "accueilli"):
        assert 2 < sum(word in sentence for sentence in rare) < 30


def test_waits_are_those_of_queues_that_exist() -> None:
    assert WAITS.keys() <= queues().keys()


def test_prototypes_come_of_the_engines_verbs_and_leave_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    make_accounts()
    kind = Reviews(3)
    keys = sorted(kind.keys(range(30)))
    for key, prototype in drive_keys(kind, keys).items():
        actions = [entry["action"] for entry in prototype.rows["taskevent"]]
        assert actions[0] == "start"
        assert actions.count("fire") >= key.script.split().count("fire")
    assert not Review.objects.exists()
    assert not Process.objects.exists()
    monkeypatch.setattr("commands.demo.story.decide_task", lambda *_args, **_options: None)
    with pytest.raises((KeyError, RuntimeError, Task.DoesNotExist)):
        drive_keys(kind, keys)


@pytest.mark.usefixtures("large")
def test_what_is_said_of_a_review_fits_its_text() -> None:
    themes = WORDS["themes"].values()
    rejected = TaskEvent.objects.filter(action="decide", data__has_key="reason").select_related("process", "text")
    for event in rejected:
        review = Review.objects.get(pk=event.process.subject_id)
        assert review.rating is None or review.rating < FRIENDLY, review.text
        text = Revision.objects.get(review=review, number=1).text
        fitting = [theme for theme in themes if theme["facts"] == event.text.body]
        assert any(event.data["reason"] in theme["reasons"] and _stands_in(theme["says"], text) for theme in fitting)
    for request in Request.objects.select_related("review"):
        assert request.review.rating is None or request.review.rating < FRIENDLY, request.review.text
        fitting = [theme for theme in themes if theme.get("ground") == request.ground]
        assert any(_stands_in(theme["says"], request.review.text) for theme in fitting)
    assert len({event.data["reason"] for event in rejected}) > 5
    assert len({*Request.objects.values_list("ground", flat=True)}) > 3


def _stands_in(sentence: str, text: str) -> bool:
    """A sentence with details in braces."""
    return all(part in text for part in re.split(r"\{\w+\}", sentence))


def test_no_process_waits_for_a_lock_until_another_has_driven_its_prototypes(monkeypatch: pytest.MonkeyPatch) -> None:
    options = connections["default"].settings_dict["OPTIONS"]
    monkeypatch.setitem(options, "options", f"{options['options']} -c lock_timeout=50")
    monkeypatch.setattr("reviews.ingest._PATIENCE", "50ms")
    monkeypatch.setattr("commands.demo.making.CHUNK", 12)
    assert make(40) == 40


def test_several_processes_make_the_same_reviews_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def made() -> list[Any]:
        return list(Review.objects.order_by("external_id").values_list(*COMPARED))

    make(40)
    together = made()
    empty_tables()
    monkeypatch.setattr("commands.demo.making.CHUNK", 12)
    assert make(40) == 40
    assert made() == together
    assert make(40) == 0
    require_consistency()


@pytest.mark.parametrize(
    "options",
    [["--reviews", "0"], ["--reviews", "-1"], ["--reviews", "9", "--open", "2"], ["--reviews=9", "--seed=-1"]],
)
def test_numbers_out_of_range_are_refused(options: list[str]) -> None:
    with pytest.raises(CommandError, match="takes a"):
        call_command("docket_demo", *options, verbosity=0)
    assert not Review.objects.exists()
