"""Removes the name of an erased account from what it wrote to clients (decision 78)."""

import re

from accounts.names import full_name
from kit.prepared import fetch

_TAKE_OUT = """SELECT docket_take_name_out(%(account)s, %(quotes)s, %(name)s::text, %(pattern)s::text, %(other)s::text,
    %(flags)s::text)"""
_AS_A_WORD = r"(?<![[:alnum:]]){}(?![[:alnum:]])"
_WITHOUT_SURNAME = _AS_A_WORD + r"(?! [[:upper:]][[:lower:]])"  # before another surname it is another person


def take_names_out(account_id: int, *, full: str, address: str, first: str) -> None:
    """Replace name and address in the account's messages, and where mails of their tickets quote them.

    `first`: the first name, with which replies often end. Uses the only database function that may change the words
    of a message (decision 96).
    """
    patterns = {full: _AS_A_WORD, address: _AS_A_WORD} | ({first: _WITHOUT_SURNAME} if first != full else {})
    for name, pattern in patterns.items():
        for quotes in (False, True) if name else ():
            values = {
                "account": account_id,
                "quotes": quotes,
                "name": name,
                "pattern": pattern.format(re.escape(name)),
                "other": full_name(None, None, account_id),
                "flags": "g" if "@" not in name else "gi",  # an address matches in any case
            }
            fetch(_TAKE_OUT, values)
