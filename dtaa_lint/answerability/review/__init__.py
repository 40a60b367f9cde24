"""Human validation: sheets for reviewers, and what filled sheets say (paper, section 3.10 and
appendix B)."""
