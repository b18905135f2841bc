"""The whole product under its supervisor: killed processes are restarted, and after a stop none is left."""

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

from deploy.local.checks import memory
from deploy.local.cluster import shared_buffers
from deploy.local.layout import ROOT
from deploy.local.up import DEMO_ACCOUNTS, DEMO_PASSWORD
from tests.deploy.running import Product, environment, up, wait_for

pytestmark = [
    pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc to list processes"),
    pytest.mark.slow,
]


@pytest.fixture(scope="module")
def product() -> Iterator[Product]:
    """Started once; the tests below run in this order."""
    with tempfile.TemporaryDirectory(prefix="docket-house-") as place:
        Path(place).chmod(0o711)
        product = Product(Path(place) / "data")
        product.start()
        try:
            yield product
        finally:
            product.end_all()


def sign_in(product: Product, email: str) -> int:
    """The HTTP status; 0 without an answer, for example while the web server starts."""
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


def beside(product: Product, *command: str) -> str:
    """What a management command prints beside the running product."""
    ended = subprocess.run(
        [sys.executable, "-m", "deploy.local", "manage", *command],
        env=environment(DOCKET_DATA_DIR=str(product.data)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def environment_of(product: Product) -> dict[str, str]:
    return dict(json.loads((product.data / "environment.json").read_text()))


def test_the_start_prints_the_address_and_the_demo_accounts(product: Product) -> None:
    assert f"http://localhost:{product.port}" in product.output
    for email in DEMO_ACCOUNTS:
        assert email in product.output
        assert sign_in(product, email) == 200


def test_it_serves_the_console(product: Product) -> None:
    assert product.get("/login") == 200


@pytest.mark.parametrize("name", ["secrets.json", "environment.json"])
def test_secret_files_are_readable_by_their_owner_only(product: Product, name: str) -> None:
    assert stat.S_IMODE((product.data / name).stat().st_mode) == 0o600


def test_the_database_asks_for_a_password(product: Product) -> None:
    with pytest.raises(psycopg.OperationalError, match="password"):
        psycopg.connect(environment_of(product)["DATABASE_URL"], password="guessed").close()


def test_the_applications_role_is_not_the_owner_of_its_tables(product: Product) -> None:
    application = psycopg.connect(environment_of(product)["DATABASE_URL"])
    with application, pytest.raises(psycopg.errors.InsufficientPrivilege):
        application.execute("DROP TABLE django_migrations")


def test_the_database_has_its_share_of_the_memory(product: Product) -> None:
    with psycopg.connect(environment_of(product)["DATABASE_URL"]) as connection:
        found = connection.execute("SELECT pg_size_bytes(current_setting('shared_buffers')) >> 20").fetchone()
    assert found == (int(shared_buffers(memory()).removesuffix("MB")),)


def test_no_command_line_contains_a_password(product: Product) -> None:
    secrets = json.loads((product.data / "secrets.json").read_text()).values()
    assert not [command for command in product.processes() if any(secret in command for secret in secrets)]


def test_a_second_start_from_the_same_folder_names_the_first_process(product: Product) -> None:
    refused = up(environment(DOCKET_DATA_DIR=str(product.data), PORT="1"))
    assert refused.returncode == 1
    assert refused.stderr.count("\n") == 1
    assert f"process {product.supervisor.pid}" in refused.stderr


def test_a_port_in_use_is_refused(product: Product, tmp_path: Path) -> None:
    tmp_path.chmod(0o711)
    refused = up(environment(DATABASE_URL="postgresql://", DOCKET_DATA_DIR=str(tmp_path), PORT=str(product.port)))
    assert refused.returncode == 1
    assert refused.stderr.startswith(
        f"docket: Port {product.port} is in use: stop the program that uses it, or choose another"
    )
    assert refused.stderr.count("\n") == 1


def test_a_management_command_runs_beside_the_product(product: Product) -> None:
    assert "no issues" in beside(product, "check", "--database", "default")


@pytest.mark.parametrize(
    "name",
    [
        "worker",
        *(pytest.param(name, marks=pytest.mark.drill) for name in ("scheduler", "web worker", "web", "postgres")),
    ],
)
def test_a_killed_process_is_restarted(product: Product, name: str) -> None:
    product.kill(name)
    wait_for("health", product.is_healthy)
    wait_for("a sign-in", lambda: sign_in(product, "moderator@docket.test") == 200)


@pytest.mark.drill
def test_all_processes_end_with_a_killed_supervisor_and_the_data_stays(
    product: Product,
) -> None:
    with psycopg.connect(environment_of(product)["DATABASE_OWNER_URL"]) as connection:
        connection.execute("CREATE TABLE survivor AS SELECT 42 AS answer")
    beside(product, "showmigrations", "reviews")
    product.stop(signal.SIGKILL)
    wait_for("the end of all processes", lambda: not product.processes())

    product.start()
    assert "Demo data" not in product.progress
    assert "Migrations" not in product.progress, "a command beside the product changed none"
    assert product.is_healthy()
    with psycopg.connect(environment_of(product)["DATABASE_OWNER_URL"]) as connection:
        assert connection.execute("SELECT answer FROM survivor").fetchall() == [(42,)]
    of_product = environment(DOCKET_DATA_DIR=str(product.data))
    verified = subprocess.check_output(["./docket", "verify"], cwd=ROOT, env=of_product, text=True)
    assert verified.endswith("processes agree\n")


@pytest.mark.drill
def test_the_next_start_ends_web_workers_that_outlived_the_supervisor(
    product: Product,
) -> None:
    web = product.pid("web")
    assert web
    with psycopg.connect(environment_of(product)["DATABASE_OWNER_URL"]) as connection:
        connection.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('gone', '0001', now())")
    os.kill(product.supervisor.pid, signal.SIGSTOP)  # so that the supervisor does not clean up after its child
    os.kill(web, signal.SIGKILL)
    product.stop(signal.SIGKILL)
    wait_for("the end of the others", lambda: not any("docket_" in command for command in product.processes()))
    assert product.get("/healthz") is not None, "a web worker has outlived them"

    product.start()
    assert "Migrations" in product.progress, "the database says that others were applied"
    assert product.is_healthy()


def test_ctrl_c_leaves_no_process_behind(product: Product) -> None:
    assert product.stop(signal.SIGINT) == 0
    assert product.processes() == []
    assert not (product.data / "environment.json").exists()
    assert not (product.data / "postgres" / "postmaster.pid").exists()


def test_a_setting_that_is_wrong_at_the_next_start_ends_it_with_one_line(product: Product) -> None:
    """The database is migrated already, so that the web server is the first to read the settings."""
    place = {"DOCKET_DATA_DIR": str(product.data), "PORT": str(product.port), "DOCKET_POSTGRES": "wheel"}
    refused = up(environment(**place, MAIL_URL="foo://x"))
    assert refused.returncode == 1
    assert "Migrations" not in refused.stderr
    assert refused.stderr.splitlines()[-1].startswith("docket: MAIL_URL is 'foo://x', which is no mail server.")
    assert product.processes() == []
