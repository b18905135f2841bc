"""Subject, forms, clocks, intake and letters of requests to restrict a review."""
