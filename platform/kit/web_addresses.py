"""Addresses of web pages that come from the environment."""

from urllib.parse import urlsplit


def checked_web_address(variable: str, address: str) -> str:
    """Check an address that people open in their browser; an empty one stays empty.

    Raises SystemExit, naming the variable, for anything but http and https with a host.
    """
    try:
        parts = urlsplit(address)
        is_web_page = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:  # brackets without a pair
        is_web_page = False
    if address and not is_web_page:
        raise SystemExit(
            f"{variable} is {address!r}, which is no web address. Use one like https://status.example.com."
        )
    return address
