"""A kind of work that test code alone declares, about a subject that no table of the product holds: its own facets
filter its lists and batches, and item, form, history, search and counts follow.
"""

import pytest

from tests.factories import a_head_moderator, a_moderator
from tests.live import LiveStaff
from tests.proof.visitors import decide, made, manage
from workflows.models import Task

OBJECTION = {"days": 14, "findings": "The third step is loose."}


@pytest.fixture
def inspector(address: str) -> LiveStaff:
    return LiveStaff(address, a_moderator())


@pytest.fixture
def visits() -> list[int]:
    """The tasks of four visits: to the floors 1 to 4, every second with faults, the last to an office."""
    return [visit["task"] for visit in made("ask_for_visits", 4)]


def listed(staff: LiveStaff, query: str = "", of: str = "visits") -> list[int]:
    answer = staff.get(f"/queues/{of}/tasks?{query}")
    assert answer.status_code == 200, answer.text
    return [item["task_id"] for item in answer.json()["items"]]


def test_the_desk_says_what_its_lists_are_filtered_by(inspector: LiveStaff) -> None:
    desk = inspector.get("/desk").json()
    facets = {facet["name"]: facet for facet in desk["facets"]}
    assert facets["floor"] == {
        "name": "floor",
        "title": "Floor",
        "type": "number",
        "least": 1,
        "most": 4,
        "choices": [],
    }
    assert (facets["faults"]["title"], facets["faults"]["type"]) == ("With faults", "flag")
    assert facets["building"]["choices"] == [{"value": "shop", "title": "Shop"}, {"value": "office", "title": "Office"}]
    queues = {queue["name"]: queue["facets"] for queue in desk["queues"]}
    assert queues["visits"] == queues["repairs"] == ["floor", "faults", "building"]
    assert queues["pending"] == ["rating", "flagged"]
    assert set(queues["assigned_to_me"]) == set(facets)


def test_a_list_is_filtered_by_its_own_facets(inspector: LiveStaff, visits: list[int]) -> None:
    one, two, three, four = visits
    expected = {
        "": visits,
        "floor=2": [two],
        "faults=true": [two, four],
        "faults=false": [one, three],
        "building=office": [four],
        "building=shop&faults=true": [two],
        "floor=2&building=office": [],
        "flagged=false": visits,  # what its kind does not have, it has none of
        "flagged=true": [],
        "q=larkspur": visits,
        "q=fittings 3&floor=4": [four],
        "q=elsewhere": [],
    }
    assert {query: listed(inspector, query) for query in expected} == expected
    for query in ("floor=5", "floor=x", "faults=perhaps", "building=barn"):
        assert inspector.get(f"/queues/visits/tasks?{query}").status_code == 422


def test_a_filter_of_one_kind_finds_no_other_whose_facet_is_in_the_same_column(
    inspector: LiveStaff, visits: list[int]
) -> None:
    """Floors and stars are both in the first column for numbers."""
    [matter] = made("raise_matters", 1)  # about a review with one star
    for task in (*visits, matter["task"]):
        assert inspector.put(f"/tasks/{task}/lock").status_code == 200
    assert set(listed(inspector, of="assigned_to_me")) == {*visits, matter["task"]}
    assert listed(inspector, "floor=1", of="assigned_to_me") == visits[:1]
    assert listed(inspector, "rating=1", of="assigned_to_me") == [matter["task"]]
    assert set(listed(inspector, "faults=false", of="assigned_to_me")) == {visits[0], visits[2], matter["task"]}


def test_an_item_is_decided_with_its_form_and_told(inspector: LiveStaff, visits: list[int]) -> None:
    counts = inspector.get("/cms/counts").json()
    assert (counts["visits"], counts["repairs"]) == (4, 0)
    item = inspector.get(f"/tasks/{visits[1]}").json()
    assert item["subject"]["title"] == "Visit to Larkspur Fittings 1"
    [row] = inspector.get("/queues/visits/tasks?floor=2").json()["items"]
    assert {name: row["summary"][name] for name in ("floor", "faults", "building")} == {
        "floor": 2,
        "faults": 3,
        "building": "shop",
    }
    decision = decide(inspector, visits[1], "object", OBJECTION)
    assert decision["next"]["queue"] == "repairs"
    # what follows has the same facets
    assert listed(inspector, "floor=2&faults=true&building=shop", of="repairs") == [decision["next"]["task_id"]]
    process = Task.objects.values_list("process_id", flat=True).get(pk=visits[1])
    events = inspector.get(f"/processes/inspection/{process}/history").json()["events"]
    assert [(entry["action"], entry["text"], entry["data"]) for entry in events[-1:]] == [
        ("decide", OBJECTION["findings"], {"days": 14})
    ]


def test_a_batch_is_chosen_by_its_own_facets(address: str, visits: list[int]) -> None:
    head = LiveStaff(address, a_head_moderator())
    [offered] = [queue for queue in head.get("/bulk/queues").json() if queue["queue"] == "visits"]
    assert offered["facets"] == ["floor", "faults", "building"]
    body = {"queue": "visits", "outcome": "object", "filter": {"faults": True, "building": "shop"}}
    assert head.post("/bulk/preview", body).json()["count"] == 1
    refused = head.post("/bulk/preview", {**body, "filter": {"floor": 9}})
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["filter.floor"])
    batch = head.post("/bulk", {**body, "filter": {"faults": True}, "form": OBJECTION}).json()
    assert batch["total"] == 2
    manage("work")
    done = head.get(f"/bulk/{batch['id']}").json()
    assert (done["state"], done["done"], done["filter"]) == ("done", 2, {"faults": True})
    assert len(listed(head, "faults=true", of="repairs")) == 2
    assert listed(head) == [visits[0], visits[2]]
