// The difference between two texts as a short unified diff. The shortest edit is searched for only up to EDITS_MAX
// edits, which suffices for settings files. Texts that differ in more are shown as one replacement.

interface Line {
  readonly sign: " " | "-" | "+";
  readonly text: string;
}

const CONTEXT = 2;
const EDITS_MAX = 1500;

/** The lines of the diff with their signs, and a header line for each part. Empty when the texts are equal. */
export function lineDiff(before: string, after: string): string[] {
  if (before === after) return [];
  const [old, now] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let tail = 0;
  while (tail < old.length - start && tail < now.length - start && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const context = (text: string): Line => ({ sign: " ", text });
  const lines = [
    ...old.slice(Math.max(0, start - CONTEXT), start).map(context),
    ...edits(old.slice(start, old.length - tail), now.slice(start, now.length - tail)),
    ...old.slice(old.length - tail, old.length - tail + CONTEXT).map(context),
  ];
  const first = Math.max(0, start - CONTEXT) + 1;
  return parts(lines, first, first);
}

/** The lines of a text. A line break at the end yields no empty last line; a missing one is marked on the last line. */
function linesOf(text: string): string[] {
  if (text === "") return [];
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === "") lines.pop();
  else lines[lines.length - 1] += " (no line break at the end)";
  return lines;
}

/** The fewest edits, by Myers' greedy search. */
function edits(old: readonly string[], now: readonly string[]): Line[] {
  const trace: Map<number, number>[] = [];
  let reached = new Map([[1, 0]]);
  for (let count = 0; count <= Math.min(EDITS_MAX, old.length + now.length); count++) {
    trace.push(reached);
    const next = new Map(reached);
    for (let diagonal = -count; diagonal <= count; diagonal += 2) {
      let at = step(reached, diagonal, count);
      while (at < old.length && at - diagonal < now.length && old[at] === now[at - diagonal]) at++;
      next.set(diagonal, at);
      if (at >= old.length && at - diagonal >= now.length) return walkBack(trace, old, now);
    }
    reached = next;
  }
  return [...old.map((text): Line => ({ sign: "-", text })), ...now.map((text): Line => ({ sign: "+", text }))];
}

function isInsertion(reached: Map<number, number>, diagonal: number, count: number): boolean {
  return (
    diagonal === -count || (diagonal !== count && (reached.get(diagonal - 1) ?? -1) < (reached.get(diagonal + 1) ?? -1))
  );
}

function step(reached: Map<number, number>, diagonal: number, count: number): number {
  return isInsertion(reached, diagonal, count)
    ? (reached.get(diagonal + 1) ?? 0)
    : (reached.get(diagonal - 1) ?? 0) + 1;
}

function walkBack(trace: readonly Map<number, number>[], old: readonly string[], now: readonly string[]): Line[] {
  const lines: Line[] = [];
  let [x, y] = [old.length, now.length];
  for (let count = trace.length - 1; count >= 0; count--) {
    const reached = trace[count]!;
    const diagonal = x - y;
    const isInserted = isInsertion(reached, diagonal, count);
    const fromX = isInserted ? (reached.get(diagonal + 1) ?? 0) : (reached.get(diagonal - 1) ?? 0);
    const fromY = fromX - (isInserted ? diagonal + 1 : diagonal - 1);
    while (x > fromX && y > fromY && x > 0 && y > 0) {
      lines.push({ sign: " ", text: old[--x]! });
      y--;
    }
    if (count > 0) lines.push(isInserted ? { sign: "+", text: now[--y]! } : { sign: "-", text: old[--x]! });
  }
  return lines.toReversed();
}

/** Cuts the lines into parts that hold a change, with CONTEXT unchanged lines around it. */
function parts(lines: readonly Line[], oldFirst: number, newFirst: number): string[] {
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ sign }) => sign !== " "),
  );
  const result: string[] = [];
  let [old, now] = [oldFirst, newFirst];
  for (const [index, { sign, text }] of lines.entries()) {
    if (isNear[index]) {
      if (!isNear[index - 1]) {
        const end = isNear.indexOf(false, index);
        const part = lines.slice(index, end < 0 ? lines.length : end);
        const oldCount = part.filter((line) => line.sign !== "+").length;
        const newCount = part.filter((line) => line.sign !== "-").length;
        result.push(
          `@@ -${oldCount === 0 ? old - 1 : old},${oldCount} +${newCount === 0 ? now - 1 : now},${newCount} @@`,
        );
      }
      result.push(sign + text);
    }
    if (sign !== "+") old++;
    if (sign !== "-") now++;
  }
  return result;
}
