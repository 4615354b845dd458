// Filters of a code search: `path:`, `lang:`, `kind:` and `test:` in the query.

import { HelixError } from "../../base/errors.ts";
import { quote } from "../../engine/text/clean.ts";
import { pathGlob } from "../../platform/path-glob.ts";
import { languageNamed, languageNames } from "../languages.ts";
import { SYMBOL_KINDS } from "../symbol-scanner.ts";

/** Which files and chunks are wanted; what is left out does not matter. */
export interface CodeFilter {
  /** Any of these accepts the path. */
  readonly paths: readonly ((path: string) => boolean)[];
  /** Languages by their names in the index. */
  readonly languages: readonly string[];
  /** Kinds of symbols. */
  readonly kinds: readonly string[];
  /** Only tests, no tests, or both. */
  readonly tests: "only" | "none" | "both";
}

const KINDS: ReadonlySet<string> = new Set([...SYMBOL_KINDS, "heading"].sort());
/** What people call kinds; a function may be a method, a class may be a struct. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  function: ["function", "method", "procedure"],
  class: ["class", "struct", "object"],
  type: ["type", "interface", "trait", "enum", "struct", "class"],
};
const FILTER = /(?:^|\s)(path|lang|language|kind|test|tests):(?:"([^"]*)"|(\S+))/gi;
const TESTS_VALUES: Readonly<Record<string, CodeFilter["tests"]>> = {
  only: "only",
  true: "only",
  yes: "only",
  none: "none",
  false: "none",
  no: "none",
  both: "both",
  all: "both",
};

interface ParsedFilters {
  /** The query without them. */
  readonly text: string;
  readonly filter: CodeFilter;
  /** Their names as they were given, e.g. `path:`; each once. */
  readonly names: readonly string[];
}

/** Takes the filters out of a query. Throws INVALID_ARGUMENT for a filter with a value that cannot be. */
export function parseFilters(query: string): ParsedFilters {
  const paths: ((path: string) => boolean)[] = [];
  const languages: string[] = [];
  const kinds: string[] = [];
  const names = new Set<string>();
  let tests: CodeFilter["tests"] = "both";
  const text = query.replace(FILTER, (all, name: string, quoted?: string, plain?: string) => {
    const value = (quoted ?? plain ?? "").trim();
    switch (name.toLowerCase()) {
      case "path":
        paths.push(pathTest(value));
        break;
      case "kind":
        kinds.push(...kindsNamed(value));
        break;
      case "lang":
      case "language":
        languages.push(...languagesNamed(value));
        break;
      default: {
        const named = TESTS_VALUES[value.toLowerCase()];
        // Scripts are called `test:watch` and the like: those are words.
        if (named === undefined) return all;
        tests = named;
      }
    }
    names.add(`${name.toLowerCase()}:`);
    return " ";
  });
  return { text: text.trim(), filter: { paths, languages, kinds, tests }, names: [...names] };
}

/** `path:src/*.ts` is a glob; without signs of one it is a part of the path. */
function pathTest(value: string): (path: string) => boolean {
  if (value === "") throw refused("path: is empty: give a part of a path or a glob, e.g. path:src/**/*.ts");
  if (/[*?[\]{}!]/.test(value)) return pathGlob(value);
  const part = value.replace(/^\.?\//, "").toLowerCase();
  return (path) => path.toLowerCase().includes(part);
}

function kindsNamed(value: string): readonly string[] {
  const kind = value.toLowerCase();
  const named = ALSO[kind] ?? (KINDS.has(kind) ? [kind] : null);
  if (named !== null) return named;
  throw refused(`kind:${quote(value)} is no kind: give one of ${[...KINDS].join(", ")}, e.g. kind:function`);
}

function languagesNamed(value: string): readonly string[] {
  const named = languageNamed(value);
  if (named.length > 0) return named;
  throw refused(
    `lang:${quote(value)} is no language that helix reads: give one of ${languageNames().join(", ")}, e.g. lang:go`,
  );
}

function refused(message: string): HelixError {
  return new HelixError("INVALID_ARGUMENT", message);
}
