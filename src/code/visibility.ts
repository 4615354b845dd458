// Tells whether other files can use a symbol, as far as its own file shows. There is one rule for each language. It
// looks at the name, the words in front of it, and what it is nested in. Both scanners use the rules. Imports nothing
// heavy.

import type { Language } from "./languages.ts";
import type { SymbolKind } from "./symbol-scanner.ts";

/** A symbol as the rules see it. */
export interface Declared {
  readonly name: string;
  readonly kind: SymbolKind;
  /** The declaration up to the name, from the start of its line. */
  readonly header: string;
  /** Kind and header of the container; null at the top. */
  readonly parent: { readonly kind: SymbolKind | "scope"; readonly header: string } | null;
}

/** So much of the end of a Lua file is searched for what it returns, in code units. */
const LUA_END_MAX = 1000;
const PRIVATE = /\b(?:private|fileprivate)\b/;

/** Makes the rule for one text. In some languages the rule depends on the rest of the text. */
export function visibilityRule(language: Language, text: string): (declared: Declared) => boolean {
  switch (language) {
    case "typescript":
    case "tsx":
    case "javascript":
    case "svelte":
    case "vue":
      return moduleRule(text);
    case "python":
      return pythonRule(text);
    case "go":
      return ({ name }) => /^\p{Lu}/u.test(name);
    case "rust":
      return rustRule(text);
    case "csharp":
      return csharpRule;
    case "c":
    case "cpp":
      return ({ header, kind }) => (kind !== "function" && kind !== "variable") || !/\bstatic\b/.test(header);
    case "java":
    case "kotlin":
    case "php":
    case "swift":
      return ({ header }) => !PRIVATE.test(header);
    case "scala":
      return ({ header }) => !/\bprivate\b(?!\[)/.test(header);
    case "dart":
      return ({ name }) => !name.startsWith("_");
    case "elixir":
      return ({ header, kind }) => kind !== "constant" && !/\b(?:def(?:macro|guard)?p|typep)\b/.test(header);
    case "lua":
      return luaRule(text);
    case "zig":
      return ({ header, kind }) => kind === "field" || kind === "member" || /\b(?:pub|export)\b/.test(header);
    case "bash":
    case "ruby":
    case "sql":
      return () => true;
  }
}

/**
 * A module exports by a word in front of a symbol, or by a list. A text with neither exports nor imports is a script or
 * a CommonJS module, and all its symbols at the top can be used.
 */
function moduleRule(text: string): (declared: Declared) => boolean {
  const listed = new Set<string>();
  for (const list of text.matchAll(/\bexport\s*\{([^{}]{0,10000})\}(?!\s*from)/g)) {
    for (const item of list[1]!.split(",")) listed.add(item.trim().split(/\s/)[0]!);
  }
  for (const named of text.matchAll(/^export[ \t]+default[ \t]+(\w+)[ \t]*(?:;[ \t]*)?$/gm)) listed.add(named[1]!);
  const isModule = /^[ \t]*(?:export|import)\b/m.test(text);
  return ({ name, header, parent, kind }) => {
    if (name.startsWith("#") || /\bprivate\b/.test(header)) return false;
    if (parent !== null && parent.kind !== "namespace") return true;
    return !isModule || /\bexport\b/.test(header) || (kind !== "namespace" && listed.has(name));
  };
}

/** Names at the top are exported by `__all__`, where there is one. Others are private by a low line in front. */
function pythonRule(text: string): (declared: Declared) => boolean {
  const list = /^__all__\s*(?::[^=\n]{0,100})?=\s*[[(]([^\])]{0,50000})[\])]/m.exec(text)?.[1];
  const listed =
    list === undefined ? null : new Set(Array.from(list.matchAll(/["']([^"']*)["']/g), ([, name]) => name!));
  return ({ name, parent }) => {
    if (listed !== null && parent === null) return listed.has(name);
    return !name.startsWith("_") || /^__\w+__$/.test(name);
  };
}

function rustRule(text: string): (declared: Declared) => boolean {
  const exportsMacros = text.includes("#[macro_export]");
  return ({ header, kind, parent }) => {
    if (kind === "member" || parent?.kind === "trait") return true;
    if (kind === "macro") return exportsMacros;
    // The functions of a trait are as visible as the trait.
    if (parent?.kind === "scope" && /\bfor\s/.test(parent.header)) return true;
    return /\bpub\b/.test(header);
  };
}

/**
 * Members of classes and structs are private unless they say otherwise. Everything else that is not declared private
 * can be used in the project.
 */
function csharpRule({ header, kind, parent }: Declared): boolean {
  if (PRIVATE.test(header)) return false;
  if (kind === "member" || (parent?.kind !== "class" && parent?.kind !== "struct")) return true;
  return /\b(?:public|internal|protected)\b/.test(header);
}

/** What is not local can be used, and what the file returns at its end. */
function luaRule(text: string): (declared: Declared) => boolean {
  const returned = /^return[ \t]+(\w+)[ \t]*;?\s*$/m.exec(text.slice(-LUA_END_MAX))?.[1];
  return ({ name, header }) => name === returned || !/\blocal\b/.test(header);
}
