"""The calls of SCIM 2.0 (RFC 7644): what each endpoint answers."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from pydantic import ValidationError
from scim2_models import (
    Context,
    Error,
    InvalidValueException,
    PatchOp,
    SCIMException,
)
from scim2_models import NotFoundException as MissingException

from accounts.models import User as Account
from accounts.models import normalise_address
from accounts.provider.changes import in_turn
from accounts.provider.provisioning import accounts, change, create, locked, provisioned, set_members
from api.http.auth import MAX_ID
from api.scim.call import NUMBER, Call
from api.scim.resources import CONFIG, MOST, POLICY, SERVICE, Group, User, group_of, id_of, user_of, values_of
from kit.errors import ConflictError, DomainError
from workflows.engine.verbs.assignment import end_leases

Answer = tuple[int, dict[str, Any] | None]


def answer(request: HttpRequest, path: str) -> Answer:
    """The status and the body. What a call may not do is an answer in SCIM's form, too."""
    try:
        with POLICY:
            return _route(request, path)
    except ValidationError as error:
        return _error(Error.from_validation_errors(error)[0])
    except SCIMException as error:
        return _error(error.to_error())
    except ConflictError as error:
        kind = "uniqueness" if error.code == "email_taken" else None
        return _error(Error(status=error.status, scim_type=kind, detail=error.message))
    except DomainError as error:
        return _error(Error(status=error.status, detail=error.message))


def refusal(status: int, detail: str) -> Answer:
    return _error(Error(status=status, detail=detail))


def _error(error: Error) -> Answer:
    return int(error.status or HTTPStatus.BAD_REQUEST), error.model_dump()


def _route(request: HttpRequest, path: str) -> Answer:
    kind, _, name = path.strip("/").partition("/")
    verbs = _VERBS.get((kind, bool(name)))
    if verbs is None:
        raise MissingException(detail="There is nothing at this address.")
    verb = verbs.get(request.method or "")
    if verb is None:
        return refusal(HTTPStatus.METHOD_NOT_ALLOWED, "This method is not allowed here.")
    # what a call changes it has read before: of two at once the second reads what the first has written
    with in_turn() if request.method in ("PUT", "PATCH", "DELETE") else transaction.atomic():
        said = verb(Call(request, name))
    if (
        kind == "Users"
        and name
        and request.method != "GET"
        and not (account := provisioned(_account_id(name))).is_active
    ):
        # once it has committed: a busy task undoes no deactivation, and the provider's next try gives it back
        end_leases(account.pk, by=None)
    return said


# ---------------------------------------------------------------- users


def _list_users(call: Call) -> Answer:
    found, asked = accounts(), call.equals(User, "userName", "externalId", "id")
    if asked:
        name, value = asked
        match name:
            case "userName":
                found = found.filter(email=normalise_address(value))
            case "externalId":
                found = found.filter(provisioned__external_id=value)
            case _:
                found = found.filter(pk=_account_id(value) or 0)
    start, count = max(1, call.number("startIndex", 1)), min(MOST, max(0, call.number("count", MOST)))
    page = [user_of(account) for account in found[start - 1 : start - 1 + count]]
    return HTTPStatus.OK, call.page(page, total=found.count(), start=start)


def _create_user(call: Call) -> Answer:
    user = User.model_validate(call.body(), scim_ctx=Context.RESOURCE_CREATION_REQUEST)
    made = user_of(create(values_of(user)))
    return HTTPStatus.CREATED, call.shown(made, Context.RESOURCE_CREATION_RESPONSE)


def _read_user(call: Call) -> Answer:
    return HTTPStatus.OK, call.shown(user_of(_account(call)), Context.RESOURCE_QUERY_RESPONSE)


def _replace_user(call: Call) -> Answer:
    user = User.model_validate(call.body(), scim_ctx=Context.RESOURCE_REPLACEMENT_REQUEST)
    changed = _changed(_locked(call), user)
    return HTTPStatus.OK, call.shown(changed, Context.RESOURCE_REPLACEMENT_RESPONSE)


def _patch_user(call: Call) -> Answer:
    account = _locked(call)
    user = user_of(account)
    PatchOp[User].model_validate(call.body(), scim_ctx=Context.RESOURCE_PATCH_REQUEST).patch(user)
    return HTTPStatus.OK, call.shown(_changed(account, user), Context.RESOURCE_PATCH_RESPONSE)


def _delete_user(call: Call) -> Answer:
    """Deactivated: history refers to the account."""
    change(_account_id(call.id), {"active": False})
    return HTTPStatus.NO_CONTENT, None


def _changed(account: Account, user: User) -> User:
    return user_of(change(account.pk, values_of(user, account)))


def _account(call: Call) -> Account:
    return provisioned(_account_id(call.id))


def _locked(call: Call) -> Account:
    locked(_account_id(call.id))
    return _account(call)


def _account_id(text: str) -> int:
    """0, which no account has, for what is no id."""
    return min(int(text), MAX_ID) if NUMBER.fullmatch(text) else 0


