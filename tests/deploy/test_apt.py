"""Installing a package does not start its services."""

import subprocess
from pathlib import Path

import pytest

from deploy.local import apt

NOT_ALLOWED = 101  # the exit status of policy-rc.d that forbids an action


@pytest.fixture
def policy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(apt, "POLICY", tmp_path / "policy-rc.d")
    return tmp_path / "policy-rc.d"


def test_services_cannot_start_while_packages_are_installed(policy: Path) -> None:
    with apt.without_services():
        answer = subprocess.run([policy, "rabbitmq-server", "start"], check=False)
        assert answer.returncode == NOT_ALLOWED
    assert not policy.exists()


def test_a_failed_installation_leaves_nothing_behind(policy: Path) -> None:
    with pytest.raises(RuntimeError), apt.without_services():
        raise RuntimeError
    assert not policy.exists()


def test_an_existing_service_policy_is_left_unchanged(policy: Path) -> None:
    policy.write_text("#!/bin/sh\nexit 0\n")
    with apt.without_services():
        assert policy.read_text() == "#!/bin/sh\nexit 0\n"
    assert policy.exists()
