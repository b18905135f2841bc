"""What the API takes and gives about user accounts."""

from datetime import datetime
from typing import Annotated, Literal

from django.db.models import QuerySet
from ninja import Field, Path
from pydantic import AfterValidator, RootModel, StrictBool, StringConstraints

from accounts.lists import found_by
from accounts.models import MAX_NAME_LENGTH, MAX_PHONE_LENGTH, User
from accounts.notifications import Notification
from accounts.rights import PERMISSIONS, AccessLevel, Permission
from accounts.schemas import Person
from api.http.auth import MAX_ID
from api.http.choices import CountryNumber
from api.http.lists import Directed, PageQuery, SearchWords
from api.http.parsing import Payload
from api.http.schemas import Schema
from api.http.texts import EmailAddress, Storable, Visible
from kit.text import without_direction

AccountId = Annotated[int, Path(ge=1, le=MAX_ID)]
Undirected = AfterValidator(without_direction)
FirstName = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_NAME_LENGTH),
    Storable,
    Visible,
    Undirected,
]
ShortText = Annotated[str, StringConstraints(strip_whitespace=True, max_length=MAX_NAME_LENGTH), Storable, Undirected]
Phone = Annotated[str, StringConstraints(strip_whitespace=True, max_length=MAX_PHONE_LENGTH), Storable]
AccessList = Annotated[list[str], Field(max_length=len(PERMISSIONS) * 2)]
Password = Annotated[str, StringConstraints(max_length=10_000)]


class AccountChoice(Directed, SearchWords):
    """What narrows and sorts the list. `q`: parts of the name or the email, or a number."""

    level: AccessLevel | None = None
    sort: Literal["name", "email"] = "name"

    @property
    def field(self) -> str:
        return {"name": "name_order", "email": "email_order"}[self.sort]

    def found(self) -> QuerySet[User]:
        return found_by(self.q, self.level or "")


class AccountQuery(PageQuery, AccountChoice):
    """The same, and a page."""


class AccountName(Schema):
    full: str


class AccountRow(Schema):
    """`avatar`: as in `SessionUser.avatarFilename`. `last_seen` null: not in the last 30 days."""

    id: int
    name: AccountName
    email: str
    avatar: str | None
    access_level: AccessLevel
    active: bool
    last_seen: datetime | None


class AccountList(Schema):
    items: list[AccountRow]
    next_cursor: str | None


class RecentAccounts(Schema):
    items: list[AccountRow]


class AskedPromotion(Schema):
    """That the account, which belongs to companies, becomes {product} Staff with these permissions.

    `own`: the caller asked for it, so somebody else must confirm it. `may_confirm`: the caller can.
    """

    by: Person
    at: datetime
    expires_at: datetime
    cms_access: list[Permission]
    companies: int
    own: bool
    may_confirm: bool


class OfCompany(Schema):
    id: int
    name: str


class AtProvider(Schema):
    """That somebody signs in by the provider of identities."""

    label: str
    since: datetime


class Account(AccountRow):
    """`may_edit`: the caller's rights cover those of the account. `own`: it is the caller's, who cannot change its
    rights. `promotion`: what waits for a second administrator, for who manages accounts. `sessions`: now open ones.
    `provider`: null for who signs in with a password alone.
    `company`: the first of `associations`, which are its companies; `keys`: its API keys that were not revoked.
    """

    first_name: str
    last_name: str
    job_title: str
    mobile_phone: str
    landline_phone: str
    country: int | None
    email_address: str
    cms_access: list[Permission]
    created: datetime
    sessions: int
    company: OfCompany | None
    associations: int
    keys: int
    provider: AtProvider | None
    notifications: dict[Notification, bool]
    may_edit: bool
    own: bool
    promotion: AskedPromotion | None


class Level(Schema):
    """`permissions`: those that an account of this level gets from the caller."""

    level: AccessLevel
    permissions: list[Permission]


class Grantable(Schema):
    """What the caller may give others."""

    levels: list[Level]
    permissions: list[Permission]


class NewAccount(Payload):
    """`send_details`: mail the person a link that sets their password. Without it, or without a mail server, the answer
    holds that link.
    """

    first_name: FirstName
    last_name: ShortText = ""
    email_address: EmailAddress
    access_level: Annotated[AccessLevel, Field(strict=False)]
    send_details: bool = True


class CreatedAccount(Schema):
    """`link`: sets the password once, within a day; null if it is mailed. `path`: of the account's page in the console;
    empty if its creator cannot open it."""

    id: int
    path: str
    link: str | None


class ShownRights(Payload):
    """What the caller saw of the rights that it changes, and of the address that a link would be mailed to."""

    access_level: Annotated[AccessLevel, Field(strict=False)] | None = None
    cms_access: AccessList | None = None
    email_address: EmailAddress | None = None


class AccountChanges(Payload):
    """What is left out stays. A level without permissions brings its own. `shown`: 409 `rights_changed` if somebody
    else has changed them since, or `address_unconfirmed` where the address must be sent along."""

    first_name: FirstName | None = None
    last_name: ShortText | None = None
    job_title: ShortText | None = None
    mobile_phone: Phone | None = None
    landline_phone: Phone | None = None
    country: CountryNumber | None = None
    email_address: EmailAddress | None = None
    access_level: Annotated[AccessLevel, Field(strict=False)] | None = None
    cms_access: AccessList | None = None
    active: bool | None = None
    shown: ShownRights | None = None


class PromotionOrder(Payload):
    """`cms_access`: of the level's list what the caller holds, if it is left out."""

    cms_access: AccessList | None = None


class PromotionConfirmation(Payload):
    """`shown`: the address that a link would be mailed to, as in `AccountChanges`."""

    shown: ShownRights | None = None


class NewPassword(Payload):
    password: Password


class NotificationChoices(RootModel[dict[str, StrictBool]]):
    """By the names in `Account.notifications`. What is left out stays."""


class LinkOrder(Payload):
    """`send`: mail it to the account's address, rather than hand it over."""

    send: bool = True


class LinkAnswer(Schema):
    link: str | None


class Confirmation(Payload):
    confirm: bool = False
