"""python -m tests.server.serve_peculiarly PORT"""

import sys

from granian.log import LogLevels

import config.wsgi  # noqa: F401 (sets up Django, before models are imported)
from server.application import Application
from server.server import web_server
from tests.server.peculiar import peculiar

application = Application(peculiar)

if __name__ == "__main__":
    server = web_server(
        "127.0.0.1",
        int(sys.argv[1]),
        log_level=LogLevels.error,
        application="tests.server.serve_peculiarly:application",
        workers=1,
    )
    server.serve()
