// What shortened outputs took away, and what was fetched of them again: added up as a whole, by the client's tool, by
// command and by filter.
// Invariants:
// - Nothing is estimated. Each figure is a sum of bytes that the event log names; `net` is negative where more was
//   fetched than taken away.
// - An output counts when it was shortened, a fetch when it was made. So the parts of a span of time add up to it.

import {
  joinedFetches,
  type Occasion,
  type ShortenedOutput,
  type ShortenedOutputs,
} from "../../events/gain/shortened-outputs.ts";

/** Tokens are bytes divided by this. */
export const BYTES_PER_TOKEN = 4;
/** The name of what a fetch was of where the log has no output of its key. */
export const UNKNOWN = "unknown";

/** Sums of some outputs, in bytes where it says nothing else. */
export interface GainSums {
  /** How many outputs were shortened. */
  shortened: number;
  before: number;
  after: number;
  /** How often something was fetched again, and how much. */
  fetches: number;
  fetched: number;
}

/** The sums of one tool, command or filter. */
export type NamedSums = GainSums & { readonly name: string };

/** All sums. */
export interface Gain {
  readonly total: GainSums;
  readonly tools: readonly NamedSums[];
  readonly commands: readonly NamedSums[];
  readonly filters: readonly NamedSums[];
  /** When the first and the last of it happened, in milliseconds since 1970; 0 for none. */
  readonly first: number;
  readonly last: number;
}

/** What is counted: null for everything. */
export interface GainScope {
  /** From this time on, in milliseconds since 1970. */
  readonly since: number | null;
  /** Of projects with these keys. */
  readonly project: ((keys: readonly string[]) => boolean) | null;
}

/** A shortening or a fetch: what it adds, and what it is of. */
export interface GainPart {
  readonly at: number;
  readonly by: string;
  readonly command: string;
  readonly filter: string;
  readonly sums: GainSums;
}

/** The sums of nothing, to add to. */
export function noSums(): GainSums {
  return { shortened: 0, before: 0, after: 0, fetches: 0, fetched: 0 };
}

/** What was taken away, less what was fetched again, in bytes. */
export function netOf({ before, after, fetched }: GainSums): number {
  return before - after - fetched;
}

/** Bytes as tokens, rounded to the nearest. */
export function tokensOf(bytes: number): number {
  return Math.round(bytes / BYTES_PER_TOKEN) || 0;
}

/** All parts within the scope, in no order. A fetch is of the project of its output. */
export function gainParts(all: ShortenedOutputs, { since, project }: GainScope): GainPart[] {
  const isMeant = ({ at }: Occasion, of: Occasion) =>
    (since === null || at >= since) && (project === null || project(of.project));
  const namesOf = (output: ShortenedOutput | null) => ({
    by: output?.by ?? UNKNOWN,
    command: output?.command ?? UNKNOWN,
    filter: output?.filter ?? UNKNOWN,
  });
  const shortened = all.outputs
    .filter((output) => isMeant(output, output))
    .map((output): GainPart => {
      const { at, before, after } = output;
      return { at, ...namesOf(output), sums: { ...noSums(), shortened: 1, before, after } };
    });
  const fetched = joinedFetches(all)
    .filter((part) => isMeant(part, part.output ?? part))
    .map(
      ({ at, output, bytes }): GainPart => ({
        at,
        ...namesOf(output),
        sums: { ...noSums(), fetches: 1, fetched: bytes },
      }),
    );
  return [...shortened, ...fetched];
}

/** Adds parts up. Names come by what they gained, most first, so that losses stand last. */
export function sumGain(parts: readonly GainPart[]): Gain {
  const total = noSums();
  const [tools, commands, filters] = [new Map(), new Map(), new Map()] as Map<string, GainSums>[];
  let [first, last] = [0, 0];
  for (const { at, by, command, filter, sums } of parts) {
    addTo(total, sums);
    addTo(under(tools!, by), sums);
    addTo(under(commands!, command), sums);
    addTo(under(filters!, filter), sums);
    if (first === 0 || at < first) first = at;
    if (at > last) last = at;
  }
  return { total, tools: listed(tools!), commands: listed(commands!), filters: listed(filters!), first, last };
}

/** Adds sums to others. */
export function addTo(sums: GainSums, more: GainSums): void {
  sums.shortened += more.shortened;
  sums.before += more.before;
  sums.after += more.after;
  sums.fetches += more.fetches;
  sums.fetched += more.fetched;
}

function under(sums: Map<string, GainSums>, name: string): GainSums {
  let found = sums.get(name);
  if (found === undefined) {
    found = noSums();
    sums.set(name, found);
  }
  return found;
}

function listed(sums: ReadonlyMap<string, GainSums>): NamedSums[] {
  return [...sums]
    .map(([name, own]) => ({ name, ...own }))
    .sort((a, b) => netOf(b) - netOf(a) || (a.name < b.name ? -1 : 1));
}
