"""Subject, process, form and sampling of second looks at decisions."""
