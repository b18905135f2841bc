from django.conf import settings
from django.db import models
from django.db.models import Q

from accounts.models import ApiKey
from companies.models import Company
from reviews.models import Review

MAX_PER_REVIEW = 3  # product.md, Restriction requests


class Ground(models.TextChoices):
    """The grounds of a request (product.md, Restriction requests)."""

    DEFAMATION = "defamation", "Defamation"
    PRIVACY = "privacy", "Privacy"
    NOT_A_CUSTOMER = "not-a-customer", "Not a customer"
    WRONG_BUSINESS = "wrong-business", "Wrong business"
    OFFENSIVE = "offensive", "Offensive"
    OTHER = "other", "Other"


class RequestStatus(models.TextChoices):
    """`closed`: without a decision, because the review is being reconsidered or its source withdrew it."""

    OPEN = "open", "Open"
    RESTRICTED = "restricted", "Review restricted"
    DECLINED = "declined", "Declined"
    CLOSED = "closed", "Closed"


class RequestToRestrict(models.Model):
    """A request to restrict a published review. The request alone does not hide the review (product.md, Law)."""

    UPDATED = ("status", "ended_at")

    review = models.ForeignKey(Review, on_delete=models.PROTECT, related_name="restriction_requests", db_index=False)
    number = models.PositiveSmallIntegerField()
    # copied from the review at the time of the request, for the company's figures
    company = models.ForeignKey(Company, on_delete=models.PROTECT, related_name="+", db_index=False)
    rating = models.SmallIntegerField(null=True)
    ground = models.CharField(max_length=20, choices=Ground.choices)
    facts = models.TextField()
    contact_name = models.CharField(max_length=300)
    contact_email = models.CharField(max_length=254)
    contact_role = models.CharField(max_length=300)
    # the contact's statement, in good faith, that the request is accurate and complete (DSA, article 16)
    good_faith = models.BooleanField()
    # the sender: a member of staff, or a program's key
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    asked_with = models.ForeignKey(ApiKey, null=True, on_delete=models.PROTECT, related_name="+", db_index=False)
    received_at = models.DateTimeField()
    status = models.CharField(max_length=20, choices=RequestStatus.choices, default=RequestStatus.OPEN)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["review", "number"], name="restriction_number"),
            models.UniqueConstraint(
                fields=["review"], name="restriction_open_once", condition=Q(status=RequestStatus.OPEN)
            ),
            models.CheckConstraint(condition=Q(number__range=(1, MAX_PER_REVIEW)), name="restriction_at_most"),
            models.CheckConstraint(condition=Q(good_faith=True), name="restriction_good_faith"),
        ]
        indexes = [models.Index(fields=["company"], name="restriction_company", include=["rating", "status"])]

    def __str__(self) -> str:
        return f"request {self.number} about review {self.review_id}"
