"""What the audit log can tell. An entry stores the code of an action and its details; the sentence is made on reading.

Details are ids, numbers and codes. A name or a text of a person is refused when the entry is written, so that nothing
of a person outlives their account in a log that is append-only (organisation.md, Audit log).
"""

from collections.abc import Mapping
from typing import Any

from audit import levels
from audit.action import Action, Deeds
from audit.changes import changed, in_words, listed, word_changed, word_codes
from audit.models import AuditEntry, Kind


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def _whose(shared: bool) -> str:
    return "everyone's" if shared else "their own"


_FORMATS = {"ocel-json": "OCEL 2.0 (JSON)", "ocel-sqlite": "OCEL 2.0 (SQLite)"}


def _format(name: str) -> str:
    return _FORMATS.get(name, name.upper())


ACCOUNT_REGISTERED = Action(Kind.ACCOUNT, "registered", "Registered.")
ACCOUNT_CREATED = Action(Kind.ACCOUNT, "created", lambda level: f"Created with the level {levels.level(level)}.")
ACCOUNT_CHANGED = Action(Kind.ACCOUNT, "changed", lambda fields: f"Changed: {in_words(fields)}.")
LEVEL_CHANGED = Action(Kind.ACCOUNT, "level", levels.level_changed)
PROMOTION_ASKED = Action(Kind.ACCOUNT, "promotion_asked", levels.promotion_asked)
PROMOTION_CONFIRMED = Action(Kind.ACCOUNT, "promotion_confirmed", levels.promotion_confirmed)
PROMOTION_CANCELLED = Action(Kind.ACCOUNT, "promotion_cancelled", levels.promotion_cancelled)
PERMISSIONS_CHANGED = Action(Kind.ACCOUNT, "permissions", levels.permissions_changed)
ACCOUNT_ACTIVATED = Action(Kind.ACCOUNT, "activated", "Activated.")
ACCOUNT_DEACTIVATED = Action(Kind.ACCOUNT, "deactivated", "Deactivated.")
ACCOUNT_ERASED = Action(Kind.ACCOUNT, "erased", "Erased.")
PASSWORD_SET = Action(Kind.ACCOUNT, "password", "The password was set.")
PASSWORD_SET_BY_LINK = Action(Kind.ACCOUNT, "password_by_link", "Set the password by a one-time link.")
SIGN_IN_ENDED = Action(
    Kind.ACCOUNT,
    "sign_in_ended",
    "The password and the sessions ended, as somebody with fewer rights may have known a way in.",
)
IDENTITY_LINKED = Action(Kind.ACCOUNT, "identity_linked", "Linked with a person at the provider of identities.")
ACCOUNT_PROVISIONED = Action(
    Kind.ACCOUNT,
    "provisioned",
    lambda level: f"Created by the provider of identities with the level {levels.level(level)}.",
)
CHANGED_BY_PROVIDER = Action(
    Kind.ACCOUNT, "changed_by_provider", lambda fields: f"Changed by the provider of identities: {in_words(fields)}."
)
LEVEL_BY_PROVIDER = Action(
    Kind.ACCOUNT,
    "level_by_provider",
    lambda before, after: f"{levels.level_changed(before, after)[:-1]}, by the groups at the provider of identities.",
)
PROVISIONING_LINKED = Action(Kind.ACCOUNT, "provisioning_linked", "Got an id of the provider of identities (SCIM).")
ACTIVATED_BY_PROVIDER = Action(Kind.ACCOUNT, "activated_by_provider", "Activated by the provider of identities.")
DEACTIVATED_BY_PROVIDER = Action(Kind.ACCOUNT, "deactivated_by_provider", "Deactivated by the provider of identities.")
SIGNED_OUT_BY_PROVIDER = Action(
    Kind.ACCOUNT, "signed_out_by_provider", "The sessions were ended by the provider of identities."
)
LINK_MAILED = Action(Kind.ACCOUNT, "link_mailed", "A one-time link was mailed.")
LINK_HANDED_OVER = Action(Kind.ACCOUNT, "link_handed_over", "A one-time link was handed over.")
PICTURE_SET = Action(Kind.ACCOUNT, "picture_set", "A picture was set.")
PICTURE_REMOVED = Action(Kind.ACCOUNT, "picture_removed", "The picture was removed.")
KEY_CREATED = Action(Kind.ACCOUNT, "key_created", lambda key, scopes: f"Key {key} was created: {listed(scopes)}.")
KEY_REVOKED = Action(Kind.ACCOUNT, "key_revoked", lambda key: f"Key {key} was revoked.")
NOTIFICATIONS_CHANGED = Action(Kind.ACCOUNT, "notifications", lambda signs: f"Notifications: {in_words(signs)}.")
NOTIFICATIONS_STOPPED = Action(
    Kind.ACCOUNT, "notifications_by_link", lambda signs: f"Notifications: {in_words(signs)}, by the link of a mail."
)
DUTY_SWITCHED = Action(
    Kind.ACCOUNT,
    "duty",
    lambda is_own, on_duty: f"{'Went' if is_own else 'Was put'} {'on' if on_duty else 'off'} duty.",
)
COMPANY_ASSOCIATED = Action(Kind.ACCOUNT, "associated", lambda company: f"Associated with company {company}.")
COMPANY_DISSOCIATED = Action(
    Kind.ACCOUNT, "dissociated", lambda company: f"No longer associated with company {company}."
)

