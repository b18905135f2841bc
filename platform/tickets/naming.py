"""Takes the name of an erased account out of what it wrote to clients (decision 78)."""

import re

from django.db.models import F, Func, QuerySet, Value

from accounts.names import full_name
from tickets.models import Message


def take_names_out(account_id: int, *names: str) -> None:
    """In the account's own messages, and where mail of their tickets quotes them. Each as a word, the longest first.

    `names`: the whole name, the address, and the first name, with which replies often end.
    """
    sent = Message.objects.filter(author_id=account_id)
    for name in filter(None, names):
        _replace(sent.filter(text__icontains=name), "text", name, account_id)
        quoting = Message.objects.filter(ticket__in=sent.values("ticket"), quoted__icontains=name)
        _replace(quoting, "quoted", name, account_id)


def _replace(messages: QuerySet[Message], field: str, name: str, account_id: int) -> None:
    pattern = rf"(?<![[:alnum:]]){re.escape(name)}(?![[:alnum:]])"
    other = Value(full_name(None, None, account_id))
    flags = Value("gi" if "@" in name else "g")  # people write an address in whatever case
    messages.update(**{field: Func(F(field), Value(pattern), other, flags, function="regexp_replace")})
