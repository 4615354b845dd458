// Finds lines that differ from their like in a figure that is otherwise nearly always the same: one `500` among many
// `200`, one `exit 1` among many `exit 0`. Such a line is not alike, whatever its words are.
// Invariants:
// - Lines are compared with those of the same template (line-template.ts), figure by figure.
// - At most FIGURES_MAX figures of a line and VALUES_MAX values of a figure are looked at.

import { HASH_MASK } from "./line-template.ts";

const FIGURES_MAX = 8;
const VALUES_MAX = 6;
/** A template needs this many lines, its usual value this part of them, an odd value at most this part, or one. */
const LINES_MIN = 8;
const USUAL_PART = 0.75;
const ODD_PART = 0.05;
const LOOKED_AT = 300;
const FIGURE = /\d+(?:[.,:_]\d+)*/g;

/** The numbers of the lines that hold an odd figure. `templates` are those of the lines; null stands for none. */
export function oddFigures(texts: readonly string[], templates: readonly (string | null)[]): Set<number> {
  const groups = new Map<string, number[]>();
  for (const [at, template] of templates.entries()) {
    if (template === null) continue;
    const group = groups.get(template);
    if (group === undefined) groups.set(template, [at]);
    else group.push(at);
  }
  const odd = new Set<number>();
  for (const [template, group] of groups)
    if (group.length >= LINES_MIN) addOdd(texts, group, !template.includes(HASH_MASK), odd);
  return odd;
}

/** `isFixed`: all lines of the group have as many figures as the first. */
function addOdd(texts: readonly string[], group: readonly number[], isFixed: boolean, odd: Set<number>): void {
  const figures: string[][] = [];
  const values: Map<string, number>[] = Array.from({ length: FIGURES_MAX }, () => new Map());
  let open = FIGURES_MAX;
  for (const at of group) {
    const own = (texts[at]!.slice(0, LOOKED_AT).match(FIGURE) ?? []).slice(0, FIGURES_MAX);
    figures.push(own);
    if (isFixed && figures.length === 1) open = own.length;
    for (const [figure, value] of own.entries()) {
      const counts = values[figure]!;
      if (counts.size > VALUES_MAX) continue;
      counts.set(value, (counts.get(value) ?? 0) + 1);
      if (counts.size > VALUES_MAX) open--;
    }
    // Each figure has many values: none of them is odd.
    if (open === 0) return;
  }
  const oddMax = Math.max(1, group.length * ODD_PART);
  for (const [figure, counts] of values.entries()) {
    if (counts.size < 2 || counts.size > VALUES_MAX || Math.max(...counts.values()) < group.length * USUAL_PART)
      continue;
    for (const [index, at] of group.entries())
      if ((counts.get(figures[index]![figure] ?? "") ?? group.length) <= oddMax) odd.add(at);
  }
}
