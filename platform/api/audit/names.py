"""The names of the things that audit entries are about. The log holds only ids; names are read from the things."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from accounts.models import ApiKey, User
from audit.entries import texts_of
from audit.finding import Thing, things_of
from audit.models import AuditEntry, Kind
from banned_words.models import Action, BannedWord
from companies.models import Company
from groups.models import Group
from reviews.models import Reason
from tags.models import Tag
from tickets.models import CannedReply
from workflows.engine.core.flows import flows, steps

# Not here: blacklist entries, which have no name; words that reject, which lists mask; a person's own canned replies.
_NAMES: Mapping[str, Callable[[set[int]], Iterable[tuple[int, str]]]] = {
    Kind.ACCOUNT: lambda ids: User.objects.names_of(ids).items(),
    Kind.CANNED_REPLY: lambda ids: CannedReply.objects.filter(pk__in=ids, owner=None).values_list("pk", "title"),
    Kind.COMPANY: lambda ids: Company.objects.filter(pk__in=ids).values_list("pk", "name"),
    Kind.GROUP: lambda ids: Group.objects.filter(pk__in=ids).values_list("pk", "name"),
    Kind.KEY: lambda ids: ApiKey.objects.filter(pk__in=ids).values_list("pk", "name"),
    Kind.REASON: lambda ids: Reason.objects.filter(pk__in=ids).values_list("pk", "title"),
    Kind.TAG: lambda ids: Tag.objects.filter(pk__in=ids).values_list("pk", "name"),
    Kind.WORD: lambda ids: (
        BannedWord.objects.filter(pk__in=ids).exclude(action=Action.REJECT).values_list("pk", "term")
    ),
}


def companies_in(entries: Iterable[AuditEntry]) -> dict[int, str]:
    """The names of the companies in these entries, by id. Without companies no SQL statement is run."""
    named = {pk for entry in entries for kind, pk in things_of(entry)[1:] if kind == Kind.COMPANY}
    return {pk: name for (_, pk), name in names_of_things((Kind.COMPANY, pk) for pk in named).items()}


def sentences_of(entries: Collection[AuditEntry]) -> list[str]:
    """The sentence of each entry, with names and titles instead of ids and codes."""
    return texts_of(entries, companies_in(entries), with_titles)


def names_of_things(things: Iterable[Thing]) -> dict[Thing, str]:
    """The names of the things that have one, read by one SQL statement for each kind."""
    wanted: dict[str, set[int]] = defaultdict(set)
    for kind, pk in things:
        # 0 stands for a list as a whole
        if kind in _NAMES and pk:
            wanted[kind].add(pk)
    return {(kind, pk): name for kind, ids in wanted.items() for pk, name in _NAMES[kind](ids)}


def with_titles(details: Mapping[str, Any]) -> Mapping[str, Any]:
    """The details of an entry, with titles instead of the codes of queue and outcome, if it names a queue."""
    queue, outcome = details.get("queue"), details.get("outcome")
    found = next((step for flow in flows() for step in steps(flow) if step.queue == queue), None) if queue else None
    if found is None:
        return details
    choice = found.outcomes.get(str(outcome))
    title = found.declared_queue.title if found.declared_queue else queue
    return {**details, "queue": title, "outcome": choice.label if choice else outcome}
