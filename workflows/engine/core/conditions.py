"""Query conditions on tasks, shared by verbs and lists."""

from django.db.models import F, Q
from django.db.models.functions import Coalesce, Now
from django.db.models.lookups import GreaterThan
from viewflow.workflow.status import STATUS

from accounts.models import User


def awake() -> Q:
    """Not put off, or put off until a time that has passed."""
    return Q(snoozed_until=None) | Q(snoozed_until__lte=Now())


def barred(user: User) -> Q:
    """Tasks that a person is barred from: they may neither work on them nor see them."""
    return Q(barred_id=user.pk) | Q(barred_too_id=user.pk)


def not_barred(user: User) -> Q:
    """Written so that PostgreSQL uses no index: almost no task is barred."""
    return (Q(barred_id=None) | ~Q(barred_id=user.pk)) & (Q(barred_too_id=None) | ~Q(barred_too_id=user.pk))


def mine(user: User) -> Q:
    """Assigned to or held by the person.

    Written so that PostgreSQL uses the index on owners. The index on leases also holds recently ended leases of
    everybody, and every poll would read it in full.
    """
    lasts = Q(GreaterThan(Coalesce("lease_until", "created"), Now()))
    return Q(assignee=user) | (Q(status=STATUS.ASSIGNED, owner=user) & lasts)


def others(user: User) -> Q:
    """Assigned to or held by somebody else."""
    return (Q(assignee__isnull=False) & ~Q(assignee=user)) | (leased() & ~Q(owner=user))


def taken_first() -> Q:
    """Tasks that a person took before they were decided. A batch decides tasks without taking them, so they cost no
    working time.
    """
    return Q(finished__gt=F("assigned"))


def leased() -> Q:
    """Held by somebody. The status is redundant, but needed to use the partial indexes."""
    return Q(status=STATUS.ASSIGNED, lease_until__gt=Now())
