"""The process of a second look at a decision."""

from viewflow.workflow.status import STATUS

from workflows.models import Process


class CheckProcess(Process):
    """A second look at a decision. `data` holds who decided and what, which the second person is not shown."""

    class Meta:
        app_label = "workflows"
        proxy = True

    @property
    def decider_id(self) -> int:
        return int(self.data["decider"])

    @property
    def second_id(self) -> int | None:
        """The person who has taken the second look; None before."""
        taken = self.task_set.filter(queue="second_look", status=STATUS.DONE)
        return taken.values_list("owner_id", flat=True).first()

    @property
    def revision(self) -> int:
        """The number of the revision that was decided on; later ones do not count."""
        return int(self.data["revision"])

    def agrees(self, outcome: str) -> bool:
        return outcome == f"would_{self.data['decided']}"
