"""Start the web server: python -m config.web [--host HOST] [--port PORT] [--log-level LEVEL]."""

import argparse
import resource

from granian import Granian
from granian.constants import HTTPModes, Interfaces, Loops
from granian.http import HTTP1Settings
from granian.log import LogLevels

WORKERS = 2
CONNECTIONS = 4096  # per worker; further ones wait until one of these ends
HEAD_MS = 30_000  # for the head of a request, and for the silence between two requests
HEAD_BYTES = 128 * 1024
STOP_SECONDS = 8  # then a worker that has not stopped is killed


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m config.web", description="Docket's web server.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--log-level", type=LogLevels, default=LogLevels.info, choices=list(LogLevels))
    given = parser.parse_args()
    _allow_files(WORKERS * CONNECTIONS)
    server = Granian(
        "config.web.application:application",
        address=given.host,
        port=given.port,
        interface=Interfaces.RSGI,
        loop=Loops.asyncio,
        http=HTTPModes.http1,  # in the other modes granian waits for the head of a request without a limit
        http1_settings=HTTP1Settings(header_read_timeout=HEAD_MS, max_buffer_size=HEAD_BYTES),
        websockets=False,
        workers=WORKERS,
        backpressure=CONNECTIONS,
        respawn_failed_workers=True,
        respawn_interval=0.5,
        workers_kill_timeout=STOP_SECONDS,
        log_level=given.log_level,
    )
    server.serve()


def _allow_files(wanted: int) -> None:
    """Each connection is an open file, of which many systems allow a process 1,024 unless it asks for more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))


if __name__ == "__main__":
    main()
