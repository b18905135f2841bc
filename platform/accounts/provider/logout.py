"""The provider ends a person's sessions: OpenID Connect Back-Channel Logout 1.0."""

from hashlib import sha256

from django.conf import settings
from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.provider.changes import in_turn, sign_out
from accounts.provider.errors import NoProviderError, ProviderRefusedError
from accounts.provider.models import ProviderIdentity, ProviderLogout
from accounts.provider.tokens import check_logout_token


def log_out(token: str) -> None:
    """End the sessions of whom a logout token names; nothing for a person without an account.

    Raises NoProviderError, ProviderAwayError; ProviderRefusedError for a token that proves nothing or came before.
    """
    if not settings.OIDC_ISSUER:
        raise NoProviderError
    claims = check_logout_token(token)
    with in_turn():
        _take_once(claims["jti"])
        known = ProviderIdentity.objects.filter(issuer=claims["iss"], subject=claims["sub"]).values("user_id")
        account = User.objects.select_for_update(no_key=True).filter(pk__in=known).first()
        if account is not None:
            sign_out(account, claims["iss"])


def _take_once(number: str) -> None:
    try:
        with transaction.atomic():
            ProviderLogout.objects.create(digest=sha256(number.encode("utf-8", "surrogatepass")).digest())
    except IntegrityError as error:
        raise ProviderRefusedError from error
