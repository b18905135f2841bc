"""Mail settings from one URL."""

import re
from typing import Any
from urllib.parse import unquote, urlsplit

from django.core.mail.backends.console import EmailBackend

NO_SERVER = "none"
_SECRET = re.compile(rb"(#(?:set|stop)=)\S+")
_BACKENDS = "django.core.mail.backends"
_PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}


def mail_server(url: str) -> dict[str, Any]:
    """Django's settings for the URL of an SMTP server, `file:///folder`, `console:` or `none`. Raises ValueError.

    `MAIL_IS_SENT`: whether a mail can reach its recipient. It is false for `console:` and `none`; then the product must
    not say that a mail was sent.
    """
    parts = urlsplit(url)
    if url == NO_SERVER:
        return {"EMAIL_BACKEND": f"{_BACKENDS}.dummy.EmailBackend", "MAIL_IS_SENT": False}
    if parts.scheme == "console":
        return {"EMAIL_BACKEND": "kit.mail.PrintedMail", "MAIL_IS_SENT": False}
    if parts.scheme == "file" and parts.path:
        return {
            "MAIL_IS_SENT": True,
            "EMAIL_BACKEND": f"{_BACKENDS}.filebased.EmailBackend",
            "EMAIL_FILE_PATH": unquote(parts.path),
        }
    if parts.scheme not in _PORTS or not parts.hostname:
        raise ValueError("MAIL_URL is neither a mail server nor file:///folder nor console: nor none")
    return {
        "MAIL_IS_SENT": True,
        "EMAIL_BACKEND": f"{_BACKENDS}.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or _PORTS[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
        "EMAIL_USE_SSL": parts.scheme == "smtps",
    }


class PrintedMail(EmailBackend):
    """Prints mails, for people who try the product out. Removes the secrets of links, because output goes into logs."""

    def write_message(self, message: Any) -> None:
        data = _SECRET.sub(rb"\1(left out)", message.message().as_bytes())
        charset = message.message().get_charset()
        self.stream.write(data.decode(charset.get_output_charset() if charset else "utf-8", "replace"))
        self.stream.write("\n" + "-" * 79 + "\n")
