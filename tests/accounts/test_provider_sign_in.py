"""Signing in by a provider of identities: whose account it is, and what of an answer counts."""

import hmac
import json
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.utils import timezone
from joserfc.jwk import RSAKey

from accounts.links import issue_link
from accounts.models import AccessToken, User
from accounts.provider import discovery
from accounts.provider.models import ProviderIdentity, ProviderSignIn
from accounts.provider.sign_in import CALLBACK, prune_sign_ins
from accounts.rights import default_access
from tests.accounts.provided import Browser, codes_of, person, use
from tests.accounts.visitors import CAFE, Visitor
from tests.each import each
from tests.factories import PASSWORD, a_head_moderator, a_moderator, an_account, an_admin
from tests.identity_provider import CLIENT, SECRET, IdentityProvider
from tests.staff import Staff

pytestmark = pytest.mark.rule(13)
GROUPS = "desk=MODERATOR;leads=HEAD_MODERATOR;admins=ADMIN"


@pytest.fixture
def provider(settings: Any) -> Iterator[IdentityProvider]:
    with IdentityProvider().running() as running:
        use(settings, running, GROUPS)
        yield running


@pytest.fixture
def browser(provider: IdentityProvider) -> Browser:
    provider.person = person()
    return Browser(provider)


def test_the_page_offers_a_provider_only_where_one_is_set(settings: Any) -> None:
    def offered() -> Any:
        return Visitor().client.get("/api/auth/options").json()

    assert (offered()["provider"], offered()["password"]) == (None, True)
    assert Visitor().client.post("/api/auth/provider").status_code == 404
    settings.OIDC_ISSUER, settings.OIDC_LABEL, settings.PASSWORD_SIGN_IN = "https://x.example", "Example Ltd", False
    assert (offered()["provider"], offered()["password"]) == ("Example Ltd", False)


def test_what_the_provider_is_asked_is_bound_to_this_browser_and_proves_the_code(browser: Browser) -> None:
    query = {name: values[0] for name, values in parse_qs(urlsplit(browser.begin()).query).items()}
    assert query["code_challenge_method"] == "S256"
    assert query["redirect_uri"].endswith("/api/auth/provider/callback")
    assert query["scope"] == "openid email profile"
    assert min(len(query[name]) for name in ("state", "nonce", "code_challenge")) >= 43
    (cookie,) = browser.client.cookies.values()
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 600)
    (row,) = ProviderSignIn.objects.values()
    assert query["state"] not in str(row)


def test_over_tls_no_other_host_of_the_domain_can_set_the_cookie(browser: Browser, settings: Any) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    for _ in range(2):  # a repeat begins anew
        answer = browser.client.post(
            "/api/auth/provider", headers={"x-forwarded-proto": "https", "idempotency-key": "1"}
        )
    cookie = answer.cookies["__Host-docket-provider"]
    assert (cookie["secure"], cookie["path"], cookie["domain"]) == (True, "/", "")


def test_a_verified_address_links_an_account_once_and_then_the_subject_counts(browser: Browser) -> None:
    user = a_moderator()
    token = browser.sign_in(email=user.email.upper())
    assert browser.me(token).json()["id"] == user.pk
    identity = user.identities.get()
    assert (identity.issuer, identity.subject) == (browser.provider.issuer, "s-1")
    assert codes_of(user) == ["identity_linked"]
    # another address at the provider is still the same person
    assert browser.me(browser.sign_in(email="renamed@docket.test")).json()["id"] == user.pk
    assert codes_of(user) == ["identity_linked"]
    user.refresh_from_db()
    assert user.check_password(PASSWORD)


def test_somebody_else_with_the_address_of_a_linked_account_is_refused(browser: Browser) -> None:
    user = a_moderator()
    browser.sign_in(email=user.email)
    assert browser.go_there_and_back(subject="s-2", email=user.email) == {"refused": "provider_other"}
    assert user.identities.get().subject == "s-1"


