// What an assistant is given for a task: whether an answer of `code action=context`, of a budget, holds the files and the
// functions that a commit changed, asked by its message. `action=search` of the same budget stands beside it.

import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { functionId } from "./changed-functions.ts";
import type { CodeSet } from "./code-set.ts";
import type { CodePlace } from "./code-system.ts";
import type { CodeFunction } from "./functions.ts";
import { judge } from "./measure-code.ts";
import { BUDGETS } from "./packing.ts";
import type { CodeQuestion } from "./questions.ts";
import { QUERY_LENGTH_MAX, ROW, serveTree } from "./server.ts";

const BYTES_PER_TOKEN = 4;

/** Shares of questions, 0 to 1; of functions, of the questions about functions. */
export interface ContextFigures {
  readonly what: string;
  readonly budget: number;
  /** A line names one of the files; the mean share of the files that are named. */
  readonly file: number;
  readonly files: number;
  /** Of one of the functions: its line is named; lines of it stand there; all of them do. */
  readonly function: number;
  readonly body: number;
  readonly whole: number;
  /** The mean length of an answer. */
  readonly tokens: number;
}

export interface ContextResult {
  readonly name: string;
  readonly revision: string;
  readonly questions: number;
  readonly functionQuestions: number;
  readonly rows: readonly ContextFigures[];
}

/** What one answer holds. */
interface Held {
  readonly file: boolean;
  readonly files: number;
  /** Null: the question is about no function. */
  readonly functions: { readonly named: boolean; readonly body: boolean; readonly whole: boolean } | null;
  readonly tokens: number;
}

/** Asks a server of `binary`. Throws where it cannot be asked, or where an answer is longer than its budget. */
export async function measureContext(set: CodeSet, binary: string, scratch: string): Promise<ContextResult> {
  const { functionsOf, changed } = await judge(set);
  const folder = mkdtempSync(join(scratch, "context-"));
  const asked = ["context", "search"].flatMap((action) => BUDGETS.map((budget) => ({ action, budget })));
  const held = asked.map((): Held[] => []);
  const { client, prepare } = await serveTree(set, binary, folder);
  try {
    for (const { commit, question } of set.steps) {
      if (question === null) continue;
      await prepare(question);
      const query = question.text.slice(0, QUERY_LENGTH_MAX);
      for (const [at, { action, budget }] of asked.entries()) {
        const text = await client.call("code", { action, query, budget });
        if (Buffer.byteLength(text) > budget * BYTES_PER_TOKEN) throw new Error(`${action} is longer than ${budget}`);
        held[at]!.push(heldBy(text, question, functionsOf, changed.get(commit.name)!));
      }
    }
  } finally {
    await client.end();
    rmSync(folder, { recursive: true, force: true });
  }
  const questions = held[0]!.length;
  const functionQuestions = held[0]!.filter(({ functions }) => functions !== null).length;
  const rows = asked.map(({ action, budget }, at) => ({ what: action, budget, ...figuresOf(held[at]!) }));
  return { name: set.name, revision: set.revision, questions, functionQuestions, rows };
}

/** What an answer holds of what a question asks for. */
export function heldBy(
  text: string,
  { files }: CodeQuestion,
  functionsOf: (path: string) => readonly CodeFunction[],
  wanted: ReadonlySet<string>,
): Held {
  const { names, rows, bodies } = readContext(text, new Set(files));
  const right = files.flatMap((path) =>
    functionsOf(path)
      .filter(({ name }) => wanted.has(functionId(path, name)))
      .map((each) => ({ path, ...each })),
  );
  const touches = (places: readonly CodePlace[]) =>
    right.some((each) => places.some(({ path, from, to }) => path === each.path && from <= each.to && to >= each.from));
  const holds = right.some((each) =>
    bodies.some(({ path, from, to }) => path === each.path && from <= each.from && to >= each.to),
  );
  return {
    file: names.size > 0,
    files: names.size / files.length,
    functions: wanted.size === 0 ? null : { named: touches(rows), body: touches(bodies), whole: holds },
    tokens: Buffer.byteLength(text) / BYTES_PER_TOKEN,
  };
}

/** Which of the wanted files lines name outside of code; the places that are named, and those whose lines are shown. */
function readContext(text: string, wanted: ReadonlySet<string>) {
  const names = new Set<string>();
  const rows: CodePlace[] = [];
  const bodies: CodePlace[] = [];
  let [path, fence, first, at] = ["", "", 0, 0];
  for (const line of text.split("\n")) {
    if (fence !== "") {
      if (line !== fence) at++;
      else {
        if (path !== "" && first > 0 && at > first) bodies.push({ path, from: first, to: at - 1 });
        [fence, first] = ["", 0];
      }
      continue;
    }
    const opened = /^(`{3,})/.exec(line)?.[1];
    const row = ROW.exec(line);
    const from = /^ {2}from line (\d+):$/.exec(line)?.[1];
    if (opened !== undefined) [fence, at] = [opened, first];
    else if (row !== null) {
      first = Number(row[1]);
      if (path !== "") rows.push({ path, from: first, to: Number(row[2] ?? row[1]) });
    } else if (from !== undefined) first = Number(from);
    else if (!line.startsWith(" ")) [path, first] = [wanted.has(line) ? line : "", 0];
    const named = line.trim().split(/[\s(:,]/, 1)[0]!;
    if (wanted.has(named)) names.add(named);
  }
  return { names, rows, bodies };
}

function figuresOf(held: readonly Held[]): Omit<ContextFigures, "what" | "budget"> {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const functions = held.flatMap((each) => each.functions ?? []);
  return {
    file: mean(held.map(({ file }) => Number(file))),
    files: mean(held.map(({ files }) => files)),
    function: mean(functions.map(({ named }) => Number(named))),
    body: mean(functions.map(({ body }) => Number(body))),
    whole: mean(functions.map(({ whole }) => Number(whole))),
    tokens: mean(held.map(({ tokens }) => tokens)),
  };
}
