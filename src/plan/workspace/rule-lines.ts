// Rules of ignoring as one text. A tree has them in many files; a report has to judge by those of the start, whatever
// the files say by now, and git takes one text of rules in their place (`--exclude-from`).
// Invariants:
// - A rule means in the text what it meant in its file. What cannot be said there is left out: then less is ignored.
// - Deeper files come later, since the last rule that matches counts.

/** A file of rules, and the folder that they stand in, below the one that is listed; "" for that itself. */
export interface RuleFile {
  readonly folder: string;
  readonly text: string;
}

/** The name of git's files of rules. */
export const RULE_NAME = ".gitignore";

/** Folders that tests and checks make, with a rule in them that hides them whole. That is no rule of the task's. */
const OWN_CACHES: ReadonlySet<string> = new Set([".pytest_cache", ".mypy_cache", ".ruff_cache"]);

/** Whether a path lies in a cache that hides itself. */
export function isInOwnCache(path: string): boolean {
  return path.split("/").some((name) => OWN_CACHES.has(name));
}

/** The rules of files as lines. `first`: those of the whole tree, the weakest first. */
export function ruleLines(first: readonly string[], files: readonly RuleFile[]): string {
  const ordered = [...files].sort((a, b) => depthOf(a) - depthOf(b) || (a.folder < b.folder ? -1 : 1));
  return [
    ...first.flatMap((text) => text.split("\n")),
    ...ordered.flatMap(({ folder, text }) =>
      text
        .replace(/^\uFEFF/, "")
        .split("\n")
        .map((line) => placedRule(folder, line)),
    ),
  ]
    .map((line) => line.replace(/\r$/, ""))
    .filter((line) => line !== "" && !line.startsWith("#"))
    .join("\n");
}

function depthOf({ folder }: RuleFile): number {
  return folder === "" ? 0 : folder.split("/").length;
}

/** A rule of a file in `folder` as it has to stand in the folder above all; "" where it says nothing there. */
function placedRule(folder: string, given: string): string {
  const line = given.replace(/\r$/, "");
  if (folder === "" || line === "" || line.startsWith("#")) return line;
  if (/[\n\r]/.test(folder)) return "";
  const [not, rule] = line.startsWith("!") ? ["!", line.slice(1)] : ["", line];
  const before = `/${folder.replace(/[\\*?[\]]/g, "\\$&")}`;
  // A slash that is not the last sign binds a rule to its folder.
  const isBound = rule
    .replace(/[ \t]+$/, "")
    .slice(0, -1)
    .includes("/");
  const below = isBound ? rule.replace(/^\//, "") : `**/${rule}`;
  return rule.trim() === "" || rule.trim() === "/" ? "" : `${not}${before}/${below}`;
}
