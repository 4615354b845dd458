// Finds the setting that a wrong name may have meant.

import { SETTING_NAMES, type SettingName } from "./settings.ts";

/** Only so many first characters of a name are compared. */
const COMPARED_LENGTH = 40;
/** A name is near when at most one of so many of its letters is wrong. */
const LETTERS_PER_EDIT = 4;

/** The nearest setting; null where none is near. `codeContext`, `code-context` and `context` mean `code.context`. */
export function nearestSetting(name: string): SettingName | null {
  const wanted = letters(name);
  if (wanted.length < 3) return null;
  let nearest: SettingName | null = null;
  let least = wanted.length / LETTERS_PER_EDIT + 1e-9;
  for (const candidate of SETTING_NAMES) {
    const known = letters(candidate);
    const isPart = known.endsWith(wanted) || wanted.endsWith(known) || known.startsWith(wanted);
    const edits = isPart ? 0.5 : edit(wanted, known);
    if (edits >= least) continue;
    nearest = candidate;
    least = edits;
  }
  return nearest;
}

/** What a message about an unknown name ends with: `; did you mean code.context?`, or which names there are. */
export function didYouMeanSetting(name: string): string {
  const nearest = nearestSetting(name);
  return nearest === null ? "; helix config lists all" : `; did you mean ${nearest}?`;
}

function letters(name: string): string {
  return name
    .slice(0, COMPARED_LENGTH)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
}

/** How many letters lie between two short texts: Levenshtein's distance, by rows. */
function edit(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let at = 1; at <= a.length; at++) {
    const above = row;
    row = [at];
    for (let to = 1; to <= b.length; to++) {
      const replaced = above[to - 1]! + (a[at - 1] === b[to - 1] ? 0 : 1);
      row.push(Math.min(replaced, above[to]! + 1, row[to - 1]! + 1));
    }
  }
  return row[b.length]!;
}
