"""Subject, forms, clocks, arrival and letters of requests to restrict a review."""
