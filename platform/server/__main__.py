"""Start the web server: python -m server [--host HOST] [--port PORT] [--log-level LEVEL]."""

import argparse

from granian.log import LogLevels

from config.preload import preload
from server.server import APPLICATION, web_server
from server.shared_counts import shared_counts


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m server", description="Docket's web server.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--log-level", type=LogLevels, default=LogLevels.info)
    given = parser.parse_args()
    with shared_counts():
        serve(given)


def serve(given: argparse.Namespace) -> None:
    preload(APPLICATION.partition(":")[0])
    # Django's settings and models are ready only after `preload`
    from django.conf import settings  # noqa: PLC0415

    from config.keys import comparison  # noqa: PLC0415
    from config.postgresql.reach import require_fit_database  # noqa: PLC0415

    require_fit_database()
    comparison.begin()
    web_server(
        given.host,
        given.port,
        log_level=given.log_level,
        drain_seconds=settings.DRAIN_SECONDS,
        log_formatter="config.logs.JsonFormatter" if settings.LOG_FORMAT == "json" else "",
    ).serve()


if __name__ == "__main__":
    main()
