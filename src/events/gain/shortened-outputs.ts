// Every output that was shortened and everything that was fetched of one again: a fold over the event log.
// Invariants:
// - Nothing is added up here. What was fetched is joined to its output when somebody asks, so neither the order of events
//   in the log, nor the time between them, nor a compaction changes a figure.
// - Compactions leave events of both types as they are (event-compaction.ts): a fetch needs the key of its output.

import type { Fold } from "../log/event-fold.ts";
import type { LoggedEvent } from "../log/event-types.ts";

/** Who did something, and when. */
export interface Occasion {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly session: string;
  readonly agent: string;
  /** Keys of the project. */
  readonly project: readonly string[];
}

/** An output that was shortened. Sizes are in bytes. */
export interface ShortenedOutput extends Occasion {
  /** The client's tool, the program, and the filter. */
  readonly by: string;
  readonly command: string;
  readonly filter: string;
  /** The key of its original; "" where the client kept it. */
  readonly key: string;
  readonly before: number;
  readonly after: number;
}

/** A part of an original that somebody asked for, in bytes. */
export interface FetchedPart extends Occasion {
  readonly key: string;
  readonly bytes: number;
}

/** All of them, in the order of the log. */
export interface ShortenedOutputs {
  readonly outputs: ShortenedOutput[];
  readonly fetches: FetchedPart[];
}

/** Numbers of an output in a snapshot, then those of a fetch. Texts stand as their place in the list of texts. */
const OUTPUT_WIDTH = 10;
const FETCH_WIDTH = 6;

export const shortenedOutputs: Fold<ShortenedOutputs> = {
  name: "shortened-outputs",
  version: 1,
  empty: () => ({ outputs: [], fetches: [] }),
  take(state, event: LoggedEvent) {
    if (event.type !== "filter" && event.type !== "fetched") return;
    const { at, session, agent, project, key } = event;
    const occasion = { at, session, agent, project, key };
    if (event.type === "fetched") state.fetches.push({ ...occasion, bytes: event.bytes });
    else {
      const { by, command, filter, before, after } = event;
      state.outputs.push({ ...occasion, by, command, filter, before, after });
    }
  },
  encode({ outputs, fetches }) {
    const texts = new TextNumbers();
    const head = ({ at, session, agent, project }: Occasion) => [
      at,
      texts.number(session),
      texts.number(agent),
      texts.number(JSON.stringify(project)),
    ];
    const shortened = outputs.flatMap((output) => [
      ...head(output),
      ...[output.by, output.command, output.filter].map((name) => texts.number(name)),
      texts.number(output.key),
      output.before,
      output.after,
    ]);
    const fetched = fetches.flatMap((part) => [...head(part), texts.number(part.key), part.bytes]);
    return { texts: texts.all, shortened, fetched };
  },
  decode(value) {
    const { texts, shortened, fetched } = value as Snapshot;
    if (shortened.length % OUTPUT_WIDTH !== 0 || fetched.length % FETCH_WIDTH !== 0) throw new Error("not a snapshot");
    const projects = new Map<number, readonly string[]>();
    const text = (number: number) => texts[number]!;
    const head = (row: readonly number[], at: number): Occasion => {
      const place = row[at + 3]!;
      let project = projects.get(place);
      if (project === undefined) {
        project = JSON.parse(text(place)) as string[];
        projects.set(place, project);
      }
      return { at: row[at]!, session: text(row[at + 1]!), agent: text(row[at + 2]!), project };
    };
    const state = shortenedOutputs.empty();
    for (let at = 0; at < shortened.length; at += OUTPUT_WIDTH) {
      const [by = 0, command = 0, filter = 0, key = 0, before = 0, after = 0] = shortened.slice(
        at + 4,
        at + OUTPUT_WIDTH,
      );
      const names = { by: text(by), command: text(command), filter: text(filter), key: text(key) };
      state.outputs.push({ ...head(shortened, at), ...names, before, after });
    }
    for (let at = 0; at < fetched.length; at += FETCH_WIDTH) {
      state.fetches.push({ ...head(fetched, at), key: text(fetched[at + 4]!), bytes: fetched[at + 5]! });
    }
    return state;
  },
};

interface Snapshot {
  readonly texts: readonly string[];
  readonly shortened: readonly number[];
  readonly fetched: readonly number[];
}

/** Numbers texts in the order in which they come. */
class TextNumbers {
  readonly all: string[] = [];
  readonly #numbers = new Map<string, number>();

  number(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.all.length);
    return this.all.push(text) - 1;
  }
}

/** A part that was fetched, and the output that it is of; null where the log has none of that key. */
export type JoinedFetch = FetchedPart & { readonly output: ShortenedOutput | null };

/**
 * Joins each fetch to its output: the last one of its key that was shortened before it, else the first one of that key,
 * for clocks that do not agree.
 */
export function joinedFetches({ outputs, fetches }: ShortenedOutputs): JoinedFetch[] {
  const byKey = new Map<string, ShortenedOutput[]>();
  for (const output of outputs) {
    if (output.key === "") continue;
    const same = byKey.get(output.key);
    if (same === undefined) byKey.set(output.key, [output]);
    else same.push(output);
  }
  return fetches.map((part) => {
    const same = (byKey.get(part.key) ?? []).toSorted((a, b) => a.at - b.at);
    return { ...part, output: same.findLast(({ at }) => at <= part.at) ?? same[0] ?? null };
  });
}
