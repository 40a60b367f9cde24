"""The script for PowerShell 5.1 and later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dtaa_lint.cli.completion.model import LINT, Command, Kind, Value

_HEAD = """\
# Completion of dtaa-lint for PowerShell. In $PROFILE:
#   dtaa-lint completion powershell | Out-String | Invoke-Expression

Register-ArgumentCompleter -Native -CommandName dtaa-lint -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
"""
_TAIL = """\

    # What has been typed before the word at hand.
    $typed = @(
        $commandAst.CommandElements |
            Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
            ForEach-Object { $_.Extent.Text }
    )
    $command = 'lint'
    if ($typed.Count -gt 1 -and $options.ContainsKey($typed[1])) { $command = $typed[1] }

    $before = ''
    $begin = $wordToComplete
    $key = "$command $($typed[-1])"
    if ($begin -match '^(--[a-z-]+)=(.*)$') {
        $key = "$command $($Matches[1])"
        $before = "$($Matches[1])="
        $begin = $Matches[2]
    }
    if ($values.ContainsKey($key)) {
        $proposed = $values[$key]
        # Words with commas between them: what stands before the last comma stays.
        if ($begin -match '^(.*,)([^,]*)$') {
            $before += $Matches[1]
            $begin = $Matches[2]
        }
    } elseif ($begin.StartsWith('-')) {
        $proposed = $options[$command]
    } else {
        $proposed = @($operands[$command])
        if ($typed.Count -eq 1) { $proposed += $commands }
    }
    # Where nothing is proposed, PowerShell proposes files.
    $proposed | Where-Object { $_ -and $_.StartsWith($begin) } | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new(
            "$before$_", $_, 'ParameterValue', $_)
    }
}
"""


def script(commands: Sequence[Command]) -> str:
    names = [command.name for command in commands if command.name != LINT]
    lines = [_HEAD, f"    $commands = {_array(names)}\n", "    $options = @{\n"]
    for command in commands:
        spelled = [name for option in command.options for name in option.names]
        lines.append(f"        {_quoted(command.name)} = {_array(spelled)}\n")
    lines.append("    }\n    $values = @{\n")
    lines += _values(commands)
    lines.append("    }\n    $operands = @{\n")
    for command in commands:
        words = () if command.operand is None else command.operand.words
        lines.append(f"        {_quoted(command.name)} = {_array(words)}\n")
    return "".join([*lines, "    }\n", _TAIL])


def _values(commands: Sequence[Command]) -> Iterator[str]:
    for command in commands:
        for option in command.options:
            if option.value is not None and option.value.words:
                for name in option.names:
                    key = _quoted(f"{command.name} {name}")
                    yield f"        {key} = {_array(_spelled(option.value))}\n"


def _spelled(value: Value) -> Sequence[str]:
    if value.kind is Kind.FORMAT_FILE:
        return [f"{word}=" for word in value.words]
    return value.words


def _array(words: Sequence[str]) -> str:
    return f"@({', '.join(map(_quoted, words))})"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
