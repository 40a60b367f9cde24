"""Matrices and boxes on a page.

A matrix (a, b, c, d, e, f) maps (x, y) to (a x + c y + e, b x + d y + f), as in ISO 32000-2,
8.3.3; "first, then" reads from left to right in ``multiply``.
"""

from __future__ import annotations

from typing import TypeAlias

from dtaa_lint.pdf.model import Box

Matrix: TypeAlias = tuple[float, float, float, float, float, float]

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

LIMIT = 1e7
"""Coordinates beyond this (a page of 140 km) are damage, not places on a page."""


def multiply(first: Matrix, then: Matrix) -> Matrix:
    """The matrix that applies ``first`` and then ``then``."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    )


def transform_box(box: Box, matrix: Matrix) -> Box:
    """The smallest upright box around the transformed corners of ``box``."""
    a, b, c, d, e, f = matrix
    x0, y0, x1, y1 = box
    xs = (a * x0 + c * y0, a * x1 + c * y0, a * x0 + c * y1, a * x1 + c * y1)
    ys = (b * x0 + d * y0, b * x1 + d * y0, b * x0 + d * y1, b * x1 + d * y1)
    return (min(xs) + e, min(ys) + f, max(xs) + e, max(ys) + f)


def intersect(one: Box, other: Box) -> Box:
    """The common part; a box with x0 > x1 or y0 > y1 when there is none."""
    return (
        max(one[0], other[0]),
        max(one[1], other[1]),
        min(one[2], other[2]),
        min(one[3], other[3]),
    )


def union(one: Box | None, other: Box | None) -> Box | None:
    """The smallest box around both; None is nothing."""
    if one is None:
        return other
    if other is None:
        return one
    return (
        min(one[0], other[0]),
        min(one[1], other[1]),
        max(one[2], other[2]),
        max(one[3], other[3]),
    )


def sane(box: Box) -> Box | None:
    """``box`` when it lies within ``LIMIT`` and is a number throughout, else None."""
    x0, y0, x1, y1 = box
    if -LIMIT < x0 <= x1 < LIMIT and -LIMIT < y0 <= y1 < LIMIT:
        return box
    return None
