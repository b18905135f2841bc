"""An erased account leaves its number, and nothing of the person in any table."""

import logging
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core import mail
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from accounts.account_keys import create_account_key
from accounts.factors.models import CodeSecret, Passkey, PasskeyChallenge, PendingSignIn, RecoveryCode
from accounts.links import issue_link
from accounts.models import ApiKey, Promotion, User
from accounts.provider.models import ProviderIdentity, ProviderSignIn, ProvisionedAccount, ProvisionedMember
from accounts.throttle import digest
from audit.chains import find_audit_faults
from companies.models import Category
from groups.associations import associate
from tests.accounts.visitors import Visitor
from tests.consistency import inconsistencies
from tests.factories import a_company, a_head_moderator, a_pending_task, an_account, an_admin
from tests.staff import Staff
from tests.testimonials.media_made import image_file
from tests.workflows.tickets.threads import a_ticket, reply, writes
from tickets.models import CannedReply, Ticket
from workflows.engine.core.consistency.chains import find_faults
from workflows.engine.outbox.outbox import perform, relay
from workflows.models import Notice, TaskEvent

pytestmark = pytest.mark.rule(21)

STEMS = ("zephyrin", "quillfeath")  # in an index of words
NAME, TITLE, KEY_NAME, PHONE = "Zephyrine Quillfeather", "Gongfarmer", "Quillfeather's own program", "+44 7700 900987"


def erase(staff: Staff, user_id: int, body: Any) -> Any:
    return staff.client.delete(f"/api/user/{user_id}", data=body, content_type="application/json")


def everything_stored() -> str:
    """All rows of all tables as text, lower-cased; bytes in hexadecimal digits."""
    with connection.cursor() as cursor:
        rows = []
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT t::text FROM "{table}" AS t')
            rows += [row for (row,) in cursor.fetchall()]
    return "\n".join(rows).lower()


def traces_of(*texts: str) -> list[str]:
    """How texts may be stored: as they are, as a digest of the throttle, as bytes, or as the stem of a word."""
    digests = [digest(form).hex() for text in texts for form in (text, f"link {text}")]
    return [*(text.lower() for text in texts), *digests, *(text.encode().hex() for text in texts), *STEMS]


def test_nothing_of_the_person_is_left_in_any_table_and_their_history_reads_on() -> None:
    admin = an_admin()
    staff = Staff(admin)
    person = an_account("MODERATOR", name=NAME)
    staff.patch(f"/user/{person.pk}", {"job_title": TITLE, "mobile_phone": PHONE, "country": 1})
    address = person.email
    own = Staff(person)
    task = a_pending_task()
    own.put(f"/tasks/{task.pk}/lock")
    own.put(f"/tasks/{task.pk}/draft", {"outcome": "reject", "form": {"facts": f"{NAME} thinks so."}})
    own.put(f"/tasks/{task.pk}/assignee", {"user_id": person.pk, "note": ""})
    own.post("/canned-replies", {"title": "Mine", "text": f"Yours, {NAME}", "scope": "mine"})
    associate(person.pk, a_company().pk, by=admin)
    create_account_key(person.pk, KEY_NAME, ["tickets"], by=admin)
    issue_link(person)
    Visitor().sign_in(address, "wrong")
    assert Visitor().client.post("/api/auth/forgotten", {"email": address}, "application/json").status_code == 202
    assert CannedReply.objects.filter(owner=person).exists()
    before = everything_stored()
    for trace in (NAME, TITLE, "900987", address, digest(address).hex(), digest(f"link {address}").hex()):
        assert trace.lower() in before, trace

    assert erase(staff, person.pk, {"confirm": True}).status_code == 204

    after = everything_stored()
    for trace in traces_of(*NAME.split(), TITLE, KEY_NAME, "900987", address):
        assert trace not in after, trace
    assert own.get("/user/me").status_code == 401
    assert not ApiKey.objects.filter(revoked_at=None).exists()
    assert staff.get(f"/user/{person.pk}").status_code == 404
    assert erase(staff, person.pk, {"confirm": True}).status_code == 404
    history = staff.get(f"/processes/review_moderation/{task.process_id}/history").json()
    assert f"Former colleague {person.pk}" in str(history)
    assert not list(find_faults())
    task.refresh_from_db()
    assert task.assignee_id is None
    last = TaskEvent.objects.filter(process=task.process_id).latest("seq")
    assert last.data == {"from": person.pk}
    log = staff.get(f"/audit/account/{person.pk}").json()["items"]
    assert log[0]["text"] == "Erased."


