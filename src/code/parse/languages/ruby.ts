// References and imports of Ruby. A bare name that is no local variable is a call.

import { type FoundImport, type ParseRules, PLAIN_RULES } from "./parse-rules.ts";

const QUERY = `
[(method) (singleton_method) (do_block) (block) (lambda) (class) (module) (singleton_class)] @block

(identifier) @ref.call
(constant) @ref.value
(scope_resolution scope: (_) @on name: (constant) @ref.value)
(call receiver: (_) @on method: [(identifier) (constant)] @ref.call)
(superclass (constant) @ref.inherit)
(superclass (scope_resolution scope: (_) @on name: (constant) @ref.inherit))
((call !receiver method: (identifier) @modifier.word arguments: (argument_list (constant) @ref.inherit))
  (#match? @modifier.word "^(?:include|extend|prepend)$"))
((call !receiver method: (identifier) @modifier.word
  arguments: (argument_list (scope_resolution scope: (_) @on name: (constant) @ref.inherit)))
  (#match? @modifier.word "^(?:include|extend|prepend)$"))
((call receiver: (constant) @ref.new method: (identifier) @modifier.word) (#eq? @modifier.word "new"))
((call receiver: (scope_resolution scope: (_) @on name: (constant) @ref.new) method: (identifier) @modifier.word)
  (#eq? @modifier.word "new"))
((call receiver: [(constant) (scope_resolution)] method: (identifier) @skip) (#eq? @skip "new"))
(assignment left: (call receiver: (_) @on method: (identifier) @ref.write))
(left_assignment_list (call receiver: (_) @on method: (identifier) @ref.write))
(operator_assignment left: (call receiver: (_) @on method: (identifier) @ref.write))
(class name: (constant) @skip)
(module name: (constant) @skip)
(class name: (scope_resolution name: (_) @skip))

(method_parameters (identifier) @local)
(block_parameters (identifier) @local)
(lambda_parameters (identifier) @local)
(destructured_parameter (identifier) @local)
(optional_parameter name: (identifier) @local value: (_) @made)
(keyword_parameter name: (identifier) @local)
(splat_parameter name: (identifier) @local)
(hash_splat_parameter name: (identifier) @local)
(block_parameter name: (identifier) @local)
(assignment left: (identifier) @local right: (_) @made)
(operator_assignment left: (identifier) @local)
(left_assignment_list (identifier) @local)
(exception_variable (identifier) @local)
(for pattern: (identifier) @local)

(assignment left: (instance_variable) @field right: (_) @made)
(operator_assignment left: (instance_variable) @field right: (_) @made)

((call !receiver method: (identifier) @modifier.word) @import
  (#match? @modifier.word "^(?:require|require_relative|load|autoload)$"))
`;

export const ruby: ParseRules = {
  ...PLAIN_RULES,
  query: QUERY,
  imports: importsOf,
  makers: [/^((?:\w+::)*\p{Lu}\w*)\.new(?:\(\))?/u],
  selves: ["self"],
  supers: [],
  hasBareMembers: true,
  builtins: [
    ..."attr_accessor attr_reader attr_writer block_given? extend format freeze include lambda loop".split(" "),
    ..."module_function p prepend private private_constant proc protected public puts raise".split(" "),
  ],
};

/** `require "a"`; a relative one is written like a path: `./a`. */
function importsOf(statement: string): FoundImport[] {
  const found = /^(require|require_relative|load|autoload)\b[^"']*["']([^"'#]+)["']/.exec(statement);
  if (found === null) return [];
  const isRelative = found[1] === "require_relative" && !/^\.\.?\//.test(found[2]!);
  const module = (isRelative ? "./" : "") + found[2]!;
  return [{ module, names: [{ name: "*", local: "*" }], isReexport: false }];
}
