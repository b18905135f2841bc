"""The options of granian, and how it stops."""

import resource
from threading import Timer
from typing import Any

from granian.constants import HTTPModes, Interfaces, Loops
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.mp import MPServer

from kit.draining import drain

APPLICATION = "server.served:application"
WORKERS = 2
CONNECTIONS = 4096  # per worker; further ones wait until one of these ends
HEAD_MS = 60_000  # the longest time for a request's head, and between two requests of a connection
HEAD_BYTES = 128 * 1024
KILL_SECONDS = 8  # after which a worker that does not stop is killed


class WebServer(MPServer):
    """After a stop signal it serves for `drain_seconds` more, while /health/ready tells proxies to send nothing new.

    A second signal stops it at once.
    """

    drain_seconds = 0.0

    def signal_handler_interrupt(self, *_signal: Any, **_named: Any) -> None:
        if not self.drain_seconds or drain.has_begun:
            super().signal_handler_interrupt()  # type: ignore[no-untyped-call]  # granian has no types
            return
        drain.begin()
        timer = Timer(self.drain_seconds, super().signal_handler_interrupt)
        timer.daemon = True
        timer.start()


def web_server(
    host: str,
    port: int,
    *,
    log_level: LogLevels,
    application: str = APPLICATION,
    workers: int = WORKERS,
    drain_seconds: float = 0,
    log_formatter: str = "",
) -> WebServer:
    """`log_formatter`: dotted path of the class that formats granian's log lines; empty for granian's own."""
    _allow_files(CONNECTIONS + 256)
    server = WebServer(
        application,
        address=host,
        port=port,
        interface=Interfaces.RSGI,
        loop=Loops.asyncio,
        http=HTTPModes.http1,  # in the other modes granian waits for the head of a request without a limit
        http1_settings=HTTP1Settings(header_read_timeout=HEAD_MS, max_buffer_size=HEAD_BYTES),
        websockets=False,
        workers=workers,
        backpressure=CONNECTIONS,
        respawn_failed_workers=True,
        respawn_interval=0.5,
        workers_kill_timeout=KILL_SECONDS,
        log_level=log_level,
        log_dictconfig=_log_by(log_formatter) if log_formatter else None,
    )
    server.drain_seconds = drain_seconds
    return server


def _log_by(formatter: str) -> dict[str, Any]:
    return {"formatters": {name: {"()": formatter} for name in ("generic", "access")}}


def _allow_files(wanted: int) -> None:
    """Raise the limit of open files: each connection is one, and many systems allow 1,024 by default."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
