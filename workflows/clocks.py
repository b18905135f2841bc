"""The clocks of the steps (product.md, Clocks). They sort and report; only the end of a hold changes anything."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings

from kit.business_time import after_business_days, after_business_hours
from workflows.engine.core.nodes import within
from workflows.models import Process

MODERATION = within(timedelta(hours=24))
VERIFICATION = within(timedelta(hours=72))


def five_business_days(process: Process, start: datetime, _decided: Mapping[str, Any]) -> datetime:
    return after_business_days(start, 5, process.country)


def eight_business_hours(process: Process, start: datetime, _decided: Mapping[str, Any]) -> datetime:
    return after_business_hours(start, 8, process.country)


def end_of_hold(_process: Process, start: datetime, decided: Mapping[str, Any]) -> datetime:
    """The hold is the same for all ratings: negative reviews must not be delayed (CMA guidance)."""
    if "until" in decided:
        return datetime.fromisoformat(decided["until"])
    hold: timedelta = settings.PUBLICATION_HOLD
    return start + hold
