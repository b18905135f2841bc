"""The life of a testimonial: transcribed, checked by another person, published; its consent decides."""

from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from django.conf import settings
from django.db.models.functions import Now

from accounts.models import User
from banned_words.models import BannedWord, ListVersion
from testimonials.models import Testimonial as Stored
from testimonials.models import Transcription
from tests.consistency import inconsistencies
from tests.factories import a_company, a_head_moderator, a_moderator
from tests.staff import Staff
from tests.testimonials.arriving import GIVEN, a_company_that_checks, a_source, a_testimonial, send, take
from tests.testimonials.arriving import decide_testimonial as decide
from tests.testimonials.media_made import image_file
from workflows.engine.verbs.sweep import sweep
from workflows.models import DomainEvent, Mention, Process, Task, TaskEvent
from workflows.testimonials.examination import examine_testimonial

WORDS = {"transcription": "They repaired my roof in the rain.", "title": "Dry again", "shown_as": "Mrs O.", "stars": 5}


def words_of(form: dict[str, Any]) -> dict[str, Any]:
    """The same as a version has it."""
    return {**{name: value for name, value in form.items() if name != "transcription"}, "text": form["transcription"]}


def the_task(number: int) -> Any:
    return Task.objects.get(
        process__subject_id=number, process__flow_class__contains="testimonial", status__in=["NEW", "ASSIGNED"]
    )


def status_of(number: int) -> str:
    return Stored.objects.values_list("status", flat=True).get(pk=number)


def end_hold() -> None:
    Task.objects.filter(fires_at__isnull=False).update(fires_at="2020-01-01T00:00Z")
    sweep()


def test_it_arrives_in_its_queue_and_is_counted(staff: Staff) -> None:
    number = a_testimonial(author_name="Mrs Okafor")
    (row,) = staff.get("/queues/testimonials/tasks").json()["items"]
    assert row["summary"]["kind"] == "testimonial"
    assert (row["summary"]["id"], row["summary"]["author_name"], row["summary"]["medium"]) == (
        number,
        "Mrs Okafor",
        "card",
    )
    assert staff.get("/cms/counts").json()["testimonials"] == 1
    assert status_of(number) == "to_transcribe"


def test_a_transcription_is_published_when_its_hold_ends() -> None:
    number, staff = a_testimonial(), Staff(a_moderator())
    assert decide(staff, number, "finish", WORDS).status_code == 200
    page = staff.get(f"/testimonial/{number}").json()
    assert (page["text"], page["title"], page["shown_as"], page["stars"]) == (
        "They repaired my roof in the rain.",
        "Dry again",
        "Mrs O.",
        5,
    )
    assert (page["status"], page["revision"], [version["number"] for version in page["versions"]]) == (
        "queued",
        2,
        [1, 2],
    )
    end_hold()
    assert status_of(number) == "published"
    assert DomainEvent.objects.filter(kind="testimonial.published").count() == 1
    assert list(inconsistencies()) == []


@pytest.mark.parametrize("before", [[], ["escalate"], ["check"]])
def test_the_step_after_finishing_begins_then_however_old_the_item_is(before: list[str]) -> None:
    number = a_testimonial(a_company_that_checks() if before == ["check"] else a_company())
    head = Staff(a_head_moderator())
    if before == ["escalate"]:
        assert decide(head, number, "escalate", {"notes": "Is this an advertisement?"}).status_code == 200
    arrived = Now() - timedelta(days=2)
    Process.objects.filter(subject_id=number).update(created=arrived)
    Task.objects.filter(process__subject_id=number).update(created=arrived)
    left = the_task(number)
    assert decide(head, number, "finish", WORDS).status_code == 200
    next_step = the_task(number)
    left.refresh_from_db()
    assert next_step.created == left.finished
    is_checked = before == ["check"]
    assert next_step.due_at == left.finished + (timedelta(days=1) if is_checked else settings.PUBLICATION_HOLD)
    assert (next_step.fires_at is None) == is_checked


