from django.db import models

MAX_ID = 2**63  # of a bigint column


class Country(models.IntegerChoices):
    """Numbers of the specification, section 3."""

    UNITED_KINGDOM = 1, "United Kingdom"
    IRELAND = 2, "Ireland"
    NEW_ZEALAND = 3, "New Zealand"
    AUSTRALIA = 4, "Australia"


class CompanyQuerySet(models.QuerySet["Company"]):
    def named(self, words: str) -> "CompanyQuerySet":
        """Those whose name holds every word, in whatever case; a number is the company's own as well."""
        holds = models.Q()
        for word in words.split():
            holds &= models.Q(name__icontains=word)
        if words.isascii() and words.isdigit() and int(words) < MAX_ID:
            holds |= models.Q(pk=int(words))
        return self.filter(holds)


class Company(models.Model):
    """A client company that reviews are about."""

    name = models.CharField(max_length=300)
    country = models.SmallIntegerField(choices=Country.choices, default=Country.UNITED_KINGDOM)
    hsone_id = models.CharField(max_length=64, null=True, blank=True, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = CompanyQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "companies"
        indexes = [models.Index(fields=["name"], name="company_name")]

    def __str__(self) -> str:
        return self.name
