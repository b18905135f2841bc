"""A process that test code alone declares is worked on like the product's own: no file of the product names it.

It is installed by settings of its own, in a web server of its own. Rows that name its kind are never read here.
"""

from datetime import timedelta

import pytest
from django.db.models.functions import Now

from reviews.models import Review
from tests.factories import a_moderator, an_account
from tests.live import LiveStaff
from tests.proof.visitors import decide, made, manage
from workflows.models import Task

OF_THE_SPECIFICATION = 11
ADVICE = {"claim": 500, "advice": "Offer them half of it."}


@pytest.fixture
def lawyer(address: str) -> LiveStaff:
    return LiveStaff(address, a_moderator())


def raised(number: int = 1) -> list[dict[str, int]]:
    return made("raise_matters", number)


def test_its_declaration_passes_the_products_checks() -> None:
    assert "every name that the database holds is declared" in manage("docket_check")


def test_the_desk_declares_its_queues_statuses_and_kind(lawyer: LiveStaff) -> None:
    desk = lawyer.get("/desk").json()
    queues = {queue["name"]: queue for queue in desk["queues"]}
    assert queues["legal"] == {
        "name": "legal",
        "title": "Legal review",
        "permission": "moderation",
        "path": "reviews/legal",
        "icon": "scale",
        "key": "l",
        "place": "reviews",
        "position": 8,
        "view": False,
        "lists": "",
        "fires": False,
        "about": "",
        "kinds": ["legal_matter"],
        "facets": ["rating", "flagged"],
    }
    assert (queues["settlement"]["path"], queues["settlement"]["place"]) == ("queues/settlement", None)
    assert "legal_matter" in queues["assigned_to_me"]["kinds"]
    statuses = {status["name"]: (status["title"], status["open"]) for status in desk["statuses"]}
    assert statuses["legal"] == ("With the lawyers", True)
    assert (statuses["settlement"], statuses["settled"]) == (("To be settled", True), ("Settled", False))
    assert {"kind": "legal_matter", "title": "Legal matter"} in desk["kinds"]


def test_its_queues_are_counted_behind_those_of_the_specification(lawyer: LiveStaff, address: str) -> None:
    raised(2)
    counts = lawyer.get("/cms/counts").json()
    assert counts["legal"] == 2
    assert (counts["settlement"], counts["court"]) == (0, 0)
    assert {"legal", "settlement", "court"}.isdisjoint(list(counts)[:OF_THE_SPECIFICATION])
    assert LiveStaff(address, an_account()).get("/cms/counts").json()["legal"] == 0
    assert {queue["name"]: queue["open"] for queue in lawyer.get("/queues").json()}["legal"] == 2


def test_an_item_is_listed_taken_decided_with_its_form_and_told(lawyer: LiveStaff) -> None:
    raised(2)
    listed = lawyer.get("/queues/legal/tasks").json()["items"]
    assert [item["kind"] for item in listed] == ["legal_matter", "legal_matter"]
    assert all(item["due_at"] for item in listed)
    assert lawyer.get("/queues/legal/tasks?q=cheated").json()["items"]

    item = lawyer.post("/queues/legal/next").json()
    task, process = item["task_id"], item["process"]
    assert [item["task_id"] for item in lawyer.get("/queues/assigned_to_me/tasks").json()["items"]] == [task]
    [advise] = [outcome for outcome in item["outcomes"] if outcome["name"] == "advise"]
    assert set(advise["form"]["properties"]) == {"claim", "advice"}
    refused = lawyer.post(f"/tasks/{task}/decision", {"outcome": "advise", "form": {"advice": "Pay."}})
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["form.claim"])
    decision = decide(lawyer, task, "advise", ADVICE)
    assert (decision["status"], decision["next"]["queue"]) == ("settlement", "settlement")

    history = lawyer.get(f"/processes/legal_matter/{process['id']}/history").json()["events"]
    assert [(entry["action"], entry["label"], entry["to_title"]) for entry in history] == [
        ("start", "", "Legal review"),
        ("claim", "", ""),
        ("decide", "Advise", "Settlements"),
    ]
    assert (history[-1]["text"], history[-1]["data"]) == (ADVICE["advice"], {"claim": 500})

    returned = decide(lawyer, decision["next"]["task_id"], "return")
    assert (returned["status"], returned["next"]["queue"]) == ("legal", "legal")
    cleared = decide(lawyer, returned["next"]["task_id"], "clear")
    assert (cleared["status"], cleared["next"], cleared["undo_until"]) == ("published", None, None)


def test_a_queue_that_it_gets_later_is_worked_on(lawyer: LiveStaff) -> None:
    [matter] = raised()
    sued = decide(lawyer, matter["task"], "sue")
    assert (sued["status"], sued["next"]["queue"]) == ("court", "court")
    assert lawyer.get("/cms/counts").json()["court"] == 1
    assert [item["task_id"] for item in lawyer.get("/queues/court/tasks").json()["items"]] == [sued["next"]["task_id"]]
    assert decide(lawyer, sued["next"]["task_id"], "lose")["status"] == "settled"


def test_its_graph_is_drawn(lawyer: LiveStaff) -> None:
    graph = lawyer.get("/processes/legal_matter/graph").json()
    assert [node["name"] for node in graph["nodes"]] == ["raised", "legal", "settlement", "court", "cleared", "settled"]
    assert {"source": "legal", "target": "settlement", "label": "Advise"} in graph["edges"]
    assert {"source": "settlement", "target": "legal", "label": "Return"} in graph["edges"]


def test_the_table_of_all_reviews_filters_by_its_statuses(lawyer: LiveStaff) -> None:
    [first, _] = raised(2)
    decide(lawyer, first["task"], "advise", ADVICE)
    found = {status: lawyer.get(f"/reviews?status={status}").json()["items"] for status in ("legal", "settlement")}
    assert {status: [row["status"] for row in rows] for status, rows in found.items()} == {
        "legal": ["legal"],
        "settlement": ["settlement"],
    }
    company = found["legal"][0]["company"]["id"]
    report = lawyer.get(f"/company/{company}").json()
    assert {entry["status"]: entry["reviews"] for entry in report["by_status"]} == {"legal": 1, "settlement": 1}
    assert lawyer.get("/reviews?status=unheard").status_code == 422


def test_its_clock_fires(lawyer: LiveStaff) -> None:
    [matter] = raised()
    waiting = decide(lawyer, matter["task"], "advise", ADVICE)["next"]["task_id"]
    assert manage("sweep").strip() == "0"
    Task.objects.filter(pk=waiting).update(fires_at=Now() - timedelta(seconds=1))
    assert manage("sweep").strip() == "1"
    assert Review.objects.get().status == "settled"
    history = lawyer.get(f"/processes/legal_matter/{matter['process']}/history").json()["events"]
    assert (history[-1]["action"], history[-1]["label"], history[-1]["to_title"]) == ("fire", "Settle", "Settled")


def test_without_its_settings_the_product_does_not_know_it(server: str) -> None:
    desk = LiveStaff(server, a_moderator()).get("/desk").json()
    assert "legal" not in {queue["name"] for queue in desk["queues"]}
