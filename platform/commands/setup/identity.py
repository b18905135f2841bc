"""The provider of identities, where one is set."""

from collections.abc import Iterator

from django.conf import settings

from accounts.provider.discovery import key_ids, provider
from accounts.provider.errors import ProviderAwayError
from accounts.provider.sign_in import CALLBACK
from commands.setup.findings import Finding, State


def look_at_provider() -> Iterator[Finding]:
    """Asks it for its addresses and its keys. Nothing where none is set."""
    if settings.OIDC_ISSUER:
        yield _answers()
        if not settings.GROUP_LEVELS:
            sentence = "No group has a level (OIDC_GROUP_LEVELS): only people with an account sign in by it."
            yield Finding("groups", State.WITHOUT, sentence)
    if settings.SCIM_TOKENS:
        yield Finding("scim", State.READY, f"The provider makes and ends accounts at {settings.CONSOLE_URL}/scim/v2.")


def _answers() -> Finding:
    try:
        provider()
        keys = len(key_ids())
    except ProviderAwayError as error:
        reason = "" if error.message == ProviderAwayError.message else f" {error.message}"
        sentence = f"{settings.OIDC_ISSUER} does not answer as OpenID Connect has it: correct OIDC_ISSUER.{reason}"
        return Finding("provider", State.WITHOUT if settings.PASSWORD_SIGN_IN else State.MISSING, sentence)
    told = f"It answers with {keys} {'key' if keys == 1 else 'keys'}; let it lead back to"
    return Finding("provider", State.READY, f"{told} {settings.CONSOLE_URL}{CALLBACK}.")
