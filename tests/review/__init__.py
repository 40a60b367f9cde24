"""Tests of dtaa_lint.review."""
