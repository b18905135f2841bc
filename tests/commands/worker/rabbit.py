"""A RabbitMQ for the tests, with its own node name, ports and folders, on the loopback interface only."""

import os
import pwd
import secrets
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import amqp

from config.broker import FORMER_QUEUE
from deploy.local.checks import reserve_port
from deploy.local.child import signal_group, spawn
from tests.deploy.running import wait_for
from workflows.engine.outbox.kinds import Kind

USERS = ("rabbitmq", "nobody")  # who runs it for root
START_SECONDS = 60


class Rabbit:
    """A broker that a test may kill, wipe and start again; clients keep the same address.

    `of`: another one, with which it makes a cluster.
    """

    def __init__(self, folder: Path, script: str, of: "Rabbit | None" = None) -> None:
        self._script = script
        self.folder, self.port = folder, reserve_port()
        self._dist_port = reserve_port()
        self._epmd_port: int = of._epmd_port if of else reserve_port()
        self._user = _unprivileged()
        self.password: str = of.password if of else secrets.token_hex(8)
        self._first = of or self
        self._epmd: subprocess.Popen[bytes] | None = None
        self._node: subprocess.Popen[bytes] | None = None
        self.url = f"amqp://docket:{self.password}@127.0.0.1:{self.port}/docket"
        self._write("rabbitmq.conf", self._configuration())
        self._write("plugins", "[].\n")
        self._write(".erlang.cookie", self.password)
        (folder / ".erlang.cookie").chmod(0o400)
        self._log = (folder / "output").open("ab")

    def start(self) -> None:
        """Start it and wait until it takes a client."""
        # started by us and not by the node, whom it would outlive
        if self._first is self:
            self._epmd = self._epmd or self._spawn("epmd", "-port", str(self._epmd_port), "-address", "127.0.0.1")
        self._node = self._spawn(self._script)
        wait_for("the broker", self.answers, START_SECONDS)

    @property
    def name(self) -> str:
        return f"docket-{self.port}@localhost"

    @property
    def runs(self) -> bool:
        return self._node is not None

    def kill(self) -> None:
        """kill -9.

        Not wiped as well, it must have had its queue for some seconds: RabbitMQ 3.10 does not recover a younger one.
        """
        if self._node:
            _kill(self._node)
            self._node = None

    def stop(self) -> None:
        """As for a restart: it writes down what it has."""
        if self._node:
            self._node.terminate()
            self._node.wait()
            self._node = None

    def empty(self) -> None:
        """No job of an earlier test is left in it."""
        with self.connect() as connection:
            for kind in Kind:
                with suppress(amqp.NotFound):
                    connection.channel().queue_purge(kind.queue)
            connection.channel().queue_delete(FORMER_QUEUE)

    def waiting(self) -> int:
        """How many jobs it holds that no worker has."""
        with self.connect() as connection:
            channel = connection.channel()
            return sum(channel.queue_declare(kind.queue, passive=True).message_count for kind in Kind)

    def wipe(self) -> None:
        """Everything that it has written is gone: queues, exchanges, messages."""
        shutil.rmtree(self.folder / "mnesia", ignore_errors=not (self.folder / "mnesia").exists())

    def end(self) -> None:
        self.kill()
        if self._epmd:
            _kill(self._epmd)
        self._log.close()

    def answers(self) -> bool:
        try:
            self.connect().close()
        except (OSError, amqp.AMQPError):
            return False
        return True

    def connect(self) -> amqp.Connection:
        place = {"host": f"127.0.0.1:{self.port}", "virtual_host": "docket"}
        connection = amqp.Connection(**place, userid="docket", password=self.password, connect_timeout=2)
        connection.connect()
        return connection

    def leader(self) -> str:
        """The name of the node that leads the queue of mails."""
        command = [str(Path(self._script).with_name("rabbitmqctl")), "--node", self.name, "--silent"]
        command += ["list_queues", "--vhost", "docket", "name", "leader", "--no-table-headers"]
        listed = subprocess.check_output(command, env=self._environment, user=self._user, text=True)
        leaders = dict(line.split("\t", 1) for line in listed.splitlines())
        return leaders[Kind.MAIL.queue]

    def _spawn(self, *command: str) -> subprocess.Popen[bytes]:
        return spawn(
            command,
            env=self._environment,
            output=self._log,
            user=self._user,
            death_signal=signal.SIGKILL,
            cwd=self.folder,
        )

    @property
    def _environment(self) -> dict[str, str]:
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),  # for the cookie
            "LANG": "C.UTF-8",
            "ERL_EPMD_ADDRESS": "127.0.0.1",
            "ERL_EPMD_PORT": str(self._epmd_port),
            "RABBITMQ_NODENAME": self.name,
            "RABBITMQ_DIST_PORT": str(self._dist_port),
            "RABBITMQ_CONF_ENV_FILE": str(self.folder / "nothing"),
            "RABBITMQ_CONFIG_FILE": str(self.folder / "rabbitmq.conf"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(self.folder / "plugins"),
            "RABBITMQ_MNESIA_BASE": str(self.folder / "mnesia"),
            "RABBITMQ_LOG_BASE": str(self.folder / "log"),
            "RABBITMQ_PID_FILE": str(self.folder / "pid"),
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "-kernel inet_dist_use_interface {127,0,0,1}",
            # the script then becomes the server instead of starting it, and its process id is the server's
            "RUNNING_UNDER_SYSTEMD": "true",
        }

    def _configuration(self) -> str:
        return "\n".join(
            [
                f"listeners.tcp.1 = 127.0.0.1:{self.port}",
                "default_user = docket",
                f"default_pass = {self.password}",
                "default_vhost = docket",
                "disk_free_limit.absolute = 1MB",
                "cluster_formation.peer_discovery_backend = classic_config",
                f"cluster_formation.classic_config.nodes.1 = {self._first.name}",
                "",
            ]
        )

    def _write(self, name: str, text: str) -> None:
        file = self.folder / name
        file.write_text(text)
        if self._user is not None:
            os.chown(file, self._user, -1)


@contextmanager
def a_rabbit(script: str, of: Rabbit | None = None) -> Iterator[Rabbit]:
    """A broker that is not started yet, ended on leaving."""
    folder = Path(tempfile.mkdtemp(prefix="docket-rabbit-"))
    user = _unprivileged()
    if user is not None:
        os.chown(folder, user, -1)
    rabbit = Rabbit(folder, script, of)
    try:
        yield rabbit
    finally:
        rabbit.end()
        shutil.rmtree(folder)


def _kill(process: subprocess.Popen[bytes]) -> None:
    signal_group(process, signal.SIGKILL)
    process.wait()


def _unprivileged() -> int | None:
    """None for ourselves."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name: entry.pw_uid for entry in pwd.getpwall()}
    return next(known[name] for name in USERS if name in known)