@each("claims", [{"email_verified": False}, {"email_verified": None}, {"email_verified": "yes"}, {"email": "nobody"}])
def test_an_address_that_is_not_verified_links_and_makes_nothing(claims: Any, provider: IdentityProvider) -> None:
    user = User.objects.filter(email="kept@docket.test").first() or User.objects.create_account(
        "kept@docket.test", PASSWORD, first_name="Kept"
    )
    told = {"email": user.email, "groups": ["desk"], **claims}
    assert Browser(provider).go_there_and_back(**told) == {"refused": "provider_unverified"}
    assert (ProviderIdentity.objects.count(), User.objects.count()) == (0, 1)


def test_a_claim_of_another_name_says_that_the_address_is_verified(browser: Browser, settings: Any) -> None:
    settings.OIDC_VERIFIED_CLAIM = "xms_edov"
    user = a_moderator()
    assert "refused" in browser.go_there_and_back(email=user.email)
    assert "in" in browser.go_there_and_back(email=user.email, email_verified=False, xms_edov="1")


def test_new_people_are_made_only_where_a_group_has_a_level(browser: Browser) -> None:
    assert browser.go_there_and_back(groups=["strangers"]) == {"refused": "provider_unknown"}
    assert not User.objects.exists()
    browser.sign_in(groups=["strangers", "desk", "leads"])
    user = User.objects.get()
    assert (user.email, user.full_name, user.access_level) == ("nora@docket.test", "Nora Lund", "HEAD_MODERATOR")
    assert user.cms_access == default_access("HEAD_MODERATOR")
    assert not user.has_usable_password()
    assert codes_of(user) == ["provisioned", "identity_linked"]


def test_groups_and_address_may_stand_in_userinfo_alone(browser: Browser) -> None:
    browser.provider.only_in_userinfo = {"email", "email_verified", "groups", "given_name"}
    browser.sign_in(groups=["desk"])
    assert User.objects.get().first_name == "Nora"
    browser.provider.only_in_userinfo = {"email_verified"}
    browser.sign_in(subject="s-2", email="other@docket.test", groups=["desk"])
    browser.provider.signs = lambda claims: browser.provider.sign({**claims, "email": a_moderator().email})
    assert browser.go_there_and_back(subject="s-3") == {"refused": "provider_unverified"}  # which is another address


def test_the_level_goes_with_the_groups_at_each_sign_in(browser: Browser) -> None:
    token = browser.sign_in(groups=["desk"])
    user = User.objects.get()
    browser.sign_in(groups=["leads"])
    browser.sign_in(groups=["leads"])
    browser.sign_in(groups=[])
    user.refresh_from_db()
    assert (user.access_level, user.cms_access) == ("NO_DASHBOARD", [])
    assert codes_of(user)[2:] == ["level_by_provider", "level_by_provider"]
    assert browser.me(token).json()["cms_access"] == []  # the rights of now, in every session


def test_permissions_of_the_same_level_and_a_level_given_in_docket_stay(browser: Browser) -> None:
    user = an_account("MODERATOR", access=["tickets"])
    browser.sign_in(email=user.email, groups=["desk"])
    user.refresh_from_db()
    assert user.cms_access == ["tickets"]
    other = a_head_moderator()
    browser.sign_in(subject="s-2", email=other.email)
    other.refresh_from_db()
    assert other.access_level == "HEAD_MODERATOR"


def test_a_level_given_in_docket_stays_over_one_that_came_from_groups(browser: Browser) -> None:
    browser.sign_in(groups=["desk"])
    user = User.objects.get()
    assert Staff(an_admin()).patch(f"/user/{user.pk}", {"access_level": "HEAD_MODERATOR"}).status_code == 200
    browser.sign_in(groups=[])
    user.refresh_from_db()
    assert user.access_level == "HEAD_MODERATOR"


