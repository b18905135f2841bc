"""Fetches mail. Each mail is stored, put away at its source, and then read and ingested, each in its own transaction.

If a run ends after a mail was stored, the next run finds it at the source, recognises it and only puts it away; or
finds it stored, and ingests it.
"""

import logging
from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.conf import settings

from mail.sources.addresses import source_at
from mail.sources.fetched import Source, SourceAwayError
from workflows.engine.core.errors import TaskBusyError
from workflows.tickets.mail_in import keep, quarantine_large, take_kept, waiting_mails
from workflows.tickets.mail_messages import Result

logger = logging.getLogger(__name__)

LEFT = "left for the next run"
REFUSED = "refused by the mail server, tried again at the next run"


def fetch_configured() -> Mapping[str, int]:
    """Fetch from `MAIL_IN_URL`, if it is set. An unavailable source is tried again in the next run."""
    if not settings.MAIL_IN_URL:
        return take_waiting()
    try:
        return fetch_from(source_at(settings.MAIL_IN_URL))
    except SourceAwayError as error:
        logger.warning("mail could not be fetched: %s", error)
        return {}


def fetch_from(source: Source) -> Mapping[str, int]:
    """Ingest the stored mails and those at a source; returns the number of mails by result. Raises SourceAwayError."""
    results = take_waiting()
    for fetched in source.mails():
        if fetched.is_refused:
            results[REFUSED] += 1
            continue
        if fetched.file is not None:
            result = quarantine_large(fetched.file)
            fetched.put_away()
            results[result.value] += 1
            continue
        mail_id = keep(fetched.raw)
        fetched.put_away()
        results[Result.DUPLICATE.value if mail_id is None else _take(mail_id)] += 1
    return results


def take_waiting() -> Counter[str]:
    """Ingest mails that earlier runs stored."""
    return Counter(_take(mail_id) for mail_id in waiting_mails())


def _take(mail_id: int) -> Any:
    try:
        return take_kept(mail_id).value
    except TaskBusyError:  # somebody is changing its ticket at this moment
        return LEFT
