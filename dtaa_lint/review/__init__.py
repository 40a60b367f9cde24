"""Review copies: a PDF with its findings as annotations and bookmarks."""
