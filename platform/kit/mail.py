"""Mail settings from one URL."""

from typing import Any
from urllib.parse import unquote, urlsplit

_BACKENDS = "django.core.mail.backends"
_PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}


def mail_server(url: str) -> dict[str, Any]:
    """Django's settings for `console:`, `file:///folder` or an SMTP server. Raises ValueError for anything else."""
    parts = urlsplit(url)
    if parts.scheme == "console":
        return {"EMAIL_BACKEND": f"{_BACKENDS}.console.EmailBackend"}
    if parts.scheme == "file" and parts.path:
        return {"EMAIL_BACKEND": f"{_BACKENDS}.filebased.EmailBackend", "EMAIL_FILE_PATH": unquote(parts.path)}
    if parts.scheme not in _PORTS or not parts.hostname:
        raise ValueError("MAIL_URL is neither console: nor file:///folder nor a mail server")
    return {
        "EMAIL_BACKEND": f"{_BACKENDS}.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or _PORTS[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
        "EMAIL_USE_SSL": parts.scheme == "smtps",
    }
