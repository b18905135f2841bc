"""Evaluate a tag in the background: the companies of its rule, and its figures. Set-based: one scan of the reviews."""

from typing import Any

from django.db import connection, transaction
from django.db.models import Avg, Count, QuerySet, Sum
from django.utils import timezone

from reviews.models import Review, ReviewStatus
from tags.models import Tag, TagMember, TagType
from tags.rules import Rule

# a scan of all reviews for a text takes longer than a request may
PATIENCE_MS = 10 * 60 * 1_000

# `matched` is read once; a company that still matches keeps its row and the time since when it has the tag
_REPLACE = """
    WITH matched AS MATERIALIZED ({matched}),
    gone AS (
        DELETE FROM {members} member WHERE member.tag_id = %s
        AND NOT EXISTS (SELECT FROM matched WHERE matched.company_id = member.company_id)
    ),
    new AS (
        INSERT INTO {members} (tag_id, company_id) SELECT %s, matched.company_id FROM matched
        ON CONFLICT (tag_id, company_id) DO NOTHING
    )
    SELECT count(*), coalesce(sum(reviews), 0), sum(stars)::float / nullif(sum(rated), 0) FROM matched
"""


def evaluate_tag(tag_id: int) -> None:
    """Safe to run again. A tag that was deleted is left alone."""
    with transaction.atomic():
        tag = Tag.objects.select_for_update().filter(pk=tag_id).first()
        if tag is None:
            return
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('statement_timeout', %s, true)", [str(PATIENCE_MS)])
        tag.members, tag.reviews, rating = _of_members(tag) if tag.type == TagType.USER else _of_rule(tag)
        tag.rating = None if rating is None else round(rating, 2)
        tag.counted_at = timezone.now()
        tag.save(update_fields=["members", "reviews", "rating", "counted_at"])


def _of_members(tag: Tag) -> tuple[int, int, float | None]:
    members = TagMember.objects.filter(tag=tag)
    reviews = _published().filter(company__in=members.values("company"))
    figures = reviews.aggregate(reviews=Count("pk"), rating=Avg("rating"))
    return members.count(), figures["reviews"], figures["rating"]


def _of_rule(tag: Tag) -> tuple[int, int, float | None]:
    matching = _published().filter(Rule.model_validate(tag.rule).matches())
    figures = {"reviews": Count("pk"), "stars": Sum("rating"), "rated": Count("rating")}
    matched: QuerySet[Review, Any] = matching.order_by().values("company_id").annotate(**figures)
    sql, values = matched.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(
            _REPLACE.format(matched=sql, members=connection.ops.quote_name(TagMember._meta.db_table)),
            [*values, tag.pk, tag.pk],
        )
        companies, reviews, rating = cursor.fetchone()
    return companies, reviews, rating


def _published() -> QuerySet[Review]:
    return Review.objects.filter(status=ReviewStatus.PUBLISHED)
