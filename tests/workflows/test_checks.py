"""System checks report missing and duplicate declarations before the product starts."""

from typing import Any

import pytest
from django.db.models import TextChoices
from viewflow import this
from viewflow.workflow import lock, nodes

from api.bulk.schemas import BulkFilter
from api.tasks.queues import ListQuery
from workflows.checks import check_flows, problems_of, problems_of_facets, problems_of_queues, problems_of_statuses
from workflows.engine.core.declarations import KEYS_OF_THE_DESK, Page, Queue
from workflows.engine.core.facets import FILTERS, Choice, Facet, Flag, Number
from workflows.engine.core.flows import ProductFlow, flows
from workflows.engine.core.nodes import Ending, HumanTask
from workflows.engine.core.subject_registry import facets
from workflows.facets import FLAGGED, RATING
from workflows.reviews.subject import ReviewSubject


class SomeStatus(TextChoices):
    READ = "read", "Has been read"


def a_step(queue: str | Queue = "reading", **declared: Any) -> HumanTask:
    defaults = {} if isinstance(queue, Queue) else {"title": "Read", "permission": "moderation"}
    return HumanTask(queue, **{**defaults, **declared}).On("end", this.end, label="End", key="e")


def a_flow(**attributes: Any) -> type[ProductFlow]:
    defaults = {
        "kind": "test",
        "process_title": "Test",
        "subject": ReviewSubject(),
        "start": nodes.StartHandle().Next(this.read),
        "read": a_step(),
        "end": Ending(lambda _subject_id: None, title="End"),
        "about": dict.fromkeys(("end", "skip", "also", "o" * 33), "It happens."),
        "__module__": __name__,
    }
    return type("SomeFlow", (ProductFlow,), {**defaults, **attributes})


def a_moving_flow(**attributes: Any) -> type[ProductFlow]:
    return a_flow(move=staticmethod(lambda _subject_id, _status: None), **attributes)


def a_queue(name: str = "reading", path: str = "reading", **of_page: Any) -> Queue:
    return Queue(name, "Reading", "moderation", declared_page=Page(path, **of_page))


def a_queue_that(**lacks: Any) -> Queue:
    defaults: dict[str, Any] = {"name": "reading", "title": "Reading", "permission": "moderation"}
    return Queue(**{**defaults, **lacks})


def test_the_declarations_of_the_product_pass_every_check() -> None:
    assert check_flows() == []


def test_flows_of_a_module_that_no_application_holds_are_not_the_products() -> None:
    assert a_flow() not in flows()


@pytest.mark.parametrize(
    ("attributes", "problems"),
    [
        ({}, []),
        ({"lock_impl": lock.no_lock}, ["SomeFlow has no RowLock: two people could decide one item."]),
        (
            {"lock_impl": lock.select_for_update_lock},
            ["SomeFlow has no RowLock: two people could decide one item."],
        ),
        (
            {"read": a_step("pending")},
            ["SomeFlow.read declares the queue 'pending' differently from another step: share one Queue."],
        ),
        (
            {"read": a_step(permission="moderating")},
            ["SomeFlow.read asks for the permission 'moderating', which accounts.rights lacks."],
        ),
        ({"read": a_step(undo="recall")}, ["SomeFlow.read has no outcome 'recall'."]),
        (
            {"read": a_step(on_fire="x")},
            ["SomeFlow.read has no outcome 'x'.", "SomeFlow.read needs both `fires` and `on_fire`, or neither."],
        ),
        (
            {"read": a_step().On("skip", this.end, label="Skip", key="s")},
            ["SomeFlow.read gives 'skip' the key 's', which the console uses in every queue."],
        ),
        (
            {"read": a_step().On("also", this.end, label="Also", key="e")},
            ["The key 'e' is declared by SomeFlow.read.end and by SomeFlow.read.also."],
        ),
        ({"read": a_step().On("also", this.end, label="")}, ["SomeFlow.read has no label for the outcome 'also'."]),
        (
            {"about": {}},
            ["SomeFlow.read does not say what happens by the outcome 'end'."],
        ),
        (
            {"read": a_step().On("o" * 33, this.end, label="Also")},
            ["SomeFlow.read has an outcome with a name of more than 32 characters."],
        ),
    ],
)
def test_missing_parts_of_a_step_are_reported(attributes: dict[str, Any], problems: list[str]) -> None:
    assert [message.msg for message in problems_of(a_flow(**attributes))] == problems


def test_a_flow_without_a_title_or_a_subject_of_its_own_is_reported() -> None:
    bare = type("Bare", (ProductFlow,), {"__module__": __name__, "kind": "bare"})
    assert [problem.msg for problem in problems_of(bare)] == ["Bare has no process_title.", "Bare has no subject."]


def test_a_flow_that_moves_its_subject_gives_every_status_a_title() -> None:
    assert problems_of(a_moving_flow(read=a_step(status="Being read"))) == []
    [problem] = problems_of(a_moving_flow())
    assert problem.msg == "SomeFlow.read has no title for the status 'reading'."


