"""What SCIM has of an account and of a group: the attributes that Docket stores, and no others (RFC 7643)."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Annotated, Any

from django.conf import settings
from scim2_models import (
    URN,
    AuthenticationScheme,
    Bulk,
    CaseExact,
    ChangePassword,
    ComplexAttribute,
    ETag,
    Filter,
    InvalidValueException,
    Meta,
    Mutability,
    Patch,
    Required,
    Resource,
    ResourceType,
    ScimPolicy,
    ScimProvider,
    ServiceProviderConfig,
    Sort,
    Uniqueness,
)

from accounts.models import MAX_NAME_LENGTH
from accounts.models import User as Account
from accounts.provider.members import groups_of, members_of
from accounts.provider.provisioning import external_id_of
from kit.email_addresses import is_email_address
from kit.text import as_name, storable, without_direction

MOST = 100  # of a page
LONGEST = 255  # characters of an external id
# as Okta and Microsoft Entra write: attributes that we do not store, and values in a `remove`
POLICY = ScimPolicy(
    unknown=ScimPolicy.Unknown.ignore,
    remove_value_as_filter=ScimPolicy.RemoveValue.apply,
    unmatched_path_filter=ScimPolicy.UnmatchedPathFilter.create,
)


class Name(ComplexAttribute):
    formatted: str | None = None
    given_name: str | None = None
    family_name: str | None = None


class Email(ComplexAttribute):
    """What is written here changes nothing: the address is the userName."""

    value: str | None = None
    type: str | None = None
    primary: bool | None = None


class OfGroup(ComplexAttribute):
    value: Annotated[str | None, Mutability.read_only] = None
    display: Annotated[str | None, Mutability.read_only] = None


class Member(ComplexAttribute):
    value: Annotated[str | None, CaseExact.true] = None
    display: str | None = None
    type: str | None = None


class User(Resource[Any]):
    """An account. The userName is the email address by which it is known."""

    __schema__ = URN("urn:ietf:params:scim:schemas:core:2.0:User")

    user_name: Annotated[str | None, Uniqueness.server, Required.true] = None
    name: Name | None = None
    display_name: str | None = None
    title: str | None = None
    active: bool | None = None
    emails: list[Email] | None = None
    groups: Annotated[list[OfGroup] | None, Mutability.read_only] = None


class Group(Resource[Any]):
    """A group that has a level in Docket (OIDC_GROUP_LEVELS)."""

    __schema__ = URN("urn:ietf:params:scim:schemas:core:2.0:Group")

    display_name: Annotated[str | None, Required.true] = None
    members: list[Member] | None = None


CONFIG = ServiceProviderConfig(
    patch=Patch(supported=True),
    bulk=Bulk(supported=False, max_operations=0, max_payload_size=0),
    filter=Filter(supported=True, max_results=MOST),
    change_password=ChangePassword(supported=False),
    sort=Sort(supported=False),
    etag=ETag(supported=False),
    authentication_schemes=[
        AuthenticationScheme(
            type=AuthenticationScheme.Type.oauthbearertoken, name="Bearer token", description="The value of SCIM_TOKEN"
        )
    ],
)
SERVICE = ScimProvider(
    models=[User, Group], resource_types=[ResourceType.from_resource(each) for each in (User, Group)], config=CONFIG
)


def user_of(account: Account) -> User:
    names = {"given_name": account.first_name, "family_name": account.last_name or None}
    return User(
        id=str(account.pk),
        external_id=external_id_of(account),
        user_name=account.email,
        name=Name(formatted=account.full_name, **names),
        display_name=account.full_name,
        title=account.job_title or None,
        active=account.is_active,
        emails=[Email(value=account.email, type="work", primary=True)],
        groups=[OfGroup(value=id_of(name), display=name) for name in groups_of(account)] or None,
        meta=_meta("User", str(account.pk), account),
    )


def group_of(name: str) -> Group:
    members = [Member(value=str(account_id), type="User") for account_id in members_of(name)]
    return Group(id=id_of(name), display_name=name, members=members or None, meta=_meta("Group", id_of(name)))


def id_of(group: str) -> str:
    """Names may hold what an address cannot."""
    return sha256(group.encode()).hexdigest()[:32]


def values_of(user: User, known: Account | None = None) -> Mapping[str, Any]:
    """What is stored of it, as `accounts.provider.provisioning` takes it. Raises InvalidValueException.

    A name that is left out stays; a new account without one is called as what stands before the @.
    """
    email = _stored(user.user_name, "userName", 254).lower()
    if not is_email_address(email):
        raise InvalidValueException(detail="userName must be the email address of the person")
    name = user.name or Name()
    first, last = _name(name.given_name, "name.givenName"), _name(name.family_name, "name.familyName")
    if not first and known is None:
        first, _, rest = _name(name.formatted or user.display_name, "displayName").partition(" ")
        first, last = first or email.partition("@")[0][:MAX_NAME_LENGTH], last or rest
    values = {
        "email_address": email,
        "first_name": first or (known.first_name if known else ""),
        "last_name": last if name.family_name is not None or known is None else known.last_name,
        "job_title": _name(user.title, "title"),
        "external_id": _stored(user.external_id, "externalId", LONGEST) or None,
    }
    return values if user.active is None else {**values, "active": user.active}


def _name(text: str | None, of: str) -> str:
    return _stored(as_name(without_direction(text or "")), of, MAX_NAME_LENGTH)


def _stored(text: str | None, of: str, longest: int) -> str:
    found = (text or "").strip()
    try:
        storable(found)
    except ValueError as error:
        raise InvalidValueException(detail=f"{of} {error}") from error
    if len(found) > longest:
        raise InvalidValueException(detail=f"{of} has more than {longest} characters")
    return found


def _meta(kind: str, name: str, account: Account | None = None) -> Meta:
    location = f"{settings.CONSOLE_URL}/scim/v2/{kind}s/{name}"
    return Meta(resource_type=kind, location=location, created=account.created_at if account else None)
