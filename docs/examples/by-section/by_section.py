"""Paragraphs, lists, tables and figures with the headings that they stand under, by their words."""

import re
from collections import Counter
from collections.abc import Sequence

from dtaa_lint.answerability.answering.interface import Document, Item


class BySection:
    def index(self, document: Document) -> None:
        view = document.view
        self.items: list[Item] = []
        for node in view.of_type("P", "L", "Table", "Figure"):
            nodes = (*view.heading_path(node), node)
            text = "\n".join([view.text(one) for one in nodes])
            page = view.boxes(node)[0].page if view.boxes(node) else -1
            self.items.append(Item(f"s{node}", text, nodes, page))
        self.words = [words(item.text) for item in self.items]
        self.known = Counter(word for found in self.words for word in found)

    def retrieve(self, question: str, k: int) -> Sequence[Item]:
        asked = words(question)
        scores = [sum(1 / self.known[word] for word in asked & found) for found in self.words]
        best = sorted(range(len(scores)), key=lambda number: -scores[number])
        return [self.items[number] for number in best[:k]]


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))
