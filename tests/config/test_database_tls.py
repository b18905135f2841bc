"""What DATABASE_URL says of TLS is kept: a server with a certificate of our own, and one with another's."""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from deploy.local.cluster import Cluster
from deploy.local.data_folder import DataFolder
from deploy.local.layout import ROOT
from deploy.local.product import base_environment, manage
from deploy.local.servers import find_server
from deploy.local.supervisor import Supervisor
from deploy.local.throwaway import throwaway_folder
from tests.certificates import encrypt_only, write_certificate

PRINT = """
from django.db import connections
from django.conf import settings
for alias in settings.DATABASES:
    with connections[alias].cursor() as cursor:
        cursor.execute("SELECT ssl, current_setting('lock_timeout'), current_setting('work_mem') "
                       "FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
        print(*cursor.fetchone())
"""


@pytest.fixture(scope="module")
def tls_server() -> Iterator[tuple[DataFolder, dict[str, str]]]:
    """A data folder, and the addresses of its database, which admits no connection without TLS."""
    with throwaway_folder() as data, Supervisor(data.logs) as supervisor:
        cluster = Cluster(
            data.cluster, find_server(data.cluster, data.user), data.secrets(), data.logs, data.user, False
        )
        cluster.prepare()
        encrypt_only(data.cluster, data.user)
        supervisor.start(cluster.program)
        cluster.wait_until_ready(supervisor)
        yield data, {name: url.replace("127.0.0.1", "localhost") for name, url in cluster.urls.items()}


def run(data: DataFolder, urls: dict[str, str], **parameters: str) -> subprocess.CompletedProcess[str]:
    addresses = {name: f"{url}?{urlencode(parameters)}" for name, url in urls.items()}
    env = {**base_environment(data), "DOCKET_LOCK_TIMEOUT_MS": "2000", **addresses}
    command = manage("shell", "--no-imports", "--command", PRINT)
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def test_a_server_with_the_given_certificate_is_used_with_tls(tls_server: tuple[DataFolder, dict[str, str]]) -> None:
    data, urls = tls_server
    root = str(data.cluster / "server.crt")
    ended = run(data, urls, sslmode="verify-full", sslrootcert=root, options="-c work_mem=9MB")
    assert ended.stdout == "True 2s 9MB\n" * 2, ended.stderr


def test_a_server_with_another_certificate_is_refused(
    tls_server: tuple[DataFolder, dict[str, str]], tmp_path: Path
) -> None:
    data, urls = tls_server
    ended = run(data, urls, sslmode="verify-full", sslrootcert=str(write_certificate(tmp_path, "other")))
    assert ended.returncode == 1
    assert ended.stderr.splitlines()[-1].startswith("docket: DATABASE_URL is ")
    assert "certificate verify failed" in ended.stderr
