"""`docket jobs list|retry|drop`: the background jobs that failed at their last attempt."""

from collections.abc import Callable
from typing import Any

from django.core.management.base import CommandError, CommandParser

from audit.actions import DROP_REASONS
from commands.base import DocketCommand
from kit.errors import DomainError
from workflows.engine.outbox.failed_jobs import (
    SHOWN,
    JobNotFoundError,
    drop_job,
    failed_jobs,
    failed_numbers,
    retry_job,
)
from workflows.engine.outbox.registry import JOBS


class Command(DocketCommand):
    help = "List the background jobs that failed at their last attempt, try them again, or drop them with a reason."

    def add_arguments(self, parser: CommandParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        verbs.add_parser("list", help=f"the newest {SHOWN}: number, topic, queue, attempts, last error, since when")
        retry = verbs.add_parser("retry", help="try jobs again, with all their attempts")
        which = retry.add_mutually_exclusive_group(required=True)
        which.add_argument("numbers", nargs="*", type=int, default=[], metavar="NUMBER")
        which.add_argument("--all", action="store_true", help="every job that failed, such as after an outage")
        drop = verbs.add_parser("drop", help="delete jobs for good")
        drop.add_argument("numbers", nargs="+", type=int, metavar="NUMBER")
        drop.add_argument("--reason", required=True, choices=DROP_REASONS)

    def handle(self, *_args: Any, **options: Any) -> None:
        match options["verb"]:
            case "list":
                self._list()
            case "retry":
                # with --all, a job that somebody else has retried meanwhile is skipped
                passed = (JobNotFoundError,) if options["all"] else ()
                for number in failed_numbers() if options["all"] else options["numbers"]:
                    self._each(number, "is tried again", lambda job: retry_job(job, by=None), passed)
            case "drop":
                for number in options["numbers"]:
                    self._each(number, "is dropped", lambda job: drop_job(job, options["reason"]))

    def _list(self) -> None:
        found = failed_jobs()
        for job in found.newest:
            registered = JOBS.get(job.topic)
            queue = registered.kind if registered else "-"
            since = f"{job.set_aside_at:%Y-%m-%d %H:%M} UTC"
            self.stdout.write(f"{job.pk}  {job.topic}  {queue}  {job.attempts} attempts  {job.last_error}  {since}")
        more = f", the newest {SHOWN} shown" if found.count > SHOWN else ""
        self.stdout.write(f"{found.count} failed{more}")

    def _each(
        self, number: int, done: str, do: Callable[[int], None], passed: tuple[type[DomainError], ...] = ()
    ) -> None:
        try:
            do(number)
        except passed:
            return
        except DomainError as error:
            raise CommandError(f"Job {number}: {error.message}") from error
        self.stdout.write(f"job {number} {done}")
