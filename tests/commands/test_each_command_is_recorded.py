"""Each command that changes something leaves an audit entry, or has its reason here for none."""

import json
from argparse import _SubParsersAction
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command, get_commands, load_command_class
from django.utils import timezone

from accounts.factors.models import CodeSecret
from accounts.models import KeyFingerprint, User
from audit.models import AuditEntry
from tests.audit_log import sentences
from tests.commands.imports.importing import COLUMNS, a_line
from tests.factories import a_process
from tickets.models import OriginalMail
from workflows.engine.outbox.events import emit_event
from workflows.models import OutboxMessage, WebhookDelivery
from workflows.review_moderation import ReviewModeration
from workflows.tickets.mail_in import quarantine

READS = "it changes nothing"
PROCESS = "a process of the product: what it does is recorded where it is done"
UNRECORDED = {
    "docket_check": READS,
    "docket_jobs list": READS,
    "docket_key list": READS,
    "docket_webhook deliveries": READS,
    "docket_webhook list": READS,
    "docket_mail fetch": "each message is an entry of its ticket's history",
    "docket_verify": "its result stands on the page of verifications",
    "docket_verify_history": "its result stands on the page of verifications",
    "docket_demo": "for an empty desk: what it makes is no work of people",
    "docket_scheduler": PROCESS,
    "docket_worker": PROCESS,
    "migrate": "of the code alone: its rows stand in django_migrations",
    **dict.fromkeys(("export_desk", "export_icons", "export_openapi", "export_processes"), "of the code alone"),
}


def all_commands() -> set[str]:
    """Each command of the product, with each of its verbs."""
    found = set()
    for name in (name for name, app in get_commands().items() if app == "commands"):
        parser = load_command_class("commands", name).create_parser("manage.py", name)
        verbs = [action.choices for action in parser._actions if isinstance(action, _SubParsersAction)]
        found |= {f"{name} {verb}" for choices in verbs for verb in choices} or {name}
    return found


class Watched:
    """Calls commands, and notes which of them left an entry."""

    def __init__(self) -> None:
        self.recorded: set[str] = set()

    def __call__(self, name: str, *arguments: str, verb: bool = True) -> None:
        before = AuditEntry.objects.count()
        call_command(name, *arguments)
        if AuditEntry.objects.count() > before:
            self.recorded.add(f"{name} {arguments[0]}" if verb else name)


def test_each_command_that_changes_something_leaves_an_entry_without_names_and_addresses(
    capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "MEDIA_ROOT", tmp_path / "files")
    call = Watched()

    def out() -> str:
        return capsysbinary.readouterr().out.decode().strip()

    call("docket_account", "create", "secret-1@docket.example", "--level", "MODERATOR")
    call("docket_account", "level", "secret-1@docket.example", "ADMIN")
    call("docket_account", "link", "secret-1@docket.example")
    CodeSecret.objects.create(user=User.objects.get(), secret=b"secret-1")
    call("docket_account", "unlock", "secret-1@docket.example")
    call("docket_setup", "--admin", "secret-1.first@docket.example", verb=False)
    out()
    call("docket_key", "create", "The importer", "--scope", "ingest", "--scope", "events")
    call("docket_key", "revoke", out()[:9])
    call("docket_webhook", "add", "https://hooks.example/secret-1", "--kind", "review.published")
    number = out().split()[1]
    call("docket_webhook", "rotate", number)
    event = emit_event("review.published", a_process(), ReviewModeration.subject)
    delivery = WebhookDelivery.objects.create(endpoint_id=number, event=event)
    call("docket_webhook", "resend", str(delivery.pk))
    for _ in range(2):
        call("docket_webhook", "remove", number)
    thread = {"id": "a", "turns": [{"role": "user", "content": "Secret-1?"}]}
    files = {
        "reviews": COLUMNS + a_line(1) + a_line(2),
        "tickets": json.dumps(thread) + "\n",
        "companies": "name\nSecret-1 Dental\n",
        "categories": "code,name\n4711,Secret-1\n",
        "blacklist": "value\nsecret-1@example.com\n",
    }
    for kind, content in files.items():
        path = tmp_path / f"{kind}.{'ndjson' if kind == 'tickets' else 'csv'}"
        path.write_text(content)
        call("docket_import", kind, str(path))
    call("docket_blacklist", "rehash")
    KeyFingerprint.objects.filter(name="SECRET_KEY").update(fingerprint="of another key")
    call("docket_secret", "accept")
    for verb in ("retry", "drop"):
        job = OutboxMessage.objects.create(topic="sweep", set_aside_at=timezone.now())
        call("docket_jobs", verb, str(job.pk), *(["--reason", "not-needed"] if verb == "drop" else []))
    quarantine(b"From: secret-1@example.com\n\n", "digest", "empty")
    mail = OriginalMail.objects.get().pk
    call("docket_mail", "quarantine", str(mail))

    assert sentences(kind="key") == [
        "Created: events, ingest.",
        "Revoked.",
        "Accepted a changed key by the command line: SECRET_KEY.",
    ]
    assert sentences(kind="webhook") == [
        "Added for review.published.",
        "Got a new secret; the one before is valid for a day.",
        f"Event {event.pk} is sent again.",
        "Removed.",
    ]
    assert sentences(kind="import") == [
        "Began an import of reviews.",
        "Imported 2 reviews; changed 0 others.",
        "Began an import of tickets.",
        "Imported 1 ticket.",
    ]
    assert sentences(kind="export") == [f"Exported mail {mail} of the quarantine."]
    assert "ecret-1" not in str(list(AuditEntry.objects.values()))
    assert all_commands() - call.recorded == UNRECORDED.keys()


def test_a_dry_run_leaves_no_entry(tmp_path: Path) -> None:
    path = tmp_path / "reviews.csv"
    path.write_text(COLUMNS + a_line(1))
    call_command("docket_import", "reviews", str(path), "--dry-run")
    assert not AuditEntry.objects.exists()
