"""Where a request comes from."""

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

Network = IPv4Network | IPv6Network


def networks(listed: str) -> list[Network]:
    """Of a list with commas: addresses, or networks as 10.1.2.0/24. Raises ValueError."""
    return [ip_network(part.strip()) for part in listed.split(",") if part.strip()]


def client_address(request: HttpRequest) -> str:
    """The caller's network address: who connected to us, or for a proxy of our own (TRUSTED_PROXIES) whom it saw.

    A proxy adds to X-Forwarded-For at the right; what is left of that is the caller's own word.
    """
    connected = str(request.META.get("REMOTE_ADDR", ""))
    seen = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    return seen if seen and _is_in(connected, settings.TRUSTED_PROXIES) else connected


def _is_in(address: str, trusted: Iterable[Network]) -> bool:
    try:
        known: IPv4Address | IPv6Address = ip_address(address)
    except ValueError:
        return False
    # an IPv4 caller of a server that listens for both
    known = getattr(known, "ipv4_mapped", None) or known
    return any(known in network for network in trusted)
