"""A wrong setting ends every command with one line: the variable, its value without passwords, and a right example."""

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from deploy.local.checks import reserve_port
from kit.environment import without_password
from tests.accounts.production import each_in_production
from tests.deploy.running import environment, up
from tests.each import each

SECRET = "the-secret-1"
WRONG = {
    "ALLOWED_HOSTS": "https://docket.example.com",
    "BROKER_URL": f"redis://:{SECRET}@broker",
    "CONFIRM_IDENTITY": "yes",
    "DATABASE_DIRECT_URL": f"postgresql://docket_app:{SECRET}@first,second/docket",
    "DATABASE_OWNER_URL": f"docket_owner:{SECRET}@server/docket",
    "DATABASE_POOLER": "pgpool",
    "DATABASE_REPLICA_URL": f"docket_app:{SECRET}@server/docket",
    "DATABASE_URL": f"mysql://docket_app:{SECRET}@server/docket",
    "DOCKET_DATABASE_PATIENCE_SECONDS": "soon",
    "DOCKET_DRAIN_SECONDS": "soon",
    "DOCKET_ENV": "prod",
    "DOCKET_HOLD_SECONDS": "abc",
    "DOCKET_LOCK_TIMEOUT_MS": "0",
    "DOCKET_QUALITY_SAMPLE": "nan",
    "DOCKET_REGISTRATION_OPEN": "yes",
    "DOCKET_TIME_ZONE": "London",
    "DOCKET_WORKER_KINDS": "mail,post",
    "FORESIGHT_URL": "javascript:alert(1)",
    "LOG_FORMAT": "xml",
    "MAIL_FROM": "nobody",
    "MAIL_IN_URL": f"pop3://desk:{SECRET}@mail.example.com",
    "MAIL_URL": "foo://x",
    "MEDIA_URL": f"s3://key:{SECRET}@s3.example.com",
    "METRICS_PORT": "http",
    "OIDC_GROUP_LEVELS": "desk=MODERATOR;leads=CHIEF",
    "OIDC_ISSUER": "http://login.example.com",
    "ONE_TIME_CODES": "yes",
    "OTEL_EXPORTER_OTLP_ENDPOINT": "collector:4318",
    "PASSKEYS": "yes",
    "PASSWORD_SIGN_IN": "no",
    "REVIEW_FORM_URL": "https://forms.example; script-src *",
    "REVIEW_RULES_URL": "rules",
    "SECOND_FACTOR_REQUIRED": "ADMIN,BOSS",
    "SENTRY_DSN": f"https://key:{SECRET}@errors.example.com",
    "TRUSTED_PROXIES": "nginx",
}
CHECK = ("platform/manage.py", "docket_check")
UNREACHABLE = f"postgresql://docket_app:{SECRET}@127.0.0.1:1/docket"


def ends(cases: Iterable[tuple[Sequence[str], Mapping[str, str]]]) -> list[tuple[Mapping[str, str], Any]]:
    """Each environment with how its command ended."""
    table = list(cases)
    return list(zip((environment for _, environment in table), each_in_production(table), strict=True))


def test_a_wrong_setting_is_named_with_its_value_and_a_right_one() -> None:
    for setting, ended in ends((CHECK, {name: value}) for name, value in WRONG.items()):
        ((name, value),) = setting.items()
        assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (1, "", 1), (name, ended.stderr)
        assert ended.stderr.startswith(f"docket: {name} is '{without_password(value)}', ")
        assert "Use one like " in ended.stderr
        assert SECRET not in ended.stderr


def test_passkeys_want_the_name_of_a_host() -> None:
    urls = ("http://127.0.0.1:8000", "https://[::1]", "https://docket.example.com")
    ended = [ended for _, ended in ends((CHECK, {"PASSKEYS": "1", "DOCKET_URL": url}) for url in urls)]
    named = ["DOCKET_URL is " in each.stderr for each in ended]
    assert named == [True, True, False]


def test_every_command_ends_at_a_wrong_setting() -> None:
    commands = ("docket_worker", "docket_scheduler", "docket_verify_history", "migrate")
    for _, ended in ends((["platform/manage.py", name], {"DOCKET_HOLD_SECONDS": "abc"}) for name in commands):
        assert (ended.returncode, ended.stderr.count("\n")) == (1, 1), ended.stderr
        assert "DOCKET_HOLD_SECONDS is 'abc'" in ended.stderr


def test_production_does_not_start_without_what_only_its_machine_knows() -> None:
    for setting, ended in ends((CHECK, {name: ""}) for name in ("SECRET_KEY", "DATABASE_URL", "MAIL_URL")):
        assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (1, "", 1), ended.stderr
        assert ended.stderr.startswith(f"docket: {next(iter(setting))} is not set. ")


