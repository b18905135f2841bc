"""What serves testimonials alone."""
