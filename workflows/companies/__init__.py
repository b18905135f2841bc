"""Figures of companies across processes."""
