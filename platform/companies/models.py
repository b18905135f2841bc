from django.db import models


class Country(models.IntegerChoices):
    """Numbers of the specification, section 3."""

    UNITED_KINGDOM = 1, "United Kingdom"
    IRELAND = 2, "Ireland"
    NEW_ZEALAND = 3, "New Zealand"
    AUSTRALIA = 4, "Australia"


class Company(models.Model):
    """A client company that reviews are about."""

    name = models.CharField(max_length=300)
    country = models.SmallIntegerField(choices=Country.choices, default=Country.UNITED_KINGDOM)
    hsone_id = models.CharField(max_length=64, null=True, blank=True, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "companies"
        indexes = [models.Index(fields=["name"], name="company_name")]

    def __str__(self) -> str:
        return self.name
