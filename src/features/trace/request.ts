// What every action of `trace` works with, and how its answers end.

import { type CodeFile, type CodeText, readCode, walkCode } from "../../code/code-tree.ts";
import type { Pace } from "../../code/occurrences.ts";
import type { Mask } from "../../code/shown-code.ts";
import type { Survey } from "../../code/survey.ts";
import type { SourceCaller } from "../../notes/sources/stale-sources.ts";
import { type Access, takingTurns } from "../../notes/store/long-work.ts";
import { BoundedText } from "../common/bounded-text.ts";
import type { PathPorts, Target } from "./target.ts";

/** What a trace needs. */
export type TracePorts = Access<"change" | "clock"> & SourceCaller & PathPorts;

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

/**
 * Collects the lines of an answer as far as they fit. At the end it says how many results are missing, and adds the
 * survey's notes.
 */
export class TraceAnswer {
  readonly #answer = new BoundedText();
  #left = 0;

  /** Adds lines that belong together. If they do not fit, counts `results` of them as missing. */
  add(lines: readonly string[], results = 0): void {
    if (this.#left > 0 || !this.#answer.add(...lines)) this.#left += results;
  }

  /** The lines, and how many of them did not fit. */
  plain(): string {
    if (this.#left > 0) this.#answer.close(`${this.#left} more lines: read the topic`);
    return this.#answer.text();
  }

  /** The whole text: the lines, then what is missing. `left` is the number of results that the limit held back. */
  text(request: TraceRequest, left: number, what: string): string {
    const missing = left + this.#left;
    if (missing > 0) {
      const hint = this.#left > 0 ? "narrow it with path or filter" : `limit="${request.limit}" is reached`;
      this.#answer.close(`${missing} more ${what}: ${hint}`);
    }
    const { remark } = request.target;
    this.#answer.close(...request.survey.notes(), ...(remark === null ? [] : [remark]));
    return this.#answer.text();
  }
}
