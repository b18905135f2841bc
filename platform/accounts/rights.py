"""Permission strings and the lists that access levels start from (spec, section 6; product.md, Rights)."""

from enum import StrEnum

from django.db import models


class AccessLevel(models.TextChoices):
    NO_DASHBOARD = "NO_DASHBOARD", "No Dashboard Access"
    USER = "USER", "Standard User"
    SUPER = "SUPER", "Super User"
    RECEPTIONIST = "RECEPTIONIST", "Receptionist"
    ANALYST = "ANALYST", "Analyst"
    DEVELOPER = "DEVELOPER", "Web Developer Role"
    HEAD_MODERATOR = "HEAD_MODERATOR", "Head Moderator"
    MODERATOR = "MODERATOR", "Moderator"
    ADMIN = "ADMIN", "Docket Staff"


class Permission(StrEnum):
    """What an account may be permitted: the specification's strings (section 3), then the two of our own."""

    TICKETS = "tickets"
    BULK_MODERATION = "bulk_moderation"
    BACKLOG = "backlog"
    ASSIGNED_TO_OTHERS = "assigned_to_others"
    BANNED_WORDS = "banned_words"
    HEAD_MODERATOR = "head_moderator"
    TESTIMONIALS = "testimonials"
    ORGANISATION = "organisation"
    GROUPS = "groups"
    TAGS = "tags"
    USERS = "users"
    BLACKLIST = "blacklist"
    REPORTING = "reporting"
    CUSTOM_REPORTING = "custom_reporting"
    FORESIGHT = "foresight"
    SEARCH = "search"
    TOP_LEVEL_ADD = "top_level_add"
    MODERATION = "moderation"
    HISTORY = "history"


PERMISSIONS = tuple(permission.value for permission in Permission)

_MODERATOR = (
    Permission.MODERATION,
    Permission.TICKETS,
    Permission.BACKLOG,
    Permission.ASSIGNED_TO_OTHERS,
    Permission.TESTIMONIALS,
    Permission.SEARCH,
)
_HEAD_MODERATOR = (
    *_MODERATOR,
    Permission.HEAD_MODERATOR,
    Permission.BULK_MODERATION,
    Permission.BANNED_WORDS,
    Permission.ORGANISATION,
    Permission.GROUPS,
    Permission.TAGS,
    Permission.BLACKLIST,
    Permission.REPORTING,
    Permission.TOP_LEVEL_ADD,
)
_DEFAULTS: dict[str, tuple[str, ...]] = {
    AccessLevel.MODERATOR: _MODERATOR,
    AccessLevel.HEAD_MODERATOR: _HEAD_MODERATOR,
    AccessLevel.ADMIN: PERMISSIONS,
}


def default_access(level: str) -> list[str]:
    """The permission list that a new account of this level starts with. Client levels start with none."""
    return [str(permission) for permission in _DEFAULTS.get(level, ())]
