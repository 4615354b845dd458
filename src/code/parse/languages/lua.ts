// References and imports of Lua. A module is a table that a file returns; methods are named behind a colon.

import { type FoundImport, type ParseRules, PLAIN_RULES } from "./parse-rules.ts";

const QUERY = `
[(function_declaration) (function_definition) (do_statement) (while_statement) (repeat_statement) (for_statement)
 (if_statement) (elseif_statement) (else_statement)] @block

(identifier) @ref.value
(dot_index_expression table: (_) @on field: (identifier) @ref.value)
(function_call name: (identifier) @ref.call)
(function_call name: (dot_index_expression table: (_) @on field: (identifier) @ref.call))
(function_call name: (method_index_expression table: (_) @onto method: (identifier) @ref.call))
(assignment_statement (variable_list name: (identifier) @ref.write))
(assignment_statement (variable_list name: (dot_index_expression table: (_) @on field: (identifier) @ref.write)))

(table_constructor (field name: (identifier) @skip))
(attribute (identifier) @skip)
(goto_statement (identifier) @skip)
(label_statement (identifier) @skip)

(parameters name: (identifier) @local)
(variable_declaration (variable_list name: (identifier) @local))
(variable_declaration (assignment_statement (variable_list . name: (identifier) @local)
  (expression_list . value: (_) @made)))
(variable_declaration (assignment_statement (variable_list name: (identifier) @local)))
(for_generic_clause (variable_list name: (identifier) @local))
(for_numeric_clause name: (identifier) @local)

((variable_declaration (assignment_statement (expression_list (function_call name: (identifier) @modifier)))) @import
  (#eq? @modifier "require"))
((variable_declaration (assignment_statement (expression_list
  (dot_index_expression table: (function_call name: (identifier) @modifier))))) @import (#eq? @modifier "require"))
((function_call name: (identifier) @modifier) @import (#any-of? @modifier "require" "dofile"))
`;

export const lua: ParseRules = {
  ...PLAIN_RULES,
  query: QUERY,
  imports: importsOf,
  makers: [/^((?:\w+\.)*\p{Lu}\w*)[.:]new\(\)/u],
  selves: ["self"],
  supers: [],
  builtins: [
    ..."assert collectgarbage error getmetatable ipairs math next pairs pcall print rawequal rawget rawset self".split(
      " ",
    ),
    ..."require select setmetatable string table tonumber tostring type unpack xpcall".split(" "),
  ],
};

/** `local a = require("b.c")`, `local a = require("b").c`, and a file that is only run. */
function importsOf(statement: string): FoundImport[] {
  const found =
    /^(?:local ([\w, ]+?)(?: ?<\w+>)? ?= ?)?(?:require|dofile) ?\(? ?(["'])([^"']+)\2 ?\)?(?:\.(\w+))?/.exec(statement);
  if (found === null) return [];
  const local = found[1]?.split(",")[0]?.trim();
  if (local === undefined) return [{ module: found[3]!, names: [], isReexport: false }];
  return [{ module: found[3]!, names: [{ name: found[4] ?? "*", local }], isReexport: false }];
}
