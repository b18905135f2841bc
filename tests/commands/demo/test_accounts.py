"""The demo accounts: known to everybody, so never made in production."""

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings

from accounts.models import User
from commands.demo.people import make_accounts
from companies.models import Company
from reviews.models import Review
from tests.accounts.production import in_production
from tests.accounts.visitors import Visitor

PASSWORD = "Docket-demo-1"
ACCOUNTS = {
    "admin@docket.test": "ADMIN",
    "head@docket.test": "HEAD_MODERATOR",
    "moderator@docket.test": "MODERATOR",
    "moderator2@docket.test": "MODERATOR",
}


def nothing_was_made() -> bool:
    return not (User.objects.exists() or Company.objects.exists() or Review.objects.exists())


def test_every_demo_account_signs_in_with_its_level() -> None:
    assert make_accounts() == len(ACCOUNTS)
    assert dict(User.objects.values_list("email", "access_level")) == ACCOUNTS
    for email, level in ACCOUNTS.items():
        answer = Visitor().sign_in(email, PASSWORD)
        assert (answer.status_code, answer.json()["user"]["access_level"]) == (200, level)


@pytest.mark.parametrize("options", [(), ("--reviews", "10")])
def test_the_command_refuses_in_production(options: tuple[str, ...]) -> None:
    with override_settings(DOCKET_ENV="production"), pytest.raises(CommandError, match="never made in production"):
        call_command("docket_demo", *options, verbosity=0)
    assert nothing_was_made()


def test_a_production_process_refuses_as_well() -> None:
    done = in_production("platform/manage.py", "docket_demo")
    assert done.returncode != 0
    assert "never made in production" in done.stderr
    assert nothing_was_made()
