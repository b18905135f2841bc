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


# The specification's strings (section 3), then the two of our own (product.md, Rights).
PERMISSIONS = (
    "tickets",
    "bulk_moderation",
    "backlog",
    "assigned_to_others",
    "banned_words",
    "head_moderator",
    "testimonials",
    "organisation",
    "groups",
    "tags",
    "users",
    "blacklist",
    "reporting",
    "custom_reporting",
    "foresight",
    "search",
    "top_level_add",
    "moderation",
    "history",
)

_MODERATOR = ("moderation", "tickets", "backlog", "assigned_to_others", "testimonials", "search")
_HEAD_MODERATOR = (
    *_MODERATOR,
    "head_moderator",
    "bulk_moderation",
    "banned_words",
    "organisation",
    "groups",
    "tags",
    "blacklist",
    "reporting",
    "top_level_add",
)
_DEFAULTS: dict[str, tuple[str, ...]] = {
    AccessLevel.MODERATOR: _MODERATOR,
    AccessLevel.HEAD_MODERATOR: _HEAD_MODERATOR,
    AccessLevel.ADMIN: PERMISSIONS,
}


def default_access(level: str) -> list[str]:
    """The permission list that a new account of this level starts with. Client levels start with none."""
    return list(_DEFAULTS.get(level, ()))
