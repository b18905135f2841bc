"""GET /desk: the declared queues with their pages, statuses, kinds and external modules, which the console shows."""

from functools import cache, partial
from hashlib import sha256
from typing import Literal

from django.conf import settings
from django.http import HttpResponse
from pydantic_core import to_json

from accounts.factors.state import codes_are_offered
from accounts.rights import Permission
from api.http.auth import SignedIn, StaffRequest
from api.http.etags import with_etag
from api.http.routing import Router
from api.http.schemas import Schema
from workflows.engine.core.declarations import StatusTone
from workflows.engine.core.facets import FacetType
from workflows.engine.reading.lists.desk import described_desk

router = Router(tags=["Desk"])


class DeskQueue(Schema):
    """A queue, or a view over queues, and its page.

    `path`: without a leading slash. `icon`: a name of lucide. `key`: pressed after `g`; empty for none. `place`: the
    part of the sidebar that lists it, at `position`; null for none. `kinds`: of process, whose items can be in it.
    `lists`: the items that a view lists; empty for a queue. `facets`: names of its filters. `fires`: items in it move
    on automatically at their due time. `about`: the question that people decide in it; empty for most.
    """

    name: str
    title: str
    permission: Permission
    path: str
    icon: str
    key: str
    place: str | None
    position: int
    view: bool
    lists: Literal["", "own", "others", "put_off"]
    fires: bool
    about: str
    kinds: list[str]
    facets: list[str]


class DeskStatus(Schema):
    """A status. `open`: a process is working on its subject. `tone`: its colour, empty for none.

    `things`: what can have it, such as `review`.
    """

    name: str
    title: str
    open: bool
    tone: StatusTone
    things: list[str]


class DeskKind(Schema):
    kind: str
    title: str


class FacetChoice(Schema):
    value: str
    title: str


class DeskFacet(Schema):
    """A filter of lists and batches. `type`: a `number` from `least` to `most`, one of the `choices`, or a `flag` for
    whether there is any.
    """

    name: str
    title: str
    type: FacetType
    least: int | None
    most: int | None
    choices: list[FacetChoice]


class DeskPermission(Schema):
    name: Permission
    title: str


class DeskModule(Schema):
    """An external module that has an address (spec, section 2). The console opens it in a new tab."""

    name: Literal["clientDashboard", "serviceStatus", "foresight"]
    address: str


class Desk(Schema):
    """The same for every user: the console shows what the user's permissions allow.

    `mail`: whether a mail server is configured. `read_first_ms`: milliseconds for which no key decides a new item.
    `second_factors`: whether people can set one up.
    `review_form`: the address of the online review form, which the console embeds; `review_rules`: the address of the
    rules for reviews; each empty if there is none.
    """

    queues: list[DeskQueue]
    statuses: list[DeskStatus]
    kinds: list[DeskKind]
    facets: list[DeskFacet]
    permissions: list[DeskPermission]
    modules: list[DeskModule]
    review_form: str
    review_rules: str
    mail: bool
    read_first_ms: int
    second_factors: bool


@router.get("/desk", response={200: Desk, 304: None}, auth=SignedIn(counts_as_activity=False, before_factor=True))
def get_desk(request: StaffRequest) -> HttpResponse:
    """The queues in their order, the statuses, the kinds of process, the permissions, the modules with an address."""
    body = _desk(
        tuple(settings.MODULE_ADDRESSES.items()),
        review_form=settings.REVIEW_FORM_URL,
        review_rules=settings.REVIEW_RULES_URL,
        mail=settings.MAIL_IS_SENT,
        read_first_ms=settings.READ_FIRST_MS,
        second_factors=codes_are_offered() or settings.PASSKEYS,
    )
    return with_etag(
        request, sha256(body).hexdigest()[:32], partial(HttpResponse, body, content_type="application/json")
    )


@cache
def _desk(addresses: tuple[tuple[str, str], ...], **of_settings: str | bool | int) -> bytes:
    """Made once: neither declarations nor settings change while the product runs."""
    modules = [{"name": name, "address": address} for name, address in addresses if address]
    return to_json(Desk.model_validate({**described_desk(), "modules": modules, **of_settings}).model_dump())
