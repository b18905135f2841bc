"""Start the web server: python -m config.web [--host HOST] [--port PORT] [--log-level LEVEL]."""

import argparse
import importlib

from granian.log import LogLevels

from config.preload import preload
from config.web.server import APPLICATION, web_server


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m config.web", description="Docket's web server.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--log-level", type=LogLevels, default=LogLevels.info)
    given = parser.parse_args()
    preload(APPLICATION.partition(":")[0])
    # imported by now, as it reads the settings
    importlib.import_module("config.postgresql.reach").require_no_pooler()
    web_server(given.host, given.port, log_level=given.log_level).serve()


if __name__ == "__main__":
    main()
