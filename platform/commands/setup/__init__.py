"""What `docket setup` looks at, and what it says of each part: one plain sentence, with what mends it."""
