"""The file of a testimonial is examined by a job: people see that, and the process goes on with it or ends."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db.models.functions import Now

from kit.turns import turn
from testimonials import files
from testimonials.models import Original, Testimonial
from tests.api.problems import refusal
from tests.caller import Client
from tests.consistency import inconsistencies
from tests.factories import a_company, a_moderator
from tests.staff import Staff
from tests.testimonials.arriving import a_sent_testimonial, a_source, a_testimonial, send
from tests.testimonials.media_made import image_file, pdf_of, sound_file
from workflows.engine.outbox.outbox import perform, relay
from workflows.models import DomainEvent, OutboxMessage, Process, TaskEvent
from workflows.testimonials import examination
from workflows.testimonials.consent import record_consent

DAMAGED = image_file()[:600]
SENTENCE = "The file is damaged or incomplete. Ask for it again."


sent = partial(a_sent_testimonial, None, external_id="E-1")


def do_jobs() -> None:
    """What a worker would do now."""
    while relay(perform):
        pass


def page_of(number: int) -> dict[str, Any]:
    page: dict[str, Any] = Staff(a_moderator()).get(f"/testimonial/{number}").json()
    return page


def path_of(number: int) -> list[tuple[str, str]]:
    entries = TaskEvent.objects.filter(process__subject_id=number).order_by("pk")
    return [(entry.action, entry.to_node) for entry in entries]


def test_a_call_examines_nothing_and_the_item_says_so_until_a_job_has(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as nobody:
        nobody.setattr("testimonials.files.examine", None)
        number = sent(image_file())
    staff = Staff(a_moderator())
    assert (page_of(number)["status"], page_of(number)["outcomes"]) == ("examining", [])
    assert staff.get("/queues/testimonials/tasks").json()["items"] == []
    assert staff.get(f"/testimonial/{number}/file").status_code == 404
    (row,) = staff.get("/testimonials?status=examining").json()["items"]
    assert row["id"] == number
    do_jobs()
    page = page_of(number)
    assert (page["status"], page["file"]["pages"], page["file"]["refusal"]) == ("to_transcribe", 1, "")
    assert staff.get("/cms/counts").json()["testimonials"] == 1
    assert path_of(number) == [("start", "examining"), ("fire", "transcribe")]
    assert list(inconsistencies()) == []


def test_a_refused_file_ends_the_work_with_its_reason_and_is_deleted(head: Staff) -> None:
    number = sent(DAMAGED)
    do_jobs()
    page = page_of(number)
    assert (page["status"], page["file"]["refusal"]) == ("file_refused", SENTENCE)
    assert path_of(number) == [("start", "examining"), ("fire", "file_refused")]
    assert TaskEvent.objects.get(action="fire").data == {"refusal": "broken"}
    assert [event.kind for event in DomainEvent.objects.all()] == ["testimonial.refused"]
    assert (Original.objects.get().file.name, page["file"]["size"]) == ("", len(DAMAGED))
    reopened = head.post(
        f"/processes/testimonial_transcription/{page['process']}/reinstatement", {"notes": "Look again."}
    )
    assert refusal(reopened) == (409, "not_ended")
    assert list(inconsistencies()) == []


def test_another_file_under_the_id_of_a_refused_one_begins_again() -> None:
    number, source = sent(DAMAGED), a_source()
    do_jobs()
    described: dict[str, Any] = {"source": "cards", "external_id": "E-1", "company": a_company().pk}
    again = send(source, DAMAGED, **described)
    assert (again.status_code, again.json()["fields"]) == (422, {"file": [SENTENCE]})
    for status, word in ((201, "created"), (200, "duplicate")):
        answer = send(source, image_file(), **described)
        assert (answer.status_code, answer.json()) == (status, {"id": number, "status": word})
    do_jobs()
    assert (page_of(number)["status"], Original.objects.count()) == ("to_transcribe", 1)
    assert refusal(send(source, image_file("PNG"), **described)) == (409, "other_file")
    assert list(inconsistencies()) == []


def test_what_an_examination_finds_decides_between_audio_and_video() -> None:
    number = sent(sound_file("mp4", "aac"))
    assert Testimonial.objects.get(pk=number).medium == "video"
    do_jobs()
    assert Testimonial.objects.get(pk=number).medium == "audio"


def test_an_examination_that_dies_with_its_worker_is_done_again(monkeypatch: pytest.MonkeyPatch) -> None:
    number = sent(pdf_of(2))

    def dies(*_: Any) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as killed:
        killed.setattr("testimonials.files.examine", dies)
        with pytest.raises(KeyboardInterrupt):
            do_jobs()
    assert page_of(number)["status"] == "examining"
    make_due()
    do_jobs()
    assert (page_of(number)["status"], page_of(number)["file"]["pages"]) == ("to_transcribe", 2)


def test_an_examination_that_finds_no_turn_leaves_its_thread_and_comes_again() -> None:
    number = sent(image_file())
    with turn("examinations", of=2), turn("examinations", of=2):
        do_jobs()
        assert page_of(number)["status"] == "examining"
    assert OutboxMessage.objects.filter(done_at=None, topic=examination.EXAMINE).count() == 1
    make_due()
    do_jobs()
    assert page_of(number)["status"] == "to_transcribe"


@pytest.mark.parametrize("content", [image_file(), DAMAGED], ids=["good", "refused"])
def test_a_consent_that_is_withdrawn_during_the_examination_ends_the_work(
    content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    number, real = sent(content), files.examined

    def meanwhile(original: Original) -> Any:
        record_consent(number, "withdrawn")  # type: ignore[arg-type]
        return real(original)

    monkeypatch.setattr(examination, "examined", meanwhile)
    do_jobs()
    assert (page_of(number)["status"], Process.objects.get().outcome) == ("withdrawn", "withdrawn")
    assert not Original.objects.filter(examination=Original.WAITING).exists()
    assert Staff(a_moderator()).get(f"/testimonial/{number}/file").status_code == 404
    assert list(inconsistencies()) == []


def test_an_address_opens_nothing_of_a_file_that_is_not_good() -> None:
    number = a_testimonial()
    address = Staff(a_moderator()).get(f"/testimonial/{number}/file").json()["original"]
    Original.objects.update(examination=Original.WAITING)
    assert Client(headers={"host": "localhost"}).get(address).status_code == 404


def make_due() -> None:
    OutboxMessage.objects.filter(done_at=None).update(available_at=Now() - timedelta(seconds=1))
