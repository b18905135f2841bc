from django.apps import AppConfig


class ProofConfig(AppConfig):
    """An application with processes of its own, which no code of the product names."""

    name = "tests.proof"
    label = "proof"

    def ready(self) -> None:
        # imported for their registration, which needs the models that are loaded by now
        from tests.proof import legal_matter, site_visit  # noqa: F401, PLC0415
