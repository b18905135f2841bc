from django.db import models


class Mode(models.TextChoices):
    WORD = "word", "Word"
    PREFIX = "prefix", "Beginning of a word"
    PHRASE = "phrase", "Phrase"


class Action(models.TextChoices):
    """What a match does: marks the passage, sends the review to investigation, or proposes a rejection."""

    FLAG = "flag", "Flag"
    HOLD = "hold", "Hold"
    REJECT = "reject", "Propose rejection"


class Severity(models.IntegerChoices):
    MILD = 1, "Mild"
    STRONG = 2, "Strong"
    HARMFUL = 3, "Harmful or illegal"


class BannedWord(models.Model):
    """A term that arriving texts are searched for. A match is shown to a person; nothing is rejected automatically."""

    term = models.CharField(max_length=200, unique=True)
    mode = models.CharField(max_length=10, choices=Mode.choices, default=Mode.WORD)
    action = models.CharField(max_length=10, choices=Action.choices, default=Action.FLAG)
    severity = models.SmallIntegerField(choices=Severity.choices, default=Severity.MILD)
    notes = models.CharField(max_length=500, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["term"]

    def __str__(self) -> str:
        return self.term
