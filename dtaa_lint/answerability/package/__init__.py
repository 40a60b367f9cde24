"""A run on disk: its folders, its files, and what they are made of (the paper's appendix E)."""
