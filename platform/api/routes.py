"""The API: /api, as in section 7 of the specification and in product.md."""

from api.account_keys import router as account_keys
from api.accounts import router as accounts
from api.arrival import router as arrival
from api.assignment import router as assignment
from api.associations import router as associations
from api.attachments import router as attachments
from api.audit import router as audit
from api.audit_log import router as audit_log
from api.audit_search import router as audit_search
from api.avatars import router as avatars
from api.blacklist import router as blacklist
from api.bulk import router as bulk
from api.bulk_items import router as bulk_items
from api.canned_replies import router as canned_replies
from api.classic import router as classic
from api.companies import router as companies
from api.company_conduct import router as company_conduct
from api.company_listings import router as company_listings
from api.counts import router as counts
from api.dashboard import router as dashboard
from api.decisions import router as decisions
from api.declarations import router as declarations
from api.events import router as events
from api.failed_jobs import router as failed_jobs
from api.granters import router as granters
from api.groups import router as groups
from api.harm import router as harm
from api.history import router as history
from api.http.described_once import DescribedOnce
from api.http.errors import install_handlers
from api.http.parsing import StrictParser
from api.mail import router as mail
from api.notes import router as notes
from api.presence import router as presence
from api.process_figures import router as process_figures
from api.processes import router as processes
from api.promotions import router as promotions
from api.quality import router as quality
from api.queues import router as queues
from api.reason_codes import router as reason_codes
from api.restrictions import router as restrictions
from api.search import router as search
from api.session import router as session
from api.sign_in_links import router as sign_in_links
from api.statements import router as statements
from api.story import router as reviews
from api.tags import router as tags
from api.tasks import router as tasks
from api.team import router as team
from api.testimonial_arrival import router as testimonial_arrival
from api.testimonials import router as testimonials
from api.ticket_ingest import router as ticket_ingest
from api.ticket_links import router as ticket_links
from api.ticket_messages import router as ticket_messages
from api.tickets import router as tickets
from api.words import router as words

api = DescribedOnce(
    title="Docket",
    version="1",
    description="The moderation desk's API. Send the token of a sign-in as `Authorization: Bearer …`.",
    docs_url=None,
    urls_namespace="api",
    parser=StrictParser(),
)
install_handlers(api)
for router in (
    session,
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
    restrictions,
    classic,
    companies,
    company_conduct,
    company_listings,
    groups,
    tags,
    audit_log,
    audit_search,
    arrival,
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
    testimonial_arrival,
    canned_replies,
    sign_in_links,
    accounts,
    promotions,
    avatars,
    account_keys,
    associations,
    granters,
    search,
):
    api.add_router("", router)