def test_banned_words_are_marked_on_arrival_and_in_each_new_version() -> None:
    scam, _ = BannedWord.objects.create(term="swindlers"), BannedWord.objects.create(term="quackery", shadow=True)
    number, staff = a_testimonial(title="No sw1ndlers", text="No quackery."), Staff(a_moderator())
    place = {"word": "sw1ndlers", "field": "title", "start": 3, "end": 12, "view": "leetspeak"}
    marked = {**place, "entry_id": scam.pk, "action": "flag"}
    assert staff.get(f"/testimonial/{number}").json()["flagged_words"] == [marked]
    assert Stored.objects.get().words_version == ListVersion.objects.get().number
    BannedWord.objects.filter(pk=scam.pk).update(action="hold")
    change = {"revision": 1, "title": "", "text": "Swindlers, all\nof them swindlers."}
    take(staff, number)
    assert staff.patch(f"/testimonial/{number}", change).status_code == 200
    flagged = staff.get(f"/testimonial/{number}").json()["task"]["subject"]["flagged_words"]
    places = [(match["field"], match["start"], match["end"], match["action"]) for match in flagged]
    assert places == [("text", 0, 9, "hold"), ("text", 23, 32, "hold")]
    assert Stored.objects.get().words_version == ListVersion.objects.get().number
    assert decide(staff, number, "finish", {**WORDS, "title": "Not one of the swindlers"}).status_code == 200
    flagged = staff.get(f"/testimonial/{number}").json()["flagged_words"]
    assert [(match["field"], match["start"]) for match in flagged] == [("title", 15)]


def test_without_consent_nothing_is_published() -> None:
    number, staff = a_testimonial(consent="asked", consent_on=None), Staff(a_moderator())
    page = take(staff, number)
    assert {choice["name"]: choice["blocked"] for choice in page["outcomes"]}["finish"] == "no_consent"
    refused = decide(staff, number, "finish", WORDS)
    assert (refused.status_code, refused.json()["code"]) == (409, "no_consent")
    assert staff.put(f"/testimonial/{number}/consent", {"consent": "given", "on": "2025-11-20"}).status_code == 204
    assert decide(staff, number, "finish", WORDS).status_code == 200


@pytest.mark.parametrize("day", ["2999-01-01", "1899-12-31"])
def test_consent_was_given_on_a_day_that_has_been(day: str) -> None:
    number, staff = a_testimonial(consent="asked", consent_on=None), Staff(a_moderator())
    consent, sent = {"consent": "given", "on": day}, Stored.objects.get(pk=number)
    by_source = f"/api/ingest/testimonials/{sent.source}/{sent.external_id}/consent"
    for refused in (
        staff.put(f"/testimonial/{number}/consent", consent),
        a_source().put(by_source, consent, content_type="application/json"),
    ):
        assert (refused.status_code, list(refused.json()["fields"])) == (422, ["on"])
    assert Stored.objects.get(pk=number).consent == "asked"


@pytest.mark.parametrize("external_id", [" padded ", "a/../b", "é 🦷"])
def test_every_source_can_take_back_the_consent_of_what_it_sent(external_id: str) -> None:
    number = a_testimonial(external_id=external_id)
    address = f"/api/ingest/testimonials/cards/{quote(external_id, safe='')}/consent"
    answer = a_source().put(address, {"consent": "withdrawn"}, content_type="application/json")
    assert (answer.status_code, status_of(number)) == (204, "withdrawn")


@pytest.mark.parametrize("external_id", ["..", "nl\nx"])
def test_an_id_that_no_address_can_carry_is_refused(external_id: str) -> None:
    refused = send(a_source(), image_file(), source="cards", external_id=external_id, company=a_company().pk)
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["data.external_id"])


