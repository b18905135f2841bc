"""Categories of companies, and the favourite categories of an account."""

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from companies.models import Category, FavouriteCategory
from kit.errors import NotFoundError


def categories_for(user: User) -> QuerySet[Category]:
    """All categories, the account's favourites first. `favourite` is annotated."""
    marked = FavouriteCategory.objects.filter(user=user, category=OuterRef("pk"))
    return Category.objects.annotate(favourite=Exists(marked)).order_by("-favourite", "pk")


def mark_favourite(category_id: int, *, by: User) -> None:
    """Idempotent. Raises NotFoundError."""
    try:
        with transaction.atomic():
            FavouriteCategory.objects.get_or_create(user=by, category_id=category_id)
    except IntegrityError as error:
        raise NotFoundError("There is no category with this number.") from error


def unmark_favourite(category_id: int, *, by: User) -> None:
    """Idempotent."""
    FavouriteCategory.objects.filter(user=by, category_id=category_id).delete()
