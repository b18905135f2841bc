"""Facets that several kinds of subject share: each is declared once."""

from workflows.engine.core.facets import Flag, Number

# the stars of a review or testimonial
RATING = Number("rating", "Stars", "number_1", least=1, most=5)

# the number of banned words that screening found
FLAGGED = Flag("flagged", "Flagged words", "number_2")
