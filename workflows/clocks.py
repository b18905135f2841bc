"""The clocks of the steps (product.md, Clocks). They order and report; only the end of a hold acts."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings

from kit.business_time import after_business_days, after_business_hours, after_hours_of_business_days
from restrictions.models import Ground
from workflows.engine.core.nodes import within
from workflows.models import Process

MODERATION = within(timedelta(hours=24))
VERIFICATION = within(timedelta(hours=72))
DEFAMATION_HOURS = 48  # without weekends and bank holidays (product.md, Law)


def five_business_days(process: Process, start: datetime, _decided: Mapping[str, Any]) -> datetime:
    return after_business_days(start, 5, process.country)


def time_to_answer_a_request(process: Process, _start: datetime, _decided: Mapping[str, Any]) -> datetime:
    """From the day of the asking, whatever was decided and recalled since; a notice of defamation has a shorter one."""
    if process.data["ground"] == Ground.DEFAMATION:
        return after_hours_of_business_days(process.created, DEFAMATION_HOURS, process.country)
    return after_business_days(process.created, 5, process.country)


def eight_business_hours(process: Process, start: datetime, _decided: Mapping[str, Any]) -> datetime:
    return after_business_hours(start, 8, process.country)


def end_of_hold(_process: Process, start: datetime, decided: Mapping[str, Any]) -> datetime:
    """The hold is the same for all ratings: nothing is delayed for being negative (CMA guidance)."""
    if "until" in decided:
        return datetime.fromisoformat(decided["until"])
    hold: timedelta = settings.PUBLICATION_HOLD
    return start + hold
