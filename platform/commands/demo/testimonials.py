"""The demo's testimonials: each kind and each state. Their files were made for the demo."""

import tomllib
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from django.utils import timezone

from accounts.models import User
from commands.demo.making import waits_since
from commands.demo.words import pick
from companies.lookup import CompanyRef
from companies.models import Company
from kit.desk_day import desk_today
from kit.uploads import upload_of
from testimonials.files import check_upload
from testimonials.models import Consent, Medium, Testimonial
from workflows.engine.outbox.events import announce_events
from workflows.engine.reading.lists.tasks import open_task_about
from workflows.engine.verbs.decisions import decide_free_task
from workflows.engine.verbs.sweep import sweep
from workflows.models import OutboxMessage, Task
from workflows.testimonial_transcription import TestimonialTranscription
from workflows.testimonials.consent import record_consent
from workflows.testimonials.examination import EXAMINE, examine_testimonial
from workflows.testimonials.ingest import SentTestimonial, ingest_testimonial

SOURCE = "demo"
FOLDER = Path(__file__).with_name("media")
STORIES: Sequence[Mapping[str, Any]] = tomllib.loads(
    Path(__file__).with_name("testimonials.toml").read_text(encoding="utf-8")
)["testimonials"]


def make_small_testimonials() -> int:
    """Make the testimonials of `testimonials.toml`; returns their number. If testimonials exist or companies do not, it
    makes none.
    """
    companies = list(Company.objects.order_by("pk").values_list("pk", flat=True)[:50])
    if Testimonial.objects.exists() or not companies:
        return 0
    chance = Random(11)  # the same demo each time
    by = User.objects.get(email="moderator2@docket.test")
    for place, story in enumerate(STORIES):
        company = pick(chance, companies)
        if story.get("checked"):
            Company.objects.filter(pk=company).update(checks_testimonials=True)
        number = _receive(story, place, company)
        for act in story["then"]:
            _act(act, number, story, by)
        if not story["then"]:
            waits_since(TestimonialTranscription, number, _received_at(place))
    # done here, so that the demo is complete before a worker runs
    announce_events()
    OutboxMessage.objects.filter(topic__in=("announce", EXAMINE), done_at=None).delete()
    return len(STORIES)


def _receive(story: Mapping[str, Any], place: int, company: int) -> int:
    name, contact = story["author"]
    consent = Consent(story["consent"])
    arrival = SentTestimonial(
        source=SOURCE,
        external_id=str(place),
        company=CompanyRef(id=company),
        medium=Medium(story["medium"]) if "medium" in story else None,
        author_name=name,
        author_contact=contact,
        consent=consent,
        consent_on=desk_today() - timedelta(days=2) if consent == Consent.GIVEN else None,
        received_at=_received_at(place),
    )
    with upload_of(FOLDER / story["file"]) as file:
        number, _ = ingest_testimonial(arrival, check_upload(file))
    examine_testimonial(number)
    return number


def _received_at(place: int) -> datetime:
    return timezone.now() - timedelta(hours=5 * (len(STORIES) - place), minutes=11 * place)


def _act(act: str, number: int, story: Mapping[str, Any], by: User) -> None:
    forms: Mapping[str, dict[str, Any]] = {
        "finish": {"transcription": story.get("text"), **_written(story)},
        "reject": {"reason": story.get("reason"), "facts": story.get("facts")},
        "escalate": {"notes": story.get("notes")},
        "backlog": {},
    }
    if act == "withdrawn":
        record_consent(number, Consent.WITHDRAWN)
        return
    task: Any = open_task_about(TestimonialTranscription, number)
    if act == "end of hold":
        Task.objects.filter(pk=task.pk).update(fires_at=timezone.now())
        sweep()
        return
    decide_free_task(task.pk, by=by, outcome=act, payload=forms[act])


def _written(story: Mapping[str, Any]) -> dict[str, Any]:
    return {name: story[name] for name in ("title", "shown_as", "stars") if name in story}
