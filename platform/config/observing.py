"""Traces and reports of errors for services outside, each where it is set: otherwise nothing of them is imported."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings


def begin_reports() -> None:
    """At the start of a process that works, before it is forked."""
    if settings.SENTRY_DSN:
        from config.error_reports import begin  # noqa: PLC0415  only where it is set

        begin(settings.SENTRY_DSN)


@contextmanager
def around_job(message_id: int) -> Iterator[None]:
    """A span for a job of the outbox, with the id of the request that it follows from."""
    if not settings.TRACES_ENDPOINT:
        yield
        return
    from config.tracing import job_span  # noqa: PLC0415  only where it is set

    with job_span(message_id):
        yield
