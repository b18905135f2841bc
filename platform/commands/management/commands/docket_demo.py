"""`docket demo`: accounts and reviews to try the desk with; with --reviews as many as are asked for."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.db import transaction
from tqdm import tqdm

from commands.base import DocketCommand
from commands.demo.making import OPEN_SHARE, make_many_reviews, make_small_demo
from commands.demo.people import DEMO_PASSWORD, make_accounts

MOST_REVIEWS = 100_000_000
MOST_SEEDS = 1_000_000


class Command(DocketCommand):
    help = "Make the demo accounts and a first set of reviews, or --reviews N of them. Run again, it changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--reviews", type=int, metavar="N", help="so many reviews, in every queue and end")
        parser.add_argument("--seed", type=int, default=1, metavar="S", help="other reviews for another number")
        parser.add_argument(
            "--open", type=float, default=OPEN_SHARE, metavar="SHARE", help="how many of them wait in a queue: 0 to 1"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        if settings.DOCKET_ENV == "production":
            raise CommandError("Demo accounts have a public password: they are never made in production.")
        number, seed, share = options["reviews"], options["seed"], options["open"]
        if number is not None and not 0 < number <= MOST_REVIEWS:
            raise CommandError(f"--reviews takes a number from 1 to {MOST_REVIEWS:,}.")
        if not 0 <= seed < MOST_SEEDS:
            raise CommandError(f"--seed takes a number from 0 to {MOST_SEEDS - 1:,}.")
        if not 0 <= share <= 1:
            raise CommandError("--open takes a share from 0 to 1, as 0.1.")
        with transaction.atomic():
            accounts = make_accounts()
        # the copies are written over another connection, which sees what is committed
        if number is None:
            reviews = make_small_demo()
        else:
            # shown where somebody looks
            with tqdm(total=number, unit=" reviews", unit_scale=True, disable=None) as bar:
                reviews = make_many_reviews(number, seed=seed, open_share=share, progress=bar.update)
        self.stdout.write(f"{accounts} accounts (password {DEMO_PASSWORD}) and {reviews} reviews made")
