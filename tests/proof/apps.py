from django.apps import AppConfig


class ProofConfig(AppConfig):
    """An application with a process of its own, which no code of the product names."""

    name = "tests.proof"
    label = "proof"

    def ready(self) -> None:
        from tests.proof import legal_matter  # noqa: F401, PLC0415  imported for its registration
