"""The checks of `docket setup`. Each part gets one plain sentence, which says how to fix it."""
