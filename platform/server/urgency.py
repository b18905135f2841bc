"""How urgent a request is, when more come in than the threads can work on."""

import re
from enum import IntEnum
from typing import Any

SMALL_BODY = 64 * 1024  # bytes; what is longer is an import or a file, which takes long to be read
_PROBES = ("/healthz", "/health/live", "/health/ready")
_BACKGROUND = re.compile(r"(?:^|,)\s*u=7\s*(?:;[^,]*)?(?:$|,)")  # RFC 9218: the lowest urgency


class Urgency(IntEnum):
    """The lower, the sooner."""

    COMMAND = 0  # a decision, a claim: somebody waits, and their work is lost if it is not done
    READ = 1  # somebody waits for what they asked to see
    LARGE = 2  # whoever sends an import or a file expects to wait
    POLL = 3  # nobody waits: the caller has an answer, and asks whether there is a newer one


def urgency_of(environ: dict[str, Any], size: int) -> Urgency:
    """`size`: of the body in bytes. A caller says itself that nobody waits, by `Priority: u=7`: the console does so
    with its polls and with presence."""
    if environ["PATH_INFO"] in _PROBES:  # whether the product answers must not depend on how much there is to do
        return Urgency.COMMAND
    if _BACKGROUND.search(environ.get("HTTP_PRIORITY", "")):
        return Urgency.POLL
    if environ["REQUEST_METHOD"] in ("GET", "HEAD", "OPTIONS"):
        return Urgency.READ
    return Urgency.COMMAND if size <= SMALL_BODY else Urgency.LARGE
