"""The answering side: a document and questions in, shown items and answers out.

Nothing in here may import the benchmark side or the task universe: a contract in pyproject holds
it, and the process that runs it can read no file of a run (``answering.process``).
"""