def two_years_of_work(person: User, head: Staff, tmp_path: Path) -> tuple[int, Ticket]:
    """Decisions, notes with mentions, a take-over, replies signed with the name, a picture, an unsent file,
    notices: the review's id, and the ticket."""
    own, admin = Staff(person), Staff(an_admin())
    answer = admin.client.put(f"/api/user/{person.pk}/avatar", image_file(), content_type="image/png")
    assert answer.status_code == 200
    own.put(f"/user/{person.pk}/notifications", {"assigned": True})
    admin.post(f"/user/{person.pk}/link", {"send": True})
    task = a_pending_task()
    path = f"/tasks/{task.pk}"
    head.put(f"{path}/assignee", {"user_id": person.pk, "note": "Yours."})
    assert Notice.objects.filter(user=person).exists()
    head.post(f"{path}/notes", {"text": "What do you think?", "to": person.pk})
    own.put(f"{path}/lock")
    own.post(f"{path}/notes", {"text": "It is fine.", "to": head_of(head)})
    head.get("/queues/pending/tasks")
    own.put(f"/presence/task/{task.pk}")
    decision = {"outcome": "escalate", "form": {"notes": "A threat."}, "revision": 1}
    assert own.post(f"{path}/decision", decision, idempotency_key="one").status_code == 200
    own.get("/search?q=time")
    ticket = a_ticket()
    signed = f"It is on its way.\n\n{person.full_name}\nZephyrine Quillfeatherby is somebody else."
    assert reply(own, ticket, signed).status_code == 201
    unsent = BytesIO(b"Not sent.")
    unsent.name = f"{person.full_name}.txt"
    assert own.client.post("/api/attachments", {"file": unsent}).status_code == 201
    writes(ticket, "Thank you.", quoted=f"> It is on its way.\n> {person.full_name}")
    assert list((tmp_path / "files").rglob("*.webp"))
    return task.process.subject_id, ticket


def signs_in_by_all_means(person: User) -> None:
    digest, now = b"d" * 32, timezone.now()
    CodeSecret.objects.create(user=person, secret=b"secret")
    RecoveryCode.objects.create(user=person, digest=digest)
    Passkey.objects.create(user=person, credential_id=b"credential", public=b"key", sign_count=0, name="Phone")
    PasskeyChallenge.objects.create(user=person, digest=digest, purpose="sign_in", at=now)
    PendingSignIn.objects.create(user=person, digest=digest, address_digest=digest, password_digest=digest, at=now)
    ProviderIdentity.objects.create(user=person, issuer="https://login.example.com", subject="s-1")
    ProviderSignIn.objects.create(user=person, digest=digest, browser=digest)
    ProvisionedAccount.objects.create(user=person, external_id="e-1")
    ProvisionedMember.objects.create(user=person, group="desk")


def head_of(staff: Staff) -> int:
    assert staff.user is not None
    return staff.user.pk


