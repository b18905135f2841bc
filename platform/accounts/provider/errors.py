"""Why a sign-in by the provider is refused. The console has a sentence for each code."""

from collections.abc import Mapping
from typing import Any

from kit.errors import ConflictError, DomainError, ForbiddenError, NotFoundError


class NoProviderError(NotFoundError):
    code = "no_provider"
    message = "No provider of identities is set here (OIDC_ISSUER)."


class ProviderAwayError(DomainError):
    """It did not answer, or not as OpenID Connect has it."""

    status = 503
    code = "provider_away"
    message = "The provider does not answer as it should. Try again in a moment."

    def details(self) -> Mapping[str, Any]:
        return {"retry_after": 5}


class ProviderRefusedError(ForbiddenError):
    """The provider said no, or what came back proves nothing."""

    code = "provider_refused"
    message = "The provider did not confirm who you are."


class SignInLapsedError(ConflictError):
    code = "sign_in_lapsed"
    message = "This sign-in began in another browser, was used before, or took longer than ten minutes. Begin anew."


class UnverifiedError(ForbiddenError):
    code = "provider_unverified"
    message = "The provider does not say that your email address was verified, so no account can be found by it."


class UnknownPersonError(ForbiddenError):
    code = "provider_unknown"
    message = "You have no account, and none of your groups at the provider gives you one."


class OtherPersonError(ForbiddenError):
    code = "provider_other"
    message = "The account with your email address belongs to another person at the provider."


class NotActiveError(ForbiddenError):
    code = "provider_not_active"
    message = "This account is not active."


class ManyGroupsError(ForbiddenError):
    code = "provider_many_groups"
    message = "You are in so many groups that the provider leaves them out, so your level is not known."


class ProviderNeededError(ForbiddenError):
    """Signed out by the provider, who alone knows whether the person may come back."""

    code = "provider_needed"
    message = "The provider has ended your sessions. Sign in there, or ask an administrator for a link."
