"""`manage.py docket_demo`: accounts and reviews to try the desk with."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from commands.demo import DEMO_PASSWORD, make_accounts, make_reviews


class Command(BaseCommand):
    help = "Make the demo accounts and a first set of reviews. Run again, it changes nothing."

    def handle(self, *_args: Any, **_options: Any) -> None:
        if settings.DOCKET_ENV == "production":
            raise CommandError("Demo accounts have a public password: they are never made in production.")
        with transaction.atomic():
            accounts = make_accounts()
            reviews = make_reviews()
        self.stdout.write(f"{accounts} accounts (password {DEMO_PASSWORD}) and {reviews} reviews made")