def test_two_years_of_work_leave_no_name_and_its_stories_still_read(
    settings: Settings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings.MEDIA_ROOT = tmp_path / "files"
    settings.FILE_UPLOAD_TEMP_DIR = tmp_path / "files" / "incoming"
    caplog.set_level(logging.DEBUG)
    head, admin = Staff(a_head_moderator()), Staff(an_admin())
    person = an_account("MODERATOR", name=NAME)
    review, ticket = two_years_of_work(person, head, tmp_path)
    before = everything_stored()
    assert f"\n{NAME.lower()}\n" in before.replace("\\n", "\n")

    assert erase(admin, person.pk, {"confirm": True}).status_code == 204
    caplog.set_level(logging.DEBUG)
    while relay(perform):  # the mails that were not sent yet
        pass

    # somebody else's name, and the same in the words of a ticket that is open, where it stands once
    others = re.compile(r"'(?:zephyrin|quillfeatherbi)':\d+(?!,)")
    after = "\n".join(
        others.sub("", row) if "quillfeatherbi" in row else row
        for row in everything_stored().replace("zephyrine quillfeatherby", "").split("\n")
    )
    for trace in traces_of(*NAME.split(), person.email):
        assert trace not in after, trace
        assert trace not in caplog.text.lower(), trace
    assert not [file for file in (tmp_path / "files").rglob("*") if file.is_file()]
    assert not [each for each in mail.outbox if person.email in each.to]
    number = f"Former colleague {person.pk}"
    story = head.get(f"/review/{review}")
    assert (story.status_code, number in story.content.decode()) == (200, True)
    conversation = head.get(f"/tickets/{ticket.pk}").content.decode()
    assert f"It is on its way.\\n\\n{number}\\nZephyrine Quillfeatherby is" in conversation
    assert not list(find_faults())
    assert not list(find_audit_faults())
    assert list(inconsistencies()) == []


# what was done and stays names its person by the number
STAYS = {
    *("BulkBatch.by", "BulkBatch.cancelled_by", "BulkBatch.confirmed_by"),
    *("HarmGuidance.changed_by", "OneTimeLink.given_by", "ProgramSender.added_by", "RequestToRestrict.asked_by"),
    *("Attachment.uploader", "Message.author", "Revision.author", "TicketLink.linked_by", "Transcription.author"),
    "WordTrial.by",
}


def ask_for_promotion(account: User, by: User) -> None:
    at = timezone.now()
    Promotion.objects.create(account=account, by=by, cms_access=[], companies=[], at=at, expires_at=at)


def rows_that_name(person: User) -> dict[str, int]:
    """The number of rows by each reference to an account."""
    return {
        f"{model.__name__}.{field.name}": model._default_manager.filter(**{field.name: person.pk}).count()
        for model in apps.get_models()
        if model._meta.db_table in connection.introspection.table_names()
        for field in model._meta.concrete_fields
        if field.related_model is User
    }


def test_no_row_of_the_person_alone_is_left() -> None:
    head, person = Staff(an_admin()), an_admin(NAME)
    own, colleague, task = Staff(person), an_account(), a_pending_task()
    assert Visitor().sign_in(person.email).status_code == 200
    own.put(f"/tasks/{task.pk}/draft", {"outcome": "reject", "form": {"facts": "None."}})
    own.put(f"/tasks/{a_pending_task().pk}/lock")
    own.post(f"/tasks/{a_pending_task().pk}/skip")
    own.put(f"/presence/task/{task.pk}")
    own.put(f"/user/{person.pk}/notifications", {"assigned": True})
    own.post("/canned-replies", {"title": "Mine", "text": "Yours.", "scope": "mine"})
    own.put(f"/categories/{Category.objects.create(name='Plumbers').pk}/favourite")
    head.post(f"/tasks/{task.pk}/notes", {"text": "What do you think?", "to": person.pk})
    head.put(f"/tasks/{task.pk}/assignee", {"user_id": person.pk, "note": ""})
    head.get(f"/user/{person.pk}")
    own.get(f"/user/{colleague.pk}")
    associate(person.pk, a_company().pk, by=an_admin())
    create_account_key(person.pk, KEY_NAME, ["tickets"], by=an_admin())
    issue_link(person)
    for account, by in ((person, an_admin()), (colleague, person)):
        ask_for_promotion(account, by)
    signs_in_by_all_means(person)
    nowhere = {name for name, number in rows_that_name(person).items() if not number}
    assert sorted(nowhere - STAYS) == []

    assert erase(Staff(an_admin()), person.pk, {"confirm": True}).status_code == 204

    assert {name for name, number in rows_that_name(person).items() if number} <= STAYS


@pytest.mark.parametrize("body", [{}, {"confirm": False}, {"confirm": "true"}])
def test_nothing_is_erased_without_the_tick(body: dict[str, Any]) -> None:
    person = an_account()
    assert erase(Staff(an_admin()), person.pk, body).status_code == 422
    assert User.objects.get(pk=person.pk).erased_at is None


def test_nobody_erases_themselves_or_somebody_above() -> None:
    head, admin = a_head_moderator(), an_admin()
    assert erase(Staff(head), head.pk, {"confirm": True}).json()["code"] == "own_rights"
    assert erase(Staff(head), admin.pk, {"confirm": True}).json()["code"] == "above_own_rights"


def test_the_address_of_an_erased_account_may_be_used_again() -> None:
    staff, person = Staff(an_admin()), an_account()
    erase(staff, person.pk, {"confirm": True})
    new = {"first_name": "New", "email_address": person.email, "access_level": "USER"}
    assert staff.post("/user", new).status_code == 201
