// What every action of `trace` works with, and how its answers end.

import { type CodeFile, type CodeText, readCode, walkCode } from "../../code/code-tree.ts";
import type { Pace } from "../../code/occurrences.ts";
import type { Survey } from "../../code/survey.ts";
import { takingTurns } from "../../notes/store/long-work.ts";
import { Answer } from "../common/answer.ts";
import type { FeatureContext } from "../common/feature.ts";
import type { Target } from "./target.ts";

export interface TraceRequest {
  readonly context: FeatureContext;
  readonly target: Target;
  readonly symbol: string | null;
  /** The most results. */
  readonly limit: number;
  /** The glob as it was given, and what it says of paths relative to the target. */
  readonly filter: string | null;
  readonly isWanted: ((path: string) => boolean) | undefined;
  readonly survey: Survey;
}

/** The files of the target's folder; for a file those of the whole tree around it. */
export async function listFiles(request: TraceRequest): Promise<{ code: CodeFile[]; others: string[] }> {
  const { target, isWanted, survey, context } = request;
  return walkCode({ root: target.root, folder: target.folder, isWanted, survey, takeTurn: takingTurns(context) });
}

/** For long loops inside of one file: lets others have their turn and looks at the time. */
export function paceOf({ context, survey }: TraceRequest): Pace {
  const takeTurn = takingTurns(context);
  return async () => {
    await takeTurn();
    return !survey.isLate();
  };
}

/** Reads files in turn, within the bounds; `isAsked` names the one that was asked for itself. */
export async function* readInTurn(request: TraceRequest, files: readonly CodeFile[]): AsyncGenerator<CodeText> {
  const { context, target, survey } = request;
  const takeTurn = takingTurns(context);
  for (const [at, file] of files.entries()) {
    await takeTurn();
    if (survey.isOver()) {
      survey.noteUnseen(files.length - at);
      return;
    }
    context.onProgress?.({ done: at, total: files.length, what: "reading code" });
    const isAsked = target.isFile && file.path === target.path;
    const code = readCode(target.root, file, survey, isAsked);
    if (code !== null) yield code;
  }
}

/** Collects lines, each that fits; then says how many of `what` did not, and what the survey has to say. */
export class TraceAnswer {
  readonly #answer = new Answer();
  #left = 0;

  /** Adds lines as they belong together; counts `results` of them when they do not fit. */
  add(lines: readonly string[], results = 0): void {
    if (this.#left > 0 || !this.#answer.add(...lines)) this.#left += results;
  }

  /** The lines, and how many of them did not fit. */
  plain(): string {
    if (this.#left > 0) this.#answer.close(`${this.#left} more lines: read the topic`);
    return this.#answer.text();
  }

  /** The whole text: the lines, then what is missing. `left` results were held back by the limit. */
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
