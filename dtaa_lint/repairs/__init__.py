"""Repairs of the tag tree as values, what they do to a document, and what they unlock.

A repair is a tuple of edits (``edits``). Two interpreters apply the same edits: ``model`` to the
document as it was read, ``write`` to the PDF itself. ``whatif`` counts the tasks that a repair
would make eligible; ``plan`` orders repairs by that.
"""
