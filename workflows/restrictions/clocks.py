"""The clocks of requests to restrict (product.md, Clocks)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from kit.business_time import after_business_days, after_hours_of_business_days
from restrictions.models import Ground
from workflows.models import Process

DEFAMATION_HOURS = 48  # not counting weekends and bank holidays (product.md, Law)
OTHER_DAYS = 5  # business days


def time_to_answer_a_request(process: Process, _start: datetime, _decided: Mapping[str, Any]) -> datetime:
    """Counted from the start of the process, so that a recall does not restart it. Defamation has the shorter time."""
    if process.data["ground"] == Ground.DEFAMATION:
        return after_hours_of_business_days(process.created, DEFAMATION_HOURS, process.country)
    return after_business_days(process.created, OTHER_DAYS, process.country)
