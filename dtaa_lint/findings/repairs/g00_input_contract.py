"""G00: what the document lacks as a whole is no edit of its tree."""

from __future__ import annotations

from dtaa_lint.findings.check import Context, Issue
from dtaa_lint.findings.repairs.registry import not_computed, repairs
from dtaa_lint.repairs.edits import DocumentEntry, Repair, SetDocument

not_computed("DT0001", "without a tree nothing says what the tasks of a tagged one would be")
not_computed("DT0002", "what the untagged content is (headings, tables, lists) is not known")
not_computed("DT0003", "the order and nesting that the broken tree was to have is not known")
not_computed("DT0004", "it sums up what the other findings say")
not_computed("DT0005", "repairing it does not change the count of tasks")
not_computed("DT0006", "which standard type was meant is not known")
not_computed("DT0007", "whether the change of meaning is intended is the author's to say")


@repairs("DT0008")
def marked(context: Context, issue: Issue) -> Repair | None:
    """The catalog says that the file is tagged; the tree is the same, and so are its tasks."""
    return (SetDocument(DocumentEntry.MARKED, "true"),)