def test_a_status_has_one_title() -> None:
    first = a_moving_flow(read=a_step("read", status="Being read"))
    other = a_moving_flow(read=a_step(status=SomeStatus.READ))
    assert problems_of_statuses([first]) == problems_of_statuses([other]) == []
    [problem] = problems_of_statuses([first, other])
    assert problem.msg == "The status 'read' has several titles: 'Being read', 'Has been read'."


@pytest.mark.parametrize(
    ("queues", "problems"),
    [
        ([a_queue()], []),
        ([a_queue_that()], []),
        ([a_queue_that(name="Read it")], ["needs a name of lower-case letters", "has the path 'queues/Read it'"]),
        ([a_queue_that(name="r" * 33)], ["needs a name of lower-case letters"]),
        ([a_queue_that(title="")], ["has no title"]),
        ([a_queue_that(permission="read")], ["asks for the permission 'read', which accounts.rights lacks"]),
        ([a_queue(path="/reading")], ["has the path '/reading', which is not a valid path"]),
        ([a_queue(icon="BookOpen")], ["has the icon 'BookOpen', which is not in kebab-case"]),
        ([a_queue(), a_queue(path="other")], ["is declared twice: by a process and as a view"]),
        ([a_queue(), a_queue("other")], ["The path 'reading' is declared by reading and by other"]),
        (
            [a_queue(key="r"), a_queue("other", "other", key="r")],
            ["The key 'r' is declared by reading and by other"],
        ),
        (
            [a_queue(place="reviews"), a_queue("other", "other", place="reviews")],
            ["The place 'reviews 0' is declared by reading and by other"],
        ),
    ],
)
def test_missing_and_duplicate_parts_of_queues_are_reported(queues: list[Queue], problems: list[str]) -> None:
    found = [problem.msg for problem in problems_of_queues(queues)]
    assert len(found) == len(problems)
    assert all(words in message for words, message in zip(problems, found, strict=True)), found


def test_a_clash_lists_the_keys_and_places_that_are_free() -> None:
    here = [
        a_queue(place="reviews", position=1, key="r"),
        a_queue("other", "other", place="reviews", position=1, key="r"),
    ]
    hints = [problem.hint for problem in problems_of_queues(here)]
    assert hints == [
        "Free: a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, s, t, u, v, w, x, y, z.",
        "Free: reviews 2, 3, 4.",
    ]
    for key in ("e", "s"):  # another outcome has it, and the console has it
        [problem] = problems_of(a_flow(read=a_step().On("also", this.end, label="Also", key=key)))
        assert problem.hint == "Free: a, b, c, d, h, i, p, q, r, t, u, v, y."


class Colour(TextChoices):
    RED = "red", "Red"


def a_flow_with(*facets: Facet) -> type[ProductFlow]:
    return a_flow(subject=type("SomeSubject", (ReviewSubject,), {"facets": facets})())


@pytest.mark.parametrize(
    ("flows_", "problems", "hint"),
    [
        ([a_flow_with(RATING, FLAGGED)], [], None),
        ([a_flow_with(RATING), a_flow_with(Number("stars", "Stars", "number_1", 1, 3))], [], None),
        (
            [a_flow_with(RATING), a_flow_with(Number("rating", "Marks", "number_1", 1, 6))],
            ["The facet 'rating' of SomeFlow differs from that of SomeFlow: share one Facet."],
            None,
        ),
        (
            [a_flow_with(RATING, Flag("late", "Late", "number_1"))],
            ["The column 'number_1' is declared by SomeFlow.rating and by SomeFlow.late."],
            "Free: number_2, number_3, text_1.",
        ),
        (
            [a_flow_with(RATING, Number("floor", "Floor", "text_1", 0, 9))],
            ["The facet 'floor' of SomeFlow cannot be stored in 'text_1'."],
            "Free: number_2, number_3.",
        ),
        (
            [a_flow_with(Number("floor", "Floor", "number_1", 0, 20))],
            ["The facet 'floor' of SomeFlow has more than 20 numbers, and the console offers each."],
            None,
        ),
        (
            [a_flow_with(Choice("company", "Colour", "text_1", Colour))],
            ["The facet 'company' of SomeFlow has a name that is no parameter, or is that of another filter."],
            None,
        ),
    ],
)
def test_facets_that_clash_are_reported_with_the_columns_that_are_free(
    flows_: list[type[ProductFlow]], problems: list[str], hint: str | None
) -> None:
    found = list(problems_of_facets(flows_))
    assert [problem.msg for problem in found] == problems
    assert [problem.hint for problem in found] == [hint] * len(problems)


def test_no_facet_may_have_the_name_of_another_filter() -> None:
    assert set(ListQuery.model_fields) - set(facets()) <= FILTERS
    assert set(BulkFilter.model_fields) - set(facets()) <= FILTERS


def test_a_shared_queue_is_declared_once() -> None:
    with pytest.raises(TypeError, match="declares its permission, status and page itself"):
        HumanTask(a_queue(), permission="moderation")
    assert a_step(a_queue()).permission == "moderation"


def test_the_keys_of_the_desk_are_the_consoles() -> None:
    """Said where the console's keys are described (console.md, Keys)."""
    assert set("jknsmzfgwoxl/?") == KEYS_OF_THE_DESK
