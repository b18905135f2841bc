"""The letter of a statement, read as it was sent, with what became of it."""

from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend

from reviews.models import Letter, Statement
from tests.factories import a_head_moderator, a_moderator, a_pending_task, a_review
from tests.staff import Staff
from tests.workflows.reviews.desk import GROUNDS, do_jobs, end_holds, make_jobs_due, reject
from workflows.reviews.mailing import send_letter


def a_rejected_review(**review: Any) -> str:
    """The reference of its statement."""
    task = a_pending_task(a_review(**review))
    reject(Staff(a_moderator()), task, **GROUNDS)
    end_holds()
    do_jobs()
    return Statement.objects.get(process_id=task.process_id).puid


def letter(reference: str) -> Any:
    return Staff(a_head_moderator()).get(f"/statements/{reference}/letter")


def test_the_letter_is_read_as_it_was_mailed_with_a_masked_address() -> None:
    read = letter(a_rejected_review(author_email="ada@example.com")).json()
    (message,) = mail.outbox
    assert (read["subject"], read["body"]) == (message.subject, message.body)
    assert (read["to"], read["state"], read["tries"], read["next_try"]) == ("a…@example.com", "sent", 0, None)
    assert [state["state"] for state in read["states"]] == ["waiting", "sent"]
    assert read["sent_at"]


def test_failed_tries_of_a_waiting_letter_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: Any) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr(EmailBackend, "open", fail)
    reference = a_rejected_review(author_email="ada@example.com")
    make_jobs_due()
    do_jobs()
    read = letter(reference).json()
    assert (read["state"], read["tries"]) == ("waiting", 2)
    assert read["next_try"] is not None


def test_a_letter_without_address_is_read_too() -> None:
    read = letter(a_rejected_review(author_email="")).json()
    assert (read["to"], read["state"], read["sent_at"]) == (None, "no_address", None)
    assert read["body"]


# a mail server of ours might deliver them on its own machine, or inside its own network
INTERNAL = ("a@[127.0.0.1]", "a@[::1]", "a@[IPv6:fd00::1]", "a@10.0.0.10", "a@localhost", "a@mail.localhost")


@pytest.mark.parametrize("address", INTERNAL)
def test_a_letter_is_not_mailed_to_a_network_address_or_this_machine(address: str) -> None:
    read = letter(a_rejected_review(author_email=address)).json()
    assert (read["to"], read["state"]) == (None, "no_address")
    assert mail.outbox == []


def test_a_stored_letter_is_not_mailed_to_a_network_address() -> None:
    """It was stored by an earlier version, or its address was changed in the database."""
    reference = a_rejected_review(author_email="")
    Letter.objects.update(to=INTERNAL[0], state=Letter.State.WAITING)
    send_letter(str(Letter.objects.get().pk))
    assert letter(reference).json()["state"] == "refused"
    assert mail.outbox == []


@pytest.mark.parametrize(("reference", "status"), [("docket-9", 404), ("docket-0", 422), ("x", 422)])
def test_a_number_without_letter_has_none(reference: str, status: int) -> None:
    assert letter(reference).status_code == status
