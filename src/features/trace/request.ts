// What every action of `trace` works with, and how its answers end.

import { type CodeFile, type CodeText, readCode, walkCode } from "../../code/code-tree.ts";
import type { Pace } from "../../code/occurrences.ts";
import type { Mask } from "../../code/shown-code.ts";
import type { Survey } from "../../code/survey.ts";
import type { SourceCaller } from "../../notes/sources/stale-sources.ts";
import { type Access, takingTurns } from "../../notes/store/long-work.ts";
import type { Paged } from "../common/page-request.ts";
import { PagedText } from "../common/paged-text.ts";
import type { PathPorts, Target } from "./target.ts";

/** What a trace needs. */
export type TracePorts = Access<"change" | "clock"> & SourceCaller & PathPorts & Paged;

export interface TraceRequest {
  readonly ports: TracePorts;
  readonly target: Target;
  readonly symbol: string | null;
  /** The most results. */
  readonly limit: number;
  /** The glob as it was given, and its test for paths relative to the target. */
  readonly filter: string | null;
  readonly isWanted: ((path: string) => boolean) | undefined;
  readonly survey: Survey;
  /** Takes credentials out of a text. */
  readonly mask: Mask;
}

/** The files of the target's folder. For a target that is a file, these are the files of the tree around it. */
export async function listFiles(request: TraceRequest): Promise<{ code: CodeFile[]; others: string[] }> {
  const { target, isWanted, survey, ports } = request;
  return walkCode({ root: target.root, folder: target.folder, isWanted, survey, takeTurn: takingTurns(ports) });
}

/** Makes the pace for long loops inside of one file. */
export function paceOf({ ports, survey }: TraceRequest): Pace {
  const takeTurn = takingTurns(ports);
  return async () => {
    await takeTurn();
    survey.checkTime();
  };
}

/** Reads files one after another, within the survey's bounds. `isAsked` marks the file that the caller named. */
export async function* readInTurn(request: TraceRequest, files: readonly CodeFile[]): AsyncGenerator<CodeText> {
  const { ports, target, survey } = request;
  const takeTurn = takingTurns(ports);
  for (const [at, file] of files.entries()) {
    await takeTurn();
    if (survey.isOver()) {
      survey.noteUnseen(files.length - at);
      return;
    }
    ports.onProgress?.({ done: at, total: files.length, what: "reading code" });
    const isAsked = target.isFile && file.path === target.path;
    const code = readCode(target.root, file, survey, isAsked);
    if (code !== null) yield code;
  }
}

/** What closes an answer: how many results the limit held back, other lines, the survey's notes. */
interface TraceClosing {
  readonly left: number;
  /** What the results are, in `12 more symbols`. */
  readonly what: string;
  readonly lines?: readonly string[];
}

/** Makes a page of an answer. */
export class TraceAnswer {
  readonly #answer: PagedText;
  readonly #what: string;
  #total = 0;

  constructor({ ports, limit, survey, target: { remark } }: TraceRequest, { left, what, lines = [] }: TraceClosing) {
    const held = left > 0 ? [`${left} more ${what}: the limit of ${limit} is reached`] : [];
    this.#answer = new PagedText(ports, [...held, ...survey.notes(), ...(remark === null ? [] : [remark]), ...lines]);
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
    return this.#answer.text(this.#total, (more) => `${more} more ${this.#what}`);
  }
}
