"""The indexes of search, built beside the work that goes on.

Words of reviews are those of their revisions, which are only ever added: a decision about a review writes none.
"""

from django.db import migrations

# the entries that wait to be sorted into an index are read by every search: few of them
WORDS = "WITH (gin_pending_list_limit = 256)"
INDEXES = {
    "search_revision_words": (
        "reviews_revision USING gin (docket_words(title || ' ' || text || ' ' || constructive || ' ' || author_name"
        f" || ' ' || coalesce(business_name, ''))) {WORDS}"
    ),
    "search_message_words": f"tickets_message USING gin (docket_words(text)) {WORDS}",
    "search_ticket_words": f"tickets_ticket USING gin (docket_words(subject || ' ' || client_name)) {WORDS}",
    "search_review_source": "reviews_review (external_id)",
    "search_review_phone": "reviews_review (docket_phone(author_mobile)) WHERE author_mobile <> ''",
    "search_ticket_source": "tickets_ticket (external_id) WHERE external_id IS NOT NULL",
    "search_company_names": "companies_company USING gin (search_name gin_trgm_ops)",
    "search_company_order": 'companies_company (search_name COLLATE "C", id)',
    "search_company_phone": "companies_company (docket_phone(phone)) WHERE phone <> ''",
    "search_company_hsone": 'companies_company (lower(hsone_id) COLLATE "C", id) WHERE hsone_id IS NOT NULL',
    "search_account_names": "accounts_user USING gin (search_name gin_trgm_ops)",
    "search_account_order": 'accounts_user (search_name COLLATE "C", id)',
    "search_account_phone": "accounts_user (docket_phone(mobile_phone)) WHERE mobile_phone <> ''",
    "search_account_landline": "accounts_user (docket_phone(landline_phone)) WHERE landline_phone <> ''",
}


def _built(name: str) -> migrations.RunSQL:
    """An interrupted build leaves an invalid index of this name, which the next attempt replaces."""
    return migrations.RunSQL(
        [
            f"DROP INDEX CONCURRENTLY IF EXISTS {name}",
            f"CREATE INDEX CONCURRENTLY {name} ON {INDEXES[name]}",
        ],
        f"DROP INDEX CONCURRENTLY IF EXISTS {name}",
    )


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ("search", "0002_names"),
        ("reviews", "0012_words"),
        ("tickets", "0002_message_sending"),
    ]
    operations = [_built(name) for name in INDEXES]
