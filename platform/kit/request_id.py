"""The request id, which connects an answer with its log lines and history entries."""

import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_WELL_FORMED = re.compile(r"[A-Za-z0-9._-]{8,64}")
_current: ContextVar[str] = ContextVar("request_id", default="")


def current() -> str:
    """The current request id; empty outside requests and jobs."""
    return _current.get()


@contextmanager
def bound(offered: str = "") -> Iterator[str]:
    """Set the current id: the offered one if it is well formed, else a new one."""
    identifier = offered if _WELL_FORMED.fullmatch(offered) else uuid.uuid4().hex
    token = _current.set(identifier)
    try:
        yield identifier
    finally:
        _current.reset(token)
