"""`docket secret accept`: replace the secret keys that the database was first used with by those of this process."""

from typing import Any

from django.core.management.base import CommandParser

from accounts.key_fingerprints import accept_keys, fingerprints
from commands.base import DocketCommand


class Command(DocketCommand):
    help = "After the secret key was changed deliberately, on every host: let processes with it start again."
    compares_keys = False

    def add_arguments(self, parser: CommandParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True, metavar="accept")
        verbs.add_parser(
            "accept", help="take the keys of this process for those of the database; the others are refused"
        )

    def handle(self, *_args: Any, **_options: Any) -> None:
        changed = accept_keys()
        for name, fingerprint in fingerprints().items():
            self.stdout.write(f"{name} {fingerprint} {'accepted' if name in changed else 'as before'}")
        if "BLACKLIST_KEY" in changed:
            self.stderr.write(
                "Entries that the blacklist has already match under their former key alone: set BLACKLIST_KEY to it "
                "(blacklist:FORMER_SECRET_KEY, if it was not set), and accept once more (docs/blacklist.md)."
            )
