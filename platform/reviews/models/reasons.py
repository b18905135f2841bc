"""The reason codes of rejections and restrictions."""

from django.contrib.postgres.fields import ArrayField
from django.db import models


class Reason(models.Model):
    """A reason code of a rejection or restriction. Rows in a table, so that a company can add its own (product.md)."""

    class Ground(models.TextChoices):
        # the values of the Commission's schema for `decision_ground`
        ILLEGAL = "DECISION_GROUND_ILLEGAL_CONTENT", "Illegal content"
        TERMS = "DECISION_GROUND_INCOMPATIBLE_CONTENT", "Incompatible with the terms"

    class Category(models.TextChoices):
        # the categories of the Commission's schema of July 2025
        ANIMAL_WELFARE = "STATEMENT_CATEGORY_ANIMAL_WELFARE", "Animal welfare"
        CONSUMER_INFORMATION = "STATEMENT_CATEGORY_CONSUMER_INFORMATION", "Consumer information"
        CYBER_VIOLENCE = "STATEMENT_CATEGORY_CYBER_VIOLENCE", "Cyber violence"
        CYBER_VIOLENCE_AGAINST_WOMEN = (
            "STATEMENT_CATEGORY_CYBER_VIOLENCE_AGAINST_WOMEN",
            "Cyber violence against women",
        )
        DATA_PROTECTION = "STATEMENT_CATEGORY_DATA_PROTECTION_AND_PRIVACY_VIOLATIONS", "Data protection and privacy"
        SPEECH = "STATEMENT_CATEGORY_ILLEGAL_OR_HARMFUL_SPEECH", "Illegal or harmful speech"
        INTELLECTUAL_PROPERTY = "STATEMENT_CATEGORY_INTELLECTUAL_PROPERTY_INFRINGEMENTS", "Intellectual property"
        CIVIC_DISCOURSE = (
            "STATEMENT_CATEGORY_NEGATIVE_EFFECTS_ON_CIVIC_DISCOURSE_OR_ELECTIONS",
            "Civic discourse or elections",
        )
        NOT_SPECIFIED = "STATEMENT_CATEGORY_NOT_SPECIFIED_NOTICE", "Not specified in the notice"
        OTHER = "STATEMENT_CATEGORY_OTHER_VIOLATION_TC", "Another breach of the terms"
        MINORS = "STATEMENT_CATEGORY_PROTECTION_OF_MINORS", "Protection of minors"
        PUBLIC_SECURITY = "STATEMENT_CATEGORY_RISK_FOR_PUBLIC_SECURITY", "Risk for public security"
        FRAUD = "STATEMENT_CATEGORY_SCAMS_AND_FRAUD", "Scams and fraud"
        SELF_HARM = "STATEMENT_CATEGORY_SELF_HARM", "Self-harm"
        UNSAFE_PRODUCTS = "STATEMENT_CATEGORY_UNSAFE_AND_PROHIBITED_PRODUCTS", "Unsafe and prohibited products"
        VIOLENCE = "STATEMENT_CATEGORY_VIOLENCE", "Violence"

    code = models.SlugField(max_length=40, unique=True)
    title = models.CharField(max_length=120)
    ground = models.CharField(max_length=60, choices=Ground.choices)
    # defaults for the author's letter, which a decision may reword: the explanation, and the rule or law
    sentence = models.CharField(max_length=500)
    rule = models.CharField(max_length=500, blank=True, default="")
    # the category of the Commission's schema under which statements are filed
    category = models.CharField(max_length=80, choices=Category.choices, default=Category.OTHER)
    applies_to = ArrayField(models.CharField(max_length=20), default=list)
    position = models.PositiveSmallIntegerField(default=0)
    active = models.BooleanField(default=True)

    class Meta:
        ordering = ["position", "code"]

    def __str__(self) -> str:
        return self.title
