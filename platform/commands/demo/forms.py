"""What the staff filled in with their decisions."""

from collections.abc import Mapping
from random import Random
from typing import Any

from commands.demo.writing import fill_in, pick
from reviews.models import Reason

NOTES: Mapping[str, tuple[str, ...]] = {
    "escalate": (
        "The owner has written twice and threatens to sue. I would publish it as it is.",
        "Names {person} at reception, and says what she is paid. Is that personal data, or part of the story?",
        "Same household as a review of {month}, I think. Please have a second look.",
        "The author says that he is a journalist. Who answers him?",
        "Accuses them of a crime, and attaches a case number. I cannot check it.",
    ),
    "investigate": (
        "Ask the company whether there was a booking on that day.",
        "Two reviews from one connection within {minutes} minutes. Ask the author for a receipt.",
        "The company says that {person} never worked there. Ask both.",
        "Find out whether this is the branch, or the one on the other side of town.",
    ),
    "advice": (
        "A first name alone may stay.",
        "Opinion, not fact: publish.",
        "Take the telephone number out by a revision, then approve.",
    ),
    "decline": (
        "The author tells what happened to them, and a booking on that day is on your own list.",
        "It is an opinion about the service. Nobody is accused of anything that could be shown or not.",
        "The person is named by their first name alone, in their work. That may stay.",
        "We asked the author, who sent the invoice. They were your customer.",
    ),
    "verdict": (
        "The rule is about private people. Who answers the telephone for a business is none.",
        "What a neighbour told counts as no experience, however well it is told.",
        "Harsh, and an opinion: that is what reviews are for.",
        "The prices were in the text, and so was the address of the other shop.",
    ),
    "reinstatement": (
        "The author has sent the invoice. Read it again, please.",
        "The company confirms the visit. We were wrong about the street.",
        "The author writes that the other review under that name is her sister’s.",
    ),
}
# what is told to the author, by reason code
FACTS: Mapping[str, tuple[str, ...]] = {
    "not-experience": (
        "The author writes about what a neighbour told him.",
        "The text is about a job application, not about a visit.",
    ),
    "wrong-business": ("The street and the manager named are those of another business, in another town.",),
    "advertising": ("The text recommends another business, with its prices and its address.",),
    "duplicate": ("The same words were published under the same name in {month}.",),
    "personal-data": ("The text gives the home address of {person}, who works there.",),
    "fake": ("The author confirmed on {day} that the visit did not take place.",),
    "conflict": ("The author works for a competitor, as the signature of the message shows.",),
}


# the notes of outcomes that are not named like them
KINDS = {"return": "advice", "first": "verdict", "second": "verdict"}
REASONED = ("reject", "restrict", "would_reject")


class Forms:
    """Fills in the forms of outcomes: the words, and what stands beside them in the history."""

    def __init__(self) -> None:
        titles = dict(Reason.objects.filter(code__in=FACTS).values_list("code", "title"))
        self._reasons = [(code, titles[code], facts) for code, facts in FACTS.items() if code in titles]

    def filled(
        self, outcome: str, *, with_form: bool, chance: Random, reason: str = ""
    ) -> tuple[str, Mapping[str, Any]]:
        """(text, data) of the history's entry. `reason`: the one to give, by its code; empty: any."""
        if not with_form:
            return "", {}
        if outcome in REASONED:
            known = [row for row in self._reasons if row[0] == reason]
            code, title, facts = pick(chance, known or self._reasons)
            return fill_in(pick(chance, facts), chance), {"reason": code, "reason_title": title}
        return note(KINDS.get(outcome, outcome), chance), {}


def note(kind: str, chance: Random) -> str:
    return fill_in(pick(chance, NOTES[kind]), chance)