# ways to show who one is, as `accounts.factors` names them
_FACTORS = {"codes": "one-time codes", "recovery": "recovery codes", "passkey": "passkeys"}
CODES_SET_UP = Action(Kind.ACCOUNT, "codes_set_up", "Set up one-time codes.")
CODES_ENDED = Action(Kind.ACCOUNT, "codes_ended", "Turned off one-time codes.")
RECOVERY_CODES_MADE = Action(Kind.ACCOUNT, "recovery_codes_made", "Made new recovery codes.")
RECOVERY_CODE_USED = Action(
    Kind.ACCOUNT,
    "recovery_code_used",
    lambda left: f"Used a recovery code; {left} {'is' if left == 1 else 'are'} left.",
)
PASSKEY_ADDED = Action(Kind.ACCOUNT, "passkey_added", lambda passkey: f"Added passkey {passkey}.")
PASSKEY_REMOVED = Action(Kind.ACCOUNT, "passkey_removed", lambda passkey: f"Removed passkey {passkey}.")
PASSKEY_REFUSED = Action(
    Kind.ACCOUNT,
    "passkey_refused",
    lambda passkey: f"Passkey {passkey} was refused: its counter went back, as of a copy.",
)
FACTORS_REMOVED = Action(
    Kind.ACCOUNT,
    "factors_removed",
    lambda factors: f"The second factor was removed: {', '.join(_FACTORS.get(each, each) for each in factors)}.",
)
FACTORS_FAILED = Action(
    Kind.ACCOUNT, "factors_failed", lambda number: f"{number} wrong second factors, one after another."
)

SIGN_INS_FAILED = Action(
    Kind.ACCOUNT, "sign_ins_failed", lambda number: f"{number} sign-ins with a wrong password, one after another."
)

KEYS_ACCEPTED = Action(
    Kind.KEY,
    "secrets_accepted",
    lambda fields: f"Accepted a changed key by the command line: {listed(fields)}.",
)
OWNERLESS_KEY_CREATED = Action(Kind.KEY, "created", lambda scopes: f"Created: {listed(scopes)}.")
OWNERLESS_KEY_REVOKED = Action(Kind.KEY, "revoked", "Revoked.")
WEBHOOK_ADDED = Action(
    Kind.WEBHOOK, "added", lambda kinds: f"Added for {listed(kinds) if kinds else 'all kinds of events'}."
)
WEBHOOK_REMOVED = Action(Kind.WEBHOOK, "removed", "Removed.")
WEBHOOK_ROTATED = Action(Kind.WEBHOOK, "rotated", "Got a new secret; the one before is valid for a day.")
WEBHOOK_RESENT = Action(Kind.WEBHOOK, "resent", lambda event: f"Event {event} is sent again.")

COMPANY_CREATED = Action(Kind.COMPANY, "created", "Company created.")
COMPANY_CHANGED = Action(Kind.COMPANY, "changed", changed)
COMPANIES_IMPORTED = Action(
    Kind.COMPANY,
    "imported",
    lambda number, first: f"Imported {number:,} companies, from number {first} on.",
)
CATEGORIES_IMPORTED = Action(Kind.COMPANY, "categories_imported", lambda number: f"Imported {number:,} categories.")

GROUP_CREATED = Action(Kind.GROUP, "created", "Group created.")
GROUP_CHANGED = Action(Kind.GROUP, "changed", changed)
GROUP_DELETED = Action(Kind.GROUP, "deleted", "Group deleted.")
GROUP_MEMBER_ADDED = Action(Kind.GROUP, "member_added", lambda company: f"Added company {company}.")
GROUP_MEMBER_REMOVED = Action(Kind.GROUP, "member_removed", lambda company: f"Removed company {company}.")

TAG_CREATED = Action(Kind.TAG, "created", "Tag created.")
TAG_CHANGED = Action(Kind.TAG, "changed", changed)
TAG_DELETED = Action(Kind.TAG, "deleted", "Tag deleted.")
TAG_MEMBER_ADDED = Action(Kind.TAG, "member_added", lambda company: f"Added company {company}.")
TAG_MEMBER_REMOVED = Action(Kind.TAG, "member_removed", lambda company: f"Removed company {company}.")

