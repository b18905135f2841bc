"""Actions on mail in quarantine: make it a ticket, mark its sender as a program, or leave it."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from audit import actions
from audit.entries import record_audit
from kit.errors import OverloadedError
from mail.apart import ReaderBusyError, ReaderDiedError
from mail.received import Mail, UnreadableMailError
from tickets.errors import MailUnreadableError, MailWithoutSenderError
from tickets.models import OriginalMail, ProgramSender
from tickets.quarantine import UNREADABLE, get_quarantined, quarantined
from workflows.tickets.mail_in import read_kept, removing_files_on_failure
from workflows.tickets.mail_messages import add_as_person, belongs_to, with_an_id_of_its_own
from workflows.tickets.threading import ticket_of

LONGEST_READING = 10  # seconds for which a thread of the web server may read a mail


def make_ticket(mail_id: int, *, by: User) -> int:
    """Make a quarantined mail a message, because `by` says that a person wrote it. Returns the ticket's id.

    Its sender no longer counts as a program. Raises NotFoundError, MailUnreadableError, TaskBusyError, OverloadedError.
    """
    mail = _read(get_quarantined(mail_id))
    with removing_files_on_failure() as files:
        original = get_quarantined(mail_id, locks=True)
        mail = with_an_id_of_its_own(mail, original)
        arrived, _ = add_as_person(mail, ticket_of(mail), files, by=by)
        belongs_to(original, arrived)
        record_audit(actions.MAIL_MADE_TICKET, mail_id, user_id=by.pk, ticket=arrived.ticket_id)
        if mail.author.email and ProgramSender.objects.filter(email=mail.author.email).delete()[0]:
            record_audit(actions.MAIL_NOT_OF_PROGRAM, mail_id, user_id=by.pk)
        return arrived.ticket_id


def settle(mail_id: int, *, always: bool, by: User) -> None:
    """Record that a person has looked at a mail and leaves it in quarantine.

    `always`: its sender is a program, so other mail of this sender, also in future, is treated alike. Raises
    NotFoundError, MailWithoutSenderError, OverloadedError.
    """
    sender = _author_of(get_quarantined(mail_id)) if always else ""
    if always and not sender:
        raise MailWithoutSenderError
    with transaction.atomic():
        found = get_quarantined(mail_id, locks=True)
        looked_at = quarantined().filter(settled_at=None)
        if always:
            ProgramSender.objects.get_or_create(email=sender, defaults={"added_by": by})
            looked_at.filter(author_email=sender).update(settled_at=timezone.now())
        looked_at.filter(pk=found.pk).update(settled_at=timezone.now())
        record_audit(actions.MAIL_OF_PROGRAM if always else actions.MAIL_SETTLED, mail_id, user_id=by.pk)


def _author_of(original: OriginalMail) -> str:
    """The address of the author. For mail stored before addresses were, the mail is read again."""
    if original.author_email or original.reason in UNREADABLE:
        return original.author_email
    return _read(original).author.email


def _read(original: OriginalMail) -> Mail:
    try:
        return read_kept(original, within=LONGEST_READING)
    except ReaderBusyError as error:
        raise OverloadedError from error
    except (ReaderDiedError, UnreadableMailError) as error:
        raise MailUnreadableError from error
