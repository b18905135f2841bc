"""`docket blacklist rehash`: hash legacy entries, and renew other digests under the newest key (docs/blacklist.md)."""

from typing import Any

from django.core.management.base import CommandParser

from blacklist.legacy import Rehashed, rehash
from commands.base import DocketCommand
from kit import request_id


class Command(DocketCommand):
    help = "Hash the blacklist's legacy entries, and give the newest key to all others."

    def add_arguments(self, parser: CommandParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        verbs.add_parser("rehash", help="may be interrupted, and run again; all entries match meanwhile")

    def handle(self, *_args: Any, **_options: Any) -> None:
        with request_id.bound():
            done = sum(rehash(), start=Rehashed())
        self.stdout.write(f"{done.hashed:,} legacy entries hashed")
        if done.merged:
            self.stdout.write(f"{done.merged:,} legacy entries dropped: another entry stands for the same person")
        self.stdout.write(f"{done.renewed:,} entries of former keys given the newest key")
