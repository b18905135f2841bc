"""A kind of work that the product does not know, about what it does not know: an inspector visits a company.

Nothing of it is a review: it has facets, rows, details and words of its own, and no table.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from django.db.models import TextChoices
from pydantic import BaseModel, Field
from viewflow import this
from viewflow.workflow import nodes

from accounts.models import User
from companies.models import Company
from companies.schemas import CompanyRef
from search.lists import NONE, OpenWords
from workflows.engine.core.declarations import Page
from workflows.engine.core.entry_data import number
from workflows.engine.core.facets import Choice, Facet, Flag, Number
from workflows.engine.core.flows import ProductFlow
from workflows.engine.core.lifecycle import start_process
from workflows.engine.core.nodes import Ending, HumanTask
from workflows.engine.core.outcomes import LongText, OutcomeForm
from workflows.engine.core.subjects import About, UnrevisedSubject, Words
from workflows.models import Process


class Building(TextChoices):
    SHOP = "shop", "Shop"
    OFFICE = "office", "Office"


# in the column in which reviews have their stars: a filter of one kind never finds the other
FLOOR = Number("floor", "Floor", "number_1", least=1, most=4)
FAULTS = Flag("faults", "With faults", "number_3")
BUILDING = Choice("building", "Building", "text_1", choices=Building)


class VisitRow(BaseModel):
    kind: Literal["site_visit"]
    id: int
    title: str
    company: CompanyRef
    floor: int
    faults: int
    building: str


class VisitDetail(VisitRow):
    text: str


class CompanyNames(Words):
    """Visits are found by the names of their companies."""

    def open(self, typed: str) -> OpenWords:
        companies = "SELECT id FROM companies_company WHERE name ILIKE %(name)s"
        return OpenWords(NONE, NONE, companies, {"name": f"%{typed}%"})

    def selected(self, typed: str) -> tuple[Any, Any]:
        return Company.objects.named(typed).values("pk"), Company.objects.named(typed).values("pk")


class VisitProcess(Process):
    """A visit to a company, which is its subject."""

    floor, faults, building = FLOOR, FAULTS, BUILDING

    class Meta:
        app_label = "workflows"
        proxy = True


class VisitSubject(UnrevisedSubject):
    kind = thing = "site_visit"
    row_schema: type[BaseModel] = VisitRow
    detail_schema: type[BaseModel] = VisitDetail
    words: Words = CompanyNames()
    page = "/company/{}"
    facets: Sequence[Facet] = (FLOOR, FAULTS, BUILDING)

    def rows(self, processes: Sequence[About]) -> Mapping[int, Mapping[str, Any]]:
        found = VisitProcess.objects.in_bulk([each.process_id for each in processes])
        names = Company.objects.in_bulk([each.subject_id for each in processes])
        return {pk: self._row(process, names[process.subject_id]) for pk, process in found.items()}

    def _row(self, process: Any, company: Company) -> dict[str, Any]:
        shown = {facet.name: getattr(process, facet.column) for facet in self.facets}
        about = {"kind": self.kind, "id": company.pk, "title": f"Visit to {company.name}"}
        return {**about, "company": {"id": company.pk, "name": company.name}, **shown}

    def detail(self, task: Any, reader: User) -> Mapping[str, Any]:
        company = Company.objects.get(pk=task.process.subject_id)
        return {**self._row(task.process, company), "text": "See whether the stairs are safe."}

    def public(self, subject_id: int) -> Mapping[str, Any]:
        return {"id": subject_id}

    def erase(self, account_id: int) -> None:
        """Nothing to erase: it names nobody."""


VISITS = Page("visits", icon="scale", place="reviews", position=9)


class Findings(OutcomeForm):
    """What the inspector has found."""

    text_field = "findings"
    entry_data = {"days": number}

    days: int = Field(title="Days to mend it", ge=1)
    findings: LongText = Field(title="Findings", json_schema_extra={"x-widget": "textarea"})


class SiteVisit(ProductFlow):
    """An inspector looks at a building; what is wrong is mended."""

    process_title = "Site visit"
    kind = "inspection"
    order = 21
    about = dict.fromkeys(("pass", "object", "mended"), "The inspectors know.")
    process_class = VisitProcess
    subject = VisitSubject()

    asked = nodes.StartHandle(this.ask).Next(this.visits)

    # An inspector looks at it.
    visits = (
        HumanTask(
            "visits",
            title="Visits",
            permission="moderation",
            page=Page("visits", icon="scale", place="reviews", position=9),
        )
        .On("pass", this.passed, label="Pass", key="p", tone="primary")
        .On("object", this.repairs, label="Object", key="b", form=Findings)
    )

    # The owner mends it.
    repairs = HumanTask("repairs", title="Repairs", permission="moderation").On(
        "mended", this.passed, label="Mended", key="e"
    )

    passed = Ending(None, title="Passed")

    @classmethod
    def first_step(cls, process: Process) -> HumanTask:
        return cls.visits

    def ask(self, activation: Any, company: Company, floor: int, faults: int, building: str) -> Process:
        process: VisitProcess = activation.process
        process.subject_id, process.company_id, process.country = company.pk, company.pk, company.country
        process.floor, process.faults, process.building = floor, faults, building
        return process


def ask_for_visits(number: int) -> list[Process]:
    """Ask for so many visits, each of a company of its own, on the floors 1 to 4 in turn."""
    return [
        start_process(
            SiteVisit,
            SiteVisit.asked,
            company=Company.objects.create(name=f"Larkspur Fittings {place}"),
            floor=place % 4 + 1,
            faults=place % 2 * 3,
            building=Building.OFFICE if place % 4 == 3 else Building.SHOP,
        )
        for place in range(number)
    ]
