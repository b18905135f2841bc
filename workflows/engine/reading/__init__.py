"""Reading: lists, counts, figures, one task, one history."""