BLACKLIST_ADDED = Action(Kind.BLACKLIST, "added", "Added.")
BLACKLIST_NOTES_CHANGED = Action(Kind.BLACKLIST, "notes", "Changed the notes.")
BLACKLIST_REMOVED = Action(Kind.BLACKLIST, "removed", "Removed.")
BLACKLIST_EXPORTED = Action(Kind.BLACKLIST, "exported", "Exported the list.")
BLACKLIST_IMPORTED = Action(Kind.BLACKLIST, "imported", lambda number: f"Imported {number:,} legacy entries.")
BLACKLIST_HASHED = Action(
    Kind.BLACKLIST,
    "hashed",
    lambda hashed, dropped: f"Hashed {hashed:,} legacy entries; dropped {dropped:,} that were listed twice.",
)
BLACKLIST_RENEWED = Action(Kind.BLACKLIST, "renewed", lambda number: f"Gave a newer key to {number:,} entries.")

WORD_ADDED = Action(
    Kind.WORD,
    "added",
    lambda mode, action, severity, shadow: f"Added: {word_codes(mode, action, severity, shadow)}.",
)
WORD_CHANGED = Action(Kind.WORD, "changed", word_changed)
WORD_RETIRED = Action(Kind.WORD, "retired", "Retired.")
WORD_STOPPED = Action(
    Kind.WORD, "stopped", "Stopped: the pattern cost too much. It matches nothing until it is changed."
)
WORDS_EXPORTED = Action(Kind.WORD, "exported", "Exported the list.")
WORDS_IMPORTED = Action(
    Kind.WORD,
    "imported",
    lambda added, changed, refused: f"Imported: {added} added, {changed} changed, {refused} refused.",
)

REASON_ADDED = Action(Kind.REASON, "added", "Added.")
REASON_CHANGED = Action(Kind.REASON, "changed", changed)
REASON_RETIRED = Action(Kind.REASON, "retired", "Retired.")
REASON_RESTORED = Action(Kind.REASON, "restored", "Restored.")

CANNED_ADDED = Action(Kind.CANNED_REPLY, "added", lambda shared: f"Added a canned reply, {_whose(shared)}.")
CANNED_CHANGED = Action(Kind.CANNED_REPLY, "changed", lambda shared: f"Changed a canned reply, {_whose(shared)}.")
CANNED_DELETED = Action(Kind.CANNED_REPLY, "deleted", lambda shared: f"Deleted a canned reply, {_whose(shared)}.")

BATCH_ASKED = Action(
    Kind.BULK,
    "asked",
    lambda outcome, number, queue: (
        f"Asked for a batch: {in_words([outcome])}, {_counted(number, 'item')} of {in_words([queue])}."
    ),
)
BATCH_CONFIRMED = Action(Kind.BULK, "confirmed", "Confirmed a bulk batch.")
BATCH_CANCELLED = Action(Kind.BULK, "cancelled", "Cancelled a bulk batch.")
BATCH_RETRIED = Action(
    Kind.BULK, "retried", lambda number: f"Tried {_counted(number, 'skipped item')} of a bulk batch again."
)
BATCH_CONTINUED = Action(Kind.BULK, "continued", "Let a bulk batch go on that an error had stopped.")
BATCH_ROLLED_BACK = Action(
    Kind.BULK, "rolled_back", lambda number: f"Asked to roll back {_counted(number, 'item')} of a bulk batch."
)

CONTACT_READ = Action(Kind.CONTACT, "read", "Read the full address of a requester.")
TICKET_ADDRESS_READ = Action(Kind.TICKET, "address_read", "Read the full address of a client.")
AUTHOR_CONTACT_READ = Action(Kind.TESTIMONIAL, "contact_read", "Read the author's contact.")
VERIFICATION_ASKED = Action(Kind.VERIFICATION, "asked", "Asked for a verification of history.")
JOB_RETRIED = Action(Kind.JOB, "retried", lambda topic: f"Tried a background job again: {topic}.")
# why a job that failed at its last attempt is dropped
DROP_REASONS = {
    "not-needed": "as it is not needed any more",
    "done-otherwise": "as it was done in another way",
    "cannot-succeed": "as it can never succeed",
}
JOB_DROPPED = Action(
    Kind.JOB, "dropped", lambda topic, reason: f"Dropped a background job: {topic}, {DROP_REASONS.get(reason, reason)}."
)

