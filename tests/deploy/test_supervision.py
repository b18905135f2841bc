"""The whole product under its supervisor: what is killed comes back, and what is stopped is gone."""

import json
import os
import signal
import stat
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from deploy.local.up import DEMO_ACCOUNTS, DEMO_PASSWORD
from tests.deploy.running import Product, environment, up, wait_for

pytestmark = [
    pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="asks /proc which processes live"),
    pytest.mark.slow,
]


@pytest.fixture(scope="module")
def product() -> Iterator[Product]:
    """Started once; the tests below follow each other."""
    with tempfile.TemporaryDirectory(prefix="docket-house-") as place:
        Path(place).chmod(0o711)
        product = Product(Path(place) / "data")
        product.start()
        try:
            yield product
        finally:
            product.end_all()


def sign_in(product: Product, email: str) -> int:
    """The status of the answer; 0 when there is none, as while the web server is on its way up."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{product.port}/api/auth/login",
        data=json.dumps({"email": email, "password": DEMO_PASSWORD}).encode(),
        headers={"Content-Type": "application/json", "Idempotency-Key": os.urandom(16).hex()},
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return int(response.status)
    except urllib.error.HTTPError as refused:
        return refused.code
    except OSError:
        return 0


def environment_of(product: Product) -> dict[str, str]:
    return dict(json.loads((product.data / "environment.json").read_text()))


def test_it_says_where_it_runs_and_who_may_sign_in(product: Product) -> None:
    assert f"http://localhost:{product.port}" in product.said
    for email in DEMO_ACCOUNTS:
        assert email in product.said
        assert sign_in(product, email) == 200


def test_it_serves_the_console(product: Product) -> None:
    assert product.get("/login") == 200


@pytest.mark.parametrize("name", ["secrets.json", "environment.json"])
def test_what_is_secret_is_readable_by_its_owner_alone(product: Product, name: str) -> None:
    assert stat.S_IMODE((product.data / name).stat().st_mode) == 0o600


def test_the_database_asks_for_a_password(product: Product) -> None:
    with pytest.raises(psycopg.OperationalError, match="password"):
        psycopg.connect(environment_of(product)["DATABASE_URL"], password="guessed").close()


def test_the_applications_role_is_not_the_owner_of_its_tables(product: Product) -> None:
    application = psycopg.connect(environment_of(product)["DATABASE_URL"])
    with application, pytest.raises(psycopg.errors.InsufficientPrivilege):
        application.execute("DROP TABLE django_migrations")


def test_no_password_stands_on_a_command_line(product: Product) -> None:
    secrets = json.loads((product.data / "secrets.json").read_text()).values()
    assert not [command for command in product.processes() if any(secret in command for secret in secrets)]


def test_a_second_start_from_the_same_folder_is_refused_by_name(product: Product) -> None:
    refused = up(environment(DOCKET_DATA_DIR=str(product.data), PORT="1"))
    assert refused.returncode == 1
    assert refused.stderr.count("\n") == 1
    assert f"process {product.supervisor.pid}" in refused.stderr


def test_a_taken_port_is_said(product: Product, tmp_path: Path) -> None:
    tmp_path.chmod(0o711)
    refused = up(environment(DATABASE_URL="postgresql://", DOCKET_DATA_DIR=str(tmp_path), PORT=str(product.port)))
    assert refused.returncode == 1
    assert refused.stderr.startswith(f"docket: Port {product.port} is taken: stop what uses it, or choose another")
    assert refused.stderr.count("\n") == 1


def test_a_command_runs_beside_it(product: Product) -> None:
    beside = subprocess.run(
        [sys.executable, "-m", "deploy.local", "manage", "check", "--database", "default"],
        env=environment(DOCKET_DATA_DIR=str(product.data)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert "no issues" in beside.stdout, beside.stderr


@pytest.mark.parametrize("name", ["scheduler", "worker", "web worker", "web", "postgres"])
def test_what_is_killed_comes_back(product: Product, name: str) -> None:
    product.kill(name)
    wait_for("health", product.is_healthy)
    wait_for("a sign-in", lambda: sign_in(product, "moderator@docket.test") == 200)


def test_a_killed_supervisor_takes_everything_along_and_the_next_start_keeps_the_data(
    product: Product,
) -> None:
    with psycopg.connect(environment_of(product)["DATABASE_OWNER_URL"]) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
    product.stop(signal.SIGKILL)
    wait_for("the end of all", lambda: not product.processes())

    product.start()
    assert "Demo data" not in product.progress
    assert product.is_healthy()
    with psycopg.connect(environment_of(product)["DATABASE_OWNER_URL"]) as connection:
        assert connection.execute("SELECT answer FROM kept").fetchall() == [(42,)]


def test_web_workers_that_outlived_their_leader_and_the_supervisor_are_ended_by_the_next_start(
    product: Product,
) -> None:
    web = product.pid("web")
    assert web
    os.kill(product.supervisor.pid, signal.SIGSTOP)  # so that it does not clean up after its child
    os.kill(web, signal.SIGKILL)
    product.stop(signal.SIGKILL)
    wait_for("the end of the others", lambda: not any("docket_" in command for command in product.processes()))
    assert product.get("/healthz") is not None, "a web worker has outlived them"

    product.start()
    assert product.is_healthy()


def test_ctrl_c_leaves_no_process_behind(product: Product) -> None:
    assert product.stop(signal.SIGINT) == 0
    assert product.processes() == []
    assert not (product.data / "environment.json").exists()
    assert not (product.data / "postgres" / "postmaster.pid").exists()
