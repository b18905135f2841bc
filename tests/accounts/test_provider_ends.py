"""The provider ends it: a deactivation by SCIM and a back-channel logout close every way into an account, at once."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from django.core import mail
from django.db import transaction

from accounts.hands import end_sign_in
from accounts.links import issue_link
from accounts.models import AccessToken, User
from accounts.provider.models import ProviderIdentity, ProviderLogout
from accounts.provider.sign_in import prune_sign_ins
from api.scim.resources import id_of
from tests.accounts.authenticator import code_of
from tests.accounts.factors import Person, first_step, second_step
from tests.accounts.factors import codes_of as refusals_of
from tests.accounts.provided import Browser, codes_of, person, use
from tests.accounts.visitors import Visitor
from tests.caller import Client
from tests.each import each
from tests.factories import PASSWORD, a_head_moderator, a_moderator, a_pending_task, an_account, an_admin
from tests.identity_provider import LOGOUT, IdentityProvider
from tests.staff import Staff
from workflows.accounts.links import mail_link
from workflows.engine.outbox.outbox import perform
from workflows.models import OutboxMessage

pytestmark = pytest.mark.rule(13)
TOKEN = "a-token-of-the-tests-with-enough-letters"


@pytest.fixture
def provider(settings: Any) -> Iterator[IdentityProvider]:
    settings.SCIM_TOKENS = (TOKEN,)
    with IdentityProvider().running() as running:
        use(settings, running)
        yield running


def log_out(token: str) -> Any:
    return Client(headers={"host": "localhost"}).post("/api/auth/provider/logout", {"logout_token": token})


def scim(at: str, **operation: Any) -> None:
    answer = Client(headers={"host": "localhost", "authorization": f"Bearer {TOKEN}"}).patch(
        f"/scim/v2{at}", {"schemas": [], "Operations": [operation]}, content_type="application/scim+json"
    )
    assert answer.status_code == 200, answer.content


def deactivate(user: User) -> None:
    scim(f"/Users/{user.pk}", op="replace", value={"active": False})


class Ways:
    """All ways into one account, each opened before: what authenticates in accounts.sessions, keys, links, provider."""

    def __init__(self, user: User, provider: IdentityProvider) -> None:
        self.user, self.browser = user, Browser(provider)
        provider.person = person(email=user.email)
        self.session = self.browser.sign_in()
        self.other_session = Visitor().sign_in(user.email).json()["accessToken"]
        own = Staff(user)
        self.staff = own
        answer = own.post(f"/user/{user.pk}/keys", {"name": "Mine", "scopes": ["tickets"]})
        self.key = answer.json()["key"]
        assert own.put(f"/tasks/{a_pending_task().pk}/lock").status_code == 200
        self.link = issue_link(user)
        self.code = self.browser.go_there_and_back()["in"]
        self.repeated = {"idempotency-key": "one"}
        self.sign_in_again = Visitor().sign_in(user.email, idempotency_key="one").json()["accessToken"]

    def redeem(self, link: str) -> int:
        return int(self.browser.post("/auth/password", {"token": link, "password": PASSWORD}).status_code)

    def tried(self) -> dict[str, int]:
        """The status of each."""
        bearer = Client(headers={"host": "localhost"})

        def get(path: str, token: str) -> int:
            return bearer.get(f"/api{path}", headers={"authorization": f"Bearer {token}"}).status_code

        return {
            "a session of the provider": get("/user/me", self.session),
            "a session of a password": get("/user/me", self.other_session),
            "polls of the console": get("/cms/counts", self.session),
            "a sign-in that is repeated": Visitor().sign_in(self.user.email, idempotency_key="one").status_code,
            "a key that they made": bearer.post(
                "/api/ingest/tickets", {}, "application/json", headers={"authorization": f"Bearer {self.key}"}
            ).status_code,
            "a one-time link": self.browser.post(
                "/auth/password", {"token": self.link, "password": PASSWORD}
            ).status_code,
            "a code of the provider on its way": self.browser.finish(self.code).status_code,
            "the password": Visitor().sign_in(self.user.email).status_code,
        }


REFUSED = {401, 403, 409}


def test_every_way_in_is_open_before(provider: IdentityProvider) -> None:
    ways = Ways(a_moderator(), provider)
    assert {name for name, status in ways.tried().items() if status in REFUSED} == set()


@pytest.mark.parametrize("ends", ["scim", "logout"])
def test_every_way_in_is_refused_at_once(ends: str, provider: IdentityProvider) -> None:
    ways = Ways(a_moderator(), provider)
    if ends == "scim":
        deactivate(ways.user)
    else:
        assert log_out(provider.logout_token()).status_code == 200
    assert {name: status for name, status in ways.tried().items() if status not in REFUSED} == {}
    assert not AccessToken.objects.filter(user=ways.user).exists()
    OutboxMessage.objects.all().delete()
    ways.browser.post("/auth/forgotten", {"email": ways.user.email})
    assert OutboxMessage.objects.get().payload == {"account": 0, "asked": True}  # nothing is mailed
    assert codes_of(ways.user)[-1] == ("deactivated_by_provider" if ends == "scim" else "signed_out_by_provider")


def test_who_was_signed_out_comes_back_by_the_provider(provider: IdentityProvider) -> None:
    ways = Ways(a_moderator(), provider)
    log_out(provider.logout_token())
    refused = Visitor().sign_in(ways.user.email)
    assert (refused.status_code, refused.json()["code"]) == (403, "provider_needed")
    assert Visitor().sign_in(ways.user.email, "Wrong-horse-1").json()["code"] == "bad_credentials"
    ways.browser.sign_in()
    tried = ways.tried()
    assert tried["the password"] == 200
    assert tried["a key that they made"] not in REFUSED
    assert tried["a session of the provider"] == 401


def test_a_code_on_its_way_ends_with_the_sign_in_and_with_the_identity(provider: IdentityProvider) -> None:
    user, browser = a_moderator(), Browser(provider)
    provider.person = person(email=user.email)
    first, second = browser.go_there_and_back()["in"], browser.go_there_and_back()["in"]
    user.identities.all().delete()
    assert refusals_of([browser.finish(first)]) == ["sign_in_lapsed"]
    with transaction.atomic():
        end_sign_in(user, by=None)
    user.identities.create(issuer=provider.issuer, subject="another")
    assert refusals_of([browser.finish(second)]) == ["sign_in_lapsed"]


def test_who_was_signed_out_spends_no_second_factor(provider: IdentityProvider, settings: Any) -> None:
    settings.ONE_TIME_CODES = True
    ways = Ways(a_moderator(), provider)
    somebody = Person(ways.user)
    somebody.set_up_codes()
    log_out(provider.logout_token())
    assert refusals_of([Visitor().sign_in(ways.user.email)]) == ["provider_needed"]
    pending = ways.browser.finish(ways.browser.go_there_and_back()["in"]).json()["pending"]
    assert second_step(pending, code=code_of(somebody.secret)).status_code == 200
    assert first_step(ways.user)


def test_who_was_signed_out_comes_back_by_a_link_of_an_administrator(provider: IdentityProvider) -> None:
    ways, admin = Ways(a_moderator(), provider), Staff(an_admin())
    log_out(provider.logout_token())
    link = admin.post(f"/user/{ways.user.pk}/link", {"send": False}).json()["link"].partition("#set=")[2]
    answer = ways.browser.post("/auth/password", {"token": link, "password": PASSWORD})
    assert answer.status_code == 200
    assert ways.tried()["the password"] == 200


def test_a_link_that_the_person_asked_for_before_is_not_mailed_after(provider: IdentityProvider) -> None:
    ways = Ways(a_moderator(), provider)
    ways.browser.post("/auth/forgotten", {"email": ways.user.email})
    log_out(provider.logout_token())
    assert perform(OutboxMessage.objects.get(topic="mail_link").pk)
    assert mail.outbox == []
    mail_link(ways.user, by=an_admin())
    assert perform(OutboxMessage.objects.get(topic="mail_link", done_at=None).pk)
    assert len(mail.outbox) == 1


def test_by_a_link_alone_who_has_a_second_factor_is_not_back(provider: IdentityProvider, settings: Any) -> None:
    settings.ONE_TIME_CODES = True
    ways = Ways(a_moderator(), provider)
    somebody = Person(ways.user)
    somebody.set_up_codes()
    log_out(provider.logout_token())
    body = {"token": issue_link(ways.user), "password": PASSWORD}
    pending = ways.browser.post("/auth/password", body).json()["pending"]
    assert ways.tried()["a key that they made"] in REFUSED
    assert second_step(pending, code=code_of(somebody.secret)).status_code == 200
    assert ways.tried()["a key that they made"] not in REFUSED


def test_what_is_pending_ends_with_a_deactivation_for_good(provider: IdentityProvider, settings: Any) -> None:
    settings.ONE_TIME_CODES = True
    somebody, admin = Person(a_moderator()), Staff(an_admin())
    somebody.set_up_codes()
    for end in (
        partial(admin.patch, f"/user/{somebody.user.pk}", {"active": False}),
        partial(deactivate, somebody.user),
    ):
        pending = first_step(somebody.user)
        end()
        assert admin.patch(f"/user/{somebody.user.pk}", {"active": True}).status_code == 200
        assert refusals_of([second_step(pending, code=code_of(somebody.secret))]) == ["sign_in_ended"]


def test_an_identity_that_ends_while_its_person_comes_back_signs_nobody_in(
    provider: IdentityProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(claims: Any) -> ProviderIdentity:
        found = ProviderIdentity.objects.get(subject=claims["sub"])
        ProviderIdentity.objects.filter(pk=found.pk).delete()
        return found

    browser, user = Browser(provider), a_moderator()
    browser.sign_in(email=user.email)
    monkeypatch.setattr("accounts.provider.people._identified", gone)
    assert browser.go_there_and_back() == {"refused": "sign_in_lapsed"}


def test_a_key_that_somebody_else_gave_a_program_goes_on(provider: IdentityProvider) -> None:
    ways = Ways(a_moderator(), provider)
    given = Staff(an_admin()).post(f"/user/{ways.user.pk}/keys", {"name": "Till", "scopes": ["events"]}).json()["key"]
    log_out(provider.logout_token())

    def feed() -> int:
        return Client(headers={"host": "localhost", "authorization": f"Bearer {given}"}).get("/api/events").status_code

    assert feed() == 200
    deactivate(ways.user)
    assert feed() == 401


def test_who_is_raised_by_scim_loses_an_identity_that_somebody_else_linked(
    provider: IdentityProvider, settings: Any
) -> None:
    settings.GROUP_LEVELS = {"admins": "ADMIN"}
    user, head = an_account(), Staff(a_head_moderator())
    provider.person = person(email="mallory@docket.test")
    for address in ("mallory@docket.test", user.email):
        assert head.patch(f"/user/{user.pk}", {"email_address": address}).status_code == 200
        if address != user.email:
            session = Browser(provider).sign_in()
    assert Browser(provider).me(session).json()["id"] == user.pk
    scim(f"/Groups/{id_of('admins')}", op="add", path="members", value=[{"value": str(user.pk)}])
    user.refresh_from_db()
    assert (user.access_level, user.identities.count(), user.has_usable_password()) == ("ADMIN", 0, False)
    assert Browser(provider).me(session).status_code == 401
    assert Browser(provider).go_there_and_back() == {"refused": "provider_unknown"}
    owner = Browser(provider).sign_in(subject="s-2", email=user.email)
    assert Browser(provider).me(owner).json()["access_level"] == "ADMIN"


def test_who_is_activated_by_scim_loses_the_ways_in_that_others_may_know(provider: IdentityProvider) -> None:
    registered = Visitor().register("ada@docket.test").json()["id"]  # anybody can register any address
    admin = Staff(an_admin())
    for changes in ({"active": False}, {"access_level": "ADMIN"}):
        assert admin.patch(f"/user/{registered}", changes).status_code == 200
    scim(f"/Users/{registered}", op="replace", value={"active": True})
    assert refusals_of([Visitor().sign_in("ada@docket.test")]) == ["bad_credentials"]


def test_where_no_provider_is_set_any_more_nobody_waits_for_it(provider: IdentityProvider, settings: Any) -> None:
    ways = Ways(a_moderator(), provider)
    log_out(provider.logout_token())
    settings.OIDC_ISSUER = ""
    assert ways.tried()["the password"] == 200


def test_a_stranger_is_signed_out_without_effect(provider: IdentityProvider) -> None:
    ways = Ways(a_moderator(), provider)
    provider.person = person(subject="another")
    assert log_out(provider.logout_token()).status_code == 200
    assert ways.tried()["a session of the provider"] == 200


WRONG: dict[str, Callable[[IdentityProvider], str]] = {
    "none": lambda at: "",
    "no event": lambda at: at.logout_token(events={}),
    "an event that is no object": lambda at: at.logout_token(events={LOGOUT: None}),
    "a nonce": lambda at: at.logout_token(nonce="x"),
    "no number": lambda at: at.logout_token(jti=None),
    "a session alone": lambda at: at.logout_token(sub=None, sid="s"),
    "another audience": lambda at: at.logout_token(aud="another"),
    "another issuer": lambda at: at.logout_token(iss="http://other"),
    "expired": lambda at: at.logout_token(exp=at.claims()["iat"] - 61),
    "old": lambda at: at.logout_token(iat=at.claims()["iat"] - 700),
    "an ID token": lambda at: at.sign(at.claims(nonce="x")),
    "unsigned": lambda at: at.logout_token().rpartition(".")[0] + ".",
}


@each("name, make", list(WRONG.items()))
def test_a_token_that_proves_nothing_signs_nobody_out(name: str, make: Any, provider: IdentityProvider) -> None:
    provider.person = person()
    answer = log_out(make(provider))
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")
    assert answer["Cache-Control"] == "no-store"
    assert not ProviderLogout.objects.exists()


def test_a_logout_token_counts_once(provider: IdentityProvider) -> None:
    ways = Ways(a_moderator(), provider)
    token = provider.logout_token()
    assert log_out(token).status_code == 200
    session = ways.browser.sign_in()
    assert log_out(token).status_code == 400
    assert ways.browser.me(session).status_code == 200
    assert prune_sign_ins() == 0  # it is remembered for as long as it counts


def test_without_a_provider_there_is_no_logout(provider: IdentityProvider, settings: Any) -> None:
    token = provider.logout_token()
    settings.OIDC_ISSUER = ""
    assert log_out(token).status_code == 400
    assert Client(headers={"host": "localhost"}).get("/api/auth/provider/logout").status_code == 405