@pytest.mark.parametrize("wanted_by", ["setting", "company"])
def test_a_second_person_checks_where_it_is_wanted(wanted_by: str, settings: Any) -> None:
    company = a_company_that_checks() if wanted_by == "company" else a_company()
    settings.TESTIMONIAL_CHECK = wanted_by == "setting"
    number = a_testimonial(company, consent="none", consent_on=None)
    reader, checker = a_moderator("First Reader"), a_moderator("Second Reader")
    first, second = Staff(reader), Staff(checker)
    assert first.get(f"/testimonial/{number}").json()["needs_check"] is True
    assert decide(first, number, "finish", WORDS).json()["status"] == "to_check"
    # who has transcribed it neither sees the step nor can take it
    assert first.get(f"/testimonial/{number}").json()["task"] is None
    assert first.get("/queues/testimonials/tasks").json()["items"] == []
    assert first.put(f"/tasks/{the_task(number).pk}/lock").status_code == 404
    # the checker sends it back, it is written again, and published once its author has agreed
    assert decide(second, number, "return", {"advice": "It says flat roof."}).json()["status"] == "to_transcribe"
    assert (
        decide(
            first, number, "finish", {**WORDS, "transcription": "They repaired my flat roof in the rain."}
        ).status_code
        == 200
    )
    assert decide(second, number, "approve", WORDS).json()["code"] == "no_consent"
    second.put(f"/testimonial/{number}/consent", {"consent": "given"})
    assert (
        decide(second, number, "approve", {**WORDS, "transcription": "They repaired my flat roof."}).json()["status"]
        == "queued"
    )
    end_hold()
    assert (status_of(number), Stored.objects.get(pk=number).text) == ("published", "They repaired my flat roof.")
    authors = Transcription.objects.filter(testimonial=number).order_by("number").values_list("author", flat=True)
    assert list(authors) == [None, reader.pk, reader.pk, checker.pk]
    assert list(inconsistencies()) == []


def test_nobody_checks_words_of_their_own_whoever_finishes(settings: Any) -> None:
    settings.TESTIMONIAL_CHECK = True
    number = a_testimonial()
    writer, finisher = Staff(a_moderator()), Staff(a_moderator())
    take(writer, number)
    saved = writer.patch(f"/testimonial/{number}", {"revision": 1, **words_of(WORDS)})
    assert saved.json()["number"] == 2
    assert writer.delete(f"/tasks/{the_task(number).pk}/lock").status_code == 204
    assert decide(finisher, number, "finish", WORDS).json()["status"] == "to_check"
    for staff in (writer, finisher):
        assert staff.get(f"/testimonial/{number}").json()["task"] is None
        assert staff.put(f"/tasks/{the_task(number).pk}/lock").status_code == 404
    assert decide(Staff(a_moderator()), number, "approve", WORDS).status_code == 200


def test_of_several_writers_none_approves_and_who_corrects_in_the_check_may(settings: Any) -> None:
    settings.TESTIMONIAL_CHECK = True
    number = a_testimonial()
    writers = [Staff(a_moderator()) for _ in range(3)]
    for place, staff in enumerate(writers):
        take(staff, number)
        staff.patch(f"/testimonial/{number}", {"revision": place + 1, "text": f"Version {place}."})
        if place < 2:
            staff.delete(f"/tasks/{the_task(number).pk}/lock")
    assert decide(writers[-1], number, "finish", WORDS).json()["status"] == "to_check"
    refused = decide(writers[0], number, "approve", WORDS)
    assert (refused.status_code, refused.json()["code"]) == (409, "own_transcription")
    writers[0].delete(f"/tasks/{the_task(number).pk}/lock")
    checker, head = Staff(a_moderator()), Staff(a_head_moderator())
    newest = Stored.objects.get(pk=number).revision
    take(checker, number)
    assert checker.patch(f"/testimonial/{number}", {"revision": newest, "text": "Corrected."}).status_code == 200
    # a head moderator writes too, and only sends it back to the check
    assert decide(checker, number, "escalate", {"notes": "Which roof?"}).status_code == 200
    take(head, number)
    assert head.patch(f"/testimonial/{number}", {"revision": newest + 1, "text": "By the head."}).status_code == 200
    assert decide(head, number, "return", {"advice": "This one."}).json()["status"] == "to_check"
    assert head.put(f"/tasks/{the_task(number).pk}/lock").status_code == 404
    assert decide(checker, number, "approve", WORDS).status_code == 200
    assert list(inconsistencies()) == []


def test_words_that_a_member_of_the_staff_brings_are_theirs(settings: Any) -> None:
    settings.TESTIMONIAL_CHECK = True
    bringer, finisher, company = Staff(a_moderator()), Staff(a_moderator()), a_company()
    about = {"company": company.pk, **GIVEN, **words_of(WORDS)}
    number = send(bringer.client, image_file(), path="/testimonials", key="key-1", **about).json()["id"]
    examine_testimonial(number)
    assert decide(finisher, number, "finish", WORDS).json()["status"] == "to_check"
    assert bringer.put(f"/tasks/{the_task(number).pk}/lock").status_code == 404
    assert decide(Staff(a_moderator()), number, "approve", WORDS).status_code == 200


