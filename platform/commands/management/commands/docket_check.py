"""`docket check`: check that settings, flows and database are consistent."""

import sys
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.db.models import Count

from commands.base import DocketCommand
from config.postgresql.reach import wrong_database_url
from reviews.models import Review, ReviewStatus
from reviews.word_figures import word_totals
from workflows.engine.core.flows import statuses
from workflows.engine.core.stored_names import unknown_names
from workflows.engine.outbox.failed_jobs import failed_jobs
from workflows.reviews.subject import REVIEW


class Command(DocketCommand):
    help = "Check the settings, the flows, and the names that the database holds; name the background jobs that failed."

    def handle(self, *_args: Any, **_options: Any) -> None:
        if wrong := wrong_database_url(as_every_role=True):
            raise wrong
        call_command("check")
        unknown = [*unknown_names(), *_unknown_statuses()]
        for name, count in unknown:
            self.stderr.write(f"No process declares {name!r}, and {count} rows name it: rename them in a migration")
        if unknown:
            sys.exit(1)
        self.stdout.write("every name that the database holds is declared")
        if not settings.MAIL_IS_SENT:
            self.stderr.write("no mail server is set (MAIL_URL): nothing is mailed")
        if stopped := word_totals()["stopped"]:
            self.stderr.write(
                f"{stopped} patterns of the banned words cost too much and were stopped: change their terms"
            )
        failed = failed_jobs()
        if failed.oldest_at:
            self.stderr.write(
                f"{failed.count} background jobs failed at their last attempt, the first at "
                f"{failed.oldest_at:%Y-%m-%d %H:%M} UTC: see the page jobs/failed, or `docket jobs list`"
            )


def _unknown_statuses() -> Iterator[tuple[str, int]]:
    """(status, number of reviews)"""
    undeclared = Review.objects.exclude(status__in=[*statuses(REVIEW), ReviewStatus.RECEIVED])
    yield from undeclared.values_list("status").annotate(number=Count("pk")).order_by("status")
