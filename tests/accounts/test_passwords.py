"""Passwords: rules (spec, sections 5 and 9) and storage (figures.md, rule 13)."""

import pytest
from django.contrib.auth.hashers import make_password
from django.test import override_settings

from accounts.models import User
from config.settings import base
from tests.accounts.production import settings_in_production
from tests.accounts.visitors import Visitor
from tests.factories import an_account

pytestmark = pytest.mark.rule(13)


@pytest.mark.parametrize(
    ("password", "sentences"),
    [
        ("Zqxwvk1", ["This password is too short. It must contain at least 8 characters."]),
        ("tobacconist-9", ["The password needs at least one lower-case and one upper-case letter."]),
        ("TOBACCONIST-9", ["The password needs at least one lower-case and one upper-case letter."]),
        ("Password1", ["This password is too common."]),
        ("Qwertyuiop", ["This password is too common."]),
        (
            "12345",
            [
                "This password is too short. It must contain at least 8 characters.",
                "The password needs at least one lower-case and one upper-case letter.",
                "This password is too common.",
            ],
        ),
        ("Aa" + "x" * 999, ["The password may have at most 1000 characters, none of them NUL."]),
        ("Abc\x00defgh1", ["The password may have at most 1000 characters, none of them NUL."]),
    ],
)
def test_a_weak_password_is_refused_with_every_rule_that_it_breaks(password: str, sentences: list[str]) -> None:
    refused = Visitor().register("ada@docket.test", password)
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid")
    assert refused.json()["fields"] == {"password": sentences}
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "password",
    [
        "Xkqzwvbn",
        "Aa" + "x" * 62,
        "Aa" + "x" * 63,
        "Aa" + "x" * 998,
        "   Blanks are Part of it   ",
        "Ärger mit Größe",
        "Пароль-и-Ключ",
        "Aa🐎🔋📎🧷🐎🔋",
    ],
)
def test_an_accepted_password_is_stored_in_full_length(password: str) -> None:
    assert Visitor().register("ada@docket.test", password).status_code == 201
    assert Visitor().sign_in("ada@docket.test", password).status_code == 200
    assert Visitor().sign_in("ada@docket.test", password[:-1]).status_code == 401


def test_production_hashes_passwords_with_argon2id_only() -> None:
    hashers = settings_in_production()["PASSWORD_HASHERS"]
    assert hashers == base.PASSWORD_HASHERS
    with override_settings(PASSWORD_HASHERS=hashers):
        user = an_account()
        scheme, variant, _version, price, *_ = user.password.split("$")
        assert Visitor().sign_in(user.email).status_code == 200
    assert (scheme, variant) == ("argon2", "argon2id")
    cost = dict(part.split("=") for part in price.split(","))
    # at least what OWASP recommends: 19 MiB of memory, two passes
    assert (int(cost["m"]) >= 19 * 1024, int(cost["t"]) >= 2) == (True, True)


def test_equal_passwords_have_different_hashes() -> None:
    assert make_password("Xkqzwvbn") != make_password("Xkqzwvbn")
