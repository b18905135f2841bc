"""Which routes a key opens, by its scopes."""

import re

import pytest
from django.utils import timezone

from accounts.keys import SCOPES, create_key
from accounts.models import ApiKey
from tests.api.policy import OF_KEY, OF_SOURCE, OF_STAFF_OR_KEY, OF_TICKETS, POLICY
from tests.staff import Staff

SCOPE_OF = {OF_KEY: "events", OF_SOURCE: "ingest", OF_TICKETS: "tickets", OF_STAFF_OR_KEY: "restrict"}
ROUTES = [(*route, SCOPE_OF[rule]) for route, rule in POLICY.items() if rule in SCOPE_OF]


@pytest.mark.parametrize(("method", "path", "scope"), ROUTES)
def test_a_route_of_programs_opens_to_a_key_of_its_scope_alone(
    method: str, path: str, scope: str, admin: Staff
) -> None:
    def ask(key: str) -> int:
        headers, place = {"authorization": f"Bearer {key}"}, re.sub(r"\{\w+\}", "none", path)
        return Staff().client.generic(method, place, b"{", "application/json", headers=headers).status_code

    for each in SCOPES:
        key, row = create_key("A program", [each])
        assert ask(key) in ((200, 404, 415, 422) if each == scope else (403,))
        assert key not in str(ApiKey.objects.values())
        ApiKey.objects.filter(pk=row.pk).update(revoked_at=timezone.now())
        assert ask(key) == 401
    assert ask(admin.token) == (422 if scope == "restrict" else 401)
