"""What people and clocks do with a task. The only callers of activations."""
