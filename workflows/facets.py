"""Facets that several kinds of subject share: each is declared once."""

from workflows.engine.core.facets import Flag, Number

# the stars of a review or testimonial
RATING = Number("rating", "Stars", "number_1", least=1, most=5)

# how many banned words screening has found
FLAGGED = Flag("flagged", "Flagged words", "number_2")
