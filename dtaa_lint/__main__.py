"""``python -m dtaa_lint``."""

from dtaa_lint.cli.main import entry

if __name__ == "__main__":
    entry()