def test_the_last_administrator_keeps_their_level(browser: Browser) -> None:
    user = an_admin()
    browser.sign_in(email=user.email, groups=["desk"])
    user.refresh_from_db()
    assert user.access_level == "ADMIN"
    another = an_admin()
    browser.sign_in(groups=["desk"], email=user.email)
    user.refresh_from_db()
    assert user.access_level == "MODERATOR"
    browser.sign_in(subject="s-2", groups=["desk"], email=another.email)
    another.refresh_from_db()
    assert another.access_level == "ADMIN"


def test_who_is_raised_by_groups_loses_the_ways_in_that_others_may_know(browser: Browser) -> None:
    Visitor().register("nora@docket.test")  # anybody can register any address
    user = User.objects.get()
    token = browser.sign_in(groups=["admins"])
    user.refresh_from_db()
    assert (user.access_level, user.has_usable_password()) == ("ADMIN", False)
    assert AccessToken.objects.filter(user=user).count() == 1
    assert browser.me(token).status_code == 200
    assert (
        browser.post(
            "/user", {"first_name": "A", "email_address": "a@docket.test", "access_level": "MODERATOR"}, token
        ).status_code
        == 201
    )  # without a password they act all the same


def test_groups_that_the_provider_leaves_out_are_not_taken_for_none(browser: Browser) -> None:
    browser.sign_in(groups=["leads"])
    assert browser.go_there_and_back(_claim_names={"groups": "src1"}) == {"refused": "provider_many_groups"}
    assert User.objects.get().access_level == "HEAD_MODERATOR"


def test_an_account_that_is_not_active_is_refused(browser: Browser) -> None:
    user = a_moderator()
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert browser.go_there_and_back(email=user.email) == {"refused": "provider_not_active"}
    User.objects.filter(pk=user.pk).update(is_active=True)
    fragment = browser.go_there_and_back(email=user.email)
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert browser.finish(fragment["in"]).json()["code"] == "sign_in_lapsed"


FORGED = {
    "no signature": lambda at, claims: at.sign(claims).rpartition(".")[0] + ".",
    "alg none": lambda at, claims: _by_hand(at, claims, "none", b""),
    "a secret made of the public key": lambda at, claims: _by_hand(at, claims, "HS256", at.key.as_pem(private=False)),
    "the secret of the client": lambda at, claims: _by_hand(at, claims, "HS256", SECRET.encode()),
    "another key of that name": lambda at, claims: at.sign(claims, RSAKey.generate_key(2048, {"kid": at.key.kid})),
    "an unknown key": lambda at, claims: at.sign(claims, RSAKey.generate_key(2048, {"kid": "other"})),
    "another audience": lambda at, claims: at.sign({**claims, "aud": "another"}),
    "two audiences for another": lambda at, claims: at.sign({**claims, "aud": [CLIENT, "another"], "azp": "another"}),
    "two audiences for nobody": lambda at, claims: at.sign({**claims, "aud": [CLIENT, "another"]}),
    "another issuer": lambda at, claims: at.sign({**claims, "iss": at.issuer + "/other"}),
    "expired": lambda at, claims: at.sign({**claims, "exp": claims["iat"] - 61}),
    "of later": lambda at, claims: at.sign({**claims, "iat": claims["iat"] + 120}),
    "no expiry": lambda at, claims: at.sign(_without(claims, "exp")),
    "another nonce": lambda at, claims: at.sign({**claims, "nonce": "another"}),
    "no nonce": lambda at, claims: at.sign(_without(claims, "nonce")),
    "no subject": lambda at, claims: at.sign(_without(claims, "sub")),
    "a number as subject": lambda at, claims: at.sign({**claims, "sub": 1}),
    "a logout token": lambda at, claims: at.logout_token(),
    "no token at all": lambda at, claims: "",
}


def _without(claims: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in claims.items() if key != name}


