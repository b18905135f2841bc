"""Email addresses to which the product writes, and those that people paste."""

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
    """Whether mail may be sent to the address: valid, and at a domain, not at a network address or this machine."""
    try:
        _validate(text)
    except ValidationError:
        return False
    return True


def plain_address(text: str) -> str:
    """One writing of an address: lower-cased, composed, without invisible characters, its domain as DNS has it.

    What mail programs put around it is dropped: `mailto:`, a name before angle brackets, the end of a sentence.
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
    """A masked address that can still be recognised: `a…@example.com`."""
    name, _, domain = address.partition("@")
    return f"{name[:1]}…@{domain}" if domain else ""


def names_another(name: str, address: str) -> bool:
    """Whether a name looks like an address, and not like this one: people take it for where the answer goes."""
    found = _ADDRESS.findall(_AROUND_AT.sub("@", _visible(name)))
    return any(plain_address(each) != plain_address(address) for each in found)
