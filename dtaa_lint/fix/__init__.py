"""Self-repair where it is safe: ``--fix`` writes a copy in which what has one right answer is said.

``choose`` decides which repairs those are, ``trees`` rebuilds the indexes of the structure tree,
``copy`` applies all to the file and proves the copy before anyone gets it.
"""
