// What the beginning, the end and the signs of a line say about the definition that it stands in, language by language.
// All is tried on lines without comments and strings. Which lines define something stands in light-rules.ts.

import type { Language } from "./languages.ts";

/** The beginning of a line that continues the declaration before it: the words, and signs that begin no other line. */
export const CONTINUATION =
  /^(?:[{:>|&+?.,]|->|=>|where\b|throws\b|extends\b|implements\b|with\b|noexcept\b|requires\b)/;
/** The end of a line that does not complete a declaration. */
export const UNFINISHED = /(?:[,=<|&+:]|=>|\b(?:where|throws|extends|implements|requires|with))$/;
/** A list of type parameters that goes on in the next lines; what is in it is no body. */
export const TYPE_LIST = /(?<!<)<$/;
/** A place to jump to; it stands at the margin, and begins nothing new. */
export const LABEL = /^\w+:$/;
/** `const (` in Go: the lines in the group are definitions of that kind. */
export const GROUP = /^(const|var|type)\s*\($/;

/** Languages where text inside of braces may begin at the margin all the same. */
export const INDENTLESS: ReadonlySet<Language> = new Set<Language>(["bash", "c", "cpp", "csharp", "php"]);

/**
 * What begins a definition in languages that are read by their indentation, but for Scala. It stands in no list of
 * values: a bracket that seems to be open comes from a pattern, or the list holds a function.
 */
export const STATEMENT =
  /^(?:(?:async|local|private|protected|public|override)\s+)*(?:def[a-z]*|class|module|function\s+\w|trait)\b/;
/** What divides the body of a definition, with the indentation of its beginning. */
export const DIVISION = /^(?:rescue|ensure|else|catch|after)\b/;
/** A namespace without a name: what is in it counts as being outside of it. */
export const UNNAMED = /^(?:inline\s+)?namespace\s*\{$/;

/** Languages read by their indentation where a line closes what it ends. */
export const CLOSINGS: Readonly<Partial<Record<Language, RegExp>>> = {
  elixir: /^end\b/,
  lua: /^end\b/,
  ruby: /^end\b/,
  scala: /^(?:\}|end\b)/,
};

export const BRACKETS = /[()[\]{}]/g;
/** Those of types; an arrow and a comparison are none. */
export const ANGLES = /[-=]>|[<>]=|[<>]/g;
/** `extern "C" {`: definitions inside it count as being at the top. */
export const LINKAGE = /^extern\s+" *"\s*\{?$/;

const LINKED = /^extern\s+" *"\s+(?=\w)/;
const TEMPLATE = /^template\s*</;

/** A line of C or C++ without `template <...>` and `extern "C"` in front of what it declares. */
export function withoutPrefix(code: string): string {
  if (!TEMPLATE.test(code)) return code.replace(LINKED, "");
  let depth = 0;
  for (let at = code.indexOf("<"); at < code.length; at++) {
    if (code[at] === "<") depth++;
    else if (code[at] === ">" && --depth === 0) return withoutPrefix(code.slice(at + 1).trim()) || code;
  }
  return code;
}
