"""Conditions on tasks that verbs and lists share."""

from django.db.models import Q
from django.db.models.functions import Coalesce, Now
from django.db.models.lookups import GreaterThan
from viewflow.workflow.status import STATUS

from accounts.models import User


def awake() -> Q:
    """Not put off, or put off until a time that has come."""
    return Q(snoozed_until=None) | Q(snoozed_until__lte=Now())


def barred(user: User) -> Q:
    """Tasks that a person is barred from: they may neither work on them nor see them."""
    return Q(barred_id=user.pk) | Q(barred_too_id=user.pk)


def not_barred(user: User) -> Q:
    """Written so that no index is used: few tasks are barred, almost all are not."""
    return (Q(barred_id=None) | ~Q(barred_id=user.pk)) & (Q(barred_too_id=None) | ~Q(barred_too_id=user.pk))


def mine(user: User) -> Q:
    """Assigned to me, or held by me.

    Written so that the index of leases is not used: it also holds the leases that everybody ended in the last minutes,
    and would be read whole at every poll. The index of owners leads to one person's tasks.
    """
    lasts = Q(GreaterThan(Coalesce("lease_until", "created"), Now()))
    return Q(assignee=user) | (Q(status=STATUS.ASSIGNED, owner=user) & lasts)


def others(user: User) -> Q:
    """Assigned to somebody else, or held by somebody else."""
    return (Q(assignee__isnull=False) & ~Q(assignee=user)) | (leased() & ~Q(owner=user))


def leased() -> Q:
    """Held by somebody. The status adds nothing to the lease but the use of its partial indexes."""
    return Q(status=STATUS.ASSIGNED, lease_until__gt=Now())
