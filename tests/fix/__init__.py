"""Tests of dtaa_lint.fix."""
