"""The script for zsh, with its completion system (``compinit``)."""

from __future__ import annotations

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
_PDFS = '_files -g "*.(#i)pdf(-.)"'


def script(commands: Sequence[Command]) -> str:
    parts = [_HEAD, *_lists(commands), "_dtaa_lint() {\n"]
    others = [command for command in commands if command.name != LINT]
    parts.append("    local -a commands=(\n")
    parts += [
        f"        {_quoted(f'{command.name}:{_plain(command.help)}')}\n" for command in others
    ]
    parts.append("    )\n")
    names = "|".join(command.name for command in others)
    parts.append(
        "    if (( CURRENT == 2 )) && [[ $PREFIX != -* ]]; then\n"
        "        _alternative 'commands:command:_describe command commands' \\\n"
        f"            {_quoted('files:PDF or folder:' + _PDFS)}\n"
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


def _lists(commands: Sequence[Command]) -> list[str]:
    """Long lists of words, once each."""
    found: dict[tuple[str, ...], str] = {}
    for command in commands:
        values = [option.value for option in command.options] + [command.operand]
        for value in values:
            if value is not None and value.kind in (Kind.WORDS, Kind.WORD) and value.name.isupper():
                found.setdefault(value.words, value.name.lower())
    return [
        f"_dtaa_lint_words_{name}() {{\n    local -a all=({' '.join(words)})\n"
        + ("    _sequence compadd - $all\n" if name == "codes" else "    compadd -a all\n")
        + "}\n"
        for words, name in found.items()
    ]


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
    if value.kind in (Kind.WORDS, Kind.WORD) and value.name.isupper():
        return f"_dtaa_lint_words_{value.name.lower()}"
    words = " ".join(value.words)
    if value.kind is Kind.WORD:
        return f"({words})"
    if value.kind is Kind.FORMAT_FILE:
        return f'if compset -P "*="; then; _files; else; compadd -S "=" -- {words}; fi'
    if value.kind is Kind.PROFILE:
        return f'_alternative "names:name:({words})" "files:file:_files -g \\"*.toml\\""'
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
