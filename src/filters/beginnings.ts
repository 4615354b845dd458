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

/** The beginnings of one branch: its letters and groups, up to anything else. */
function branchBeginnings(branch: string): string[] | null {
  let found = [""];
  for (let rest = branch; rest !== ""; ) {
    const letters = /^(?:[\w@:/ -]|\\[.+-])+(?![?*+{])/.exec(rest);
    const optional = /^([\w@:/ -]|\\[.+-])\?(?!\?)/.exec(rest);
    const group = letters === null && optional === null ? groupAt(rest) : null;
    const choices =
      letters !== null
        ? [plain(letters[0])]
        : optional !== null
          ? [plain(optional[1]!), ""]
          : group === null
            ? null
            : groupBeginnings(group);
    if (choices === null) return found;
    if (group?.isOptional === true && !group.isKnown) {
      const without = branchBeginnings(rest.slice(group.length));
      return without === null ? null : found.flatMap((text) => [...choices, ...without].map((each) => text + each));
    }
    found = found.flatMap((text) => choices.map((choice) => text + choice));
    if (found.length > BEGINNINGS_MAX) return null;
    // Behind a group of which only the beginnings are known nothing is known.
    if (group !== null && !group.isKnown) return found;
    rest = rest.slice(letters?.[0].length ?? optional?.[0].length ?? group!.length);
  }
  return found;
}

function plain(text: string): string {
  return text.replaceAll("\\", "");
}

interface Group {
  readonly body: string;
  readonly length: number;
  readonly isOptional: boolean;
  /** Whether its beginnings are all that it can match. */
  readonly isKnown: boolean;
}

/** The group at the beginning of a text; null for none, and for one that is repeated or has flags. */
function groupAt(rest: string): Group | null {
  const [opening] = /^\((?:\?(?::|P?<\w+>)|(?!\?))/.exec(rest) ?? [];
  if (opening === undefined) return null;
  const end = closingAt(rest);
  if (end < 0 || /^(?:[*+{]|\?\?)/.test(rest.slice(end + 1))) return null;
  const isOptional = rest[end + 1] === "?";
  const body = rest.slice(opening.length, end);
  return { body, length: end + (isOptional ? 2 : 1), isOptional, isKnown: /^[\w@:/ |-]*$/.test(body) };
}

function groupBeginnings({ body, isOptional, isKnown }: Group): string[] | null {
  const found: string[] = isOptional && isKnown ? [""] : [];
  for (const branch of branchesOf(body) ?? [""]) {
    const read = branchBeginnings(branch);
    if (read === null) return null;
    found.push(...read);
  }
  return found;
}

/** The place of the bracket that closes the first one; -1 for none. */
function closingAt(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "\\") at++;
    else if (character === "[") {
      const end = text.indexOf("]", at + 2);
      if (end < 0) return -1;
      at = end;
    } else if (character === "(") depth++;
    else if (character === ")" && --depth === 0) return at;
  }
  return -1;
}
