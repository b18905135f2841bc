"""Which routes a key opens, by its scopes."""

from django.utils import timezone

from accounts.keys import SCOPES, create_key
from accounts.models import ApiKey
from tests.factories import an_account
from tests.staff import Staff


def test_a_request_to_restrict_comes_with_a_key_of_its_scope_alone() -> None:
    for scope in SCOPES:
        key, row = create_key("A solicitor", [scope])
        answer = Staff().post("/restriction-requests", b"{", authorization=f"Bearer {key}")
        assert answer.status_code == (422 if scope == "restrict" else 403)
        ApiKey.objects.filter(pk=row.pk).update(revoked_at=timezone.now())
        assert Staff().post("/restriction-requests", b"{", authorization=f"Bearer {key}").status_code == 401


def test_the_feed_opens_to_a_key_with_its_scope_alone() -> None:
    keys = {scope: create_key("A subscriber", [scope])[0] for scope in SCOPES}
    for scope, key in keys.items():
        answer = Staff().get("/events", authorization=f"Bearer {key}")
        assert answer.status_code == (200 if scope == "events" else 403)
    assert Staff(an_account("ADMIN")).get("/events").status_code == 401
    ApiKey.objects.update(revoked_at=timezone.now())
    assert Staff().get("/events", authorization=f"Bearer {keys['events']}").status_code == 401


def test_reviews_come_with_a_key_of_its_scope_alone() -> None:
    for scope in SCOPES:
        key, row = create_key("A source", [scope])
        for revoked in (False, True):
            headers = {"authorization": f"Bearer {key}"}
            sent = Staff().client.generic("POST", "/api/ingest/reviews", b"{", "application/json", headers=headers)
            taken_back = Staff().delete("/ingest/reviews/wf/none", **headers)
            expected = (401, 401) if revoked else (422, 404) if scope == "ingest" else (403, 403)
            assert (sent.status_code, taken_back.status_code) == expected
            ApiKey.objects.filter(pk=row.pk).update(revoked_at=timezone.now())
