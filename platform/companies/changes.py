"""Create and change companies. Each change writes an audit entry with the names of the fields, not their values."""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction

from accounts.models import User
from audit import actions
from audit.changes import changes_of
from audit.entries import record_audit
from companies.errors import CompanyNotFoundError
from companies.lookup import MAX_NAME_LENGTH
from companies.models import Category, Company
from kit.errors import ConflictError, InvalidError
from kit.slugs import NO_SLUG, is_slug, slug_of
from kit.text import as_name, is_blank

MIN_NAME_LENGTH = 2  # spec, section 9
NAME_MISSING = "You must enter a company name for the new listing."  # spec, section 5
NAME_TOO_LONG = f"A company name has at most {MAX_NAME_LENGTH} characters."
CATEGORY_MISSING = "You must select a category for the new listing."
# fields as the API names them; _COLUMNS has those whose column has another name
CHANGEABLE = (
    "name",
    "category",
    "country",
    "hsone_id",
    "slug",
    "address",
    "postcode",
    "phone",
    "website",
    "status",
    "checks_testimonials",
)
_COLUMNS = {"category": "category_id"}


class HsoneIdTakenError(ConflictError):
    code = "hsone_id_taken"
    message = "Another company has this HSOne id."


def create_company(name: str, category_id: int, *, by: User) -> Company:
    """Raises InvalidError, with the specification's sentences, for a short name or an unknown category."""
    name = as_name(name)
    _check({"name": name, "category": category_id})
    with transaction.atomic():
        company = Company.objects.create(name=name, category_id=category_id, slug=slug_of(name))
        record_audit(actions.COMPANY_CREATED, company.pk, user_id=by.pk)
    return company


def change_company(company_id: int, values: Mapping[str, Any], *, by: User) -> Company:
    """Set fields of CHANGEABLE. Repeating a change records nothing. Raises NotFoundError, InvalidError,
    HsoneIdTakenError.
    """
    if "name" in values:
        values = {**values, "name": as_name(values["name"])}
    try:
        with transaction.atomic():
            company = Company.objects.select_for_update().filter(pk=company_id).first()
            if company is None:
                raise CompanyNotFoundError
            columns = {name: _COLUMNS.get(name, name) for name in CHANGEABLE if name in values}
            changed = [name for name, column in columns.items() if getattr(company, column) != values[name]]
            _check({name: values[name] for name in changed})
            details = changes_of(company, {name: values[name] for name in changed})
            for name in changed:
                setattr(company, columns[name], values[name])
            if changed:
                company.save(update_fields=[columns[name] for name in changed])
                record_audit(actions.COMPANY_CHANGED, company.pk, user_id=by.pk, **details)
    except IntegrityError as error:
        raise HsoneIdTakenError from error
    return company


def _check(values: Mapping[str, Any]) -> None:
    """Raises InvalidError by the rules of the specification, section 5. The types of the fields check other rules."""
    faults: dict[str, list[str]] = {}
    name = values.get("name")
    if name is not None and (is_blank(name) or len(name) < MIN_NAME_LENGTH):
        faults["name"] = [NAME_MISSING]
    elif name is not None and len(name) > MAX_NAME_LENGTH:  # normalisation can make a name longer
        faults["name"] = [NAME_TOO_LONG]
    category = values.get("category")
    if category is not None and not Category.objects.filter(pk=category).exists():
        faults["category"] = [CATEGORY_MISSING]
    if values.get("slug") and not is_slug(values["slug"]):
        faults["slug"] = [NO_SLUG]
    if faults:
        raise InvalidError(faults)
