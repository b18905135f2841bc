"""Examines the content of a testimonial's file, in a separate process with limits (`examining`)."""
