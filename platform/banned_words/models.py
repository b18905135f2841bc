from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Lower

from banned_words.endings import has_endings

MAX_TERM, MAX_NOTES, MAX_EXCEPTION, MAX_EXCEPTIONS = 200, 500, 200, 50


class Mode(models.TextChoices):
    WORD = "word", "Word"
    PREFIX = "prefix", "Beginning of a word"
    PHRASE = "phrase", "Phrase"
    PATTERN = "pattern", "Pattern"


class Action(models.TextChoices):
    """The effect of a match: `flag` marks it, `hold` sends the review to investigation, `reject` proposes rejection."""

    FLAG = "flag", "Flag"
    HOLD = "hold", "Hold"
    REJECT = "reject", "Propose rejection"


class Severity(models.IntegerChoices):
    MILD = 1, "Mild"
    STRONG = 2, "Strong"
    HARMFUL = 3, "Harmful or illegal"


class BannedWord(models.Model):
    """A term of the list, which screening searches for. A person sees each match; nothing is rejected automatically.

    An entry is retired, never deleted, because reviews refer to the entries that matched. A trigger increases the
    version of the list with every change (`ListVersion`).
    """

    term = models.CharField(max_length=MAX_TERM)
    mode = models.CharField(max_length=10, choices=Mode.choices, default=Mode.WORD)
    action = models.CharField(max_length=10, choices=Action.choices, default=Action.FLAG)
    severity = models.SmallIntegerField(choices=Severity.choices, default=Severity.MILD)
    # language of the term (BCP 47); empty: any. It does not limit the search: a short text does not reveal its language
    language = models.CharField(max_length=8, blank=True, default="")
    notes = models.CharField(max_length=MAX_NOTES, blank=True, default="")
    # innocent words and phrases: a match inside one does not count
    exceptions = ArrayField(models.CharField(max_length=MAX_EXCEPTION), default=list, blank=True)
    # plurals and possessives match too. Off for entries that are older than this field, until people have tried them
    endings = models.BooleanField(default=None)
    # a shadow entry: its matches are counted, but have no effect
    shadow = models.BooleanField(default=False)
    retired_at = models.DateTimeField(null=True, blank=True)
    # set for a pattern that cost too much in use: it matches nothing until its term is changed (decision 97)
    stopped_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["term"]
        constraints = [
            # the case of patterns matters
            models.UniqueConstraint(
                Lower("term"),
                "mode",
                name="banned_word_once",
                condition=models.Q(retired_at=None) & ~models.Q(mode="pattern"),
            ),
            models.UniqueConstraint(
                fields=["term"],
                name="banned_pattern_once",
                condition=models.Q(retired_at=None, mode="pattern"),
            ),
        ]

    def __str__(self) -> str:
        return self.term

    def save(self, *args: Any, **options: Any) -> None:
        self.endings = has_endings(self.term, self.endings)
        super().save(*args, **options)


class ListVersion(models.Model):
    """The current version of the list; the table has one row. A trigger updates it in the transaction of each change.
    `stamp`: new with each change, because a change that was rolled back and a later one can have the same number.
    """

    number = models.BigIntegerField()
    stamp = models.UUIDField()
    changed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"version {self.number}"


MAX_GUIDANCE = 2_000


class HarmGuidance(models.Model):
    """The desk's own guidance for when somebody may come to harm; the table has at most one row."""

    text = models.TextField()
    changed_at = models.DateTimeField(auto_now=True)
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )

    def __str__(self) -> str:
        return "guidance"


class WordTrial(models.Model):
    """A trial of an entry on stored reviews before it is saved. Stores ids and positions, no text of a review."""

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting"
        RUNNING = "running", "Running"
        DONE = "done", "Done"
        # for `reason`; empty: an error, or the saved entry was retired meanwhile
        FAILED = "failed", "Failed"

    class Reason(models.TextChoices):
        """Why a trial failed."""

        COSTLY = "costly", "Costs too much"
        REPLACED = "replaced", "The same person began another"

    # the fields of the entry to try
    entry = models.JSONField()
    # the saved entry that it would replace
    saved = models.ForeignKey(BannedWord, null=True, on_delete=models.CASCADE, related_name="+")
    # the person, who can have one unfinished trial. Null for trials that are older than this field
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    # why it failed, if known
    reason = models.CharField(max_length=10, choices=Reason.choices, blank=True, default="", db_default="")
    total = models.PositiveIntegerField(default=0)
    searched = models.PositiveIntegerField(default=0)
    # `reviews.word_trials.Figures`
    result = models.JSONField(default=dict)
    # ids of the matching reviews that are open or published, for bulk moderation
    matched = ArrayField(models.BigIntegerField(), default=list)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"trial {self.pk}"
