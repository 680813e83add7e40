/**
 * Completion scripts. They call `agentmail complete`, whose first output line names the kind of the rest
 * (`values`, `values open`, `files`, `folders`), followed by a line per candidate: value, tab, explanation.
 * The command line is never evaluated, and a failure completes nothing.
 */

const BASH = `# bash completion for agentmail
_agentmail() {
  local cur=\${COMP_WORDS[COMP_CWORD]-} kind='' line value
  COMPREPLY=()
  {
    IFS= read -r kind
    while IFS= read -r line; do
      printf -v value '%q' "\${line%%$'\\t'*}"
      COMPREPLY+=("$value")
    done
  } < <(agentmail complete "--line=\${COMP_LINE:0:COMP_POINT}" "--word=$cur" 2>/dev/null </dev/null)
  case $kind in
    files) ;;
    folders) compopt -o dirnames +o default 2>/dev/null ;;
    *open) compopt -o nospace +o default 2>/dev/null ;;
    *) compopt +o default 2>/dev/null ;;
  esac
  return 0
}
complete -o nosort -o default -F _agentmail agentmail 2>/dev/null || complete -o default -F _agentmail agentmail
`;

const ZSH = `#compdef agentmail
_agentmail() {
  local kind line
  local -a answer values abouts space
  answer=("\${(@f)$(agentmail complete -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null </dev/null)}")
  kind=\${answer[1]}
  case $kind in
    files) _files; return ;;
    folders) _files -/; return ;;
    *open) space=(-S '') ;;
  esac
  for line in "\${(@)answer[2,-1]}"; do
    [[ -n $line ]] || continue
    values+=("\${line%%$'\\t'*}")
    abouts+=("\${line/$'\\t'/  -- }")
  done
  (( \${#values} )) && compadd -l "\${(@)space}" -d abouts -a values
}
if [[ \${funcstack[1]-} == _agentmail ]]; then
  _agentmail "$@"
else
  compdef _agentmail agentmail
fi
`;

const FISH = `# fish completion for agentmail
function __agentmail_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l answer (agentmail complete -- $words[2..-1] "$current" 2>/dev/null </dev/null)
    switch "$answer[1]"
        case files
            __fish_complete_path "$current"
        case folders
            __fish_complete_directories "$current"
        case '*'
            printf '%s\\n' $answer[2..-1]
    end
end
complete -c agentmail -e
complete -c agentmail -f -a '(__agentmail_complete)'
`;

const POWERSHELL = `# PowerShell completion for agentmail
Register-ArgumentCompleter -Native -CommandName agentmail -ScriptBlock {
  param($word, $ast, $cursor)
  $length = $cursor - $ast.Extent.StartOffset
  $line = $ast.ToString().PadRight($length).Substring(0, $length)
  $kind, $rows = @(agentmail complete "--line=$line" 2>$null)
  foreach ($row in $rows) {
    $value, $about = $row -split "\`t", 2
    if (-not $value) { continue }
    if (-not $about) { $about = $value }
    $text = if ($value -match '[^\\w./:@=-]') { "'" + ($value -replace "'", "''") + "'" } else { $value }
    [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $about)
  }
}
`;

export const SHELLS = ['bash', 'zsh', 'fish', 'pwsh'] as const;
export type Shell = (typeof SHELLS)[number];

export const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: BASH,
  zsh: ZSH,
  fish: FISH,
  pwsh: POWERSHELL,
};
