"""What people are called on screens. The id stays for good, the name stands on the account alone."""

FORMER_COLLEAGUE = "Former colleague"


def full_name(first_name: str | None, last_name: str | None, number: int | None) -> str:
    """FORMER_COLLEAGUE and the id for an erased account: one without a name, or without a row."""
    return f"{first_name or ''} {last_name or ''}".strip() or f"{FORMER_COLLEAGUE} {number}"
