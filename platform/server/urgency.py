"""How urgent a request is, when more come in than the threads can work on."""

import re
from enum import IntEnum
from typing import Any

SMALL_BODY = 64 * 1024  # bytes; a longer body is an import or a file, which takes long to process
_PROBES = ("/healthz", "/health/live", "/health/ready")
_BACKGROUND = re.compile(r"(?:^|,)\s*u=7\s*(?:;[^,]*)?(?:$|,)")  # RFC 9218: the lowest urgency


class Urgency(IntEnum):
    """A lower value is served first."""

    COMMAND = 0  # a decision, a claim: a person waits, and their work is lost if it fails
    READ = 1  # a person waits for a page
    LARGE = 2  # an import or a file: its sender expects to wait
    POLL = 3  # nobody waits: the caller has an answer and asks for a newer one


def urgency_of(environ: dict[str, Any], size: int) -> Urgency:
    """`size`: bytes of the body. A caller sends `Priority: u=7` if nobody waits for the answer, as the console does
    for its polls and for presence."""
    if environ["PATH_INFO"] in _PROBES:  # a busy product must still answer its probes
        return Urgency.COMMAND
    if _BACKGROUND.search(environ.get("HTTP_PRIORITY", "")):
        return Urgency.POLL
    if environ["REQUEST_METHOD"] in ("GET", "HEAD", "OPTIONS"):
        return Urgency.READ
    return Urgency.COMMAND if size <= SMALL_BODY else Urgency.LARGE
