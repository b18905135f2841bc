"""`docket setup`: check all settings, create the first administrator, and report what is missing and how to fix it."""

import os
import sys
from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandParser

from accounts.changes import first_administrator_by_command, has_administrator
from accounts.sessions import EmailTakenError
from commands.base import DocketCommand
from commands.setup.database import look_at_database
from commands.setup.findings import Finding, State
from commands.setup.identity import look_at_provider
from commands.setup.machine import look_at_disk, look_at_time
from commands.setup.services import look_at_broker, look_at_files, look_at_mail
from kit.email_addresses import is_email_address
from workflows.accounts.links import address_of

VARIABLE = "DOCKET_ADMIN_EMAIL"


class Command(DocketCommand):
    help = "Check every setting, make the first administrator, and say what is missing; may be repeated."
    compares_keys = False  # wrong keys are reported as a finding

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--admin", default="", help=f"address of the first administrator, else {VARIABLE}")
        parser.add_argument("--mail-to", default="", help="send a mail to this address, such as your own")

    def handle(self, *_args: Any, **options: Any) -> None:
        findings: list[Finding] = []
        for finding in self._findings(options["admin"], options["mail_to"]):
            self.stdout.write(str(finding))
            findings.append(finding)
        if any(finding.state == State.MISSING for finding in findings):
            self.stderr.write("Docket may not serve like this: mend what is MISSING, then run this again.")
            sys.exit(1)
        self.stdout.write("Docket may serve.")

    def _findings(self, admin: str, mail_to: str) -> Iterator[Finding]:
        database = list(look_at_database())
        yield from database
        if not any(finding.state == State.MISSING for finding in database):
            yield look_at_time()
            finding, made_for = _first_administrator(admin or os.environ.get(VARIABLE, ""))
            mail_to = mail_to or made_for
            yield finding
        yield look_at_broker()
        files = look_at_files()
        yield files
        if files.state != State.MISSING:
            yield from look_at_disk()
        yield from look_at_mail(mail_to)
        yield from look_at_provider()


def _first_administrator(email: str) -> tuple[Finding, str]:
    """The finding, and the address of the person who got a link; empty if nobody did."""

    def found(state: State, sentence: str) -> Finding:
        return Finding("administrator", state, sentence)

    if has_administrator():
        return found(State.READY, "There is one who can sign in."), ""
    if not email and sys.stdin.isatty():
        email = input("Email address of the first administrator: ").strip()
    if not email:
        return found(State.WITHOUT, f"Nobody can sign in yet: name the first one by --admin or {VARIABLE}."), ""
    if not is_email_address(email):
        return found(State.WITHOUT, f"{email!r} is no email address: correct --admin or {VARIABLE}."), ""
    try:
        account, secret = first_administrator_by_command(email)
    except EmailTakenError:
        advice = f"'docket account level {email} ADMIN' raises it"
        return found(State.WITHOUT, f"The account {email} is there with another level: {advice}."), ""
    link = address_of(secret)
    return found(State.READY, f"{account.email} sets a password within 24 hours, once: {link}"), account.email
