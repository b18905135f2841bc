"""The network address of a request's caller."""

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

Network = IPv4Network | IPv6Network


def networks(listed: str) -> list[Network]:
    """Parse a comma-separated list of addresses and networks (10.1.2.0/24). Raises ValueError."""
    return [ip_network(part.strip()) for part in listed.split(",") if part.strip()]


def client_address(request: HttpRequest) -> str:
    """The caller's network address: the peer, or, when the peer is in TRUSTED_PROXIES, the address that it reports.

    A proxy appends to X-Forwarded-For on the right; everything left of the last entry can be forged by the caller.
    """
    connected = str(request.META.get("REMOTE_ADDR", ""))
    seen = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    return seen if seen and _is_in(connected, settings.TRUSTED_PROXIES) else connected


def _is_in(address: str, trusted: Iterable[Network]) -> bool:
    try:
        parsed: IPv4Address | IPv6Address = ip_address(address)
    except ValueError:
        return False
    # a server that listens on IPv6 and IPv4 sees IPv4 callers as ::ffff:a.b.c.d
    parsed = getattr(parsed, "ipv4_mapped", None) or parsed
    return any(parsed in network for network in trusted)
