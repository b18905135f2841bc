"""The companies of user-defined tags, and the tags of companies. Each change writes an audit entry."""

from django.db import transaction

from accounts.models import User
from audit import actions
from audit.entries import record_audit
from companies.lookup import require_company
from companies.models import Company
from kit.pages import NAME_ORDER
from tags.changes import editable_tag
from tags.models import Tag, TagMember


def add_tag_member(tag_id: int, company_id: int, *, by: User) -> bool:
    """Returns whether the company did not have the tag. Idempotent. Raises NotFoundError, TagNotEditableError."""
    with transaction.atomic():
        tag = editable_tag(tag_id)
        require_company(company_id)
        _, is_new = TagMember.objects.get_or_create(tag=tag, company_id=company_id)
        if is_new:
            _count(tag, 1)
            record_audit(actions.TAG_MEMBER_ADDED, tag_id, user_id=by.pk, company=company_id)
    return is_new


def remove_tag_member(tag_id: int, company_id: int, *, by: User) -> bool:
    """Returns whether the company had the tag. Idempotent. Raises NotFoundError for an unknown tag,
    TagNotEditableError.
    """
    with transaction.atomic():
        tag = editable_tag(tag_id)
        removed, _ = TagMember.objects.filter(tag=tag, company_id=company_id).delete()
        if removed:
            _count(tag, -1)
            record_audit(actions.TAG_MEMBER_REMOVED, tag_id, user_id=by.pk, company=company_id)
    return bool(removed)


def tags_of(company: Company) -> list[Tag]:
    """The tags of a company, ordered by name."""
    return list(Tag.objects.filter(memberships__company=company).order_by(NAME_ORDER, "pk").only("name"))


def _count(tag: Tag, change: int) -> None:
    tag.members += change  # safe, because the tag's row is locked
    tag.save(update_fields=["members"])
