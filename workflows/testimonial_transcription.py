"""The life of a testimonial (docs/design/testimonials.md). The attributes are in the order of work."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from viewflow import this
from viewflow.workflow import nodes

from accounts.models import User
from testimonials.errors import OwnTranscriptionError
from testimonials.models import Testimonial, TestimonialStatus
from testimonials.moving import (
    MOVE_TESTIMONIALS,
    publish_testimonial,
    refuse_testimonial,
    reject_testimonial,
    withdraw_testimonial,
)
from workflows.clocks import MODERATION, eight_business_hours, end_of_hold
from workflows.engine.core.errors import NotEndedError
from workflows.engine.core.flows import ProductFlow
from workflows.engine.core.nodes import Depends, Ending, Hold, HumanTask
from workflows.engine.core.outcomes import Condition
from workflows.forms import ABOUT, Escalation, ReturnWithAdvice
from workflows.models import Process, TaskEvent
from workflows.queues import BACKLOG, ESCALATED, TESTIMONIALS
from workflows.testimonials.consistency import TESTIMONIAL_RULES
from workflows.testimonials.forms import REFUSALS, TESTIMONIAL_ENTRIES, Refusal, Transcribed
from workflows.testimonials.process import TestimonialProcess
from workflows.testimonials.subject import TestimonialSubject
from workflows.testimonials.versions import store_version

CONSENT = Condition("has_consent", code="no_consent")
CHECK_OR_CONSENT = Condition("can_be_finished", code="no_consent")


class TestimonialTranscription(ProductFlow):
    """A customer's testimonial, from its arrival to the publication of its transcription."""

    process_title = "Testimonial"
    kind = "testimonial_transcription"
    order = 3
    about = {
        **ABOUT,
        "finish": "All that can be read or heard is written down. Where the company wants it, somebody else checks it.",
        "approve": "The words are those of the file. It is published when its hold ends.",
        "reject": "The testimonial is not used. The reason stays in its history.",
    }
    process_class = TestimonialProcess
    subject = TestimonialSubject()
    rules = TESTIMONIAL_RULES
    rejects = "reject"
    move = MOVE_TESTIMONIALS
    revises = True
    entry_data = TESTIMONIAL_ENTRIES

    # A program or a member of staff brings a card, a photo, audio or video.
    received = nodes.StartHandle(this.receive).Next(this.examining)

    # A job examines whether the file can be read (decision 95); no person works on it during that time.
    examining = (
        HumanTask(title="Examination of the file", permission="testimonials", status=TestimonialStatus.EXAMINING)
        .On("readable", this.transcribe, label="The file can be read", from_outside=True)
        .On("unreadable", this.file_refused, label="The file is refused", from_outside=True)
    )

    # A moderator writes the transcription. If it needs no check, it is published when the hold ends; this needs the
    # author's consent.
    transcribe = (
        HumanTask(TESTIMONIALS, title="Transcribe", status=TestimonialStatus.TO_TRANSCRIBE, due=MODERATION)
        .On(
            "finish",
            Depends("needs_check", yes=this.check, no=this.publication_held),
            label="Finish",
            key="a",
            tone="primary",
            form=Transcribed,
            needs=CHECK_OR_CONSENT,
        )
        .On("reject", this.rejection_held, label="Reject", key="r", tone="danger", form=Refusal)
        .On("backlog", this.backlog, label="Backlog", key="b")
        .On("escalate", this.escalated, label="Escalate", key="e", form=Escalation)
    )

    # A person who wrote none of the text compares it with the file.
    check = (
        HumanTask(
            TESTIMONIALS,
            title="Check a transcription",
            status=TestimonialStatus.TO_CHECK,
            due=MODERATION,
            bars=["last_writer_id", "earlier_writer_id"],
        )
        .On("approve", this.publication_held, label="Approve", key="a", tone="primary", form=Transcribed, needs=CONSENT)
        .On("return", this.transcribe, label="Return to transcribe", key="t", form=ReturnWithAdvice)
        .On("reject", this.rejection_held, label="Reject", key="r", tone="danger", form=Refusal)
        .On("escalate", this.escalated, label="Escalate", key="e", form=Escalation)
    )

    # Parked until a person returns it.
    backlog = (
        HumanTask(BACKLOG)
        .Back("return", label="Return to previous queue", to="Return to {step}", key="t")
        .On("reject", this.rejection_held, label="Reject", key="r", tone="danger", form=Refusal)
        .On("escalate", this.escalated, label="Escalate", key="e", form=Escalation)
    )

    # A head moderator decides what a moderator could not decide, and testimonials that were reopened after their end.
    reinstated = nodes.StartHandle(this.reinstate).Next(this.escalated)
    escalated = (
        HumanTask(ESCALATED, due=eight_business_hours, reports=True)
        .On(
            "finish",
            Depends("needs_check", yes=this.check, no=this.publication_held),
            label="Finish",
            key="a",
            tone="primary",
            form=Transcribed,
            needs=CHECK_OR_CONSENT,
        )
        .On("reject", this.rejection_held, label="Reject", key="r", tone="danger", form=Refusal)
        .Back("return", label="Return to previous queue", to="Return to {step}", key="t", form=ReturnWithAdvice)
    )

    # Published when the hold ends, unless somebody recalls the decision.
    publication_held = (
        Hold(
            title="Publication held",
            permission="testimonials",
            status=TestimonialStatus.QUEUED,
            fires=end_of_hold,
            on_fire="publish",
            undo="recall",
        )
        .On("publish", this.published, label="Publish now", key="p")
        .Back("recall", label="Recall", key="c")
    )

    # Rejected when the hold ends, unless somebody recalls the decision.
    rejection_held = (
        Hold(
            title="Rejection held",
            permission="testimonials",
            status=TestimonialStatus.REJECTED,
            fires=end_of_hold,
            on_fire="confirm",
            undo="recall",
        )
        .On("confirm", this.rejected, label="Confirm now", key="p")
        .Back("recall", label="Recall", key="c")
    )

    published = Ending(
        publish_testimonial,
        title="Published",
        status=TestimonialStatus.PUBLISHED,
        tone="success",
        event="testimonial.published",
    )
    rejected = Ending(
        reject_testimonial,
        title="Rejected",
        status=TestimonialStatus.REJECTED,
        tone="danger",
        event="testimonial.rejected",
    )
    # the file is damaged or too costly to read; the testimonial can be sent again with another file
    file_refused = Ending(
        refuse_testimonial,
        title="File refused",
        status=TestimonialStatus.FILE_REFUSED,
        tone="danger",
        event="testimonial.refused",
    )
    # the author has withdrawn their consent
    withdrawn = Ending(
        withdraw_testimonial,
        title="Consent withdrawn",
        status=TestimonialStatus.WITHDRAWN,
        event="testimonial.withdrawn",
        from_outside="Consent withdrawn",
    )

    @classmethod
    def reinstating_start(cls, process: Process) -> Any:
        """A testimonial whose file was refused cannot be reinstated: it has nothing to work on."""
        if process.outcome == cls.file_refused.name:
            raise NotEndedError("Its file was refused. Ask for another.")
        return cls.reinstated

    @classmethod
    def first_step(cls, process: Process) -> HumanTask:
        return cls.transcribe

    @classmethod
    def read_details(cls, entries: Sequence[TaskEvent]) -> Mapping[int, Mapping[str, Any]]:
        """The titles of reasons: history stores only their codes."""
        titles = ((entry.pk, REFUSALS.get(entry.data.get("reason"))) for entry in entries)
        return {number: {"reason_title": title} for number, title in titles if title}

    @classmethod
    def deciding(cls, task: Any, form: Any, *, by: User, at: datetime) -> None:
        if isinstance(form, Transcribed):
            is_checked = task.flow_task.name == cls.check.name
            if is_checked and by.pk in task.process.writers:
                raise OwnTranscriptionError
            version = store_version(task.process, form, by=by)
            form.is_stored_as(version, transcriber=None if is_checked else by.pk)

    def receive(self, activation: Any, testimonial: Testimonial, country: int) -> Process:
        process: TestimonialProcess = activation.process
        process.begin(testimonial, country)
        return process

    def reinstate(self, activation: Any, process: Process) -> Process:
        new: Process = activation.process
        new.copy_subject(process)
        new.override_of_id = process.pk
        return new
