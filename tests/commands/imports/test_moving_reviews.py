"""Exports of Trustpilot and Google become reviews; a second run makes nothing."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from reviews.models import Review
from tests.commands.imports.importing import Write, rejected
from tests.commands.imports.movers import lines_of, moved
from tests.consistency import inconsistencies

CSV = (
    "Domain Url,Webshop Name,Business Unit Id,Review Id,Review Created (UTC),Review Consumer User Id,Review Username,"
    "Review User Email,Review Title,Review Content,Review Stars,Source Of Review,Reference Id,Company Reply,"
    "Company Reply Date (UTC),Review Language\r\n"
    'https://mill.example,Mill Lane Dental,b1,r1,2024-02-03 04:05:06,u1,Ada L.,ada@client.example,"Kind, quick",'
    '"Two lines,\r\n""really"" 🦷",5,Organic,,"Thank you, Ada!",2024-02-04 00:00:00,en\r\n'
    "https://mill.example,,b1,r2,2024-02-03T04:05:06.000Z,u2,,,,Late.,2,Invitation,O-17,,,de\r\n"
    "https://mill.example,Mill Lane Dental,b1,r3,2024-02-03 04:05:06,u3,Bo,,No words,,1,Organic,,,,en\r\n"
    "https://mill.example,Mill Lane Dental,b1,r4,long ago,u4,Bo,,,Hm.,1,Organic,,,,en\r\n"
    "https://mill.example,Mill Lane Dental,b1,r5,2024-02-03 04:05:06,u5,Bo,,,Hm.,six,Organic,,,,en\r\n"
    "https://mill.example,Mill Lane Dental,b1,,2024-02-03 04:05:06,u6,Bo,,,Hm.,1,Organic,,,,en\r\n"
    "https://mill.example,Mill Lane Dental,b1,r1,2024-02-03 04:05:06,u7,Bo,,,Hm.,1,Organic,,,,en\r\n"
)


def a_trustpilot_review(**more: Any) -> dict[str, Any]:
    return {
        "links": [{"href": "https://api.example", "rel": "self"}],
        "id": "r9",
        "consumer": {"id": "u9", "displayName": "Ada L.", "displayLocation": "Leeds"},
        "businessUnit": {"id": "b1", "displayName": "Mill Lane Dental", "identifyingName": "mill.example"},
        "stars": 4,
        "title": "Kind",
        "text": "And quick. 🦷",
        "language": "en",
        "createdAt": "2024-02-03T04:05:06.000Z",
        "experiencedAt": "2024-02-01T00:00:00.000Z",
        "companyReply": {"text": "Thanks!", "createdAt": "2024-02-04T00:00:00.000Z"},
        "isVerified": True,
        "status": "active",
        "referenceId": "O-17",
        "referralEmail": "ada@client.example",
        "tags": [{"group": "branch", "value": "leeds"}],
        **more,
    }


def a_google_review(number: int, **more: Any) -> dict[str, Any]:
    return {
        "name": f"accounts/11/locations/22/reviews/g{number}",
        "reviewId": f"g{number}",
        "reviewer": {"profilePhotoUrl": "https://photo.example", "displayName": "Ada Lund"},
        "starRating": "FIVE",
        "comment": f"Nice {number}. 🦷",
        "createTime": "2014-10-02T15:01:23.045123456Z",
        "updateTime": "2014-10-03T15:01:23Z",
        **more,
    }


def kept() -> dict[str, Any]:
    return {review.external_id: review for review in Review.objects.select_related("company")}


def test_a_row_of_trustpilots_csv_becomes_a_review(write: Write) -> None:
    path = write(b"\xef\xbb\xbf" + CSV.encode(), "trustpilot.csv")
    done = moved("reviews", path)
    assert (done.status, done.error) == (0, "")
    stored = kept()
    assert set(stored) == {"r1", "r2"}
    one, other = stored["r1"], stored["r2"]
    assert (one.source, one.company.name, one.rating, one.title, one.text) == (
        "trustpilot",
        "Mill Lane Dental",
        5,
        "Kind, quick",
        'Two lines,\r\n"really" 🦷',
    )
    assert (one.author_name, one.author_email, one.verified) == ("Ada L.", "ada@client.example", False)
    assert one.posted_at == other.posted_at == datetime(2024, 2, 3, 4, 5, 6, tzinfo=UTC)
    assert one.raw == {
        "file": "trustpilot.csv",
        "line": 2,
        "more": {"reply": "Thank you, Ada!", "reply_at": "2024-02-04 00:00:00", "language": "en"},
    }
    assert (other.company.name, other.raw["more"]["reference"]) == ("https://mill.example", "O-17")
    assert [line for line, _ in rejected(path)] == [5, 6, 7, 8, 9]
    assert "2  already here" in moved("reviews", path).output
    assert list(inconsistencies()) == []


def test_an_order_of_day_and_month_that_is_in_doubt_is_asked_about(write: Write) -> None:
    rows = CSV.replace("2024-02-03 04:05:06", "12/25/2024 04:05")
    for written in (rows.replace("Review Created", "review created"), rows):
        path = write(written.encode(), "trustpilot.csv")
        assert "--date-format" in moved("reviews", path).error
    moved("reviews", path, "--date-format", "%m/%d/%Y %H:%M")
    assert kept()["r1"].posted_at == datetime(2024, 12, 25, 4, 5, tzinfo=UTC)


def test_pages_of_trustpilots_api_become_reviews_and_a_newer_one_a_revision(write: Write) -> None:
    page = {"links": [], "reviews": [a_trustpilot_review(), a_trustpilot_review(id="r10", isVerified=False)]}
    path = write(json.dumps(page, indent=2), "page.json")
    assert "2  imported" in moved("reviews", path).output
    one = kept()["r9"]
    assert (one.author_email, one.verified, one.rating) == ("ada@client.example", True, 4)
    assert one.raw["more"] == {
        "reply": "Thanks!",
        "reply_at": "2024-02-04T00:00:00.000Z",
        "reference": "O-17",
        "language": "en",
        "status": "active",
        "tags": [{"group": "branch", "value": "leeds"}],
        "experienced_at": "2024-02-01T00:00:00.000Z",
    }
    newer = {"reviews": [a_trustpilot_review(text="Not quick."), a_trustpilot_review(id="r11", consumer=None)]}
    done = moved("reviews", write(f"{json.dumps(page)}\n{json.dumps(newer)}", "newer.json"))
    assert "1  imported" in done.output
    # what stands twice in one file with other words is refused, as in any other
    assert "1  rejected" in done.output
    done = moved("reviews", write(json.dumps(newer), "newer.json"))
    assert "1  with a changed text" in done.output
    assert kept()["r9"].text == "Not quick."


@pytest.mark.parametrize("more", [{"referenceId": "O\u0000"}, {"tags": [{"group": "\ud83d"}]}])
def test_raw_data_that_cannot_be_stored_costs_its_row_alone(write: Write, more: Any) -> None:
    rows = [a_trustpilot_review(**more), a_trustpilot_review(id="r10")]
    path = write("".join(f"{json.dumps(row)}\n" for row in rows), "t.ndjson")
    done = moved("reviews", path)
    assert (done.status, [line for line, _ in rejected(path)]) == (0, [1])
    assert list(kept()) == ["r10"]


def test_google_names_stars_by_words_and_no_company(write: Write) -> None:
    rows = [
        a_google_review(1, reviewReply={"comment": "Thanks.", "updateTime": "2014-10-04T15:01:23Z"}),
        a_google_review(2, starRating="ONE", reviewer={"displayName": "A Google user", "isAnonymous": True}),
        a_google_review(3, comment="(Translated by Google) Good.\n\n(Original)\nGut."),
        a_google_review(4, comment="Bien.\n\n(Translated by Google)\nGood."),
        a_google_review(5, starRating="STAR_RATING_UNSPECIFIED"),
        a_google_review(6, comment=None),
        a_google_review(7, starRating="TEN"),
        a_google_review(8, reviewId=None, name=""),
        a_google_review(9, createTime=None, updateTime=None, reviewer=None),
        {key: value for key, value in a_google_review(10).items() if key != "reviewId"},
    ]
    path = write(json.dumps({"reviews": rows, "averageRating": 4.5, "totalReviewCount": 10}), "reviews.json")
    assert "--set company=NAME" in moved("reviews", path).error
    assert not kept()
    done = moved("reviews", path, "--set", "company=Mill Lane Dental")
    assert done.status == 0
    stored = kept()
    assert {key: (each.rating, each.text, each.anonymous) for key, each in stored.items()} == {
        "g1": (5, "Nice 1. 🦷", False),
        "g2": (1, "Nice 2. 🦷", True),
        "g3": (5, "Gut.", False),
        "g4": (5, "Bien.", False),
        "g5": (None, "Nice 5. 🦷", False),
        "g9": (5, "Nice 9. 🦷", False),
        "g10": (5, "Nice 10. 🦷", False),
    }
    assert [number for number, _ in rejected(path)] == [6, 7, 8]
    assert stored["g1"].source == "google"
    assert stored["g1"].company.name == "Mill Lane Dental"
    assert stored["g1"].posted_at == datetime(2014, 10, 2, 15, 1, 23, 45123, tzinfo=UTC)
    assert stored["g1"].raw["more"]["reply"] == "Thanks."
    assert stored["g1"].raw["more"]["location"] == "accounts/11/locations/22"
    assert "7  already here" in moved("reviews", path, "--set", "company=Mill Lane Dental").output
    assert list(inconsistencies()) == []


@pytest.mark.parametrize("torn", ["", '{"reviewId": "g3", "star'])
def test_a_line_may_be_a_review_of_google_and_a_torn_one_costs_itself_alone(write: Write, torn: str) -> None:
    path = write(lines_of([a_google_review(1), a_google_review(2)], torn=torn), "takeout.ndjson")
    done = moved("reviews", path, "--format", "google", "--default", "company=Mill Lane Dental")
    assert (done.status, set(kept())) == (0, {"g1", "g2"})
    assert [line for line, _ in rejected(path)] == ([3] if torn else [])


def test_a_dry_run_tells_what_would_come_of_another_products_file(write: Write) -> None:
    done = moved("reviews", write(json.dumps([a_trustpilot_review()]), "page.json"), "--dry-run")
    assert "1  would be imported" in done.output
    assert "company='Mill Lane Dental'" in done.output
    assert not kept()