def test_what_a_provider_of_identities_lacks_is_said() -> None:
    issuer = {"OIDC_ISSUER": "https://login.example.com"}
    lacking = {
        "OIDC_CLIENT_ID is not set. Set it to the id by which the provider": issuer,
        "OIDC_CLIENT_SECRET is not set. Set it to the secret": {**issuer, "OIDC_CLIENT_ID": "docket"},
        "OIDC_ISSUER is not set. Until then OIDC_CLIENT_ID names nobody": {"OIDC_CLIENT_ID": "docket"},
        "OIDC_ISSUER is not set. Until then without passwords (PASSWORD_SIGN_IN) nobody": {"PASSWORD_SIGN_IN": "0"},
        "SCIM_TOKEN has fewer than 32 characters. ": {"SCIM_TOKEN": SECRET},
    }
    for said, (_, ended) in zip(lacking, ends((CHECK, settings) for settings in lacking.values()), strict=True):
        assert ended.returncode == 1
        assert ended.stderr.startswith(f"docket: {said}"), ended.stderr
        assert SECRET not in ended.stderr


def test_a_pooler_needs_the_address_of_the_database_behind_it() -> None:
    ((_, ended),) = ends([(CHECK, {"DATABASE_POOLER": "pgbouncer"})])
    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1), ended.stderr
    assert ended.stderr.startswith("docket: DATABASE_DIRECT_URL is not set. Set it to the database behind the pooler")


def test_production_starts_without_mail_where_that_is_said() -> None:
    told = ["-c", "from django.conf import settings; print(settings.MAIL_IS_SENT)"]
    ((_, ended),) = ends([(told, {"MAIL_URL": "none"})])
    assert (ended.returncode, ended.stdout) == (0, "False\n"), ended.stderr


def test_an_empty_setting_is_not_set() -> None:
    told = ["-c", "from django.conf import settings; print(settings.PUBLICATION_HOLD, settings.EMAIL_BACKEND)"]
    names = ("DATABASE_URL", "MAIL_URL", "DOCKET_HOLD_SECONDS")
    for _, ended in ends((told, {"DOCKET_ENV": "development", name: ""}) for name in names):
        assert ended.stdout == "0:15:00 django.core.mail.backends.dummy.EmailBackend\n", ended.stderr


def test_a_database_that_cannot_be_reached_is_named_with_the_reason() -> None:
    unreachable = {"DATABASE_URL": UNREACHABLE, "DATABASE_OWNER_URL": "", "DOCKET_DATABASE_PATIENCE_SECONDS": "1"}
    commands = (["docket_verify_history"], ["migrate", "--database", "owner"])
    for _, ended in ends((["platform/manage.py", *command], unreachable) for command in commands):
        (line,) = (line for line in ended.stderr.splitlines() if line.startswith("docket: "))
        assert ended.returncode == 1
        assert line.startswith("docket: DATABASE_URL is 'postgresql://docket_app:…@127.0.0.1:1/docket', ")
        assert "Connection refused" in line
        assert SECRET not in ended.stderr
        assert "Traceback" not in ended.stderr


@pytest.mark.parametrize(
    "wrong",
    [
        # with an address, so that no database is made before the settings are read
        {"DOCKET_HOLD_SECONDS": "abc", "DATABASE_URL": UNREACHABLE},
        {"DATABASE_URL": UNREACHABLE},
        {"DATABASE_URL": "db"},
    ],
    ids=["setting", "unreachable", "no address"],
)
def test_make_up_ends_with_the_same_line(wrong: Mapping[str, str]) -> None:
    name, value = next(iter(wrong.items()))
    with tempfile.TemporaryDirectory(prefix="docket-house-") as place:
        Path(place).chmod(0o711)  # for the database's user
        ended = up(environment(PORT=str(reserve_port()), DOCKET_DATA_DIR=f"{place}/data", **wrong))
    assert ended.returncode == 1
    last = ended.stderr.splitlines()[-1]
    assert last.startswith(f"docket: {name} is '{without_password(value)}', "), ended.stderr
    assert SECRET not in ended.stderr


@each(
    "url",
    [
        f"postgresql://docket_app:{SECRET}@127.0.0.1:5432/docket",
        f"postgresql://docket_app:a/{SECRET}@b?c@127.0.0.1/docket",
        f"postgresql://docket_app:{SECRET}",
        f"docket_app:{SECRET}@host/docket",
        f"postgresql://host/docket?user=x&password={SECRET}",
        f"smtp://user:{SECRET}@[::1]:port",
        f"amqp://user:a@{SECRET}@",
        f"amqp://user:{SECRET}@first/docket;amqp://user:{SECRET}@second/docket",
    ],
)
def test_no_password_is_shown_however_wrong_the_address_is(url: str) -> None:
    assert SECRET not in without_password(url)
    assert "…" in without_password(url)
