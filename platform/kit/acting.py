"""Who acts in this request. The triggers of history compare it with the actor of each entry (decision 45)."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_NOBODY = ""
# the id of the account as text; empty in a request without a signed-in person; None outside requests
_current: ContextVar[str | None] = ContextVar("acting", default=None)


@contextmanager
def in_request() -> Iterator[None]:
    """Begin a request: nobody acts until `sign_in`."""
    token = _current.set(_NOBODY)
    try:
        yield
    finally:
        _current.reset(token)


def sign_in(user_id: int) -> None:
    """Set who acts until the request's end. Does nothing outside requests."""
    if _current.get() is not None:
        _current.set(str(user_id))


def setting_for(actor_id: int | None) -> str:
    """The value of the database's setting `docket.actor` for an entry by this account.

    In a request it is the signed-in account, whatever the entry says. In jobs and commands nobody signs in: there it is
    the entry's actor.
    """
    current = _current.get()
    return str(actor_id or _NOBODY) if current is None else current
