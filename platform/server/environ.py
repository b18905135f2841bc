"""The WSGI environment of a request."""

import sys
from typing import Any

from server.answers import File
from server.rsgi import Scope

_SAME_FOR_ALL = {
    "SCRIPT_NAME": "",
    "SERVER_SOFTWARE": "",
    "HTTP_HOST": "",
    "wsgi.version": (1, 0),
    "wsgi.errors": sys.stderr,
    "wsgi.multithread": True,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
    "wsgi.input_terminated": True,
    "wsgi.file_wrapper": File,
}
_WITHOUT_PREFIX = {"content-type": "CONTENT_TYPE", "content-length": "CONTENT_LENGTH"}
_SEPARATORS = {"HTTP_COOKIE": "; "}
_MOST_NAMES = 200  # limits `_keys`, because callers choose the names of headers
_keys: dict[str, str] = {}


def environ_of(scope: Scope) -> dict[str, Any]:
    """The environ without `wsgi.input`. A header with an underscore in its name is dropped: it would overwrite the
    header spelled with hyphens, such as X-Forwarded-For. Values of repeated headers are joined."""
    name, _, port = scope.server.rpartition(":")
    environ: dict[str, Any] = {
        **_SAME_FOR_ALL,
        "REQUEST_METHOD": scope.method,
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_PROTOCOL": "HTTP/1.1" if scope.http_version == "1.1" else "HTTP/1.0",
        "SERVER_NAME": name.strip("[]"),
        "SERVER_PORT": port,
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "wsgi.url_scheme": scope.scheme,
    }
    for header, value in scope.headers.items():
        key = _keys.get(header) or _key_of(header)
        if not key:
            continue
        if environ.get(key):
            environ[key] += _SEPARATORS.get(key, ",") + value
        else:
            environ[key] = value
    return environ


def _key_of(header: str) -> str:
    """The environ key of a lower-case header name; empty for a name with an underscore."""
    if "_" in header:
        return ""
    key = _WITHOUT_PREFIX.get(header) or "HTTP_" + header.upper().replace("-", "_")
    if len(_keys) < _MOST_NAMES:
        _keys[header] = key
    return key
