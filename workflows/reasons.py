"""The reasons of decisions of all kinds. History has their codes; this is how people name them."""

from collections.abc import Sequence

from fulltext.asking import rows
from fulltext.understood import understand_in_list
from reviews.models import Reason
from workflows.testimonials.forms import REFUSALS

_NAMED = """
    SELECT DISTINCT code FROM unnest(%(codes)s::text[], %(titles)s::text[]) AS reason (code, title)
    WHERE docket_words(title || ' ' || code) @@ %(query)s::tsquery
"""


def reason_titles() -> list[tuple[str, str]]:
    """The codes and titles of all, also of those that are retired. One statement."""
    return [*Reason.objects.values_list("code", "title"), *REFUSALS.items()]


def reason_choices() -> dict[str, str]:
    """A title for each code, in their order: of a code that reviews and testimonials have, that of reviews."""
    titles = dict(reversed(reason_titles()))
    return dict(sorted(titles.items(), key=lambda reason: reason[1]))


def reasons_named(typed: str) -> Sequence[str]:
    """The codes of those whose title or code has all the words, read as those of the other lists."""
    codes, titles = zip(*reason_titles(), strict=True)
    found = rows(_NAMED, {"codes": list(codes), "titles": list(titles), "query": understand_in_list(typed).query})
    return [code for (code,) in found]