# ---------------------------------------------------------------- groups


def _list_groups(call: Call) -> Answer:
    asked = call.equals(Group, "displayName", "id")
    names = sorted(settings.GROUP_LEVELS)
    if asked:
        name, value = asked
        said = str.casefold if name == "displayName" else id_of
        wanted = value.casefold() if name == "displayName" else value
        names = [each for each in names if said(each) == wanted]
    start, count = max(1, call.number("startIndex", 1)), min(MOST, max(0, call.number("count", MOST)))
    page = [group_of(name) for name in names[start - 1 : start - 1 + count]]
    return HTTPStatus.OK, call.page(page, total=len(names), start=start)


def _create_group(call: Call) -> Answer:
    group = Group.model_validate(call.body(), scim_ctx=Context.RESOURCE_CREATION_REQUEST)
    if group.display_name not in settings.GROUP_LEVELS:
        return refusal(HTTPStatus.FORBIDDEN, "Groups are those that OIDC_GROUP_LEVELS names, each with its level.")
    return _error(Error(status=HTTPStatus.CONFLICT, scim_type="uniqueness", detail="This group is there already."))


def _read_group(call: Call) -> Answer:
    return HTTPStatus.OK, call.shown(group_of(_group(call)), Context.RESOURCE_QUERY_RESPONSE)


def _replace_group(call: Call) -> Answer:
    name = _group(call)
    group = Group.model_validate(call.body(), scim_ctx=Context.RESOURCE_REPLACEMENT_REQUEST)
    return HTTPStatus.OK, call.shown(_with_members(name, group), Context.RESOURCE_REPLACEMENT_RESPONSE)


def _patch_group(call: Call) -> Answer:
    name = _group(call)
    group = group_of(name)
    PatchOp[Group].model_validate(_by_id(call.body()), scim_ctx=Context.RESOURCE_PATCH_REQUEST).patch(group)
    return HTTPStatus.OK, call.shown(_with_members(name, group), Context.RESOURCE_PATCH_RESPONSE)


def _by_id(body: Any) -> Any:
    """A patch whose members to remove are named by their ids alone: Entra sends `$ref` and names beside them.

    Raises InvalidValueException for one that has no id.
    """
    for operation in body.get("Operations") or [] if isinstance(body, dict) else []:
        listed = operation.get("value") if isinstance(operation, dict) else None
        if isinstance(listed, list) and str(operation.get("op")).lower() == "remove":
            operation["value"] = [{"value": _id_in(each)} for each in listed]
    return body


def _id_in(member: Any) -> str:
    said = member if isinstance(member, dict) else {}
    found = said.get("value") or str(said.get("$ref") or "").rpartition("/")[2]
    if not found:
        raise InvalidValueException(detail="A member to remove has no value.")
    return str(found)


def _delete_group(call: Call) -> Answer:
    """Nobody is in it any more; the group itself stands in the settings."""
    set_members(_group(call), [])
    return HTTPStatus.NO_CONTENT, None


def _with_members(name: str, wanted: Group) -> Group:
    set_members(name, {_account_id(member.value or "") for member in wanted.members or []})
    return group_of(name)


def _group(call: Call) -> str:
    """The name of the group that the path names. Raises NotFoundException."""
    for name in settings.GROUP_LEVELS:
        if id_of(name) == call.id:
            return str(name)
    raise MissingException(detail="There is no group with this id.")


# ---------------------------------------------------------------- what the service is


def _config(call: Call) -> Answer:
    return HTTPStatus.OK, CONFIG.model_dump(scim_ctx=Context.RESOURCE_QUERY_RESPONSE)


def _described(resources: Any) -> Callable[[Call], Answer]:
    """All, or the one that the path names."""

    def describe(call: Call) -> Answer:
        found = [each for each in resources if call.id in ("", each.id)]
        if not call.id:
            return HTTPStatus.OK, call.page(found, total=len(found), start=1)
        if not found:
            raise MissingException(detail="There is nothing with this id.")
        return HTTPStatus.OK, found[0].model_dump(scim_ctx=Context.RESOURCE_QUERY_RESPONSE)

    return describe


_VERBS: dict[tuple[str, bool], dict[str, Callable[[Call], Answer]]] = {
    ("Users", False): {"GET": _list_users, "POST": _create_user},
    ("Users", True): {"GET": _read_user, "PUT": _replace_user, "PATCH": _patch_user, "DELETE": _delete_user},
    ("Groups", False): {"GET": _list_groups, "POST": _create_group},
    ("Groups", True): {"GET": _read_group, "PUT": _replace_group, "PATCH": _patch_group, "DELETE": _delete_group},
    ("ServiceProviderConfig", False): {"GET": _config},
    ("ResourceTypes", False): {"GET": _described(SERVICE.resource_types)},
    ("ResourceTypes", True): {"GET": _described(SERVICE.resource_types)},
    ("Schemas", False): {"GET": _described(SERVICE.schemas)},
    ("Schemas", True): {"GET": _described(SERVICE.schemas)},
}