IMPORT_BEGUN = Action(Kind.IMPORT, "begun", lambda what: f"Began an import of {what}.")
REVIEWS_IMPORTED = Action(
    Kind.IMPORT, "reviews", lambda new, changed: f"Imported {_counted(new, 'review')}; changed {changed:,} others."
)
TICKETS_IMPORTED = Action(Kind.IMPORT, "tickets", lambda number: f"Imported {_counted(number, 'ticket')}.")

COMPANIES_EXPORTED = Action(Kind.EXPORT, "companies", "Exported companies as CSV.")
ACCOUNTS_EXPORTED = Action(Kind.EXPORT, "accounts", "Exported user accounts as CSV.")
ASSOCIATIONS_EXPORTED = Action(
    Kind.EXPORT, "associations", lambda account: f"Exported the companies of account {account} as CSV."
)
AUDIT_LOG_EXPORTED = Action(
    Kind.EXPORT, "audit_log", lambda kind, subject: f"Exported the audit log of {in_words([kind])} {subject} as CSV."
)
AUDIT_LOGS_EXPORTED = Action(Kind.EXPORT, "audit_logs", "Exported the audit log as CSV.")
COMPANY_ACCOUNTS_EXPORTED = Action(
    Kind.EXPORT, "company_accounts", lambda company: f"Exported the accounts of company {company} as CSV."
)
GROUP_MEMBERS_EXPORTED = Action(
    Kind.EXPORT, "group_members", lambda group: f"Exported the members of group {group} as CSV."
)
TAG_MEMBERS_EXPORTED = Action(Kind.EXPORT, "tag_members", lambda tag: f"Exported the companies of tag {tag} as CSV.")
GROUPS_EXPORTED = Action(Kind.EXPORT, "groups", "Exported company groups as CSV.")
TAGS_EXPORTED = Action(Kind.EXPORT, "tags", "Exported tags as CSV.")
REASONS_EXPORTED = Action(Kind.EXPORT, "reasons", "Exported reason codes as CSV.")
REVIEWS_EXPORTED = Action(Kind.EXPORT, "reviews", "Exported reviews as CSV.")
HISTORY_EXPORTED = Action(Kind.EXPORT, "history", lambda form: f"Exported the history of processes as {_format(form)}.")
STATEMENTS_EXPORTED = Action(
    Kind.EXPORT, "statements", lambda form: f"Exported statements of reasons as {_format(form)}."
)
BATCH_EXPORTED = Action(Kind.EXPORT, "bulk", lambda batch: f"Exported the results of bulk batch {batch} as CSV.")
QUARANTINED_MAIL_READ = Action(Kind.EXPORT, "quarantined_mail", lambda mail: f"Exported mail {mail} of the quarantine.")
MAIL_READ = Action(Kind.EXPORT, "mail", lambda message: f"Exported the mail of message {message}.")

HARM_GUIDANCE_CHANGED = Action(Kind.WORD, "guidance_changed", "Changed the guidance on threats of harm.")
MAIL_STORED = Action(Kind.MAIL, "stored", "Came and was stored.")
MAIL_FORGOTTEN = Action(Kind.MAIL, "forgotten", "Deleted: it had come before.")
MAIL_MADE_TICKET = Action(Kind.MAIL, "made_ticket", lambda ticket: f"Made it a message of ticket {ticket}.")
MAIL_OF_PROGRAM = Action(Kind.MAIL, "of_program", "Mail of its sender is always that of a program.")
MAIL_NOT_OF_PROGRAM = Action(Kind.MAIL, "not_of_program", "Mail of its sender is not always that of a program.")
MAIL_SETTLED = Action(Kind.MAIL, "settled", "Left in quarantine.")

TEXT_FROM_BEFORE = Action(Kind.TEXT, "from_before", "Was written before texts had digests in the log.")
TEXTS_COPIED = Action(Kind.TEXT, "copied", "Copies of the demo.")

# what a person's page counts, in entries from before codes by their kind alone
EXPORTS = Deeds(Kind.EXPORT, (BLACKLIST_EXPORTED, WORDS_EXPORTED))
READS = Deeds(Kind.CONTACT, (TICKET_ADDRESS_READ, AUTHOR_CONTACT_READ))

ACTIONS = [each for each in [*globals().values()] if isinstance(each, Action)]
_BY_CODE = {(each.kind, each.code): each for each in ACTIONS}


def sentence_of(entry: AuditEntry, details: Mapping[str, Any] | None = None) -> str:
    """What an entry says. Empty for a remark, whose text is elsewhere. Entries from before codes have a sentence.

    `details`: its own with the names of what they number, where these are known.
    """
    if not entry.code:
        return entry.sentence
    action = _BY_CODE.get((Kind(entry.kind), entry.code))
    # the entry of a newer release, after the product was put back
    return action.tell(details or entry.details) if action else f"{entry.code}."
