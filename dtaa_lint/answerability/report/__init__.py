"""Reports of a run: text, JSON, and a page on which a person walks one task from structure to
verdict. All are pure functions of what the run found and of its folder."""
