"""`docket key`: a key is shown once, opens what its scopes say, and ends when it is revoked."""

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounts.models import ApiKey
from tests.staff import Staff


def key(*arguments: str) -> str:
    output = StringIO()
    call_command("docket_key", *arguments, stdout=output)
    return output.getvalue()


def status(token: str) -> int:
    answer = Staff().post("/ingest/reviews", {"reviews": []}, authorization=f"Bearer {token}")
    return int(answer.status_code)


def test_a_key_is_shown_once_listed_by_its_prefix_and_ends_when_it_is_revoked() -> None:
    made = key("create", "Our shop", "--scope", "ingest", "--scope", "events")
    token = made.strip()
    assert re.fullmatch(r"dk_[\w-]{22,}", token), "alone on its line, for scripts"
    assert status(token) in (200, 422)

    row = ApiKey.objects.get()
    listed = key("list")
    for told in (row.prefix, "Our shop", "ingest"):
        assert told in listed
    assert token not in listed

    key("revoke", row.prefix)
    assert status(token) == 401
    assert "revoked" in key("list")


def test_an_unknown_key_cannot_be_revoked_and_a_key_needs_a_known_scope() -> None:
    with pytest.raises(CommandError):
        key("revoke", "dk_nothing")
    with pytest.raises(CommandError):
        key("create", "Our shop")
    with pytest.raises(CommandError):
        key("create", "Our shop", "--scope", "everything")
    assert not ApiKey.objects.exists()
