// References and imports of Elixir. Everything is a call, definitions too; what is taken from a module is a call as well.

import { type FoundImport, type ParseRules, PLAIN_RULES } from "./parse-rules.ts";

const DEFINING =
  '"^(?:defmodule|defprotocol|defimpl|defp?|defmacrop?|defguardp?|defdelegate|defstruct|defexception|defoverridable)$"';

const QUERY = `
[(do_block) (anonymous_function) (stab_clause)] @block
((call target: (identifier) @modifier) @block (#match? @modifier "^(?:defp?|defmacrop?|defguardp?|defdelegate)$"))

(identifier) @ref.value
(alias) @ref.value
(call target: (identifier) @ref.call)
(call target: (dot left: (_) @on right: (identifier) @ref.call))
(binary_operator operator: "|>" right: (identifier) @ref.call)
(unary_operator operator: "&" operand: (binary_operator left: (identifier) @ref.call operator: "/"))
(unary_operator operator: "&" operand: (binary_operator left: (call target: (dot left: (_) @on right: (identifier) @ref.call))
  operator: "/"))
(struct (alias) @ref.new)
((call target: (identifier) @modifier (arguments . (alias) @ref.inherit)) (#match? @modifier "^(?:defimpl|use)$"))
((unary_operator operator: "@" operand: (call target: (identifier) @modifier (arguments . (alias) @ref.inherit)))
  (#match? @modifier "^behaviou?r$"))

((call target: (identifier) @skip) (#match? @skip ${DEFINING}))
((call target: (identifier) @modifier (arguments . [(identifier) @skip (call target: (identifier) @skip)
  (binary_operator left: (call target: (identifier) @skip) operator: "when")
  (binary_operator left: (identifier) @skip operator: "when")]))
  (#match? @modifier "^(?:defp?|defmacrop?|defguardp?|defdelegate)$"))
(unary_operator operator: "@" operand: (call target: (identifier) @skip))
((unary_operator operator: "@" operand: (call target: (identifier) @modifier (arguments . (binary_operator left: [
  (identifier) @skip (call target: (identifier) @skip)])))) (#match? @modifier "^(?:spec|typep?|opaque|(?:macro)?callback)$"))

((call target: (identifier) @modifier (arguments . (call (arguments (identifier) @local))))
  (#match? @modifier "^(?:defp?|defmacrop?|defguardp?|defdelegate)$"))
(binary_operator left: (map (struct (alias) @typed)) operator: "=" right: (identifier) @local)
((call target: (identifier) @modifier (arguments . (call (arguments (_ (identifier) @local)))))
  (#match? @modifier "^(?:defp?|defmacrop?|defguardp?|defdelegate)$"))
((call target: (identifier) @modifier (arguments . (binary_operator left: (call (arguments (identifier) @local)))))
  (#match? @modifier "^(?:defp?|defmacrop?|defguardp?)$"))
((call target: (identifier) @modifier (arguments . (binary_operator left: (call (arguments (_ (identifier) @local))))))
  (#match? @modifier "^(?:defp?|defmacrop?|defguardp?)$"))
(stab_clause left: (arguments (identifier) @local))
(stab_clause left: (arguments (_ (identifier) @local)))
(binary_operator left: (identifier) @local operator: "=" right: (_) @made)
(binary_operator left: (tuple (identifier) @local) operator: "=")
(binary_operator left: (identifier) @local operator: "<-")
(binary_operator left: (tuple (identifier) @local) operator: "<-")

((call target: (identifier) @modifier) @import (#match? @modifier "^(?:alias|import|require)$"))
`;

export const elixir: ParseRules = {
  ...PLAIN_RULES,
  query: QUERY,
  imports: importsOf,
  makers: [/^%([\w.]+)\{\}/],
  selves: ["__MODULE__"],
  supers: [],
  builtins: [
    ..."Enum Kernel Map String __MODULE__ and case cond do else end false fn for if in inspect is_atom".split(" "),
    ..."is_binary is_list is_map is_nil nil not or quote raise receive self send super true try unless".split(" "),
    ..."unquote use with".split(" "),
  ],
};

/** `alias A.B`, `alias A.B, as: C`, `alias A.{B, C.D}`, `import A.B`, `import A, only: [b: 1]`. */
function importsOf(statement: string): FoundImport[] {
  const found = /^(alias|import|require)[ (]+([\w.]*\w)(?:\.\{ ?(.*?) ?\})?(.*)$/.exec(statement);
  if (found === null) return [];
  const [, word, path = "", listed, rest = ""] = found;
  if (word === "import") {
    const only = /\bonly: ?\[([^\]]*)\]/.exec(rest)?.[1]?.matchAll(/(\w+[?!]?): ?\d/g);
    const names =
      only === undefined ? [{ name: "*", local: "*" }] : [...only].map(([, name]) => ({ name: name!, local: name! }));
    return [{ module: path, names, isReexport: false }];
  }
  const paths = listed === undefined ? [path] : listed.split(",").map((each) => `${path}.${each.trim()}`);
  const as = /\bas: ?([\w.]+)/.exec(rest)?.[1];
  return paths.map((module) => {
    const at = module.lastIndexOf(".");
    const name = module.slice(at + 1);
    return {
      module: module.slice(0, Math.max(0, at)) || module,
      names: [{ name, local: as ?? name }],
      isReexport: false,
    };
  });
}
