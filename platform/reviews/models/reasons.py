"""The reason codes of rejections and restrictions."""

from django.contrib.postgres.fields import ArrayField
from django.db import models


class Reason(models.Model):
    """A reason code of a rejection or restriction. Rows in a table, so that a company can add its own (product.md)."""

    class Ground(models.TextChoices):
        # the values of the Commission's schema for `decision_ground`
        ILLEGAL = "DECISION_GROUND_ILLEGAL_CONTENT", "Illegal content"
        TERMS = "DECISION_GROUND_INCOMPATIBLE_CONTENT", "Incompatible with the terms"

    code = models.SlugField(max_length=40, unique=True)
    title = models.CharField(max_length=120)
    ground = models.CharField(max_length=60, choices=Ground.choices)
    # defaults that a decision may reword: what the author reads first, and the house rule or law behind it
    sentence = models.CharField(max_length=500)
    rule = models.CharField(max_length=500, blank=True, default="")
    # the category of the Commission's schema under which statements are filed
    category = models.CharField(max_length=80, default="STATEMENT_CATEGORY_OTHER_VIOLATION_TC")
    applies_to = ArrayField(models.CharField(max_length=20), default=list)
    position = models.PositiveSmallIntegerField(default=0)
    active = models.BooleanField(default=True)

    class Meta:
        ordering = ["position", "code"]

    def __str__(self) -> str:
        return self.title
