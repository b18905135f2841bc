"""The API: /api, as in section 7 of the specification and in product.md."""

from api.accounts.accounts import router as accounts
from api.accounts.associations import router as associations
from api.accounts.avatars import router as avatars
from api.accounts.factors import router as factors
from api.accounts.granters import router as granters
from api.accounts.keys import router as account_keys
from api.accounts.own_factors import router as own_factors
from api.accounts.promotions import router as promotions
from api.accounts.provider import router as provider
from api.accounts.session import router as session
from api.accounts.sign_in_links import router as sign_in_links
from api.audit.audit import router as audit
from api.audit.log import router as audit_log
from api.audit.search import router as audit_search
from api.banned_words.words import router as words
from api.bulk.bulk import router as bulk
from api.bulk.items import router as bulk_items
from api.declarations import router as declarations
from api.events import router as events
from api.failed_jobs import router as failed_jobs
from api.figures.dashboard import router as dashboard
from api.figures.quality import router as quality
from api.figures.team import router as team
from api.harm import router as harm
from api.http.described_once import DescribedOnce
from api.http.errors import install_handlers
from api.http.parsing import StrictParser
from api.organisation.blacklist import router as blacklist
from api.organisation.companies import router as companies
from api.organisation.conduct import router as company_conduct
from api.organisation.groups import router as groups
from api.organisation.listings import router as company_listings
from api.organisation.tags import router as tags
from api.processes.figures import router as process_figures
from api.processes.history import router as history
from api.processes.processes import router as processes
from api.reviews.classic import router as classic
from api.reviews.ingest import router as review_ingest
from api.reviews.reason_codes import router as reason_codes
from api.reviews.restrictions import router as restrictions
from api.reviews.statements import router as statements
from api.reviews.story import router as reviews
from api.search import router as search
from api.tasks.assignment import router as assignment
from api.tasks.counts import router as counts
from api.tasks.decisions import router as decisions
from api.tasks.notes import router as notes
from api.tasks.presence import router as presence
from api.tasks.queues import router as queues
from api.tasks.tasks import router as tasks
from api.testimonials.ingest import router as testimonial_ingest
from api.testimonials.testimonials import router as testimonials
from api.tickets.attachments import router as attachments
from api.tickets.canned_replies import router as canned_replies
from api.tickets.ingest import router as ticket_ingest
from api.tickets.links import router as ticket_links
from api.tickets.mail import router as mail
from api.tickets.messages import router as ticket_messages
from api.tickets.tickets import router as tickets
from api.webhooks import router as webhooks

api = DescribedOnce(
    title="Docket",
    version="1",
    description="The moderation desk's API. Send the token of a sign-in, or an API key, as `Authorization: Bearer …`. "
    "A POST with an `Idempotency-Key` runs once: for 24 hours the same key changes nothing again. It gets the same "
    "answer, or, where that shows an item, the item as it is now: 403 or 404 if it may not be seen or is gone.",
    docs_url=None,
    urls_namespace="api",
    parser=StrictParser(),
)
install_handlers(api)
for router in (
    session,
    provider,
    counts,
    dashboard,
    declarations,
    queues,
    assignment,
    tasks,
    decisions,
    bulk,
    bulk_items,
    notes,
    processes,
    process_figures,
    history,
    audit,
    failed_jobs,
    team,
    presence,
    reviews,
    statements,
    reason_codes,
    quality,
    events,
    webhooks,
    restrictions,
    classic,
    companies,
    company_conduct,
    company_listings,
    groups,
    tags,
    audit_log,
    audit_search,
    review_ingest,
    blacklist,
    words,
    harm,
    mail,
    tickets,
    ticket_messages,
    ticket_links,
    ticket_ingest,
    attachments,
    testimonials,
    testimonial_ingest,
    canned_replies,
    sign_in_links,
    accounts,
    promotions,
    avatars,
    factors,
    own_factors,
    account_keys,
    associations,
    granters,
    search,
):
    api.add_router("", router)