def _by_hand(at: IdentityProvider, claims: dict[str, Any], algorithm: str, secret: bytes) -> str:
    """A token as no library signs it: unsigned, or by a secret."""
    header = _base64(json.dumps({"alg": algorithm, "kid": at.key.kid}).encode())
    signed = f"{header}.{at.sign(claims).split('.')[1]}"
    return f"{signed}.{_base64(hmac.digest(secret, signed.encode(), 'sha256')) if secret else ''}"


def _base64(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode()


@each("name, forge", list(FORGED.items()))
def test_a_forged_token_signs_nobody_in(name: str, forge: Any, provider: IdentityProvider) -> None:
    User.objects.filter(email="forged@docket.test").exists() or User.objects.create_account(
        "forged@docket.test", PASSWORD, first_name="Forged"
    )
    provider.person = person(email="forged@docket.test")
    provider.signs = lambda claims: forge(provider, claims)
    assert Browser(provider, f"203.0.113.{len(name)}").go_there_and_back() == {"refused": "provider_refused"}
    assert not ProviderIdentity.objects.exists()


def test_the_table_of_forged_tokens_begins_with_one_that_counts(browser: Browser) -> None:
    browser.provider.signs = lambda claims: browser.provider.sign({**claims, "aud": [CLIENT, "another"], "azp": CLIENT})
    assert "in" in browser.go_there_and_back(email=a_moderator().email)


def test_state_code_and_answer_count_once_and_in_their_browser(browser: Browser) -> None:
    user = a_moderator()
    browser.provider.person = person(email=user.email)
    other = Browser(browser.provider)
    other.begin()
    lapsed = {"refused": "sign_in_lapsed"}

    back = browser.provider.authorize(browser.begin())
    assert other.come_back(back) == lapsed  # a state of another browser, which is not used up by that
    fragment = browser.come_back(back)
    assert browser.come_back(back) == lapsed  # a second time

    assert other.finish(fragment["in"]).json()["code"] == "sign_in_lapsed"
    assert browser.finish(fragment["in"]).status_code == 200
    assert browser.finish(fragment["in"]).json()["code"] == "sign_in_lapsed"

    # a code of the provider that was used
    first, second = browser.provider.authorize(browser.begin()), browser.begin()
    browser.come_back(first)
    used = parse_qs(urlsplit(first).query)["code"][0]
    state = parse_qs(urlsplit(second).query)["state"][0]
    assert browser.come_back(f"/api/auth/provider/callback?code={used}&state={state}") == {
        "refused": "provider_refused"
    }

    # the code of another sign-in, whose proof and nonce this browser's state does not have
    stolen = parse_qs(urlsplit(browser.provider.authorize(other.begin())).query)["code"][0]
    state = parse_qs(urlsplit(browser.begin()).query)["state"][0]
    assert browser.come_back(f"{CALLBACK}?code={stolen}&state={state}") == {"refused": "provider_refused"}


def test_what_a_provider_refuses_or_another_one_answers_is_told(browser: Browser) -> None:
    browser.provider.refuses = "access_denied"
    assert browser.go_there_and_back() == {"refused": "provider_refused"}
    browser.provider.refuses = ""
    back = browser.provider.authorize(browser.begin()).replace("iss=", "iss=x")
    assert browser.come_back(back) == {"refused": "provider_refused"}


def test_an_old_sign_in_has_lapsed_and_is_deleted(browser: Browser) -> None:
    user = a_moderator()
    browser.provider.person = person(email=user.email)
    back = browser.provider.authorize(browser.begin())
    ProviderSignIn.objects.update(at=timezone.now() - timedelta(minutes=11))
    assert browser.come_back(back) == {"refused": "sign_in_lapsed"}
    assert prune_sign_ins() == 1
    fragment = browser.go_there_and_back()
    ProviderSignIn.objects.update(at=timezone.now() - timedelta(minutes=2))
    assert browser.finish(fragment["in"]).json()["code"] == "sign_in_lapsed"


def test_a_new_key_is_found_and_an_unknown_one_asks_no_second_time(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    user, provider = a_moderator(), browser.provider
    browser.sign_in(email=user.email)
    browser.sign_in()
    assert provider.asked.count("/keys") == 1
    assert provider.asked.count("/.well-known/openid-configuration") == 1
    provider.rotate("second")
    assert browser.go_there_and_back() == {"refused": "provider_refused"}  # asked less than ten seconds ago
    assert provider.asked.count("/keys") == 1
    monkeypatch.setattr(discovery, "ASK_AGAIN_SECONDS", 0.0)
    browser.sign_in()
    assert provider.asked.count("/keys") == 2


@each("document", [{"issuer": "http://other"}, {"token_endpoint": "http://example.com/t"}, {"jwks_uri": None}])
def test_a_provider_that_says_what_cannot_be_is_away(document: Any, provider: IdentityProvider) -> None:
    said = provider._discovery()
    provider._discovery = lambda: {**said, **document}  # type: ignore[method-assign]
    discovery.forget()
    try:
        answer = Browser(provider).post("/auth/provider")
        assert (answer.status_code, answer.json()["code"]) == (503, "provider_away")
    finally:
        del provider._discovery


def test_a_key_of_an_unknown_kind_leaves_the_others_as_they_are(browser: Browser) -> None:
    for strange in ({"kty": "EC", "crv": "BP-256", "x": "AA", "y": "AA"}, {"kty": "OKP", "crv": "X", "x": "AA"}, 7):
        browser.provider.strange_keys.append(strange)
    browser.sign_in(email=a_moderator().email)


def test_a_provider_whose_answer_breaks_off_is_away(browser: Browser) -> None:
    browser.provider.packed = "gzip"  # which they are not
    assert browser.post("/auth/provider").json()["code"] == "provider_away"


def test_a_provider_that_is_away_is_told_and_asked_again(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    browser.provider.is_away = True
    answer = browser.post("/auth/provider")
    assert (answer.status_code, answer.json()["code"], answer["Retry-After"]) == (503, "provider_away", "5")
    browser.provider.is_away = False
    assert browser.post("/auth/provider").status_code == 503
    assert len(browser.provider.asked) == 1  # so that nobody waits for it, such as for forged tokens
    monkeypatch.setattr(discovery, "AWAY_SECONDS", 0.0)
    assert browser.begin()


def test_tries_are_limited_and_a_sign_in_that_succeeds_does_not_count(browser: Browser) -> None:
    user = a_moderator()
    for _ in range(7):
        browser.sign_in(email=user.email)
    for _ in range(5):
        browser.begin()
    answer = browser.post("/auth/provider")
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_attempts")
    assert Browser(browser.provider, CAFE).begin()


def test_without_passwords_only_the_provider_and_a_link_sign_in(browser: Browser, settings: Any) -> None:
    settings.PASSWORD_SIGN_IN = False
    user = a_moderator()
    assert Visitor().sign_in(user.email).json()["code"] == "password_sign_in_off"
    assert browser.post("/auth/forgotten", {"email": user.email}).json()["code"] == "password_sign_in_off"
    assert Visitor().register("new@docket.test").json()["code"] == "registration_closed"
    assert browser.me(browser.sign_in(email=user.email)).status_code == 200
    answer = browser.post("/auth/password", {"token": issue_link(user), "password": PASSWORD})
    assert browser.me(answer.json()["accessToken"]).status_code == 200


def test_the_account_says_how_its_owner_signs_in(browser: Browser) -> None:
    user = a_moderator()
    token = browser.sign_in(email=user.email)
    shown = browser.client.get(f"/api/user/{user.pk}", headers={"authorization": f"Bearer {token}"}).json()
    assert shown["provider"]["label"] == "Example Ltd"
    assert shown["provider"]["since"][:4].isdecimal()
