"""How Docket is started, tested and shipped."""
