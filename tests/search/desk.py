"""A small desk to search in, and what a search of it finds."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from accounts.models import User
from companies.models import Company
from reviews.revisions import revise_review
from tests.factories import a_company, a_review, an_account, an_admin
from tests.staff import Staff
from tests.testimonials.arriving import a_testimonial
from tests.workflows.tickets.threads import a_ticket, writes
from tickets.writing import Client


def groups(staff: Staff, term: str, type_: str = "everything", **more: Any) -> dict[str, Any]:
    """The groups of an answer, by type; of one type its page."""
    answer = staff.get(f"/search?{urlencode({'term': term, 'type': type_, **more})}")
    assert answer.status_code == 200, (term, answer.content)
    if type_ == "everything":
        return {group["type"]: group for group in answer.json()["groups"]}
    return {type_: answer.json()}


def found(staff: Staff, term: str, type_: str) -> list[int]:
    """The ids of a type's first page."""
    return [item["id"] for item in groups(staff, term, type_)[type_]["items"]]


@dataclass(frozen=True)
class Desk:
    """`things`: (type, id) by the names that the tests use."""

    staff: Staff
    things: dict[str, tuple[str, int]]

    def found(self, term: str, type_: str) -> list[str]:
        """The names of what is found, in order."""
        names = {thing: name for name, thing in self.things.items()}
        kind = {"hsone": "companies"}.get(type_, type_)
        return [names[kind, pk] for pk in found(self.staff, term, type_)]


def a_desk() -> Desk:
    """Companies, reviews, accounts, tickets and testimonials, each with something that is hard to find."""
    companies = {name: _company(name, **fields) for name, fields in COMPANIES.items()}
    smile = companies["Smile Dental Care"]
    things = {name: ("companies", company.pk) for name, company in companies.items()}
    for name, fields in REVIEWS.items():
        review = a_review(smile if fields.get("at_smile") else companies["Müller & Söhne"], **_given(fields))
        things[name] = ("third-party-reviews" if fields.get("source") in ("google", "nhs") else "reviews", review.pk)
    revise_review(things["edited"][1], {"text": "The xylophone was loud."}, reason="Names a person.", by=None)
    for name, (first, second) in TICKETS.items():
        ticket = a_ticket(first, company=smile, client=Client(f"{name} Client", f"{name}@client.example"))
        writes(ticket, second)
        things[name] = ("tickets", ticket.pk)
    for name, data in TESTIMONIALS.items():
        things[name] = ("testimonials", a_testimonial(smile, author_contact=f"{name}@author.example", **data))
    for name in ACCOUNTS:
        things[name] = ("accounts", an_account(name=name).pk)
    User.objects.filter(pk=things["Søren Kierkegaard"][1]).update(
        email="soren@docket.test", mobile_phone="+44 7700 900123"
    )
    return Desk(Staff(an_admin("Zed Admin")), things)


def _company(name: str, **fields: Any) -> Company:
    company = a_company(name)
    Company.objects.filter(pk=company.pk).update(**fields)
    return company


def _given(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name != "at_smile"}


COMPANIES: dict[str, dict[str, Any]] = {
    "Smile Dental Care": {"hsone_id": "HS1-0042", "phone": "+44 20 7946 0958", "postcode": "DN1 2AB"},
    "Smile": {"hsone_id": "HS1-0043"},
    "The Smile Rooms": {},
    "Müller & Söhne": {"hsone_id": "AB_9%x"},
    "O'Brien's Bakery": {},
    "Café Crème": {},
    "Brighton Orthodontics": {},
    "100% Teeth": {},
}
REVIEWS: dict[str, dict[str, Any]] = {
    "painless": {
        "title": "Painless extraction",
        "text": "The dentists were running late, but friendly and gentle.",
        "constructive": "Please repaint the waiting room.",
        "author_name": "José Álvarez",
        "author_email": "Jose@Reader.example",
        "author_mobile": "07700 900999",
        "rating": 5,
        "external_id": "EXT-77",
        "at_smile": True,
    },
    "late": {"text": "Running very late! A waiting room full of people.", "rating": 2, "at_smile": True},
    "joined": {"text": "good/bad service.Terrible parking, don't go <b>there</b>", "rating": 1},
    "edited": {"text": "Doctor Zimmermann shouted.", "rating": 1},
    "umlaut": {"title": "Schöne Grüße", "text": "Sehr gut.", "business_name": "Naïve Ltd"},
    "emoji": {"text": "Lovely 😀 place", "rating": 5},
    "google": {"text": "A gentle hygienist.", "source": "google", "external_id": "G-1"},
    "nhs": {"text": "The ward was spotless.", "source": "nhs", "external_id": "N-1"},
}
TICKETS = {"invoice": ("My invoice is wrong.", "Still no refund."), "login": ("I cannot log in.", "It works, thanks.")}
TESTIMONIALS: dict[str, dict[str, Any]] = {
    "card": {"text": "They saved my tooth.", "title": "Saved", "author_name": "Ngozi Okafor", "external_id": "CARD-9"},
    "letter": {"text": "A calm and tidy surgery. My tooth is fine.", "author_name": "René Dubois"},
}
ACCOUNTS = ("Grace Hopper", "Katherine Johnson", "Søren Kierkegaard", "Jean-Luc Picard")
