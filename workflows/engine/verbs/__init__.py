"""The verbs: everything that people and clocks do with tasks. Nothing else calls activations."""
