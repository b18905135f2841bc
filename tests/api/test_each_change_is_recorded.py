"""Each call that changes something leaves an entry in history or in the audit log, or has its reason here for none."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import override_settings
from django.utils import timezone
from pytest_django import Settings

from accounts.links import issue_link
from accounts.models import User
from accounts.notifications import stopping
from api.http.idempotency import READING_PATHS
from audit.models import AuditEntry
from tests.accounts.authenticator import Device, code_of
from tests.accounts.factors import Person, first_step, post, second_step
from tests.accounts.provided import Browser, use
from tests.accounts.visitors import Visitor
from tests.api.places import a_delivery
from tests.api.source import Source
from tests.audit_log import sentences
from tests.caller import Client
from tests.description import description
from tests.factories import a_company, a_head_moderator, a_moderator, a_pending_task, an_account, an_admin, open_task
from tests.identity_provider import IdentityProvider
from tests.mail.written import a_mail
from tests.reviews.test_reason_codes import NEW as NEW_REASON
from tests.sent_reviews import a_sent_review
from tests.staff import Staff
from tests.testimonials.arriving import a_source, a_testimonial, send, take
from tests.testimonials.media_made import image_file
from tests.workflows.bulk.batches import ask_for, pending_tasks, work
from tests.workflows.mail.post import arrives
from tests.workflows.restrictions.requests import a_published_review, a_request
from tests.workflows.tickets.test_attachments import upload
from tests.workflows.tickets.test_ticket_ingest import a_program, sent
from tests.workflows.tickets.threads import a_ticket, reopen, reply, resolve
from tickets.models import Delivery, Message
from workflows.models import OutboxMessage, TaskEvent
from workflows.tickets.mail_in import quarantine

pytestmark = pytest.mark.rule(17)

Route = tuple[str, str]

READS = "it changes nothing: a POST because of what it sends"
OWN = "the person's own, and nobody else's work"
UNRECORDED = {
    ("POST", "/api/auth/login"): "the session's row says when; wrong passwords leave an entry",
    ("POST", "/api/auth/logout"): OWN,
    ("POST", "/api/auth/logout-others"): OWN,
    ("POST", "/api/auth/forgotten"): "nothing changes until the link is used",
    ("POST", "/api/auth/provider"): "nothing changes until the provider has answered",
    ("POST", "/api/auth/provider/session"): "the session's row says when",
    ("POST", "/api/auth/second-factor"): "as the sign-in that it finishes",
    ("POST", "/api/auth/passkey"): "the session's row says when",
    ("POST", "/api/auth/passkey/options"): "nothing changes until it is signed",
    ("POST", "/api/auth/confirmation"): OWN,
    ("POST", "/api/auth/confirmation/options"): "nothing changes until it is signed",
    ("POST", "/api/user/me/codes"): "nothing changes until a first code confirms it",
    ("POST", "/api/user/me/passkeys/options"): "nothing changes until a passkey is made",
    ("PUT", "/api/tasks/{task_id}/draft"): OWN,
    ("DELETE", "/api/mentions/{mention_id}"): OWN,
    ("PUT", "/api/presence/{kind}/{number}"): OWN,
    ("DELETE", "/api/presence/{kind}/{number}"): OWN,
    ("PUT", "/api/categories/{category_id}/favourite"): OWN,
    ("DELETE", "/api/categories/{category_id}/favourite"): OWN,
    ("DELETE", "/api/dashboard/morning"): OWN,
    ("POST", "/api/attachments"): "the message that takes it is recorded",
    ("POST", "/api/banned-words/trial"): READS,
    **{("POST", path): READS for path in READING_PATHS},
}


def path_of(answer: Any) -> str:
    """The path of the operation, as the description has it."""
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", f"/{answer.resolver_match.route}")


def number_of_entries() -> int:
    return AuditEntry.objects.count() + TaskEvent.objects.count()


@pytest.fixture
def recorded(monkeypatch: pytest.MonkeyPatch) -> dict[Route, bool]:
    """The routes that were called with success, and whether a call of each left an entry."""
    found: dict[Route, bool] = {}
    original = Client.request

    def watched(self: Client, **request: Any) -> Any:
        before = number_of_entries()
        answer = original(self, **request)
        if answer.status_code < 300:
            route = (request["REQUEST_METHOD"], path_of(answer))
            found[route] = found.get(route, False) or number_of_entries() > before
        return answer

    monkeypatch.setattr(Client, "request", watched)
    return found


@pytest.fixture(autouse=True)
def _settings(settings: Settings, tmp_path: Path) -> None:
    prepare(settings, tmp_path)


def prepare(settings: Settings, tmp_path: Path) -> None:
    """For `call_everything`."""
    settings.MEDIA_ROOT = tmp_path / "files"
    settings.FILE_UPLOAD_TEMP_DIR = tmp_path / "files" / "incoming"
    settings.REGISTRATION_OPEN = True
    settings.BULK_HELD_PATIENCE = timedelta(0)
    settings.BULK_CONFIRM_ABOVE = 1
    settings.ONE_TIME_CODES = settings.PASSKEYS = True
    settings.CONSOLE_URL = "http://localhost:8000"


def visit(path: str, body: dict[str, str]) -> None:
    Visitor().client.post(f"/api{path}", body, content_type="application/json")


def accounts(admin: Staff) -> None:
    company = a_company()
    made = admin.post(
        "/user", {"first_name": "Ann", "email_address": "ann@docket.test", "access_level": "USER", "send_details": True}
    )
    path = f"/user/{made.json()['id']}"
    admin.patch(path, {"job_title": "Clerk"})
    admin.put(f"{path}/password", {"password": "Correct-horse-1"})
    admin.put(f"{path}/notifications", {"assigned": True})
    admin.post(f"{path}/link", {"send": False})
    admin.client.put(f"/api{path}/avatar", image_file(), content_type="image/png")
    admin.delete(f"{path}/avatar")
    key = admin.post(f"{path}/keys", {"name": "Till", "scopes": ["events"]}).json()["id"]
    admin.delete(f"{path}/keys/{key}")
    admin.put(f"{path}/associations/{company.pk}")
    second = Staff(an_admin())
    admin.post(f"{path}/promotion", {})
    second.delete(f"{path}/promotion")
    admin.post(f"{path}/promotion", {})
    second.post(f"{path}/promotion/confirm", {"shown": {"email_address": "ann@docket.test"}})
    admin.delete(f"{path}/associations/{company.pk}")
    admin.put("/user/me/duty", {"on_duty": False})
    admin.delete("/dashboard/morning")
    admin.put(f"/team/{a_moderator().pk}/duty", {"on_duty": False})
    account = User.objects.get(email="ann@docket.test")
    visit("/auth/notifications/stop", {"token": stopping(account.pk, "assigned")})
    visit("/auth/forgotten", {"email": account.email})
    new = {"token": issue_link(account), "password": "Correct-horse-2"}
    visit("/auth/link", {"token": new["token"]})
    visit("/auth/password", new)
    person = {"name": "Ada King", "email": "ada@docket.test", "password": "Correct-horse-1"}
    visit("/users", person)
    Visitor().sign_in(person["email"], person["password"])
    admin.client.delete(f"/api{path}", {"confirm": True}, content_type="application/json")
    with IdentityProvider().running() as provider, override_settings():
        use(settings, provider)
        Browser(provider).sign_in(email=an_account().email)
    other = Staff(an_account())
    other.post("/auth/logout-others")
    other.post("/auth/logout")


def second_factors(admin: Staff) -> None:
    person, device = Person(a_moderator()), Device()
    person.set_up_codes()
    person.post("/user/me/recovery-codes")
    options = person.post("/user/me/passkeys/options").json()["options"]
    passkey = person.post("/user/me/passkeys", device.make(options)).json()["id"]
    second_step(first_step(person.user), code=code_of(person.secret))
    signed = device.sign(post("/auth/passkey/options", {}).json()["options"])
    post("/auth/passkey", signed)
    options = person.post("/auth/confirmation/options").json()["options"]
    person.post("/auth/confirmation", {"passkey": device.sign(options)})
    person.delete(f"/user/me/passkeys/{passkey}")
    person.delete("/user/me/codes")
    person.set_up_codes()
    admin.delete(f"/user/{person.user.pk}/factors")


def organisation(admin: Staff) -> None:
    company = admin.post("/company", {"name": "Tan Dental", "category": 1}).json()["id"]
    admin.patch(f"/company/{company}", {"phone": "020 7946 0958"})
    admin.post(f"/audit/company/{company}", {"text": "They asked by telephone."})
    admin.put("/categories/1/favourite")
    admin.delete("/categories/1/favourite")
    values = {"name": "Smiles", "slug": "smiles", "internal": "false", "country": "1"}
    for kind, changes in (("group", values), ("tag", {"name": "Kind", "category": "dental"})):
        path = f"/{kind}/{admin.post(f'/{kind}', changes).json()['id']}"
        admin.patch(path, {"name": "Others"})
        admin.put(f"{path}/members/{company}")
        admin.delete(f"{path}/members/{company}")
        admin.delete(path)
    entry = admin.post("/blacklist", {"value": "troll@example.com"}).json()["id"]
    admin.post("/blacklist/check", {"value": "troll@example.com"})
    admin.patch(f"/blacklist/{entry}", {"notes": "Asked twice."})
    admin.delete(f"/blacklist/{entry}")
    code = admin.post("/reason-codes", NEW_REASON).json()["code"]
    admin.patch(f"/reason-codes/{code}", {"title": "Long ago"})


def words(admin: Staff) -> None:
    admin.put("/harm-guidance", {"text": "Call Ann."})
    word = admin.post("/banned-words", {"term": "rubbish"}).json()["id"]
    admin.patch(f"/banned-words/{word}", {"severity": 2})
    admin.post("/banned-words/test", {"text": "What rubbish."})
    admin.post("/banned-words/trial", {"entry": {"term": "scandal"}})
    admin.post("/banned-words/import", {"csv": "term\nnonsense\n"})
    admin.delete(f"/banned-words/{word}")


def work_on_items(admin: Staff, head: Staff, me: Staff) -> None:
    task, colleague = a_pending_task(), a_moderator()
    path = f"/tasks/{task.pk}"
    me.post("/queues/pending/next")
    me.delete(f"{path}/lock")
    me.put(f"{path}/lock")
    me.put(f"{path}/draft", {"outcome": "reject", "form": {"facts": "It i"}})
    me.post(f"{path}/statement", {"outcome": "reject", "form": {"reason": "fake", "facts": "It is."}})
    me.put(f"/presence/task/{task.pk}")
    me.delete(f"/presence/task/{task.pk}")
    review = f"/review/{task.process.subject_id}"
    me.patch(review, {"reason": "A typo.", "revision": 1, "title": "On time"})
    mine = Staff(colleague)
    me.post(f"{path}/notes", {"text": "Look.", "to": colleague.pk})
    mention = mine.get("/mentions").json()[0]["id"]
    mine.delete(f"/mentions/{mention}")
    head.post(f"{path}/take-over", {"note": "Urgent."})
    head.delete(f"{path}/lock")
    head.put(f"{path}/assignee", {"note": "Yours.", "user_id": colleague.pk})
    head.client.delete(f"/api{path}/assignee", {"note": "Not now."}, content_type="application/json")
    head.post("/tasks/assign", {"task_ids": [task.pk], "user_id": colleague.pk, "note": ""})
    mine.put(f"{path}/lock")
    mine.put(f"{path}/snooze", {"until": (timezone.now() + timedelta(days=1)).isoformat()})
    mine.put(f"{path}/snooze", {"until": None})
    other = a_pending_task()
    mine.put(f"/tasks/{other.pk}/lock")
    mine.post(f"/tasks/{other.pk}/skip")
    mine.delete(f"/tasks/{other.pk}/skip")
    mine.put(f"{path}/lock")
    mine.post(f"{path}/decision", {"outcome": "backlog", "form": {}, "revision": 2})
    mine.post(f"{path}/undo")
    a_pending_task()
    head.post("/team/evenly")
    mine.put(f"/tasks/{open_task(task.process).pk}/lock")
    rejection = {"outcome": "reject", "form": {"reason": "fake", "facts": "It is."}, "revision": 2}
    mine.post(f"/tasks/{open_task(task.process).pk}/decision", rejection)
    head.put(f"/tasks/{open_task(task.process).pk}/lock")
    head.post(f"/tasks/{open_task(task.process).pk}/decision", {"outcome": "confirm", "form": {}, "revision": 2})
    head.post(f"/processes/review_moderation/{task.process_id}/reinstatement", {"notes": "Look again."})
    request = a_request(a_published_review())
    me.post(f"/restriction-requests/{request.data['request']}/contact")
    admin.post("/history/verifications")
    job = OutboxMessage.objects.create(topic="sweep", set_aside_at=timezone.now())
    admin.post(f"/jobs/{job.pk}/retry")
    delivery = a_delivery()
    admin.post(f"/webhooks/{delivery.endpoint_id}/secret")
    admin.post(f"/webhooks/deliveries/{delivery.pk}/resend")


def batches(head: Staff) -> None:
    tasks = pending_tasks(3)
    head.post("/bulk/preview", {"queue": "pending", "outcome": "backlog", "task_ids": [task.pk for task in tasks]})
    me = Staff(a_moderator())
    me.put(f"/tasks/{tasks[0].pk}/lock")
    batch = ask_for(head, tasks)
    work()
    me.delete(f"/tasks/{tasks[0].pk}/lock")
    head.post(f"/bulk/{batch.pk}/retry")
    work()
    head.post(f"/bulk/{batch.pk}/rollback")
    head.post(f"/bulk/{ask_for(head, pending_tasks(1)).pk}/cancel", {})
    telling = ask_for(head, pending_tasks(2), "reject", form={"reason": "fake", "facts": "It is."})
    Staff(a_head_moderator()).post(f"/bulk/{telling.pk}/confirm", {})


def tickets(admin: Staff, head: Staff, me: Staff) -> None:
    body = {"subject": "A question", "text": "When?", "client": {"name": "Ada", "email": "ada@client.example"}}
    me.post("/tickets", {**body, "company": a_company().pk})
    ticket, newer, review = a_ticket(), a_ticket(), a_published_review()
    upload(me, b"A")
    reply(me, ticket)
    message = Message.objects.filter(ticket=ticket).latest("pk")
    Message.objects.filter(pk=message.pk).update(delivery=Delivery.FAILED)
    me.post(f"/tickets/{ticket.pk}/messages/{message.pk}/delivery")
    by_mail = arrives(a_mail())
    me.post(f"/tickets/{by_mail.pk}/messages/{Message.objects.get(ticket=by_mail).pk}/source")
    resolve(me, ticket)
    reopen(me, ticket)
    me.post(f"/tickets/{ticket.pk}/links", {"review_id": review.pk, "of_other_company": True})
    me.delete(f"/tickets/{ticket.pk}/links/{review.pk}")
    me.post(f"/tickets/{ticket.pk}/client")
    me.post(f"/tickets/{ticket.pk}/merge", {"into": newer.pk})
    canned = head.post("/canned-replies", {"title": "Hello", "text": "Hi", "scope": "everyone"}).json()["id"]
    head.patch(f"/canned-replies/{canned}", {"text": "Good day"})
    head.delete(f"/canned-replies/{canned}")
    program = a_program()
    program.post("/ingest/tickets", {"items": [sent("new")]})
    again = {"external_id": "m9", "from": "client", "text": "Any news?"}
    program.post("/ingest/tickets/desk/new/messages", again)
    quarantine(b"", "digest", "empty")
    mail = admin.get("/mail/quarantine").json()["items"][0]["id"]
    admin.post(f"/mail/quarantine/{mail}/source")
    admin.put(f"/mail/quarantine/{mail}/settled", {})
    quarantine(b"From: ann@x.example\n\nHello.", "another", "list")
    mail = admin.get("/mail/quarantine").json()["items"][0]["id"]
    admin.post(f"/mail/quarantine/{mail}/ticket")


def cards(me: Staff) -> None:
    number, source = a_testimonial(external_id="T-known"), a_source()
    send(me.client, image_file(), path="/testimonials", key="key-1", company=a_company().pk)
    me.post(f"/testimonial/{number}/contact")
    take(me, number)
    me.patch(f"/testimonial/{number}", {"revision": 1, "text": "Lovely.", "reason": "A slip."})
    consent = {"consent": "withdrawn"}
    source.put("/api/ingest/testimonials/cards/T-known/consent", consent, content_type="application/json")
    me.put(f"/testimonial/{a_testimonial()}/consent", consent)


def call_everything() -> None:
    """Each operation that changes something, at least once with success."""
    admin, head, me = Staff(an_admin()), Staff(a_head_moderator()), Staff(a_moderator())
    accounts(admin)
    second_factors(admin)
    organisation(admin)
    words(admin)
    work_on_items(admin, head, me)
    batches(head)
    tickets(admin, head, me)
    cards(me)
    source = Source()
    source.send(a_sent_review(external_id="known"))
    source.withdraw("wf", "known")


def test_each_call_that_changes_something_leaves_an_entry(recorded: dict[Route, bool]) -> None:
    call_everything()
    mutating = {
        (method.upper(), path)
        for path, methods in description()["paths"].items()
        for method in methods
        if method != "get"
    }
    assert mutating - recorded.keys() == set()
    assert {route for route in mutating if not recorded[route]} ^ UNRECORDED.keys() == set()


def test_sign_ins_that_fail_one_after_another_leave_one_entry() -> None:
    person = a_moderator()
    for _ in range(8):
        Visitor().sign_in(person.email, "Wrong-horse-1")
        Visitor().sign_in("nobody@docket.test", "Wrong-horse-1")
    assert sentences() == ["5 sign-ins with a wrong password, one after another."]
    assert AuditEntry.objects.get().subject_id == person.pk
