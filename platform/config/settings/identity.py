"""A provider that knows the people (OpenID Connect), and what it tells about them (SCIM). Nothing is set by default."""

import os

from config.settings import parsing
from kit.environment import read, read_flag, refuse, require

LEAST_TOKEN = 32  # characters
_PROVIDER_EXAMPLE = "https://login.example.com"

# its address, as its discovery document spells it; empty: people sign in with passwords alone
OIDC_ISSUER = read(
    "OIDC_ISSUER", "", parsing.issuer, problem="which is no address of a provider", example=_PROVIDER_EXAMPLE
)
OIDC_CLIENT_ID = os.environ.get("OIDC_CLIENT_ID", "")
OIDC_CLIENT_SECRET = os.environ.get("OIDC_CLIENT_SECRET", "")
# what the button says behind "Sign in with"
OIDC_LABEL = os.environ.get("OIDC_LABEL") or "single sign-on"
OIDC_SCOPES = os.environ.get("OIDC_SCOPES") or "openid email profile"
OIDC_GROUPS_CLAIM = os.environ.get("OIDC_GROUPS_CLAIM") or "groups"
# the claim by which the provider says that the email address was verified
OIDC_VERIFIED_CLAIM = os.environ.get("OIDC_VERIFIED_CLAIM") or "email_verified"
# the level of each group, by the group's name; empty: levels are given in Docket alone, and nobody new is made
GROUP_LEVELS = read(
    "OIDC_GROUP_LEVELS",
    "",
    parsing.group_levels,
    problem="which does not name a level for each group",
    example="desk=MODERATOR;desk leads=HEAD_MODERATOR;desk admins=ADMIN",
)
PASSWORD_SIGN_IN = read_flag("PASSWORD_SIGN_IN", default="1")
# with which the provider calls /scim/v2; two of them, separated by a space, while one takes the place of another
SCIM_TOKENS = tuple(os.environ.get("SCIM_TOKEN", "").split())

if OIDC_ISSUER:
    require("OIDC_CLIENT_ID", "Set it to the id by which the provider at OIDC_ISSUER knows Docket.")
    require("OIDC_CLIENT_SECRET", "Set it to the secret that the provider at OIDC_ISSUER gave with OIDC_CLIENT_ID.")
elif OIDC_CLIENT_ID or not PASSWORD_SIGN_IN:
    need = (
        "OIDC_CLIENT_ID names nobody" if OIDC_CLIENT_ID else "without passwords (PASSWORD_SIGN_IN) nobody can sign in"
    )
    require("OIDC_ISSUER", f"Until then {need}: set it to the provider's address, like {_PROVIDER_EXAMPLE}.")
if any(len(token) < LEAST_TOKEN for token in SCIM_TOKENS):
    refuse(
        SystemExit(
            f"docket: SCIM_TOKEN has fewer than {LEAST_TOKEN} characters. Set it to a long random string, such as "
            "'openssl rand -hex 32' prints."
        )
    )
