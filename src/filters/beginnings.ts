// How texts begin that an expression can match, as far as the expression says so. It spares trying every filter for
// every command.

/** More beginnings are not told apart. */
const BEGINNINGS_MAX = 64;

/** The beginnings of all texts that the expression can match; null where they are not known. */
export function beginningsOf(pattern: string): string[] | null {
  const branches = branchesOf(pattern);
  if (branches === null || branches.some((branch) => !branch.startsWith("^"))) return null;
  const found: string[] = [];
  for (const branch of branches) {
    const read = branchBeginnings(branch.slice(1));
    if (read === null || read.includes("")) return null;
    found.push(...read);
  }
  return found.length > BEGINNINGS_MAX ? null : found;
}

/** The alternatives of the expression; null where its brackets are not understood. */
function branchesOf(pattern: string): string[] | null {
  const branches: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === "\\") at++;
    else if (character === "[") {
      const end = pattern.indexOf("]", at + 2);
      if (end < 0) return null;
      at = end;
    } else if (character === "(") depth++;
    else if (character === ")") depth--;
    else if (character === "|" && depth === 0) {
      branches.push(pattern.slice(start, at));
      start = at + 1;
    }
  }
  return depth === 0 ? [...branches, pattern.slice(start)] : null;
}

/** The beginnings of one branch: its letters and groups of letters, up to anything else. */
function branchBeginnings(branch: string): string[] | null {
  let found = [""];
  for (let rest = branch; ; ) {
    const letters = /^(?:[\w@:/ -]|\\[.+-])+(?![?*+{])/.exec(rest);
    const group = /^\((?:\?:)?([\w@:/ |-]*)\)(?![*+{])(\??)/.exec(rest);
    if (letters !== null) {
      found = found.map((text) => text + letters[0].replaceAll("\\", ""));
      rest = rest.slice(letters[0].length);
    } else if (group !== null) {
      const choices = [...group[1]!.split("|"), ...(group[2] === "?" ? [""] : [])];
      found = found.flatMap((text) => choices.map((choice) => text + choice));
      if (found.length > BEGINNINGS_MAX) return null;
      rest = rest.slice(group[0].length);
    } else if (isPlainGroup(rest)) rest = rest.replace(/^\((?:\?(?::|P?<\w+>))?/, "");
    else return found;
  }
}

/** Whether the branch goes on with a group that stands there once and has no alternatives. */
function isPlainGroup(rest: string): boolean {
  if (!/^\((?:\?(?::|P?<\w+>)|(?!\?))/.test(rest)) return false;
  let depth = 0;
  for (let at = 0; at < rest.length; at++) {
    const character = rest[at];
    if (character === "\\") at++;
    else if (character === "|") return false;
    else if (character === "[") {
      const end = rest.indexOf("]", at + 2);
      if (end < 0) return false;
      at = end;
    } else if (character === "(") depth++;
    else if (character === ")" && --depth === 0) return !/^[?*+{]/.test(rest.slice(at + 1));
  }
  return false;
}
