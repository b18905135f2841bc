"""Permission strings and the lists that access levels start from (spec, section 6; product.md, Rights)."""

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


class Permission(models.TextChoices):
    """What an account may be permitted: the specification's strings (section 3), then two of our own; with titles."""

    TICKETS = "tickets", "Tickets"
    BULK_MODERATION = "bulk_moderation", "Bulk moderation"
    BACKLOG = "backlog", "Backlog"
    ASSIGNED_TO_OTHERS = "assigned_to_others", "Assigned to others"
    BANNED_WORDS = "banned_words", "Banned words"
    HEAD_MODERATOR = "head_moderator", "Head moderator"
    TESTIMONIALS = "testimonials", "Testimonials"
    ORGANISATION = "organisation", "Organisation"
    GROUPS = "groups", "Company groups"
    TAGS = "tags", "Organisation tags"
    USERS = "users", "User accounts"
    BLACKLIST = "blacklist", "Blacklist"
    REPORTING = "reporting", "Reporting"
    CUSTOM_REPORTING = "custom_reporting", "Custom reporting"
    FORESIGHT = "foresight", "Foresight"
    SEARCH = "search", "Search"
    TOP_LEVEL_ADD = "top_level_add", "Create accounts, groups and companies"
    MODERATION = "moderation", "Moderation"
    HISTORY = "history", "History and settings"


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
    Permission.USERS,
    Permission.BLACKLIST,
    Permission.REPORTING,
    Permission.TOP_LEVEL_ADD,
)
_DEFAULTS: dict[str, tuple[str, ...]] = {
    AccessLevel.MODERATOR: _MODERATOR,
    AccessLevel.HEAD_MODERATOR: _HEAD_MODERATOR,
    AccessLevel.ADMIN: PERMISSIONS,
}

# Client levels come first, and stand below every level of the staff.
_RANKS = {AccessLevel.MODERATOR: 1, AccessLevel.HEAD_MODERATOR: 2, AccessLevel.ADMIN: 3}
# What a person must be permitted to give a program a key of this scope.
SCOPE_PERMISSIONS = {
    "ingest": Permission.HISTORY,
    "restrict": Permission.MODERATION,
    "events": Permission.HISTORY,
    "tickets": Permission.TICKETS,
}


def rank(level: str) -> int:
    """How high a level stands. Client levels are equal."""
    return _RANKS.get(AccessLevel(level), 0)


def default_access(level: str) -> list[str]:
    """The permission list that a new account of this level starts with. Client levels start with none."""
    return [str(permission) for permission in _DEFAULTS.get(level, ())]
