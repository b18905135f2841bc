"""`docket account`: the first account of an installation, and a level when nobody can grant it."""

import re
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.links import redeem_link
from accounts.models import User
from accounts.provider.models import ProviderIdentity
from accounts.rights import default_access
from accounts.sessions import find_session, open_session
from kit.errors import UnauthenticatedError
from tests.accounts.factors import Person
from tests.accounts.visitors import Visitor
from tests.audit_log import sentences
from tests.factories import PASSWORD, a_moderator


def called(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    call_command("docket_account", *arguments)
    return capsys.readouterr().out


def secret_in(output: str) -> str:
    found = re.search(r"/login#set=(\S+)", output)
    assert found
    return found[1]


def test_the_first_admin_signs_in_by_the_link_that_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "create", "Ada@Docket.example", "--level", "ADMIN")
    account = User.objects.get()
    assert (account.email, account.first_name, account.cms_access) == (
        "ada@docket.example",
        "Ada",
        default_access("ADMIN"),
    )
    assert not account.has_usable_password()
    token, user = redeem_link(secret_in(output), PASSWORD, address="127.0.0.1")
    assert isinstance(token, str)
    assert find_session(token, counts_as_activity=True).user == user == account
    assert sentences(kind="account") == [
        "Created with the level Docket Staff.",
        "Set the password by a one-time link.",
    ]


def test_a_link_is_a_way_in_where_nobody_signs_in_with_a_password(
    capsys: pytest.CaptureFixture[str], settings: Any
) -> None:
    settings.OIDC_ISSUER, settings.PASSWORD_SIGN_IN = "https://login.example.com", False
    account = a_moderator()
    ProviderIdentity.objects.create(
        user=account, issuer=settings.OIDC_ISSUER, subject="s-1", signed_out_at=timezone.now()
    )
    secret = secret_in(called(capsys, "link", account.email.upper()))
    token, user = redeem_link(secret, PASSWORD, address="127.0.0.1")
    assert isinstance(token, str)
    assert find_session(token, counts_as_activity=True).user == user == account
    assert sentences(kind="account")[0] == "A one-time link was handed over."
    User.objects.update(is_active=False)
    with pytest.raises(CommandError, match="no active account"):
        called(capsys, "link", account.email)


def test_who_is_raised_signs_in_anew_and_who_is_lowered_stays(capsys: pytest.CaptureFixture[str]) -> None:
    account = a_moderator()
    token = open_session(account, address="127.0.0.1")
    assert secret_in(called(capsys, "level", account.email, "ADMIN"))
    with pytest.raises(UnauthenticatedError):
        find_session(token, counts_as_activity=True)
    account.refresh_from_db()
    assert (account.access_level, account.has_usable_password()) == ("ADMIN", False)
    token = open_session(account, address="127.0.0.1")
    assert "login" not in called(capsys, "level", account.email, "MODERATOR")
    assert find_session(token, counts_as_activity=True).user == account
    assert sentences(kind="account")[0] == "Level: Moderator to Docket Staff."


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["create", "ada", "--level", "ADMIN"], "is no email address"),
        (["create", "KNOWN", "--level", "ADMIN"], "An account with this email address exists."),
        (["level", "nobody@docket.example", "ADMIN"], "There is no account with this address."),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(arguments: list[str], said: str) -> None:
    known = a_moderator()
    arguments = [known.email if given == "KNOWN" else given for given in arguments]
    with pytest.raises(CommandError, match=re.escape(said)):
        call_command("docket_account", *arguments)
    assert User.objects.count() == 1


def test_who_has_lost_a_second_factor_is_let_in_by_the_command(
    capsys: pytest.CaptureFixture[str], settings: Any
) -> None:
    settings.ONE_TIME_CODES = True
    person = Person(a_moderator())
    person.set_up_codes()
    assert "has the level Moderator" in called(capsys, "unlock", person.user.email)
    assert Visitor().sign_in(person.user.email).status_code == 200
    assert sentences(kind="account")[-1] == "The second factor was removed: one-time codes, recovery codes."
