"""The process of a second look at a decision."""

from viewflow.workflow.status import STATUS

from workflows.models import Process


class SecondLookProcess(Process):
    """A second look at a decision. `data` holds the first decision and its person, hidden from the second person."""

    class Meta:
        app_label = "workflows"
        proxy = True

    # the id of the person who decides the second look, until it is stored
    second_looker: int | None = None

    @property
    def decider_id(self) -> int:
        return int(self.data["decider"])

    @property
    def second_id(self) -> int | None:
        """The person who took the second look; None if nobody has."""
        if self.second_looker is not None:
            return self.second_looker
        taken = self.task_set.filter(queue="second_look", status=STATUS.DONE)
        return taken.values_list("owner_id", flat=True).first()

    @property
    def revision(self) -> int:
        """The number of the revision that the first decision was about."""
        return int(self.data["revision"])

    def agrees(self, outcome: str) -> bool:
        return outcome == f"would_{self.data['decided']}"
