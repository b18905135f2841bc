"""How the environment variables of the settings are read. Each function raises ValueError for a wrong value."""

import re
from email.utils import parseaddr
from urllib.parse import urlsplit

import dj_database_url

from accounts.rights import AccessLevel
from kit.web_addresses import is_guarded

DATABASE_EXAMPLE = "postgresql://docket_app:PASSWORD@127.0.0.1:5432/docket"
POOLER_EXAMPLE = "pgbouncer"
MAIL_EXAMPLE = "smtp+tls://user:PASSWORD@mail.example.com, smtps://…, smtp://…, file:///folder, console: or none"
STORAGE_EXAMPLE = "s3://key:SECRET@s3.example.com/bucket?region=eu-west-1"
BROKER_EXAMPLE = "amqp://docket:PASSWORD@127.0.0.1:5672/docket, several hosts of a cluster separated by semicolons"

_HOST = re.compile(r"\*|\.?[\w.-]+|\[[0-9A-Fa-f:.]+\]", re.ASCII)
_DOMAIN = re.compile(r"[\w-]+(\.[\w-]+)*")


def database_url(url: str) -> str:
    """The address of a PostgreSQL database. An empty host is a local socket."""
    parts = urlsplit(url)
    if parts.scheme not in ("postgresql", "postgres") or not parts.path.strip("/"):
        raise ValueError("no database of PostgreSQL")
    dj_database_url.parse(url)
    return url


def direct_url(url: str) -> str:
    """The address of the database behind a pooler: one server, which is asked whether it lives."""
    host = urlsplit(database_url(url)).hostname if url else "any"
    if not host or "," in host:
        raise ValueError("not the address of one server")
    return url


def pooler(name: str) -> str:
    """Empty for none."""
    if name not in ("", POOLER_EXAMPLE):
        raise ValueError("no pooler that Docket knows")
    return name


def broker_url(url: str) -> str:
    """`memory:`, or the addresses of RabbitMQ, separated by semicolons."""
    if urlsplit(url).scheme == "memory" and ";" not in url:
        return url
    for host in url.split(";"):
        parts = urlsplit(host)
        if parts.scheme not in ("amqp", "amqps", "pyamqp") or not parts.hostname:
            raise ValueError("no broker")
        parts.port  # noqa: B018 raises ValueError for a wrong port
    return url


def log_format(name: str) -> str:
    """`text` for people, `json` for programs."""
    if name not in ("text", "json"):
        raise ValueError("no format of the log")
    return name


def sentry_dsn(address: str) -> str:
    """`https://KEY@host/PROJECT`; empty where errors are reported to nobody."""
    parts = urlsplit(address)
    if address and not (
        parts.scheme in ("http", "https") and parts.username and parts.hostname and parts.path.strip("/")
    ):
        raise ValueError("no DSN")
    return address


def issuer(address: str) -> str:
    """The address of a provider of identities, over TLS or on this machine; empty for none."""
    if address and not is_guarded(address):
        raise ValueError("no address of a provider")
    return address


def group_levels(listed: str) -> dict[str, str]:
    """`group=LEVEL`, separated by semicolons. A group's name may have commas and equals signs, as those of LDAP do."""
    pairs = [pair.rpartition("=") for pair in listed.split(";") if pair.strip()]
    levels = {group.strip(): level.strip() for group, _, level in pairs}
    if not all(levels) or len(levels) < len(pairs) or not set(levels.values()) <= set(AccessLevel.values):
        raise ValueError("no level")
    return levels


def host_names(listed: str) -> list[str]:
    """Names, separated by commas, as in ALLOWED_HOSTS: without scheme, port and path."""
    hosts = [host.strip() for host in listed.split(",") if host.strip()]
    if not all(map(_HOST.fullmatch, hosts)):
        raise ValueError("no name of a host")
    return hosts


def sender(address: str) -> str:
    """`moderation@example.com` or `Docket <moderation@example.com>`, safe for a mail header."""
    _, at = parseaddr(address)
    _, sign, domain = at.rpartition("@")
    if not (sign and _DOMAIN.fullmatch(domain) and address.isprintable()):
        raise ValueError("no email address")
    return address


def access_levels(text: str) -> frozenset[str]:
    """Names of access levels, separated by commas."""
    names = {name.strip() for name in text.split(",")} - {""}
    if not names <= set(AccessLevel.values):
        raise ValueError("no access level")
    return frozenset(names)