def test_what_a_head_moderator_writes_is_checked_too(settings: Any) -> None:
    settings.TESTIMONIAL_CHECK = True
    number, head = a_testimonial(), Staff(a_head_moderator())
    assert decide(head, number, "escalate", {"notes": "Which roof?"}).json()["status"] == "escalated"
    assert decide(head, number, "finish", WORDS).json()["status"] == "to_check"
    assert head.get(f"/testimonial/{number}").json()["task"] is None


def test_a_rejection_can_be_recalled_and_then_stands() -> None:
    number, staff = a_testimonial(), Staff(a_moderator())
    form = {"reason": "unreadable", "facts": "The photo shows a thumb."}
    assert decide(staff, number, "reject", form).json()["status"] == "rejected"
    process = Process.objects.get(subject_id=number)
    told = staff.get(f"/processes/testimonial_transcription/{process.pk}/history").json()["events"][-1]["data"]
    assert (told["reason"], told["reason_title"]) == ("unreadable", "Cannot be read or understood")
    assert decide(staff, number, "recall").json()["status"] == "to_transcribe"
    assert decide(staff, number, "reject", form).status_code == 200
    end_hold()
    assert status_of(number) == "rejected"
    assert Process.objects.get(subject_id=number).outcome == "rejected"


def test_backlog_and_back() -> None:
    number, staff = a_testimonial(author_name="Mrs Okafor"), Staff(a_moderator())
    assert decide(staff, number, "backlog").json()["status"] == "backlog"
    (decision,) = staff.get("/user/me/decisions").json()
    assert decision["title"] == "Mrs Okafor"  # nothing of it is transcribed
    assert [row["summary"]["kind"] for row in staff.get("/queues/backlog/tasks").json()["items"]] == ["testimonial"]
    assert decide(staff, number, "return").json()["status"] == "to_transcribe"


def test_consent_withdrawn_takes_a_published_one_back_and_tells_the_desk() -> None:
    moderator = a_moderator()
    number, staff = a_testimonial(external_id="WITHDRAWN-1"), Staff(moderator)
    decide(staff, number, "finish", WORDS)
    end_hold()
    for _ in range(2):  # the source may tell it twice
        answer = a_source().put(
            "/api/ingest/testimonials/cards/WITHDRAWN-1/consent", {"consent": "withdrawn"}, "application/json"
        )
        assert answer.status_code == 204, answer.content
    assert status_of(number) == "withdrawn"
    events = DomainEvent.objects.filter(kind__startswith="testimonial.").order_by("sequence")
    assert [event.kind for event in events] == ["testimonial.published", "testimonial.withdrawn"]
    assert [mention.user_id for mention in Mention.objects.all()] == [moderator.pk]
    (mention,) = staff.get("/mentions").json()
    assert mention["action"] == "consent"
    assert list(inconsistencies()) == []


def test_a_file_does_not_open_any_more_after_its_consent_was_withdrawn() -> None:
    number, staff = a_testimonial(), Staff(a_moderator())
    addresses = staff.get(f"/testimonial/{number}/file").json()
    given = [addresses["original"], *(page["url"] for page in addresses["pages"])]
    assert staff.put(f"/testimonial/{number}/consent", {"consent": "withdrawn"}).status_code == 204
    assert staff.get(f"/testimonial/{number}/file").status_code == 404
    assert [staff.client.get(address).status_code for address in given] == [404] * len(given)


def test_consent_withdrawn_ends_the_work_of_whoever_holds_it() -> None:
    number, staff = a_testimonial(), Staff(a_moderator())
    page = take(staff, number)
    other = Staff(a_moderator())
    assert other.put(f"/testimonial/{number}/consent", {"consent": "withdrawn"}).status_code == 204
    answer = staff.post(
        f"/tasks/{page['task']['task_id']}/decision", {"outcome": "finish", "form": WORDS, "revision": 1}
    )
    assert (answer.status_code, answer.json()["code"]) == (409, "task_closed")


def test_what_arrives_with_consent_withdrawn_is_withdrawn_and_ends_again_after_it_was_reopened(head: Staff) -> None:
    number = a_testimonial(consent="withdrawn", consent_on=None)
    assert status_of(number) == "withdrawn"
    process = Process.objects.get(subject_id=number)
    path = f"/processes/testimonial_transcription/{process.pk}/reinstatement"
    assert head.post(path, {"notes": "Look again."}).status_code == 201
    assert status_of(number) == "escalated"
    assert head.put(f"/testimonial/{number}/consent", {"consent": "withdrawn"}).status_code == 204
    assert status_of(number) == "withdrawn"
    assert list(inconsistencies()) == []


