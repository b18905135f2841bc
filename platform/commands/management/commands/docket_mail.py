"""`docket mail fetch`: ingest mail into tickets. `docket mail quarantine`: list or print mail in quarantine."""

import sys
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.db import transaction

from audit import actions
from audit.entries import record_audit
from commands.base import DocketCommand
from kit.environment import without_password
from mail.sources.addresses import EXAMPLE, source_at
from mail.sources.fetched import Source, SourceAwayError
from mail.sources.stream import Stream
from tickets.quarantine import quarantined
from workflows.tickets.fetching import fetch_from

TRY_AGAIN = 75  # EX_TEMPFAIL: the delivery program keeps the piped mail and retries
SHOWN = 100
NOBODY = 0  # the account id of exports by a command, in the audit log


class Command(DocketCommand):
    help = "Fetch mail into tickets, or look at the mail that could not become a message."

    def add_arguments(self, parser: CommandParser) -> None:
        commands = parser.add_subparsers(dest="command", required=True)
        fetch = commands.add_parser("fetch", help="take in the mail of a source")
        fetch.add_argument("source", nargs="?", help="a URL as in MAIL_IN_URL, or - for standard input")
        quarantine = commands.add_parser("quarantine", help="list the mail in quarantine, the newest first")
        quarantine.add_argument("number", nargs="?", type=int, help="print this mail as it came")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["command"] == "fetch":
            self._fetch(options["source"] or settings.MAIL_IN_URL)
        elif options["number"] is not None:
            self._print(options["number"])
        else:
            self._list()

    def _fetch(self, url: str) -> None:
        try:
            results = fetch_from(_source(url))
        except SourceAwayError as error:
            raise CommandError(f"{without_password(url)} cannot be read: {error}", returncode=TRY_AGAIN) from None
        for result, count in sorted(results.items()):
            self.stdout.write(f"{count} {result}")
        if not results:
            self.stdout.write("no mail")

    def _list(self) -> None:
        waiting = quarantined().order_by("-received_at", "-pk")
        for mail in waiting[:SHOWN]:
            self.stdout.write(f"{mail.pk}  {mail.received_at:%Y-%m-%d %H:%M}  {mail.reason}  {mail.size} bytes")
        count = waiting.count()
        self.stdout.write(f"{count} in quarantine" + (f", the newest {SHOWN} shown" if count > SHOWN else ""))

    def _print(self, number: int) -> None:
        mail = quarantined().filter(pk=number).first()
        if mail is None:
            raise CommandError(f"No mail with the number {number} is in quarantine.")
        with transaction.atomic():
            record_audit(actions.QUARANTINED_MAIL_READ, NOBODY, user_id=None, mail=number)
        with mail.raw.open("rb") as raw:
            for piece in raw.chunks():
                sys.stdout.buffer.write(piece)


def _source(url: str) -> Source:
    if url == "-":
        return Stream(sys.stdin.buffer)
    if not url:
        raise CommandError("MAIL_IN_URL is not set: name a source, or - for standard input.")
    try:
        return source_at(url)
    except ValueError:
        raise CommandError(f"{without_password(url)!r} is no source of mail. Use one like {EXAMPLE}.") from None
