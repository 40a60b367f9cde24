"""The script for bash 3.2 and later; it needs no bash-completion."""

from __future__ import annotations

from collections.abc import Sequence

from dtaa_lint.cli.completion.model import LINT, Command, Kind, Value

_HEAD = """\
# Completion of dtaa-lint for bash. In ~/.bashrc:  eval "$(dtaa-lint completion bash)"

# The words of $2 that begin with $3, each behind $1.
_dtaa_lint_words() {
    local word
    while IFS= read -r word; do
        COMPREPLY+=("$1$word")
    done < <(compgen -W "$2" -- "$3")
}

# The files (-f) or folders (-d, also with the options that follow $2) that begin with $2, each
# behind $1. Where the shell cannot be told that these are files, or the name is quoted, nothing:
# then readline completes by itself.
_dtaa_lint_files() {
    local before=$1 begin=$2 name
    shift 2
    case $begin in *[\\\\\\'\\"]*) return ;; esac
    compopt -o filenames 2>/dev/null || return
    while IFS= read -r name; do
        COMPREPLY+=("$before$name")
    done < <(compgen "$@" -- "$begin")
}

_dtaa_lint() {
    local command=lint current option value before head i word end=
    local -a typed
    COMPREPLY=()

    # readline takes "=" for a word; here what is written together is one.
    typed=("")
    for ((i = 1; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ $i -gt 1 && ($word == = || ${COMP_WORDS[i - 1]} == =) ]]; then
            typed[${#typed[@]} - 1]+=$word
        else
            typed+=("$word")
        fi
    done
    current=${typed[${#typed[@]} - 1]}
    word=${COMP_WORDS[COMP_CWORD]}
    [[ $word == = ]] && word=
    head=${current%"$word"}

    if [[ ${#typed[@]} -gt 2 ]]; then
        case ${typed[1]} in
"""
_MIDDLE = """\
        esac
    fi
    for ((i = 1; i < ${#typed[@]} - 1; i++)); do
        [[ ${typed[i]} == -- ]] && end=yes
    done

    option=operand value=$current before=
    if [[ -z $end ]]; then
        if [[ $current == --*=* ]]; then
            option=${current%%=*} value=${current#*=} before=$option=
        elif [[ $current == -* ]]; then
            option=options
        elif [[ ${#typed[@]} -gt 2 ]]; then
            option=${typed[${#typed[@]} - 2]}
        fi
    fi
    case "$command $option" in
"""
_TAIL = """\
    esac

    # What readline has in hand is only what follows the last "=".
    if [[ -n $head ]]; then
        for i in "${!COMPREPLY[@]}"; do
            COMPREPLY[i]=${COMPREPLY[i]#"$head"}
        done
    fi
}
complete -o bashdefault -o default -F _dtaa_lint dtaa-lint
"""


def script(commands: Sequence[Command]) -> str:
    names = [command.name for command in commands if command.name != LINT]
    lines = [_HEAD, f"            {'|'.join(names)}) command=${{typed[1]}} ;;\n", _MIDDLE]
    for command in commands:
        for option in command.options:
            if option.value is not None:
                keys = "|".join(f'"{command.name} {name}"' for name in option.names)
                lines.append(_case(keys, _proposals(option.value)))
    for command in commands:
        spelled = [name for option in command.options for name in option.names]
        body = f'_dtaa_lint_words "" "{" ".join(spelled)}" "$current"'
        lines.append(_case(f'"{command.name} options"', [body]))
    for command in commands:
        body_lines = [] if command.operand is None else _proposals(command.operand)
        if command.name == LINT:
            first = f'_dtaa_lint_words "" "{" ".join(names)}" "$current"'
            body_lines = [f"[[ ${{#typed[@]}} -eq 2 ]] && {first}", *body_lines]
        lines.append(_case(f'"{command.name} "*', body_lines))
    return "".join([*lines, _TAIL])


def _case(pattern: str, body: Sequence[str]) -> str:
    inner = "".join(f"            {line}\n" for line in body)
    return f"        {pattern})\n{inner}            ;;\n"


def _proposals(value: Value) -> list[str]:
    """Lines that propose what begins like ``$value``."""
    words = " ".join(value.words)
    if value.kind is Kind.WORD:
        return [f'_dtaa_lint_words "$before" "{words}" "$value"']
    if value.kind is Kind.WORDS:
        return [
            "[[ $value == *,* ]] && before+=${value%,*},",
            f'_dtaa_lint_words "$before" "{words}" "${{value##*,}}"',
        ]
    if value.kind is Kind.FORMAT_FILE:
        formats = " ".join(f"{word}=" for word in value.words)
        return [
            "if [[ $value == *=* ]]; then",
            '    _dtaa_lint_files "$before${value%%=*}=" "${value#*=}" -f',
            "else",
            "    compopt -o nospace 2>/dev/null",
            f'    _dtaa_lint_words "$before" "{formats}" "$value"',
            "fi",
        ]
    if value.kind is Kind.PROFILE:
        return [
            f'_dtaa_lint_words "$before" "{words}" "$value"',
            '_dtaa_lint_files "$before" "$value" -f -X \'!*.toml\'',
            '_dtaa_lint_files "$before" "$value" -d',
        ]
    if value.kind is Kind.FILE:
        return ['_dtaa_lint_files "$before" "$value" -f']
    if value.kind is Kind.FOLDER:
        return ['_dtaa_lint_files "$before" "$value" -d']
    if value.kind is Kind.PDF:
        return [
            '_dtaa_lint_files "$before" "$value" -f -X \'!*.[pP][dD][fF]\'',
            '_dtaa_lint_files "$before" "$value" -d',
        ]
    return [":"]
