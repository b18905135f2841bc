from django.conf import settings
from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db import models
from django.db.models.functions import Now, Upper

from companies.models import Company, Country
from kit.pages import NAME_ORDER


class Group(models.Model):
    """Companies that belong together. `slug`: the address of its RPP page; empty if it has none."""

    name = models.CharField(max_length=300)
    slug = models.CharField(max_length=300, blank=True, default="")
    internal = models.BooleanField(default=False)
    country = models.SmallIntegerField(choices=Country.choices, default=Country.UNITED_KINGDOM)
    created_at = models.DateTimeField(db_default=Now())
    companies = models.ManyToManyField(Company, through="Membership", related_name="groups")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["slug"], name="group_slug_unique", condition=~models.Q(slug=""))]
        indexes = [
            models.Index(NAME_ORDER, "id", name="group_order"),
            GinIndex(OpClass(Upper("name"), "gin_trgm_ops"), name="group_words", gin_pending_list_limit=256),
        ]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A company in a group."""

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="memberships", db_index=False)
    company = models.ForeignKey(Company, on_delete=models.CASCADE, related_name="memberships")
    added_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.UniqueConstraint(fields=["group", "company"], name="group_member_unique")]


class Association(models.Model):
    """An account that belongs to a company."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="associations", db_index=False
    )
    company = models.ForeignKey(Company, on_delete=models.CASCADE, related_name="associations")
    added_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "company"], name="association_unique")]
