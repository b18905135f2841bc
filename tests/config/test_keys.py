"""All processes on one database have one secret key: the others do not start, and say why (decision 97)."""

import subprocess
import sys
from collections.abc import Sequence

import pytest
from django.core.management import call_command

from accounts.models import KeyFingerprint
from config import keys
from deploy.local.checks import reserve_port
from tests.audit_log import told
from tests.factories import a_moderator
from tests.live import ROOT, child_environment
from tests.staff import Staff

pytestmark = pytest.mark.usefixtures("database")
HANGS = 300
REFUSAL = "docket: SECRET_KEY and BLACKLIST_KEY are not the ones that this database was first used with."


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**child_environment(), **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=HANGS,
    )


def manage(command: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return run("platform/manage.py", command, *arguments, **environment)


def test_a_node_with_another_key_does_not_start_and_says_why() -> None:
    call_command("docket_verify_history")  # the first process of the database
    other = {"SECRET_KEY": "another-hosts-key"}
    serve = ("-m", "server", "--port", str(reserve_port()))
    commands: list[Sequence[str]] = [
        serve,
        *(("platform/manage.py", name) for name in ("docket_worker", "docket_scheduler", "docket_check")),
    ]
    for command in commands:
        ended = run(*command, **other)
        assert (ended.returncode, ended.stderr.count("\n")) == (1, 1), ended.stderr
        assert ended.stderr.startswith(REFUSAL)
        assert "./docket secret accept" in ended.stderr
        assert "another-hosts-key" not in ended.stderr
    assert manage("docket_check").returncode == 0


def test_a_key_that_was_changed_deliberately_is_accepted_and_audited() -> None:
    call_command("docket_verify_history")
    other = {"SECRET_KEY": "the-new-key", "BLACKLIST_KEY": "the-first-key-of-the-blacklist"}
    accepted = manage("docket_secret", "accept", **other)
    assert accepted.returncode == 0, accepted.stderr
    assert manage("docket_check", **other).returncode == 0
    refused = manage("docket_check")
    assert (refused.returncode, refused.stderr.startswith(REFUSAL)) == (1, True)
    assert told("kind", "user_id")[-1] == (
        "key",
        None,
        "Accepted a changed key by the command line: SECRET_KEY, BLACKLIST_KEY.",
    )
    again = manage("docket_secret", "accept", **other)
    assert "SECRET_KEY" in again.stdout
    assert len(told("kind")) == 1


def test_a_blacklist_that_has_a_key_of_its_own_stays_when_the_secret_key_changes() -> None:
    own = {"BLACKLIST_KEY": "a-key-of-its-own"}
    assert manage("docket_check", **own).returncode == 0
    refused = manage("docket_check", SECRET_KEY="another", **own)
    assert refused.stderr.startswith("docket: SECRET_KEY is not the one")


def test_no_key_can_be_read_from_the_database() -> None:
    call_command("docket_verify_history")
    stored = " ".join(KeyFingerprint.objects.values_list("fingerprint", flat=True))
    assert sorted(KeyFingerprint.objects.values_list("name", flat=True)) == ["BLACKLIST_KEY", "SECRET_KEY"]
    assert len(stored) == 2 * 16 + 1


def test_a_web_server_that_started_before_its_database_compares_at_its_first_call(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    comparison = keys.Comparison()
    comparison.is_pending = True
    monkeypatch.setattr(keys, "comparison", comparison)
    KeyFingerprint.objects.create(name="SECRET_KEY", fingerprint="0" * 16, accepted_at="2026-11-20T08:00:00Z")
    moderator = Staff(a_moderator())
    for _ in range(2):
        answer = moderator.get("/counts")
        assert (answer.status_code, answer.json()["code"]) == (503, "other_key")
        assert answer.json()["message"].startswith("docket: SECRET_KEY is not the one")
