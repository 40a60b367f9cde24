"""The systems under test that come with dtaa-lint, and how others are found."""
