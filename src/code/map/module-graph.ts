// The dependencies between modules, summed up from those between files, and the cycles among them.

import type { Module } from "./module-tree.ts";

/** How many links lead from files of one module to files of another; modules by their place in the list. */
export interface ModuleEdge {
  readonly from: number;
  readonly to: number;
  readonly links: number;
}

/** Modules that depend on each other. */
export interface ModuleCycle {
  /** All of them, by place. */
  readonly members: readonly number[];
  /** A shortest way from the largest of them back to it, without its end. */
  readonly way: readonly number[];
}

/** The edges, those with the most links first. Files that are in no module are left out. */
export function moduleEdges(modules: readonly Module[], uses: ReadonlyMap<string, ReadonlySet<string>>): ModuleEdge[] {
  const moduleOf = new Map<string, number>();
  for (const [at, { files }] of modules.entries()) for (const { path } of files) moduleOf.set(path, at);
  const links = new Map<number, number>();
  for (const [path, used] of uses) {
    const from = moduleOf.get(path);
    if (from === undefined) continue;
    for (const target of used) {
      const to = moduleOf.get(target);
      if (to === undefined || to === from) continue;
      const key = from * modules.length + to;
      links.set(key, (links.get(key) ?? 0) + 1);
    }
  }
  return [...links]
    .map(([key, count]) => ({ from: Math.floor(key / modules.length), to: key % modules.length, links: count }))
    .sort((a, b) => b.links - a.links || a.from - b.from || a.to - b.to);
}

/** The groups of modules that reach each other, by the place of their first member. */
export function moduleCycles(count: number, edges: readonly ModuleEdge[]): ModuleCycle[] {
  const next: number[][] = Array.from({ length: count }, () => []);
  for (const { from, to } of edges) next[from]!.push(to);
  const reach = next.map((_, start) => reachedFrom(start, next));
  const seen = new Set<number>();
  const cycles: ModuleCycle[] = [];
  for (let start = 0; start < count; start++) {
    if (seen.has(start) || !reach[start]!.has(start)) continue;
    const members = [...reach[start]!].filter((each) => reach[each]!.has(start)).sort((a, b) => a - b);
    for (const member of members) seen.add(member);
    cycles.push({ members, way: shortestWay(start, next) });
  }
  return cycles;
}

/** What can be reached from a module by at least one edge. */
function reachedFrom(start: number, next: readonly (readonly number[])[]): ReadonlySet<number> {
  const reached = new Set<number>();
  const waiting = [start];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    for (const target of next[each]!) {
      if (reached.has(target)) continue;
      reached.add(target);
      waiting.push(target);
    }
  }
  return reached;
}

/** The shortest way that leads back to a module. There is one. */
function shortestWay(start: number, next: readonly (readonly number[])[]): number[] {
  const ways = new Map<number, readonly number[]>([[start, [start]]]);
  for (const [at, way] of ways) {
    for (const target of next[at]!) {
      if (target === start) return [...way];
      if (!ways.has(target)) ways.set(target, [...way, target]);
    }
  }
  return [start];
}
