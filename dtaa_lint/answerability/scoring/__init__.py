"""Scores: what was shown and answered against what was required."""
