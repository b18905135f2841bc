"""What a file of a testimonial is, by its content. It is read in a process of its own (`examining`), with limits."""
