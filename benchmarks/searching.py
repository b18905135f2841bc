"""The rows of search: a word of some reviews, words of very many, and all kinds of results while a term is typed."""

from urllib.parse import urlencode

from benchmarks.row import Row, bare_read, getting

WORD, WORDS, TYPED = "parking", "the work took two weeks", "park"
_HAVE = (
    "docket_words(title || ' ' || text || ' ' || constructive || ' ' || author_name || ' '"
    " || coalesce(business_name, '')) @@ to_tsquery('docket', %(wanted)s)"
)
_SHOWN = (
    "SELECT review.id, review.title, review.text, company.name FROM reviews_review review"
    " JOIN companies_company company ON company.id = review.company_id"
)
_FOUND = f"SELECT review_id FROM reviews_revision WHERE {_HAVE}"
FOUND = f"{_SHOWN} WHERE review.id IN ({_FOUND}) ORDER BY review.id DESC LIMIT 21"


def _row(key: str, title: str, term: str, wanted: str, **asked: str) -> Row:
    path = f"/search?{urlencode({'term': term, **asked})}"
    return Row(f"search-{key}", title, None, getting(path), bare_read(FOUND, wanted=wanted))


ROWS = (
    _row("word", "search: a word of some reviews", WORD, WORD, type="reviews"),
    _row("words", "search: words of many reviews", WORDS, WORDS.replace(" ", " & "), type="reviews"),
    _row("typed", "search: everything, while typing", TYPED, f"{TYPED}:*", type="everything", typing="true", limit="8"),
)
