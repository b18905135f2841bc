from django.conf import settings
from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db import models
from django.db.models.functions import Replace, Upper

from kit.finding import found_by_words
from kit.pages import NAME_ORDER


class Country(models.IntegerChoices):
    """The country numbers of the specification, section 3."""

    UNITED_KINGDOM = 1, "United Kingdom"
    IRELAND = 2, "Ireland"
    NEW_ZEALAND = 3, "New Zealand"
    AUSTRALIA = 4, "Australia"


_BARE_POSTCODE = Replace(Upper("postcode"), models.Value(" "))


class CompanyQuerySet(models.QuerySet["Company"]):
    def found_by(self, words: str) -> "CompanyQuerySet":
        """Companies that `named` finds, and companies whose postcode begins with the words, regardless of spaces."""
        if not (beginning := "".join(words.split()).upper()):
            return self
        has_postcode = models.Q(bare_postcode__startswith=beginning)
        return self.annotate(bare_postcode=_BARE_POSTCODE).filter(
            has_postcode | found_by_words(words, "name__icontains")
        )

    def named(self, words: str) -> "CompanyQuerySet":
        """Companies whose name contains every word, in any case. A number also finds the company with this id."""
        return self.filter(found_by_words(words, "name__icontains"))


class CompanyStatus(models.TextChoices):
    """A closed company takes no new reviews (organisation.md, Companies)."""

    OPEN = "open", "Open"
    CLOSED = "closed", "Closed"


class Category(models.Model):
    """A branch of business. A migration creates the first ones."""

    name = models.CharField(max_length=300)

    class Meta:
        verbose_name_plural = "categories"

    def __str__(self) -> str:
        return self.name


class FavouriteCategory(models.Model):
    """An account's favourite category. Favourites come first in its picker."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    category = models.ForeignKey(Category, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "category"], name="favourite_category_unique")]


class Company(models.Model):
    """A client company that reviews are about."""

    name = models.CharField(max_length=300)
    # null: a source named the company, and nobody has chosen a category yet
    category = models.ForeignKey(Category, on_delete=models.PROTECT, null=True, related_name="+")
    status = models.CharField(
        max_length=8, choices=CompanyStatus.choices, default=CompanyStatus.OPEN, db_default=CompanyStatus.OPEN
    )
    slug = models.CharField(max_length=300, blank=True, default="", db_default="")
    address = models.CharField(max_length=500, blank=True, default="", db_default="")
    postcode = models.CharField(max_length=16, blank=True, default="", db_default="")
    phone = models.CharField(max_length=40, blank=True, default="", db_default="")
    website = models.CharField(max_length=500, blank=True, default="", db_default="")
    country = models.SmallIntegerField(choices=Country.choices, default=Country.UNITED_KINGDOM)
    hsone_id = models.CharField(max_length=64, null=True, blank=True, unique=True)
    # whether a second person checks the transcriptions of its testimonials
    checks_testimonials = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = CompanyQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "companies"
        indexes = [
            models.Index(fields=["name", "id"], name="company_name"),  # sources name companies
            models.Index(NAME_ORDER, "id", name="company_order"),
            # not partial: for one side of an OR, the planner does not use the statistics of a partial index
            models.Index(OpClass(_BARE_POSTCODE, "text_pattern_ops"), name="company_bare_postcode"),
            # for selective filters: words, a country, closed companies
            GinIndex(OpClass(Upper("name"), "gin_trgm_ops"), name="company_words", gin_pending_list_limit=256),
            models.Index("country", NAME_ORDER, "id", name="company_country_order"),
            models.Index(NAME_ORDER, "id", name="company_closed_order", condition=models.Q(status="closed")),
        ]

    def __str__(self) -> str:
        return self.name