def test_consent_of_what_is_published_can_only_be_withdrawn() -> None:
    number, staff = a_testimonial(), Staff(a_moderator())
    decide(staff, number, "finish", WORDS)
    for consent in ("none", "asked"):
        answer = staff.put(f"/testimonial/{number}/consent", {"consent": consent})
        assert (answer.status_code, answer.json()["code"]) == (409, "consent_in_use")
    assert status_of(number) == "queued"


def test_a_consent_is_recorded_with_both_days_and_only_where_something_changed() -> None:
    number, staff = a_testimonial(consent="asked", consent_on=None), Staff(a_moderator())
    for day in ("2025-11-20", "2025-11-20", None, "2025-11-22", "2025-11-22"):
        answer = staff.put(f"/testimonial/{number}/consent", {"consent": "given", "on": day})
        recorded = staff.get(f"/testimonial/{number}").json()["consent_on"]
        assert (answer.status_code, recorded) == (204, max(day or "", "2025-11-20"))
    assert list(TaskEvent.objects.filter(action="consent").order_by("seq").values_list("data", flat=True)) == [
        {"was": "asked", "is": "given", "on": "2025-11-20"},
        {"was": "given", "is": "given", "was_on": "2025-11-20", "on": "2025-11-22"},
    ]


def test_history_holds_numbers_and_codes_and_no_words() -> None:
    number, staff = a_testimonial(), Staff(a_moderator())
    staff.put(f"/testimonial/{number}/consent", {"consent": "given", "on": "2025-11-22"})
    decide(staff, number, "finish", WORDS)
    entries = list(TaskEvent.objects.filter(process__subject_id=number).order_by("seq").values_list("action", "data"))
    assert ("decide", {"revision": 2}) in entries
    assert "roof" not in str(entries)


def test_a_version_needs_the_lock_and_the_version_that_was_read() -> None:
    number, staff = a_testimonial(), Staff(a_moderator())
    change = {"revision": 1, "text": "They repaired my roof."}
    assert staff.patch(f"/testimonial/{number}", change).json()["code"] == "lock_lost"
    take(staff, number)
    for _ in range(2):  # the same edit sent twice is written once
        assert staff.patch(f"/testimonial/{number}", change).json()["number"] == 2
    refused = staff.patch(f"/testimonial/{number}", {"revision": 1, "text": "Another."})
    assert (refused.status_code, refused.json()["code"]) == (409, "stale_revision")
    assert refused.json()["newer_transcription"]["text"] == "They repaired my roof."
    emptied = staff.patch(f"/testimonial/{number}", {"revision": 2, "text": " "})
    assert (emptied.status_code, list(emptied.json()["fields"])) == (422, ["text"])
    page = staff.get(f"/testimonial/{number}").json()
    stale = staff.post(
        f"/tasks/{page['task']['task_id']}/decision", {"outcome": "finish", "form": WORDS, "revision": 1}
    )
    assert (stale.status_code, stale.json()["code"]) == (409, "stale_revision")


def test_the_contact_is_masked_and_its_reading_is_noted() -> None:
    number, staff = a_testimonial(author_contact="okafor@example.com"), Staff(a_moderator())
    assert staff.get(f"/testimonial/{number}").json()["author_contact"] == "o…@example.com"
    assert staff.post(f"/testimonial/{number}/contact").json() == {"contact": "okafor@example.com"}


@pytest.mark.parametrize("path", ["", "/file"])
def test_a_person_without_the_permission_sees_nothing(path: str) -> None:
    number = a_testimonial()
    account: User = a_moderator()
    account.cms_access = ["moderation", "head_moderator"]
    account.save()
    other = Staff(account)
    assert other.get(f"/testimonial/{number}{path}").status_code == 403
    decide(Staff(a_moderator()), number, "escalate", {"notes": "Which roof?"})
    assert other.get(f"/testimonial/{number}{path}").status_code == 200, "it waits in a step of theirs now"
    assert other.get("/testimonials").status_code == 403
