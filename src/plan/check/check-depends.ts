// What is wrong with the dependencies of a plan's tasks, and which tasks may run in parallel.

import type { Task } from "../documents/plan-documents.ts";

/** So many circles are told. */
const CIRCLES_MAX = 5;

/** What is wrong with dependencies, a line each. */
export function dependencyFlaws(tasks: readonly Task[]): string[] {
  const seqs = new Set(tasks.map(({ seq }) => seq));
  const flaws: string[] = [];
  for (const { seq, depends } of tasks) {
    const seen = new Set<string>();
    for (const each of depends) {
      if (each === seq) flaws.push(`${seq} depends on itself`);
      else if (!seqs.has(each)) flaws.push(`${seq} depends on ${each}, which there is not`);
      else if (seen.has(each)) flaws.push(`${seq} depends on ${each} twice`);
      seen.add(each);
    }
  }
  return [...flaws, ...circlesOf(tasks).map((circle) => `a circle of dependencies: ${circle.join(" → ")}`)];
}

/** Circles of more than one task: each with its way, which ends where it begins. A task is in one of them at most. */
export function circlesOf(tasks: readonly Task[]): string[][] {
  const bySeq = new Map(tasks.map((task) => [task.seq, task]));
  const state = new Map<string, "open" | "done">();
  const circles: string[][] = [];
  for (const { seq: start } of bySeq.values()) {
    // The way to where the search is, with what is still to be tried at each place of it.
    const way: { seq: string; left: string[] }[] = [];
    const enter = (seq: string) => {
      state.set(seq, "open");
      way.push({ seq, left: [...(bySeq.get(seq)?.depends ?? [])] });
    };
    if (!state.has(start)) enter(start);
    for (let at = way.at(-1); at !== undefined; at = way.at(-1)) {
      const next = at.left.shift();
      if (next === undefined) {
        state.set(at.seq, "done");
        way.pop();
      } else if (next !== at.seq && bySeq.has(next)) {
        if (!state.has(next)) enter(next);
        else if (state.get(next) === "open" && circles.length < CIRCLES_MAX) {
          circles.push([...way.slice(way.findIndex(({ seq }) => seq === next)).map(({ seq }) => seq), next]);
        }
      }
    }
  }
  return circles;
}

/** Whether two tasks may run at once: neither has to be delivered before the other. */
export function runsBeside(tasks: readonly Task[]): (one: Task, other: Task) => boolean {
  const bySeq = new Map(tasks.map((task) => [task.seq, task]));
  const before = new Map<string, ReadonlySet<string>>();
  for (const { seq } of tasks) {
    const found = new Set<string>();
    const left = [...(bySeq.get(seq)?.depends ?? [])];
    for (let each = left.pop(); each !== undefined; each = left.pop()) {
      if (found.has(each)) continue;
      found.add(each);
      left.push(...(bySeq.get(each)?.depends ?? []));
    }
    before.set(seq, found);
  }
  return (one, other) =>
    one !== other && before.get(one.seq)?.has(other.seq) !== true && before.get(other.seq)?.has(one.seq) !== true;
}
