"""Fetches mail: each is stored in a transaction of its own, and put away at its source after that commits.

A run that ends in between finds the mail again: it is recognised by its content or its id, and only put away.
"""

import logging
from collections import Counter
from collections.abc import Mapping

from django.conf import settings

from mail.sources.addresses import source_at
from mail.sources.fetched import Source, SourceAwayError
from workflows.engine.core.errors import TaskBusyError
from workflows.tickets.mail_in import quarantine_large, take_in

logger = logging.getLogger(__name__)

LEFT = "left for the next run"


def fetch_configured() -> Mapping[str, int]:
    """Fetch from `MAIL_IN_URL`, if it is set. A source that is away is tried again at the next run."""
    if not settings.MAIL_IN_URL:
        return {}
    try:
        return fetch_from(source_at(settings.MAIL_IN_URL))
    except SourceAwayError as error:
        logger.warning("mail could not be fetched: %s", error)
        return {}


def fetch_from(source: Source) -> Mapping[str, int]:
    """Take in what waits at a source; how many mails became what. Raises SourceAwayError."""
    results: Counter[str] = Counter()
    for fetched in source.mails():
        try:
            result = take_in(fetched.raw) if fetched.file is None else quarantine_large(fetched.file)
        except TaskBusyError:  # somebody works on its ticket at this moment
            results[LEFT] += 1
            continue
        fetched.put_away()
        results[result.value] += 1
    return results
