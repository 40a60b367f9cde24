"""Scripts that make a shell complete ``dtaa-lint``'s commands, options and their values.

A script is written once, from the arguments that the commands have (``model``), and holds
everything that does not change: the tool itself is not started at each TAB. ``bash``, ``zsh``,
``fish`` and ``powershell`` each turn the same description into a script.
"""
