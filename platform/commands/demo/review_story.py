"""The story of a review."""

from datetime import timedelta
from random import Random
from typing import Any, NamedTuple

from django.utils import timezone

from accounts.models import User
from commands.demo.people import Team
from commands.demo.story import AT_ONCE, DAY, Story
from commands.demo.words import DOMAIN, WORDS, fill_in, pick
from kit.email_addresses import masked
from restrictions.actions import Contact
from reviews.arrival import IncomingReview
from reviews.models import Source
from workflows.engine.verbs.revisions import revise_subject
from workflows.restrictions.intake import ask_to_restrict
from workflows.reviews.arrival import receive_reviews, withdraw_review
from workflows.second_looks.sampling import start_second_look

SOURCES = (Source.WF, Source.WF, Source.WF, Source.GOOGLE, Source.NHS)
WITHOUT_STARS = 0.3
ADDRESS = f"~@{DOMAIN}"


class Key(NamedTuple):
    """A prototype of reviews: where it begins, its script, what is wrong with it, and its number of so many alike."""

    first: str
    script: str
    theme: str
    number: int
    parts: int


class ReviewStory(Story):
    """The story of a review. Its words are the tokens of what differs from copy to copy.

    `strong`: a sentence with a banned word, so that each column and entry of what screening finds is filled.
    """

    def __init__(self, key: Key, strong: str, chance: Random, team: Team, *, ended_within: timedelta) -> None:
        theme = WORDS["themes"].get(key.theme, {})
        super().__init__(key.script, (key.number, key.parts), chance, team, ended_within=ended_within, theme=theme)
        self._edit, self._strong = "", strong
        source = Source.WF if key.first == "unverified" else pick(chance, SOURCES)
        self.incoming = IncomingReview(
            source=source,
            external_id="prototype",
            company=1,
            title="⟦title⟧",
            text=f"⟦excerpt⟧{strong}",
            constructive="⟦constructive⟧",
            author_name="⟦author_name⟧",
            business_name="⟦business_name⟧",
            job_title="⟦job_title⟧",
            author_email=ADDRESS if (key.number + chance.random()) % 2 < 1 else "",
            rating=None if source == Source.NHS and chance.random() < WITHOUT_STARS else 4,
            verified=key.first != "unverified",
        )
        now = timezone.now()
        self.texts = {
            f"⟦excerpt⟧{strong}": "⟦excerpt⟧",
            f"⟦text_now⟧{strong}": "⟦text_now⟧",
            masked(ADDRESS): "⟦masked⟧",
            ADDRESS: "⟦author_email⟧",
            f"{now.day} {now:%B %Y}": "⟦day⟧",
        }

    def do_edit_text(self) -> None:
        self._edit = "text"

    def do_edit_name(self) -> None:
        self._edit = "author_name"

    def while_held(self, task: Any, by: User) -> None:
        if self._edit:
            words = {"text": f"⟦text_now⟧{self._strong}", "author_name": "⟦author_name_now⟧"}[self._edit]
            reason = WORDS["names_somebody" if self._edit == "text" else "shown_shorter"]
            self.clock.wait(timedelta(seconds=20 + 60 * self.chance.random()))
            revise_subject(task.pk, {self._edit: words}, reason=reason, by=by, revision=1)
            self._edit = ""

    def do_rewrite(self) -> None:
        self.wait_about(timedelta(hours=1))
        self._send_again(text=f"⟦text_now⟧{self._strong}")

    def do_vouch(self) -> None:
        self.wait_about(DAY)
        self._send_again(verified=True)

    def do_withdraw(self) -> None:
        self.wait_about(DAY)
        withdraw_review(self.incoming.source, self.incoming.external_id)

    def do_ask(self) -> None:
        self.wait_about(12 * DAY)
        first, last = pick(self.chance, WORDS["first_names"]), pick(self.chance, WORDS["last_names"])
        contact = Contact(f"{first} {last}", f"{first}.{last}@{DOMAIN}".lower(), pick(self.chance, WORDS["roles"]))
        facts, by = fill_in(self.theme["asked"], self.chance), pick(self.chance, self.team.moderators)
        _, process = ask_to_restrict(self.subject_id, self.theme["ground"], facts, contact, by=by)
        self.processes.append(process.pk)

    def do_look(self) -> None:
        self.clock.wait(AT_ONCE)
        check = start_second_look(self.processes[-1])
        if check is None:
            raise RuntimeError(f"nobody takes a second look in the script: {self.script}")
        self.processes.append(check.pk)

    def do_agree(self) -> None:
        self._decide(f"would_{self.task.process.data['decided']}")

    def do_differ(self) -> None:
        decided = self.task.process.data["decided"]
        self._decide("would_reject" if decided == "approve" else "would_approve")

    def _send_again(self, **changes: Any) -> None:
        receive_reviews([self.incoming.model_copy(update=changes)])
