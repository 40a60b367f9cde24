"""The script for zsh, with its completion system (``compinit``)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dtaa_lint.cli.completion.model import LINT, Command, Kind, Option, Value

_HEAD = """\
#compdef dtaa-lint
# Completion of dtaa-lint for zsh. In ~/.zshrc, after compinit:  eval "$(dtaa-lint completion zsh)"
# or written to a file _dtaa-lint in a folder of $fpath.

"""
_TAIL = """\

if [[ ${funcstack[1]} == _dtaa_lint || ${funcstack[1]} == _dtaa-lint ]]; then
    _dtaa_lint "$@"
else
    compdef _dtaa_lint dtaa-lint
fi
"""
_MANY = 20
"""Words from which on they have a function of their own."""
_PDFS = '_files -g "*.(#i)pdf(-.)"'


def script(commands: Sequence[Command]) -> str:
    parts = [_HEAD, *_lists(commands), "_dtaa_lint() {\n"]
    others = [command for command in commands if command.name != LINT]
    parts.append("    local -a known=(\n")
    parts += [
        f"        {_quoted(f'{command.name}:{_plain(command.help)}')}\n" for command in others
    ]
    names = "|".join(command.name for command in others)
    parts.append(
        "    )\n"
        "    if (( CURRENT == 2 )) && [[ $PREFIX != -* ]]; then\n"
        "        _describe -t commands command known\n"
        f"        {_PDFS}\n"
        "        return\n"
        "    fi\n"
        "    case $words[2] in\n"
        f"        {names})\n"
        "            local command=$words[2]\n"
        "            shift words\n"
        "            (( CURRENT-- ))\n"
        "            _dtaa_lint_$command\n"
        "            ;;\n"
        f"        *) _dtaa_lint_{LINT} ;;\n"
        "    esac\n"
        "}\n"
    )
    parts += [_function(command) for command in commands]
    return "".join([*parts, _TAIL])


_BODIES = {
    Kind.WORD: "compadd -- $all",
    Kind.WORDS: "_sequence compadd - $all",
    Kind.FORMAT_FILE: "if compset -P '*='; then _files; else compadd -S = -- $all; fi",
    Kind.PROFILE: "compadd -- $all; _files -g '*.toml'",
}


def _lists(commands: Sequence[Command]) -> list[str]:
    """A function for each long list of words, and for values with parts."""
    found: dict[str, Value] = {}
    for command in commands:
        for value in [*(option.value for option in command.options), command.operand]:
            if value is not None and _is_function(value):
                found.setdefault(_function_name(value), value)
    return [
        f"{name}() {{\n"
        f"    local -a all=({' '.join(value.words)})\n"
        f"    {_BODIES[value.kind]}\n"
        "}\n\n"
        for name, value in found.items()
    ]


def _is_function(value: Value) -> bool:
    return value.kind in _BODIES and not (value.kind is Kind.WORD and len(value.words) < _MANY)


def _function_name(value: Value) -> str:
    return "_dtaa_lint_" + re.sub("[^a-z]+", "_", value.name.lower())


def _function(command: Command) -> str:
    lines = [f"\n_dtaa_lint_{command.name}() {{", "    _arguments -S \\"]
    lines += [f"        {spec} \\" for option in command.options for spec in _specs(option)]
    if command.operand is None:
        lines[-1] = lines[-1].removesuffix(" \\")
    else:
        lines.append(
            "        " + _quoted(f"*:{_plain(command.operand.name)}:" + _action(command.operand))
        )
    return "\n".join([*lines, "}\n"])


def _specs(option: Option) -> list[str]:
    """One specification for each name; the names exclude each other unless it may be repeated."""
    specs = []
    for name in option.names:
        text = "*" if option.repeated else f"({' '.join(option.names)})"
        text += name
        if option.value is not None and name.startswith("--"):
            text += "="
        text += f"[{_plain(option.help)}]"
        if option.value is not None:
            text += f":{_plain(option.value.name)}:{_action(option.value)}"
        specs.append(_quoted(text))
    return specs


def _action(value: Value) -> str:
    if _is_function(value):
        return _function_name(value)
    if value.kind is Kind.WORD:
        return f"({' '.join(value.words)})"
    if value.kind is Kind.FILE:
        return "_files"
    if value.kind is Kind.FOLDER:
        return "_files -/"
    return _PDFS if value.kind is Kind.PDF else " "


def _plain(text: str) -> str:
    """Text for a specification, in which these characters have a meaning."""
    for char in ("\\", "[", "]", ":"):
        text = text.replace(char, "\\" + char)
    return text


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"
