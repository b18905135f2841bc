"""Web addresses from environment variables."""

import re
from urllib.parse import urlsplit

from kit.environment import WrongSettingError, refuse

# no spaces, and no character that would end a directive of the Content-Security-Policy
_PLAIN = re.compile(r"[^\s;,'\"<>]*")


def checked_web_address(variable: str, address: str) -> str:
    """Check an address that people open in their browser; an empty one stays empty.

    Raises WrongSettingError unless it is an http or https address with a host.
    """
    if address and not _is_web_page(address):
        refuse(WrongSettingError(variable, address, "which is no web address", "https://status.example.com"))
        return ""
    return address


def _is_web_page(address: str) -> bool:
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018 raises ValueError for a wrong port
    except ValueError:  # a wrong port, or an unpaired bracket
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and bool(_PLAIN.fullmatch(address))


def is_guarded(address: str) -> bool:
    """Whether nobody on the way can read or change what is said there: over TLS, or on this machine."""
    if not _is_web_page(address):
        return False
    parts = urlsplit(address)
    return parts.scheme == "https" or parts.hostname in ("localhost", "127.0.0.1", "::1")
