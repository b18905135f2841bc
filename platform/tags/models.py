from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db import models
from django.db.models.functions import Coalesce, Now, Upper

from companies.models import Company
from kit.pages import NAME_ORDER

# tags without a rating sort like rating 0
RATING_ORDER = Coalesce("rating", 0.0)


class TagCategory(models.TextChoices):
    """The categories of the specification, section 3."""

    SOFTWARE = "software", "Software"
    FEATURES = "features", "Features"
    SERVICE_LEVEL = "service_level", "Service Level"
    DENTAL = "dental", "Dental"
    SOCIAL_MEDIA = "social_media", "Social Media"
    ENGAGEMENT = "engagement", "Engagement"


class TagType(models.TextChoices):
    """People choose the members of a user-defined tag. A rule determines the members of system and smart tags."""

    SYSTEM = "system", "System"
    SMART = "smart", "Smart"
    USER = "user", "User-defined"


class Tag(models.Model):
    """A mark on companies. Its figures come from the last evaluation; only `members` of a user tag is always exact.

    `reviews`, `rating`: number and mean rating of published reviews. For a user tag these are all reviews of its
    members, otherwise the reviews that match the rule. `rule` (tags.rules): null for a user tag.
    """

    name = models.CharField(max_length=200)
    category = models.CharField(max_length=16, choices=TagCategory.choices)
    description = models.CharField(max_length=2_000, blank=True, default="")
    type = models.CharField(max_length=8, choices=TagType.choices)
    rule = models.JSONField(null=True)
    members = models.PositiveIntegerField(default=0)
    reviews = models.PositiveIntegerField(default=0)
    rating = models.FloatField(null=True)
    # null: never evaluated
    counted_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(db_default=Now())
    companies = models.ManyToManyField(Company, through="TagMember", related_name="tags")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(type=TagType.USER, rule__isnull=True)
                | ~models.Q(type=TagType.USER) & models.Q(rule__isnull=False),
                name="tag_rule_unless_user",
            )
        ]
        indexes = [
            models.Index(NAME_ORDER, "id", name="tag_order"),
            models.Index(fields=["members", "id"], name="tag_members"),
            models.Index(fields=["reviews", "id"], name="tag_reviews"),
            models.Index(RATING_ORDER, "id", name="tag_rating"),
            # for selective filters: words, a category, a type
            GinIndex(OpClass(Upper("name"), "gin_trgm_ops"), name="tag_words", gin_pending_list_limit=256),
            models.Index("category", NAME_ORDER, "id", name="tag_category_order"),
            models.Index("type", NAME_ORDER, "id", name="tag_type_order"),
        ]

    def __str__(self) -> str:
        return self.name


class TagMember(models.Model):
    """A company that has a tag.

    `reviews`, `rating`: figures of the company's reviews that match the rule, as of the tag's `counted_at`. Null for a
    user tag.
    """

    tag = models.ForeignKey(Tag, on_delete=models.CASCADE, related_name="memberships", db_index=False)
    company = models.ForeignKey(Company, on_delete=models.CASCADE, related_name="tag_memberships")
    added_at = models.DateTimeField(db_default=Now())
    reviews = models.PositiveIntegerField(null=True)
    rating = models.FloatField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tag", "company"], name="tag_member_unique")]
