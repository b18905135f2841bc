"""The reasons of all kinds of decisions. History stores their codes; people see their titles."""

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
    """(code, title) of all reasons, including retired ones. One statement."""
    return [*Reason.objects.values_list("code", "title"), *REFUSALS.items()]


def reason_choices() -> dict[str, str]:
    """The title of each code, ordered by title. A code of reviews and of testimonials has the title for reviews."""
    titles = dict(reversed(reason_titles()))
    return dict(sorted(titles.items(), key=lambda reason: reason[1]))


def reasons_named(typed: str) -> Sequence[str]:
    """The codes of the reasons whose title or code contains all the words, parsed like those of the other lists."""
    codes, titles = zip(*reason_titles(), strict=True)
    found = rows(_NAMED, {"codes": list(codes), "titles": list(titles), "query": understand_in_list(typed).query})
    return [code for (code,) in found]
