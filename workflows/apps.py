from django.apps import AppConfig


class WorkflowsConfig(AppConfig):
    name = "workflows"
    verbose_name = "Workflows"

    def ready(self) -> None:
        # flows must be registered before the first row that refers to one is read
        # imported for their side effect: flows, checks and jobs register themselves
        from workflows import (  # noqa: F401
            checks,
            jobs,
            restriction_request,
            review_moderation,
            second_look,
            testimonial_transcription,
            ticket_resolution,
        )
        from workflows.engine.core.flows import flows
        from workflows.models import Task

        Task._meta.indexes = [*Task._meta.indexes, *(index for flow in flows() for index in flow.indexes)]
