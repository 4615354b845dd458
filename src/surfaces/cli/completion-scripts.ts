// The scripts that `helix completions` prints. They hold no command and no option: at each Tab they ask
// `helix _complete` (surfaces/completion/answer.ts), so that they never grow old. They run the helix on PATH, never the
// program that was typed.

/** The shells, and how each is told to load its script. */
export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** A line that switches completions on, and the file of the shell that it belongs into. */
export const SWITCHED_ON: Readonly<Record<Shell, { readonly line: string; readonly file: string }>> = {
  bash: { line: 'eval "$(helix completions bash)"', file: "~/.bashrc" },
  zsh: { line: 'eval "$(helix completions zsh)"', file: "~/.zshrc" },
  fish: { line: "helix completions fish | source", file: "~/.config/fish/config.fish" },
};

/** The shell that a path such as $SHELL names; undefined for any other. */
export function shellOf(path: string | undefined): Shell | undefined {
  const name = path?.slice(path.lastIndexOf("/") + 1);
  return SHELLS.find((shell) => shell === name);
}

const head = (shell: Shell) => `# Completions of helix for ${shell}. In ${SWITCHED_ON[shell].file}:
#   ${SWITCHED_ON[shell].line}
`;

/** bash from 3.2 on, which macOS has: without compopt, file names are offered where nothing else is. */
const BASH = `${head("bash")}_helix() {
  local kind item
  COMPREPLY=()
  while IFS= read -r -d '' item; do
    COMPREPLY+=("$item")
  done < <(command helix _complete bash "\${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
  kind=\${COMPREPLY[0]-}
  [ -n "$kind" ] || return 0
  COMPREPLY=("\${COMPREPLY[@]:2}")
  case $kind in
    files) ;;
    directories) compopt +o default -o dirnames ;;
    *) compopt +o default ;;
  esac 2>/dev/null
}
complete -o default -o nosort -F _helix helix 2>/dev/null || complete -o default -F _helix helix
`;

const ZSH = `#compdef helix
${head("zsh")}_helix() {
  local -a answer values shown options
  local at
  answer=("\${(@0)$(command helix _complete zsh "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)}")
  case $answer[1] in
    files|directories)
      [[ $PREFIX == --*=* ]] && compset -P '*='
      if [[ $answer[1] == files ]]; then _files; else _files -/; fi
      return ;;
    lines) options=(-l) ;;
  esac
  for (( at = 3; at < $#answer; at += 2 )); do
    values+=("$answer[at]")
    shown+=("$answer[at+1]")
  done
  [[ -n $answer[2] ]] && compadd -x "$answer[2]"
  compadd $options -V helix -d shown -a values
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _helix "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }
  compdef _helix helix
fi
`;

const FISH = `${head("fish")}function __helix_ask
    set -g __helix_offered
    set -l words (commandline -xpc 2>/dev/null; or commandline -opc)
    set -l raw (commandline -ct | string collect)
    set -l typed (begin
        string unescape -- "$raw"; or string unescape -- "$raw'"; or string unescape -- "$raw\\""
    end | string collect)
    set -l answer (command helix _complete fish $words[2..-1] "$typed" 2>/dev/null | string split0)
    switch "$answer[1]"
        case files
            return 1
        case directories
            string match -q -- '--*=*' "$typed"; and return 1
            set __helix_offered (__fish_complete_directories "$typed" '')
        case '*'
            set __helix_offered $answer[3..-1]
    end
end
complete -c helix -e
complete -c helix -n __helix_ask -f -k -a '$__helix_offered'
`;

/** The script for each shell. */
export const SCRIPTS: Readonly<Record<Shell, string>> = { bash: BASH, zsh: ZSH, fish: FISH };
