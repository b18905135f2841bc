"""`docket setup`: each part of an installation in one sentence, and an exit status that says whether it may serve."""

import re
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.conf import settings
from django.core import mail
from django.core.management import call_command
from django.db import connection
from django.test import override_settings
from django.utils import timezone

from accounts.changes import has_administrator
from accounts.links import redeem_link
from accounts.models import KeyFingerprint, User
from accounts.provider import discovery
from accounts.rights import default_access
from commands.setup import machine
from commands.setup.database import say_of_encryption
from tests.accounts.production import in_production
from tests.accounts.provided import use
from tests.audit_log import sentences
from tests.databases import as_owner
from tests.each import each
from tests.factories import PASSWORD, a_moderator
from tests.identity_provider import IdentityProvider

ADA = "ada@docket.example"


class Setup:
    """Calls the command in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str) -> Mapping[str, str]:
        """The sentences, each with its state, by the part."""
        self.status: Any = 0
        try:
            call_command("docket_setup", *arguments)
        except SystemExit as end:
            self.status = end.code
        self.output = self._capsys.readouterr().out
        lines = re.findall(r"^(\w[\w ]*?) +((?:ready|without|MISSING) +.+)$", self.output, re.MULTILINE)
        return {part: re.sub(" +", " ", said) for part, said in lines}

    @property
    def link(self) -> str:
        found = re.search(r"/login#set=(\S+)", self.output)
        return found[1] if found else ""


@pytest.fixture
def setup(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Setup:
    monkeypatch.setattr(settings, "FILE_UPLOAD_TEMP_DIR", tmp_path / "incoming")
    monkeypatch.delenv("DOCKET_ADMIN_EMAIL", raising=False)
    monkeypatch.setattr("sys.stdin", StringIO())  # nobody to ask
    return Setup(capsys)


def test_an_empty_installation_may_serve_and_its_first_admin_signs_in_by_the_link(setup: Setup) -> None:
    said = setup("--admin", "Ada@Docket.example")
    assert (setup.status, setup.output.splitlines()[-1]) == (0, "Docket may serve.")
    assert {part for part, line in said.items() if line.startswith("ready")} >= {"database", "time", "broker", "files"}
    assert said["mail"] == f"ready A mail was sent to {ADA}: has it come?"
    assert [(sent.to, sent.from_email) for sent in mail.outbox] == [([ADA], settings.DEFAULT_FROM_EMAIL)]
    _, user = redeem_link(setup.link, PASSWORD, address="127.0.0.1")
    assert (user.email, user.access_level, user.cms_access) == (ADA, "ADMIN", default_access("ADMIN"))
    assert sentences(kind="account") == ["Created with the level Docket Staff.", "Set the password by a one-time link."]


def test_repeated_it_gives_a_newer_link_until_there_is_a_password_and_changes_nothing_then(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKET_ADMIN_EMAIL", ADA)
    setup()
    first = setup.link
    setup()
    assert setup.link not in {"", first}
    redeem_link(setup.link, PASSWORD, address="127.0.0.1")
    accounts, sent = list(User.objects.values()), len(mail.outbox)
    assert setup("--admin", "eve@docket.example")["administrator"] == "ready There is one who can sign in."
    assert (list(User.objects.values()), len(mail.outbox), setup.link, setup.status) == (accounts, sent, "", 0)
    assert sentences(kind="account")[:2] == [
        "Created with the level Docket Staff.",
        "A one-time link was handed over.",
    ]


def test_who_is_somebody_else_is_not_raised(setup: Setup) -> None:
    account = a_moderator()
    said = setup("--admin", account.email)["administrator"]
    assert f"'docket account level {account.email} ADMIN' raises it" in said
    account.refresh_from_db()
    assert (account.access_level, setup.link, setup.status) == ("MODERATOR", "", 0)
    assert "is no email address" in setup("--admin", "ada")["administrator"]
    assert setup()["administrator"].startswith("without Nobody can sign in yet: name the first one by --admin")
    assert not has_administrator()


def test_a_terminal_is_asked_for_the_address(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda question: f" {ADA} ")
    assert setup()["administrator"].startswith(f"ready {ADA} sets a password")


def test_what_is_wrong_with_the_database_is_named_with_what_mends_it(setup: Setup) -> None:
    role = connection.settings_dict["USER"]
    as_owner(f"GRANT DELETE ON audit_auditentry TO {role}")
    try:
        said = setup("--admin", ADA)
    finally:
        as_owner(f"REVOKE DELETE ON audit_auditentry FROM {role}")
    assert said["database"].startswith(f"MISSING The role {role} of DATABASE_URL can change history: run deploy/roles")
    assert (setup.status, setup.output.count("may serve"), setup.link) == (1, 0, "")

    KeyFingerprint.objects.update_or_create(
        name="SECRET_KEY", defaults={"fingerprint": "of another", "accepted_at": timezone.now()}
    )
    assert "SECRET_KEY is not the one that this database was first used with" in setup("--admin", ADA)["database"]

    as_owner("UPDATE django_migrations SET name = 'x_' || name WHERE app = 'tags'")
    try:
        said = setup("--admin", ADA)
    finally:
        as_owner("UPDATE django_migrations SET name = substr(name, 3) WHERE app = 'tags'")
    assert re.match(r"MISSING \d+ migrations are not applied: run 'python platform/manage.py migrate", said["database"])
    assert setup.status == 1
    assert not User.objects.exists()


def test_what_is_wrong_with_the_host_is_named_with_what_mends_it(
    setup: Setup, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(machine, "MOST_SECONDS", -1)
    monkeypatch.setattr(machine, "UPLOADS", 10**18)
    said = setup()
    assert said["time"].endswith("seconds apart: let NTP set both.")
    assert re.fullmatch(r"without .+ has [\d,]+ MB left, and uploads .+: make room\.", said["disk"])
    assert setup.status == 1

    monkeypatch.setattr(settings, "FILE_UPLOAD_TEMP_DIR", tmp_path / "a file" / "incoming")
    (tmp_path / "a file").touch()
    assert said["files"].startswith("ready")
    assert setup()["files"].endswith("incoming cannot be written: mend that.")


def test_services_that_do_not_answer_are_named_and_no_password_is_shown() -> None:
    away = {
        "BROKER_URL": "amqp://docket:the-secret-1@127.0.0.1:1/docket",
        "MEDIA_URL": "s3+http://key:the-secret-1@127.0.0.1:1/bucket",
        "MAIL_URL": "smtp://desk:the-secret-1@127.0.0.1:1",
        "MAIL_IN_URL": "imap://desk:the-secret-1@127.0.0.1:1/INBOX",
    }
    ended = in_production("platform/manage.py", "docket_setup", **away)
    assert ended.returncode == 1, ended.stderr
    for part, sentence in {
        "broker": r"MISSING +It cannot be used \(\w+\): start it, or correct BROKER_URL\.",
        "files": r"MISSING +The bucket cannot be used \(\w+\): make it, or correct MEDIA_URL\.",
        "mail": r"without +The mail server refuses \(ConnectionRefusedError\): correct MAIL_URL and MAIL_FROM\.",
        "mail in": r"without +Mail cannot be fetched \(ConnectionRefusedError\): correct MAIL_IN_URL\.",
    }.items():
        assert re.search(rf"^{part} +{sentence}$", ended.stdout, re.MULTILINE), ended.stdout
    assert "the-secret-1" not in ended.stdout + ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_provider_of_identities_is_asked(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not {"provider", "groups", "scim"} & setup().keys()
    with IdentityProvider().running() as provider, override_settings(SCIM_TOKENS=("x" * 32,)):
        use(settings, provider)
        said = setup()
        assert said["provider"].startswith("ready It answers with 1 key; let it lead back to http")
        assert said["groups"].startswith("without No group has a level (OIDC_GROUP_LEVELS)")
        assert said["scim"].startswith("ready ")
        provider.is_away = True
        discovery.forget()
        assert setup()["provider"].startswith(f"without {provider.issuer} does not answer as OpenID Connect has it")
        settings.PASSWORD_SIGN_IN = False
        assert setup()["provider"].startswith("MISSING ")


def test_all_settings_that_are_wrong_are_named_at_once() -> None:
    wrong = {"SECRET_KEY": "", "DOCKET_TIME_ZONE": "London", "MAIL_FROM": "nobody", "REVIEW_RULES_URL": "rules"}
    ended = in_production("platform/manage.py", "docket_setup", **wrong)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert {re.match(r"docket: (\w+) is ", line)[1] for line in ended.stderr.splitlines()} == set(wrong)  # type: ignore[index]


@each(
    "server, encrypted, sslmode, said",
    [
        ("10.1.2.3", False, "prefer", "The connection is not encrypted: "),
        ("10.1.2.3", True, "require", "The connection is encrypted, and the server's certificate is not verified: "),
        ("10.1.2.3", True, "verify-full", ""),
        ("127.0.0.1", False, "prefer", ""),
        ("", False, "prefer", ""),
    ],
)
def test_a_connection_that_others_can_read_is_named(server: str, encrypted: bool, sslmode: str, said: str) -> None:
    options: Any = settings.DATABASES["default"]["OPTIONS"]
    with mock.patch.dict(options, {"sslmode": sslmode}):
        found = [finding.sentence for finding in say_of_encryption(server, encrypted=encrypted)]
    assert [sentence[: len(said)] for sentence in found] == ([said] if said else [])
