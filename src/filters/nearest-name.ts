// Finds the name that a wrong one may have meant.

/** Only so many first characters are compared. */
const COMPARED_LENGTH = 40;

/** The nearest of the known names; null where more than a third of its letters would be wrong. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const wanted = letters(name);
  let nearest: string | null = null;
  let least = wanted.length / 3 + 1e-9;
  for (const candidate of known) {
    const other = letters(candidate);
    const isPart = wanted.length >= 3 && (other.startsWith(wanted) || other.endsWith(wanted));
    const edits = isPart ? 0.5 : distance(wanted, other);
    if (edits >= least) continue;
    [nearest, least] = [candidate, edits];
  }
  return nearest;
}

function letters(name: string): string {
  return name
    .slice(0, COMPARED_LENGTH)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
}

/** Levenshtein's distance, by rows. */
function distance(a: string, b: string): number {
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
