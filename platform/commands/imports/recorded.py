"""An import in the audit log: an entry when it begins, and one with its numbers when it ends."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress

from django.db import InterfaceError, OperationalError, transaction

from audit import actions
from audit.action import Action
from audit.entries import record_audit

WHOLE_LIST = 0


@contextmanager
def recorded(what: str, ended: Action, numbers: Callable[[], Mapping[str, int]]) -> Iterator[None]:
    """`what`: reviews or tickets. An import that is interrupted or fails ends with what it has stored until then; one
    that is killed, or whose database is gone, has the first entry alone."""
    with transaction.atomic():
        record_audit(actions.IMPORT_BEGUN, WHOLE_LIST, user_id=None, what=what)
    try:
        yield
    finally:
        with suppress(OperationalError, InterfaceError), transaction.atomic():
            record_audit(ended, WHOLE_LIST, user_id=None, **numbers())
