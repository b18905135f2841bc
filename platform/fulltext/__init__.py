"""Full text search in PostgreSQL, for any kind: parse a typed term, and find the texts that contain its words."""
