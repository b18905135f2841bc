"""The kinds of results in their shown order, and who may see each (spec, section 2, Top bar)."""

from collections.abc import Callable
from dataclasses import dataclass

from accounts.models import User
from accounts.rights import Permission
from fulltext.understood import Understood
from search.accounts import search_accounts
from search.companies import search_companies, search_hsone
from search.results import Asked, Found
from search.reviews import search_reviews, search_third_party_reviews
from search.testimonials import search_testimonials
from search.tickets import search_tickets

EVERYTHING = "everything"
OF_COMPANIES = ("companies", "hsone")
OF_REVIEWS = ("reviews", "third-party-reviews")


@dataclass(frozen=True, slots=True)
class Kind:
    """`search`: may be replaced by a function for another search engine. `permissions`: each of them is enough to see
    the results.
    """

    search: Callable[[Asked, Understood], Found]
    permissions: tuple[str, ...]

    def is_shown_to(self, user: User) -> bool:
        return any(map(user.may, self.permissions))


_OF_COMPANIES = (Permission.MODERATION, Permission.ORGANISATION)
KINDS = {
    "companies": Kind(search_companies, _OF_COMPANIES),
    "hsone": Kind(search_hsone, _OF_COMPANIES),
    "reviews": Kind(search_reviews, (Permission.MODERATION,)),
    "third-party-reviews": Kind(search_third_party_reviews, (Permission.MODERATION,)),
    "accounts": Kind(search_accounts, (Permission.USERS,)),
    "tickets": Kind(search_tickets, (Permission.TICKETS,)),
    "testimonials": Kind(search_testimonials, (Permission.TESTIMONIALS,)),
}
