"""What serves the processes over reviews."""
