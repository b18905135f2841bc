"""The product's jobs: each calls a function that can be tested without a broker."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.conf import settings

from accounts.factors.passkeys import prune_challenges
from accounts.factors.pending import prune_pending
from accounts.key_throttle import prune_calls
from accounts.links import prune_links
from accounts.notifications import Notification
from accounts.provider.sign_in import prune_sign_ins
from accounts.sessions import end_stale_sessions
from accounts.throttle import prune_throttle
from kit.database import AWAY
from kit.stray_files import delete_stray_files
from kit.uploads import prune_incoming
from reviews.word_trials import prune_trials, run_trial
from tickets.attachments import prune_uploads
from workflows.accounts.avatars import delete_stray_pictures
from workflows.accounts.factors import MAIL_FACTORS_REMOVED, tell_of_removal
from workflows.accounts.links import MAIL_LINK, send_link
from workflows.bulk.running import run_chunk
from workflows.consistency import require_consistency, verify_for_people
from workflows.engine.core.consistency.chains import write_anchor
from workflows.engine.outbox.events import announce_events
from workflows.engine.outbox.kinds import Kind
from workflows.engine.outbox.outbox import prune_outbox
from workflows.engine.outbox.registry import job, job_for_receiver
from workflows.engine.outbox.webhooks import deliver
from workflows.engine.verbs.notes import prune_drafts
from workflows.engine.verbs.notices import MAIL_NOTICES, prune_notices
from workflows.engine.verbs.presence import prune_presence
from workflows.engine.verbs.sweep import sweep
from workflows.notices.digest import MAIL_DIGEST, enqueue_digests, send_digest
from workflows.notices.due_soon import give_notice_of_due_items
from workflows.notices.mailing import mail_notices
from workflows.restrictions.letters import answer_request
from workflows.reviews.letters import issue_statement_of, write_reinstatement_letter
from workflows.reviews.mailing import send_letter
from workflows.reviews.word_trials import TRY_WORD
from workflows.second_looks.sampling import start_second_look
from workflows.tags.evaluations import EVALUATE_TAG, evaluate_all_tags, evaluate_in_turn
from workflows.testimonials.examination import EXAMINE, examine_in_turn
from workflows.tickets.fetching import fetch_configured
from workflows.tickets.mailing import send_message
from workflows.tickets.messages import MAIL_MESSAGE
from workflows.tickets.warnings import warn_clients


@job("sweep", Kind.CLOCKS, transactional=False)
def sweep_tasks(_payload: Mapping[str, Any]) -> None:
    sweep()


@job("announce", Kind.WEBHOOKS)
def announce(_payload: Mapping[str, Any]) -> None:
    announce_events()


@job_for_receiver("deliver", Kind.WEBHOOKS, transactional=False)
def deliver_webhook(payload: Mapping[str, Any]) -> None:
    deliver(payload["delivery"])


@job("second_look", Kind.CLOCKS)
def second_look(payload: Mapping[str, Any]) -> None:
    start_second_look(payload["process"])


@job("answer_request", Kind.LETTERS)
def answer_requester(payload: Mapping[str, Any]) -> None:
    answer_request(payload["process"], payload["request"])


@job("issue_statement", Kind.LETTERS)
def issue_statement(payload: Mapping[str, Any]) -> None:
    issue_statement_of(payload["process"], payload.get("kind", ""))


@job("tell_reinstatement", Kind.LETTERS)
def write_reinstatement_letter_of(payload: Mapping[str, Any]) -> None:
    write_reinstatement_letter(payload["process"])


# a chunk of a batch; the chunk enqueues the next. A database that is away, or locks that others hold, must not leave a
# batch half done, however long
@job("bulk", Kind.BULK, max_attempts=64, outlasts=AWAY, may_be_dropped=False)
def run_bulk_chunk(payload: Mapping[str, Any]) -> None:
    run_chunk(payload["batch"])


@job_for_receiver("mail_letter", Kind.LETTERS, transactional=False)
def mail_letter(payload: Mapping[str, Any]) -> None:
    send_letter(payload["letter"])


@job_for_receiver(MAIL_LINK, Kind.MAIL, transactional=False)
def mail_one_time_link(payload: Mapping[str, Any]) -> None:
    send_link(payload["account"], is_asked=payload.get("asked", False))


@job_for_receiver(MAIL_FACTORS_REMOVED, Kind.MAIL, transactional=False)
def mail_removal_of_factors(payload: Mapping[str, Any]) -> None:
    tell_of_removal(payload["account"])


@job_for_receiver(MAIL_MESSAGE, Kind.MAIL, transactional=False)
def mail_ticket_message(payload: Mapping[str, Any]) -> None:
    until = payload.get("until")  # jobs of earlier versions have none
    send_message(payload["message"], datetime.fromisoformat(until) if until else None)


@job_for_receiver(MAIL_NOTICES, Kind.MAIL)
def mail_notices_of(payload: Mapping[str, Any]) -> None:
    mail_notices(payload["account"], Notification(payload["kind"]))


@job("due_soon", Kind.CLOCKS, transactional=False)
def give_notice_of_what_is_due(_payload: Mapping[str, Any]) -> None:
    give_notice_of_due_items()


@job("weekly_digest", Kind.CLOCKS)
def weekly_digest(_payload: Mapping[str, Any]) -> None:
    enqueue_digests()


@job_for_receiver(MAIL_DIGEST, Kind.MAIL, transactional=False)
def mail_digest(payload: Mapping[str, Any]) -> None:
    send_digest(payload["account"], datetime.fromisoformat(payload["until"]))


# what is left is fetched a minute later: a failed run is not repeated
@job("fetch_mail", Kind.MAIL, transactional=False, max_attempts=1)
def fetch_mail(_payload: Mapping[str, Any]) -> None:
    fetch_configured()


@job("warn_clients", Kind.CLOCKS, transactional=False)
def warn_waiting_clients(_payload: Mapping[str, Any]) -> None:
    warn_clients()


# somebody waits for it: a trial that failed says so at once, and is tried again by them. In a lane of their own, as a
# trial may search every review for a minute
@job(TRY_WORD, Kind.TRIALS, transactional=False, max_attempts=1, lane="trials")
def try_word(payload: Mapping[str, Any]) -> None:
    run_trial(payload["trial"])


@job(EVALUATE_TAG, Kind.TRIALS)
def evaluate_one_tag(payload: Mapping[str, Any]) -> None:
    evaluate_in_turn(payload["tag"])


@job("evaluate_tags", Kind.TRIALS)
def evaluate_tags(_payload: Mapping[str, Any]) -> None:
    evaluate_all_tags()


@job(EXAMINE, Kind.MEDIA, transactional=False)
def examine_file(payload: Mapping[str, Any]) -> None:
    examine_in_turn(payload["testimonial"])


@job("anchor", Kind.TRIALS)
def anchor(_payload: Mapping[str, Any]) -> None:
    write_anchor(settings.ANCHOR_FOLDER)


# Once a night is enough: what is wrong now is wrong in an hour. Its result stays when it raises an error.
@job("verify", Kind.TRIALS, transactional=False, max_attempts=1)
def verify(_payload: Mapping[str, Any]) -> None:
    require_consistency()


@job("verify_history", Kind.TRIALS, transactional=False)
def verify_history(payload: Mapping[str, Any]) -> None:
    verify_for_people(payload["verification"])


@job("delete_stray_files", Kind.MEDIA, transactional=False)
def delete_strays(_payload: Mapping[str, Any]) -> None:
    delete_stray_files()
    delete_stray_pictures()


@job("prune", Kind.TRIALS)
def prune(_payload: Mapping[str, Any]) -> None:
    end_stale_sessions()
    prune_throttle()
    prune_calls()
    prune_links()
    prune_sign_ins()
    prune_challenges()
    prune_pending()
    prune_drafts()
    prune_incoming()
    prune_notices()
    prune_outbox()
    prune_presence()
    prune_trials()
    prune_uploads()
