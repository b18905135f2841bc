"""Into which groups the provider has put the accounts by itself (SCIM)."""

from django.conf import settings

from accounts.models import User
from accounts.provider.models import ProvisionedMember


def members_of(group: str) -> list[int]:
    """The ids of accounts that the provider has put into a group."""
    return list(ProvisionedMember.objects.filter(group=group).order_by("user_id").values_list("user_id", flat=True))


def groups_of(account: User) -> list[str]:
    """Those that have a level now, of those into which the provider has put the account."""
    listed = ProvisionedMember.objects.filter(user=account, group__in=settings.GROUP_LEVELS)
    return list(listed.order_by("group").values_list("group", flat=True))
