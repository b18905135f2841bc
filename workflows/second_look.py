"""A second look at a decision, by a person who does not know the first decision (decision 20)."""

from datetime import datetime
from typing import Any

from viewflow import this
from viewflow.workflow import nodes
from viewflow.workflow.status import PROCESS

from accounts.models import User
from workflows.clocks import five_business_days
from workflows.engine.core.declarations import Page
from workflows.engine.core.entry_data import moment
from workflows.engine.core.flows import ProductFlow
from workflows.engine.core.nodes import Depends, Ending, HumanTask
from workflows.models import Priority, Process, TaskEvent
from workflows.reviews.forms import Opinion, ReasonedForm
from workflows.second_looks.forms import Verdict
from workflows.second_looks.process import SecondLookProcess
from workflows.second_looks.sampling import reveal_first_decision, revision_of
from workflows.second_looks.subject import UnjudgedReviewSubject


class SecondLook(ProductFlow):
    """A sampled decision is made again without knowing the first; a head moderator settles disagreements."""

    process_title = "Second look at a decision"
    kind = "decision_check"
    order = 9
    about = {
        "would_approve": "You would have approved it. Where the decision was another, a head moderator compares both.",
        "would_reject": "You would have rejected it. Where the decision was another, a head moderator compares both.",
        "first": "Agrees with who decided it first. The review itself does not change.",
        "second": "Agrees with who looked at it second. The review itself does not change.",
    }
    process_class = SecondLookProcess
    subject = UnjudgedReviewSubject()
    # the reason of the first decision, and its time
    entry_data = {"reveal": {**ReasonedForm.entry_data, "at": moment}}

    # A decision is sampled at random after its hold. The review itself is never changed by this process.
    sampled = nodes.StartHandle(this.sample).Next(this.second_look)

    # Another moderator reads the same revision of the review and states what they would have decided.
    second_look = (
        HumanTask(
            "second_look",
            title="Second look",
            permission="moderation",
            page=Page(
                "quality/second-look",
                icon="glasses",
                about="A colleague has decided this review, and you are not told how: say what you would have decided. "
                "The review itself does not change.",
            ),
            due=five_business_days,
            bars=["decider_id"],
            blind=True,
        )
        .On(
            "would_approve",
            Depends("agrees", yes=this.agreed, no=this.disagreements),
            label="I would approve",
            key="a",
            tone="primary",
        )
        .On(
            "would_reject",
            Depends("agrees", yes=this.agreed, no=this.disagreements),
            label="I would reject",
            key="r",
            tone="danger",
            form=Opinion,
        )
    )

    # A head moderator who made neither decision reads both and states which one is right.
    disagreements = (
        HumanTask(
            "disagreements",
            title="Disagreements",
            permission="head_moderator",
            page=Page(
                "quality/disagreements",
                icon="scale",
                about="Two people decided this review differently, the second without knowing of the first. "
                "Say whose decision was right. The review itself does not change.",
            ),
            due=five_business_days,
            bars=["decider_id", "second_id"],
        )
        .On("first", this.first_was_right, label="First decision was right", key="1", form=Verdict)
        .On("second", this.second_was_right, label="Second decision was right", key="2", form=Verdict)
    )

    agreed = Ending(None, title="Agreed")
    first_was_right = Ending(None, title="First decision was right")
    second_was_right = Ending(None, title="Second decision was right")

    @classmethod
    def is_open_to(cls, user: User, process: Process) -> bool:
        """A finished second look needs `head_moderator` or `history`. While it runs, people of its steps can read it
        too.
        """
        return process.status == PROCESS.NEW or user.may("head_moderator") or user.may("history")

    @classmethod
    def deciding(cls, task: Any, form: Any, *, by: User, at: datetime) -> None:
        if task.flow_task.name == cls.second_look.name:
            task.process.second_looker = by.pk

    @classmethod
    def decided(cls, process: Process, target: Any) -> None:
        if target.name == cls.disagreements.name:
            reveal_first_decision(process)

    def sample(self, activation: Any, decision: TaskEvent) -> Process:
        process: Process = activation.process
        moderated = decision.process
        process.copy_subject(moderated)
        process.priority = Priority.NORMAL
        process.data = {
            "decider": decision.actor_id,
            "decided": decision.outcome,
            "revision": revision_of(decision),
        }
        return process
