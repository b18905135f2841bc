"""`/metrics` of the worker, which has no web server: an HTTP server on METRICS_PORT."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from django.conf import settings

from config.metrics import CONTENT_TYPE, PATH, own_text, refusal, show_tallies
from kit.environment import WrongSettingError


class _Handler(BaseHTTPRequestHandler):
    timeout = 10  # seconds for which a silent caller can occupy a thread

    def do_GET(self) -> None:
        refused = refusal(self.client_address[0], dict(self.headers.items()))
        if refused or self.path != PATH:
            self.send_error(refused or 404)
            return
        text = own_text()
        self.send_response(200)
        self.send_header("Content-Type", CONTENT_TYPE)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def version_string(self) -> str:
        return "docket"

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the base class names it so
        """Logs nothing."""


def serve_metrics(port: int) -> None:
    """Serve `/metrics` in separate threads until this process ends. Without METRICS_TOKEN only for this machine.

    Raises WrongSettingError if the port is in use.
    """
    show_tallies()
    try:
        server = ThreadingHTTPServer(("" if settings.METRICS_TOKEN else "127.0.0.1", port), _Handler)
    except OSError:
        raise WrongSettingError("METRICS_PORT", str(port), "which is in use", "9100") from None
    server.daemon_threads = True
    Thread(target=server.serve_forever, name="metrics", daemon=True).start()
