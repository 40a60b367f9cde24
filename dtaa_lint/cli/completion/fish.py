"""The script for fish."""

from __future__ import annotations

from collections.abc import Sequence

from dtaa_lint.cli.completion.model import LINT, Command, Kind, Option, Value

_HEAD = """\
# Completion of dtaa-lint for fish. As ~/.config/fish/completions/dtaa-lint.fish:
#   dtaa-lint completion fish > ~/.config/fish/completions/dtaa-lint.fish

function __dtaa_lint_is --argument-names wanted
    set -l typed (commandline -opc)
    set -l command lint
    if set -q typed[2]; and contains -- $typed[2] {commands}
        set command $typed[2]
    end
    test $command = $wanted
end

function __dtaa_lint_first
    test (count (commandline -opc)) -eq 1
end

# Words with commas between them: what is typed up to the last comma stays.
function __dtaa_lint_words
    set -l token (commandline -ct | string replace -r -- '^--[a-z-]+=' '')
    set -l before (string replace -r '[^,]*$' '' -- $token)
    printf '%s\\n' $before$argv
end

function __dtaa_lint_formats
    set -l token (commandline -ct | string replace -r -- '^--[a-z-]+=' '')
    if string match -q '*=*' -- $token
        set -l format (string replace -r '=.*' '' -- $token)
        set -l place (string replace -r '^[^=]*=' '' -- $token)
        printf '%s\\n' $format=(__fish_complete_path $place | string replace -r '\\t.*' '')
    else
        printf '%s=\\n' $argv
    end
end

function __dtaa_lint_pdfs
    set -l token (commandline -ct)
    for name in $token*.{pdf,PDF,Pdf}
        test -f $name; and echo $name
    end
    __fish_complete_directories $token folder
end

complete -c dtaa-lint -f
"""


def script(commands: Sequence[Command]) -> str:
    others = [command for command in commands if command.name != LINT]
    names = " ".join(command.name for command in others)
    lines = [_HEAD.replace("{commands}", names)]
    lines += [
        f"complete -c dtaa-lint -n __dtaa_lint_first -a {command.name} -d {_quoted(command.help)}\n"
        for command in others
    ]
    for command in commands:
        condition = f"complete -c dtaa-lint -n '__dtaa_lint_is {command.name}'"
        if command.operand is not None:
            lines.append(
                f"{condition} {_action(command.operand, operand=True)}\n".replace("  ", " ")
            )
        lines += [_line(condition, option) for option in command.options]
    return "".join(lines)


def _line(condition: str, option: Option) -> str:
    names = " ".join(
        f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names
    )
    value = "" if option.value is None else " " + _action(option.value, operand=False)
    return f"{condition} {names}{value} -d {_quoted(option.help)}\n"


def _action(value: Value, operand: bool) -> str:
    required = "" if operand else "-x "
    words = " ".join(value.words)
    if value.kind is Kind.WORD:
        return f"{required}-a {_quoted(words)}"
    if value.kind is Kind.WORDS:
        return f"{required}-a {_quoted(f'(__dtaa_lint_words {words})')}"
    if value.kind is Kind.FORMAT_FILE:
        return f"{required}-a {_quoted(f'(__dtaa_lint_formats {words})')}"
    if value.kind is Kind.PROFILE:
        return f"-r -F -a {_quoted(words)}"
    if value.kind is Kind.FILE:
        return "-F" if operand else "-r -F"
    if value.kind is Kind.FOLDER:
        return f"{required}-a '(__fish_complete_directories (commandline -ct))'"
    if value.kind is Kind.PDF:
        return f"{required}-a '(__dtaa_lint_pdfs)'"
    return required.strip()


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
