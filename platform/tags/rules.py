"""Rules of smart tags: which published reviews they match (product.md, Organisation)."""

from datetime import UTC, date, datetime, time
from functools import reduce
from operator import and_, or_
from typing import Annotated, Any, Literal

from django.db.models import Q
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from groups.models import Membership
from kit.text import storable, visible
from reviews.models import Source

MAX_CONDITIONS = 10
MAX_ID = 2**63 - 1


class Condition(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    def matches(self) -> Q:
        raise NotImplementedError


class RatingCondition(Condition):
    field: Literal["rating"]
    compare: Literal["at_least", "at_most"]
    value: Annotated[int, Field(ge=1, le=5)]

    def matches(self) -> Q:
        return Q(rating__gte=self.value) if self.compare == "at_least" else Q(rating__lte=self.value)


class SourceCondition(Condition):
    field: Literal["source"]
    value: Literal["wf", "google", "nhs", "trustpilot"]

    def matches(self) -> Q:
        return Q(source=Source(self.value))


class GroupCondition(Condition):
    """The company is a member of the group. A group that was deleted has no members."""

    field: Literal["group"]
    value: Annotated[int, Field(ge=1, le=MAX_ID)]

    def matches(self) -> Q:
        return Q(company__in=Membership.objects.filter(group=self.value).values("company"))


class TextCondition(Condition):
    """The title or a text contains these words, in whatever case."""

    field: Literal["text"]
    value: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=1, max_length=200),
        AfterValidator(storable),
        AfterValidator(visible),
    ]

    def matches(self) -> Q:
        return Q(text__icontains=self.value) | Q(title__icontains=self.value) | Q(constructive__icontains=self.value)


class DateCondition(Condition):
    """When it was received: on this day or later, or before it. Days are in UTC."""

    field: Literal["received"]
    compare: Literal["from", "before"]
    value: Annotated[date, Field(strict=False)]

    def matches(self) -> Q:
        begin = datetime.combine(self.value, time(), UTC)
        return Q(received_at__gte=begin) if self.compare == "from" else Q(received_at__lt=begin)


AnyCondition = Annotated[
    RatingCondition | SourceCondition | GroupCondition | TextCondition | DateCondition, Field(discriminator="field")
]


class Rule(BaseModel):
    """`match`: whether all conditions must hold, or any of them."""

    model_config = ConfigDict(extra="forbid")

    match: Literal["all", "any"] = "all"
    conditions: Annotated[list[AnyCondition], Field(min_length=1, max_length=MAX_CONDITIONS)]

    def matches(self) -> Q:
        """The condition on reviews."""
        return reduce(and_ if self.match == "all" else or_, (condition.matches() for condition in self.conditions))

    def stored(self) -> dict[str, Any]:
        return self.model_dump(mode="json")


def groups_named_in(rule: dict[str, Any] | None) -> set[int]:
    """The ids of the groups in the conditions of a stored rule."""
    conditions = Rule.model_validate(rule).conditions if rule else []
    return {condition.value for condition in conditions if isinstance(condition, GroupCondition)}
