"""Traces and error reports for external services. Their packages are imported only if they are configured."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings


def begin_reports() -> None:
    """Call it at the start of a web or worker process, before the fork."""
    if settings.SENTRY_DSN:
        from config.error_reports import begin  # noqa: PLC0415  only where it is set

        begin(settings.SENTRY_DSN)


@contextmanager
def around_job(message_id: int) -> Iterator[None]:
    """A span for a job of the outbox, with the id of the request that caused the job."""
    if not settings.TRACES_ENDPOINT:
        yield
        return
    from config.tracing import job_span  # noqa: PLC0415  only where it is set

    with job_span(message_id):
        yield
