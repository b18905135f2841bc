"""The verbs: everything that people and clocks do with tasks. The only callers of activations."""
