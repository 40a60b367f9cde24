"""What an issue asks to repair, as edits of the tag tree: a module per guideline, ``gNN_name.py``.

A repair is a function of context and issue, registered under its rule's code (``registry``).
"""
