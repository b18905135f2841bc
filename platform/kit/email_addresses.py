"""Email addresses: which ones get mail, and the normal form of what people paste."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator


class _PublicDomain(EmailValidator):
    """Accepts domain names only: mail to `a@[127.0.0.1]` or `a@localhost` would reach our own machines."""

    def validate_domain_part(self, domain_part: str) -> bool:
        is_internal = domain_part.startswith("[") or domain_part.lower().endswith(".localhost")
        return not is_internal and super().validate_domain_part(domain_part)


_IN_BRACKETS = re.compile(r"<([^<>]*@[^<>]*)>\s*$")
_AROUND_AT = re.compile(r"\s*@\s*(?=[^\s@]+\.[^\s@])")
_ADDRESS = re.compile(r"[^\s@<>,;:\"'()\[\]]+@[^\s@<>,;:\"'()\[\]]+")
_validate = _PublicDomain(allowlist=[])


def is_email_address(text: str) -> bool:
    """Whether mail may be sent to the address: it is valid, and its host is a public domain name."""
    try:
        _validate(text)
    except ValidationError:
        return False
    return True


def plain_address(text: str) -> str:
    """The normal form of an address: lower case, NFKC, without invisible characters, the domain in its DNS form.

    Additions of mail programs are removed: `mailto:`, a name before angle brackets, punctuation at the end.
    """
    visible = _visible(text)
    found = _IN_BRACKETS.search(visible)
    address = (found[1] if found else visible).strip().lower().removeprefix("mailto:").rstrip(".,;")
    name, at, domain = address.rpartition("@")
    try:
        return f"{name}{at}{domain.encode('idna').decode()}"
    except UnicodeError:
        return address


def _visible(text: str) -> str:
    return "".join(mark for mark in unicodedata.normalize("NFKC", text) if unicodedata.category(mark) != "Cf")


def masked(address: str) -> str:
    """The masked address, still recognisable: `a…@example.com`."""
    name, _, domain = address.partition("@")
    return f"{name[:1]}…@{domain}" if domain else ""


def names_another(name: str, address: str) -> bool:
    """Whether a name contains another address than this one. People would think that the answer goes there."""
    found = _ADDRESS.findall(_AROUND_AT.sub("@", _visible(name)))
    return any(plain_address(each) != plain_address(address) for each in found)
