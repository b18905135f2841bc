"""Takes the name of an erased account out of what it wrote to clients (decision 78)."""

import re

from django.db.models import F, Func, QuerySet, Value

from accounts.names import full_name
from tickets.models import Message


def take_name_out(account_id: int, name: str) -> None:
    """In the account's own messages, and where mail of their tickets quotes them. The whole name, as a word."""
    if not name:
        return
    sent = Message.objects.filter(author_id=account_id)
    _replace(sent.filter(text__contains=name), "text", name, account_id)
    quoting = Message.objects.filter(ticket__in=sent.values("ticket"), quoted__contains=name)
    _replace(quoting, "quoted", name, account_id)


def _replace(messages: QuerySet[Message], field: str, name: str, account_id: int) -> None:
    pattern = rf"(?<![[:alnum:]]){re.escape(name)}(?![[:alnum:]])"
    other = Value(full_name(None, None, account_id))
    messages.update(**{field: Func(F(field), Value(pattern), other, Value("g"), function="regexp_replace")})
