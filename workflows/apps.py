from django.apps import AppConfig


class WorkflowsConfig(AppConfig):
    name = "workflows"
    verbose_name = "Workflows"

    def ready(self) -> None:
        # flows must be known before the first row that names one is read
        from workflows import checks, decision_check, jobs, review_moderation  # noqa: F401  imported for their registrations
