"""`docket key create|list|revoke`: API keys for programs."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from accounts.keys import SCOPES, create_ownerless_key, revoke_keys
from accounts.models import ApiKey
from commands.base import DocketCommand
from kit.errors import InvalidError


class Command(DocketCommand):
    help = "Create, list and revoke API keys; a key is shown once, when it is created."

    def add_arguments(self, parser: CommandParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        create = verbs.add_parser("create", help="create a key and show it")
        create.add_argument("name", help="what it is for")
        create.add_argument(
            "--scope", action="append", required=True, choices=SCOPES, help="may be given several times"
        )
        verbs.add_parser("list", help="list the keys with their prefixes")
        revoke = verbs.add_parser("revoke", help="revoke a key")
        revoke.add_argument("prefix")

    def handle(self, *_args: Any, **options: Any) -> None:
        getattr(self, options["verb"])(options)

    def create(self, options: dict[str, Any]) -> None:
        try:
            key = create_ownerless_key(options["name"], options["scope"])
        except InvalidError as error:
            raise CommandError(str(error.fields)) from error
        self.stdout.write(key)

    def list(self, _options: dict[str, Any]) -> None:
        for row in ApiKey.objects.order_by("created_at"):
            state = f"revoked {row.revoked_at:%Y-%m-%d}" if row.revoked_at else f"used {row.used_at or 'never'}"
            self.stdout.write(f"{row.prefix}…  {','.join(row.scopes):24} {row.name}  ({state})")

    def revoke(self, options: dict[str, Any]) -> None:
        if not revoke_keys(options["prefix"]):
            raise CommandError(f"There is no active key that begins with {options['prefix']}.")
        self.stdout.write("revoked")
