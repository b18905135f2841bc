"""What serves second looks at decisions."""
