"""Evaluate a tag in the background: the companies that its rule matches, and its figures. One scan of the reviews."""

from dataclasses import dataclass

from django.db import connection, transaction
from django.db.models import Avg, Count, QuerySet, Sum
from django.utils import timezone

from reviews.models import Review, ReviewStatus
from tags.models import Tag, TagMember, TagType
from tags.rules import Rule

# statement timeout: a scan of all reviews for a text takes longer than the limit of requests
PATIENCE_MS = 10 * 60 * 1_000

# a company that still matches keeps its row, with the time when it got the tag
_REPLACE = """
    WITH matched AS MATERIALIZED (
        SELECT * FROM unnest(%s::bigint[], %s::integer[], %s::float8[]) AS one (company_id, reviews, rating)
    ),
    gone AS (
        DELETE FROM {members} member WHERE member.tag_id = %s
        AND NOT EXISTS (SELECT FROM matched WHERE matched.company_id = member.company_id)
    )
    INSERT INTO {members} AS known (tag_id, company_id, reviews, rating) SELECT %s, matched.* FROM matched
    ON CONFLICT (tag_id, company_id) DO UPDATE SET reviews = excluded.reviews, rating = excluded.rating
    WHERE (known.reviews, known.rating) IS DISTINCT FROM (excluded.reviews, excluded.rating)
"""


@dataclass(frozen=True, slots=True)
class _Found:
    """The figures of a tag. `companies`: (id, reviews, rating) of those that match its rule; None for a user tag."""

    reviews: int
    rating: float | None
    companies: list[tuple[int, int, float | None]] | None = None


def evaluate_tag(tag_id: int) -> bool:
    """Evaluate a tag. Returns False if another process is evaluating it. Idempotent.

    The scan does not lock the tag's row, so people may change or delete the tag meanwhile. If it is deleted, nothing is
    stored. Rules and types never change.
    """
    with transaction.atomic():
        if not _is_alone(tag_id):
            return False
        tag = Tag.objects.filter(pk=tag_id).first()
        if tag is None:
            return True
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('statement_timeout', %s, true)", [str(PATIENCE_MS)])
        found = _of_members(tag) if tag.type == TagType.USER else _of_rule(tag)
        if Tag.objects.select_for_update(no_key=True).filter(pk=tag_id).exists():
            _store(tag_id, found)
    return True


def _is_alone(tag_id: int) -> bool:
    """Lock the tag against other evaluations, because older figures could be written last. False if it is locked."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(hashtextextended('tag', %s))", [tag_id])
        (is_alone,) = cursor.fetchone()
    return bool(is_alone)


def _of_members(tag: Tag) -> _Found:
    reviews = _published().filter(company__in=TagMember.objects.filter(tag=tag).values("company"))
    return _Found(**reviews.aggregate(reviews=Count("pk"), rating=Avg("rating")))


def _of_rule(tag: Tag) -> _Found:
    matching = _published().filter(Rule.model_validate(tag.rule).matches()).order_by()
    figures = {"reviews": Count("pk"), "stars": Sum("rating"), "rated": Count("rating")}
    rows = list(matching.values_list("company_id").annotate(**figures))
    rated = sum(row[3] for row in rows)
    return _Found(
        reviews=sum(row[1] for row in rows),
        rating=_mean(sum(row[2] or 0 for row in rows), rated),
        companies=[(company, reviews, _mean(stars, rated)) for company, reviews, stars, rated in rows],
    )


def _mean(stars: int | None, rated: int) -> float | None:
    return round((stars or 0) / rated, 2) if rated else None


def _store(tag_id: int, found: _Found) -> None:
    members = TagMember.objects.filter(tag=tag_id)
    if found.companies is not None:
        table = connection.ops.quote_name(TagMember._meta.db_table)
        with connection.cursor() as cursor:
            columns = [[row[column] for row in found.companies] for column in range(3)]
            cursor.execute(_REPLACE.format(members=table), [*columns, tag_id, tag_id])
    Tag.objects.filter(pk=tag_id).update(
        members=members.count(),
        reviews=found.reviews,
        rating=None if found.rating is None else round(found.rating, 2),
        counted_at=timezone.now(),
    )


def _published() -> QuerySet[Review]:
    return Review.objects.filter(status=ReviewStatus.PUBLISHED)
