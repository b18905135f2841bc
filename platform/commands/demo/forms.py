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


class Forms:
    """Fills in the forms of outcomes: the words, and what stands beside them in the history."""

    def __init__(self) -> None:
        titles = dict(Reason.objects.filter(code__in=FACTS).values_list("code", "title"))
        self._reasons = [(code, titles[code], facts) for code, facts in FACTS.items() if code in titles]

    def filled(self, outcome: str, *, with_form: bool, chance: Random) -> tuple[str, dict[str, Any]]:
        """(text, data) of the history's entry."""
        if not with_form:
            return "", {}
        if outcome == "reject":
            code, title, facts = pick(chance, self._reasons)
            return fill_in(pick(chance, facts), chance), {"reason": code, "reason_title": title}
        kind = "advice" if outcome == "return" else outcome
        return fill_in(pick(chance, NOTES[kind]), chance), {}
