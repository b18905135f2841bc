"""Takes the name of an erased account out of what it wrote to clients (decision 78)."""

import re

from django.db.models import F, Func, QuerySet, Value

from accounts.names import full_name
from tickets.models import Message

_AS_A_WORD = r"(?<![[:alnum:]]){}(?![[:alnum:]])"
_WITHOUT_SURNAME = _AS_A_WORD + r"(?! [[:upper:]][[:lower:]])"  # with another one it is somebody else


def take_names_out(account_id: int, *, full: str, address: str, first: str) -> None:
    """In the account's own messages, and where mail of their tickets quotes them. Replies often end with `first`."""
    sent = Message.objects.filter(author_id=account_id)
    patterns = {full: _AS_A_WORD, address: _AS_A_WORD} | ({first: _WITHOUT_SURNAME} if first != full else {})
    for name, pattern in patterns.items():
        if name:
            quoting = Message.objects.filter(ticket__in=sent.values("ticket"), quoted__icontains=name)
            for rows, field in ((sent.filter(text__icontains=name), "text"), (quoting, "quoted")):
                _replace(rows, field, pattern.format(re.escape(name)), account_id, has_case="@" not in name)


def _replace(messages: QuerySet[Message], field: str, pattern: str, account_id: int, *, has_case: bool) -> None:
    other = Value(full_name(None, None, account_id))
    flags = Value("g" if has_case else "gi")  # people write an address in whatever case
    messages.update(**{field: Func(F(field), Value(pattern), other, flags, function="regexp_replace")})
