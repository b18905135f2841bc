"""The options of granian, which serves the application of this room."""

import resource

from granian.constants import HTTPModes, Interfaces, Loops
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.mp import MPServer

APPLICATION = "server.served:application"
WORKERS = 2
CONNECTIONS = 4096  # per worker; further ones wait until one of these ends
HEAD_MS = 60_000  # for the head of a request, and for the silence between two requests
HEAD_BYTES = 128 * 1024
KILL_SECONDS = 8  # after which a worker that does not stop is killed


def web_server(
    host: str, port: int, *, log_level: LogLevels, application: str = APPLICATION, workers: int = WORKERS
) -> MPServer:
    _allow_files(CONNECTIONS + 256)
    return MPServer(
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
    )


def _allow_files(wanted: int) -> None:
    """Each connection is an open file, of which many systems allow a process 1,024 unless it asks for more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
