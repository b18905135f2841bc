"""What serves requests to restrict a review."""
