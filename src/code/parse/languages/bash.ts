// References and imports of shells: commands are calls, variables are values.

import { type FoundImport, type ParseRules, PLAIN_RULES } from "./parse-rules.ts";

const QUERY = `
(function_definition) @block

(command name: (command_name (word) @ref.call))
((command name: (command_name (word) @modifier.trap) . argument: (word) @ref.value) (#eq? @modifier.trap "trap"))
(simple_expansion (variable_name) @ref.value)
(expansion (variable_name) @ref.value)
(variable_assignment name: (variable_name) @ref.write)

(for_statement variable: (variable_name) @local)
(declaration_command "local" (variable_name) @local)
(declaration_command ["local" "declare" "typeset"] (variable_assignment name: (variable_name) @local))

((command name: (command_name (word) @modifier.source)) @import (#match? @modifier.source "^(?:source|\\\\.)$"))
`;

export const bash: ParseRules = {
  ...PLAIN_RULES,
  query: QUERY,
  imports: importsOf,
  makers: [],
  selves: [],
  supers: [],
  builtins: [
    ...": [ break builtin case cd command continue declare echo eval exec exit export false getopts hash".split(" "),
    ..."kill let local printf pwd read readonly return set shift shopt test trap true type ulimit umask".split(" "),
    ..."unset wait".split(" "),
  ],
};

/** `source ./lib.sh`; a variable stays as written. */
function importsOf(statement: string): FoundImport[] {
  const module = /^(?:source|\.) (?:"([^"]+)"|'([^']+)'|(\S+))/.exec(statement)?.slice(1).find(Boolean);
  return module === undefined ? [] : [{ module, names: [{ name: "*", local: "*" }], isReexport: false }];
}
