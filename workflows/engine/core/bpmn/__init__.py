"""A flow as BPMN 2.0: its elements, their layout, and the XML."""
