"""Answerability: how many of the frozen tasks retrieval pipelines complete, and why the rest fail.

Two sides that never meet. The *answering side* (``answering``: passages, indexes, systems under
test, the answerer) is given a document and questions, nothing else, and runs in a process of its
own. The *benchmark side* (``benchmark``: tasks, gold, questions and their validation, controls)
holds what the answers are measured against. ``scoring`` brings the two records together,
``models`` is the only way to a language model, ``package`` is the run on disk, ``report`` shows it
and ``review`` lets people check it.
"""
