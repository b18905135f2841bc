"""`docket account create|level|link|unlock`: the first account of an installation, and what nobody in the console can
give: a level, a link to sign in, a way in for somebody who has lost their second factor.
"""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from accounts.changes import create_by_command, link_by_command, set_level_by_command
from accounts.factors.state import remove_factors_by_command
from accounts.promotions import companies_of
from accounts.rights import AccessLevel
from commands.base import DocketCommand
from kit.email_addresses import is_email_address
from kit.errors import DomainError
from workflows.accounts.links import address_of


class Command(DocketCommand):
    help = "Create an account, such as the first one, set the level of one (a link sets the password), or unlock one."

    def add_arguments(self, parser: CommandParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        create = verbs.add_parser("create", help="create an account and show its link")
        create.add_argument("email")
        create.add_argument("--level", required=True, choices=AccessLevel.values)
        create.add_argument("--first-name", help="else what stands before the @")
        create.add_argument("--last-name", default="")
        level = verbs.add_parser("level", help="set the level of an account, with the permissions of that level")
        level.add_argument("email")
        level.add_argument("level", choices=AccessLevel.values)
        link = verbs.add_parser("link", help="show a link that sets the password of an account once, and signs in")
        link.add_argument("email")
        unlock = verbs.add_parser("unlock", help="remove the second factor of who has lost it")
        unlock.add_argument("email")

    def handle(self, *_args: Any, **options: Any) -> None:
        if not is_email_address(options["email"]):
            raise CommandError(f"{options['email']!r} is no email address.")
        try:
            account, secret = getattr(self, options["verb"])(options)
        except DomainError as error:
            raise CommandError(error.message) from error
        if account.access_level == AccessLevel.ADMIN and (companies := len(companies_of(account))):
            belongs = f"{companies:,} {'company' if companies == 1 else 'companies'}"
            self.stderr.write(f"It belongs to {belongs}: Docket Staff see everything, and are never to be clients.")
        self.stdout.write(f"{account.email} has the level {AccessLevel(account.access_level).label}.")
        if secret:
            self.stdout.write(f"Set the password within 24 hours, once: {address_of(secret)}")

    def create(self, options: dict[str, Any]) -> Any:
        first_name = options["first_name"] or options["email"].partition("@")[0]
        names = {"first_name": first_name, "last_name": options["last_name"]}
        return create_by_command(options["email"], level=options["level"], **names)

    def level(self, options: dict[str, Any]) -> Any:
        return set_level_by_command(options["email"], options["level"])

    def link(self, options: dict[str, Any]) -> Any:
        return link_by_command(options["email"])

    def unlock(self, options: dict[str, Any]) -> Any:
        return remove_factors_by_command(options["email"]), None
