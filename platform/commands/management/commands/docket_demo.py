"""`docket demo`: make accounts and items of every kind, to try the desk; --reviews and --tickets make more of them."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.db import transaction
from tqdm import tqdm

from commands.base import DocketCommand
from commands.demo.making import OPEN_SHARE, make_many_reviews, make_small_demo
from commands.demo.organisation import make_small_groups, make_small_tags
from commands.demo.people import DEMO_PASSWORD, make_accounts
from commands.demo.testimonials import make_small_testimonials
from commands.demo.tickets import make_many_tickets, make_small_tickets
from workflows.models import DayFigures

MOST_REVIEWS = 100_000_000
MOST_TICKETS = 10_000_000
MOST_SEEDS = 1_000_000


class Command(DocketCommand):
    help = "Make the small demo, or --reviews N or --tickets N. Run again, it changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--reviews", type=int, metavar="N", help="so many reviews, in every queue and end")
        parser.add_argument("--tickets", type=int, metavar="N", help="so many tickets, each where its thread leaves it")
        parser.add_argument("--seed", type=int, default=1, metavar="S", help="other reviews for another number")
        parser.add_argument(
            "--open", type=float, default=OPEN_SHARE, metavar="SHARE", help="how many of them wait in a queue: 0 to 1"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        _check(options)
        number, tickets, seed, share = options["reviews"], options["tickets"], options["seed"], options["open"]
        with transaction.atomic():
            accounts = make_accounts()
        made = [f"{accounts} accounts (password {DEMO_PASSWORD})"]
        # copies are written by another connection, which sees only committed rows
        if number is None and tickets is None:
            made += [f"{make_small_demo()} reviews", f"{make_small_tickets()} tickets", f"{make_small_groups()} groups"]
            made += [f"{make_small_tags()} tags", f"{make_small_testimonials()} testimonials"]
        if number is not None:
            # disable=None: shown only on a terminal
            with tqdm(total=number, unit=" reviews", unit_scale=True, disable=None) as bar:
                reviews = make_many_reviews(number, seed=seed, open_share=share, progress=bar.update)
            made.append(f"{reviews} reviews")
        if tickets is not None:
            with tqdm(total=tickets, unit=" tickets", unit_scale=True, disable=None) as bar:
                made.append(f"{make_many_tickets(tickets, seed=seed, progress=bar.update)} tickets")
        DayFigures.objects.all().delete()  # the demo adds history to days whose figures may be stored already
        self.stdout.write(f"{', '.join(made[:-1])} and {made[-1]} made")


def _check(options: dict[str, Any]) -> None:
    """Raises CommandError."""
    if settings.DOCKET_ENV == "production":
        raise CommandError("Demo accounts have a public password: they are never made in production.")
    number, tickets, seed, share = options["reviews"], options["tickets"], options["seed"], options["open"]
    if number is not None and not 0 < number <= MOST_REVIEWS:
        raise CommandError(f"--reviews takes a number from 1 to {MOST_REVIEWS:,}.")
    if tickets is not None and not 0 < tickets <= MOST_TICKETS:
        raise CommandError(f"--tickets takes a number from 1 to {MOST_TICKETS:,}.")
    if not 0 <= seed < MOST_SEEDS:
        raise CommandError(f"--seed takes a number from 0 to {MOST_SEEDS - 1:,}.")
    if not 0 <= share <= 1:
        raise CommandError("--open takes a share from 0 to 1, as 0.1.")
