"""From a PDF file to plain records: ``read.read`` is the entrance, ``model`` what it hands on.

- ``open``: what is no readable PDF, passwords, limits
- ``objects``, ``trees``: PDF objects as Python values; name and number trees
- ``pages``, ``metadata``: boxes, labels; Info, XMP, catalog
- ``structure`` with ``elements``, ``roles``, ``attributes``, ``parenttree``: the structure tree
- ``annotations``, ``targets``: links, destinations, form fields
- ``content…``, ``fonts…``, ``geometry``: the text of each marked-content item
- ``text``: that text strung together in the order of the structure tree
- ``issues``, ``repairs``: what is wrong with the file, counted

Nothing here knows of tasks or findings, and no record that leaves holds an object of the library.
"""
