// What every action of `trace` works with, and how its answers end.

import { counted } from "../../base/wording.ts";
import type { Mask } from "../../code/shown-code.ts";
import type { CodeTrees } from "../../code/store/code-trees.ts";
import type { SourceCaller } from "../../notes/sources/stale-sources.ts";
import type { Access } from "../../notes/store/long-work.ts";
import type { CodePorts } from "../code/ports.ts";
import { PagedText } from "../common/paged-text.ts";
import type { TraceBounds } from "./notes.ts";
import type { PathPorts, Target } from "./target.ts";

/** What a trace needs. */
export type TracePorts = Access<"change" | "clock"> & SourceCaller & PathPorts & CodePorts;

export interface TraceRequest {
  readonly ports: TracePorts & { readonly code: CodeTrees };
  readonly target: Target;
  readonly symbol: string | null;
  /** The most results of a text; of data, which has all of them where nobody set a limit. */
  readonly limit: number;
  readonly dataLimit: number;
  /** The glob as it was given, and its test for paths relative to the target. */
  readonly filter: string | null;
  readonly isWanted: ((path: string) => boolean) | undefined;
  readonly bounds: TraceBounds;
  /** Takes credentials out of a text. */
  readonly mask: Mask;
}

type ResultName = readonly [one: string, many: string];

/** What closes an answer: how many results the limit held back, notes of what was left out, other lines. */
interface TraceClosing {
  readonly left: number;
  /** What a result is called, and several: `1 more symbol`, `12 more symbols`. */
  readonly what: ResultName;
  readonly notes: readonly string[];
  readonly lines?: readonly string[];
}

/** Makes a page of an answer. */
export class TraceAnswer {
  readonly #answer: PagedText;
  readonly #what: ResultName;
  #total = 0;

  constructor({ ports, limit, target: { remark } }: TraceRequest, { left, what, notes, lines = [] }: TraceClosing) {
    const held = left > 0 ? [`${more(left, what)}: the limit of ${limit} is reached`] : [];
    this.#answer = new PagedText(ports, [...held, ...notes, ...(remark === null ? [] : [remark]), ...lines]);
    this.#what = what;
  }

  /** Adds lines that stand above the next block, and once more on top of a page that goes on. */
  section(...lines: readonly string[]): void {
    this.#answer.section(...lines);
  }

  /** Adds a line that stands above the next block. */
  head(line: string): void {
    this.#answer.head(line);
  }

  /** Adds lines that belong together. */
  add(...lines: readonly string[]): void {
    this.#total++;
    this.#answer.add(lines);
  }

  text(): string {
    return this.#answer.text(this.#total, (left) => more(left, this.#what));
  }
}

function more(left: number, [one, many]: ResultName): string {
  return counted(left, `more ${one}`, `more ${many}`);
}
