// Full names as programs print them, which begin with modules, packages or namespaces: `com.google.gson.Gson.toJson`.

/** So many lines of a file are looked at for what package or namespace it is of. */
const HEAD_LINES = 80;
const PARTS_MAX = 12;
const DECLARED = /^\s*(?:package|namespace|module|defmodule)\s+([\p{L}\p{N}_.\\:]+)/u;
/** Words in front of modules that say: of this tree. */
const OWN = /^(?:crate|self|super|global)$/;
const WORDS = /[\p{L}\p{N}_$]+/gu;

/**
 * The parts of a full name: `cobra`, `Command` and `Execute` of `github.com/spf13/cobra.(*Command).Execute`. None of a
 * name of one part, or of something else.
 */
export function modulePartsOf(name: string): string[] {
  const plain = name
    .trim()
    .replace(/\([^()]*\)$/, "")
    .replace(/^.*\//, "")
    .replace(/\(\*?([^()]*)\)/g, "$1");
  if (!/^[\p{L}\p{N}_$.:#\\>-]+$/u.test(plain)) return [];
  const parts = (plain.match(WORDS) ?? []).filter((part) => !OWN.test(part));
  return parts.length > PARTS_MAX ? [] : parts;
}

/**
 * Whether a file is in modules of these names: in folders and a file that are called so, in this order, or by what it
 * says of its package or namespace.
 */
export function isInModules(path: string, lines: readonly string[], modules: readonly string[]): boolean {
  const folders = path.split("/").flatMap((part) => part.replace(/\.\w+$/, "").split("."));
  if (holdsInOrder(folders, modules)) return true;
  return lines.slice(0, HEAD_LINES).some((line) => {
    const declared = DECLARED.exec(line)?.[1];
    return declared !== undefined && holdsInOrder([...(declared.match(WORDS) ?? []), ...folders], modules);
  });
}

function holdsInOrder(all: readonly string[], wanted: readonly string[]): boolean {
  let next = 0;
  for (const each of all) if (next < wanted.length && plain(each) === plain(wanted[next]!)) next++;
  return next === wanted.length;
}

const plain = (name: string) => name.toLowerCase().replace(/-/g, "_");
