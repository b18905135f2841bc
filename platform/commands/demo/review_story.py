"""The story of a review."""

from datetime import timedelta
from random import Random
from typing import Any, NamedTuple

from accounts.models import User
from commands.demo.people import Team
from commands.demo.story import AT_ONCE, DAY, Story
from commands.demo.words import DOMAIN, WORDS, Piece, a_person, fill_in, pick, write_review
from restrictions.actions import Contact
from reviews.ingest import IncomingReview
from reviews.models import Source
from workflows.engine.verbs.revisions import revise_subject
from workflows.restrictions.ingest import ask_to_restrict
from workflows.reviews.ingest import ingest_reviews, withdraw_review
from workflows.second_looks.sampling import start_second_look

SOURCES = (Source.WF, Source.WF, Source.WF, Source.GOOGLE, Source.NHS)
WITHOUT_STARS, ANONYMOUS, IN_BUSINESS, WITH_JOB, WITH_ADDRESS = 0.3, 0.1, 0.08, 0.15, 0.5
ADDRESS = f"~@{DOMAIN}"


class Key(NamedTuple):
    """A prototype of reviews. `first`: its first step. `theme`: the fault of its text. `rare`: a rare sentence."""

    first: str
    script: str
    theme: str
    rare: str
    number: int


class ReviewStory(Story):
    """The story of a review. Tokens stand for its author. `piece`: its text; None for a generated one."""

    def __init__(
        self, key: Key, chance: Random, team: Team, *, ended_within: timedelta, piece: Piece | None = None
    ) -> None:
        theme = WORDS["themes"].get(key.theme, {})
        super().__init__(key.script, chance, team, ended_within=ended_within, theme=theme)
        self._edit, self._fault = "", fill_in(theme["says"], chance) if theme else ""
        piece = piece or write_review(chance, self._fault, key.rare)
        source = Source.WF if key.first == "unverified" else pick(chance, SOURCES)
        self.incoming = IncomingReview(
            source=source,
            external_id="prototype",
            company=1,
            **piece._asdict() | ({"rating": None} if source == Source.NHS and chance.random() < WITHOUT_STARS else {}),
            author_name="⟦author_name⟧",
            author_email=ADDRESS if chance.random() < WITH_ADDRESS else "",
            anonymous=chance.random() < ANONYMOUS,
            business_name="⟦business_name⟧" if chance.random() < IN_BUSINESS else None,
            job_title=pick(chance, WORDS["jobs"]) if chance.random() < WITH_JOB else None,
            verified=key.first != "unverified",
        )

    def do_edit_text(self) -> None:
        self._edit = "text"

    def do_edit_name(self) -> None:
        self._edit = "author_name"

    def while_held(self, task: Any, by: User) -> None:
        if self._edit:
            text = self.incoming.text.replace(f" {self._fault}", "")
            words, reason = {
                "text": (text, WORDS["names_somebody"]),
                "author_name": ("⟦shown_name⟧", WORDS["shown_shorter"]),
            }[self._edit]
            self.clock.wait(timedelta(seconds=20 + 60 * self.chance.random()))
            revise_subject(task.pk, {self._edit: words}, reason=reason, by=by, revision=1)
            self._edit = ""

    def do_rewrite(self) -> None:
        self.wait_about(timedelta(hours=1))
        self._send_again(text=f"{self.incoming.text}\n\n{pick(self.chance, WORDS['added'])}")

    def do_vouch(self) -> None:
        self.wait_about(DAY)
        self._send_again(verified=True)

    def do_withdraw(self) -> None:
        self.wait_about(DAY)
        withdraw_review(self.incoming.source, self.incoming.external_id)

    def do_ask(self) -> None:
        self.wait_about(12 * DAY)
        contact = Contact(*a_person(self.chance), pick(self.chance, WORDS["roles"]))
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
        ingest_reviews([self.incoming.model_copy(update=changes)])
