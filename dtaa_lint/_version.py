"""The version of the tool and of the task protocol it implements."""

__version__ = "0.1.0"

PROTOCOL = "0.2"
"""Version of the task protocol: same bytes and same protocol give the same tasks."""
