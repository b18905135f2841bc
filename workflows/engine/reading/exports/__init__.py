"""The history in the formats of process mining: XES and OCEL 2.0, streamed, with ids and codes only."""
