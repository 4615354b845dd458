// The callers that helix names, held against the truth, function by function.

import { basename, join, resolve } from "node:path";
import { ArgumentError } from "../../bench/arguments.ts";
import type { BenchClient } from "../../bench/client.ts";
import { gitText } from "../git/git.ts";
import { startServer } from "../systems/helix-server.ts";
import {
  type Answered,
  type Callers,
  type ReferenceFigures,
  readCallers,
  referenceFigures,
} from "./reference-figures.ts";
import { type JudgedFunction, type ReferenceSet, referenceSet } from "./reference-set.ts";

/** What became of a repository. */
export interface ReferenceResult {
  readonly name: string;
  readonly language: string;
  readonly truth: string;
  /** Why there are no figures; "" when there are. */
  readonly problem: string;
  readonly figures: ReferenceFigures | null;
}

/** Measures one repository; where its truth cannot be had, the result says why. */
export async function measureReferences(
  folder: string,
  choice: { functions: number; seed: number },
  binary: string,
  scratch: string,
): Promise<ReferenceResult> {
  try {
    const set = await referenceSet(folder, choice, scratch);
    const figures = referenceFigures(await askServer(set, binary, scratch));
    return { name: set.name, language: set.language, truth: set.truth, problem: "", figures };
  } catch (error) {
    if (error instanceof ArgumentError) throw error;
    const problem = error instanceof Error ? error.message : String(error);
    return { name: basename(folder), language: "", truth: "", problem, figures: null };
  }
}

const BUDGET = 20_000;
const PARSED_MS_MAX = 300_000;

/** Asks the compiled server for the callers of every function of a set. */
export async function askServer(set: ReferenceSet, binary: string, folder: string): Promise<Answered[]> {
  const tree = join(folder, `tree-${set.name}`);
  if (gitText(folder, ["clone", "-q", resolve(set.folder), tree]) === null) throw new Error("it cannot be cloned");
  gitText(tree, ["checkout", "-q", "--detach", set.revision]);
  const client = await startServer(binary, join(folder, `kb-${set.name}`), tree, null);
  try {
    // An answer before all code is parsed leaves files out, and says so.
    const begin = performance.now();
    while (/^parsed.*\bof\b \d+ files?/m.test(await client.call("code", { action: "index" }))) {
      if (performance.now() - begin > PARSED_MS_MAX) throw new Error("the code is not parsed in time");
      await Bun.sleep(200);
    }
    const answered: Answered[] = [];
    for (const judged of set.functions) {
      const start = performance.now();
      const callers = await askCallers(client, judged);
      answered.push({ judged, callers, time: performance.now() - start });
    }
    return answered;
  } finally {
    await client.end();
  }
}

/** A function that is unknown by its full name is asked for by its own; of one that is unknown nothing is found. */
async function askCallers(client: BenchClient, { path, name }: JudgedFunction): Promise<Callers> {
  const own = name.slice(name.lastIndexOf(".") + 1);
  for (const symbol of new Set([name, own])) {
    const answer = await pagesOf(client, { action: "callers", symbol, path, budget: BUDGET }).catch((error: Error) => {
      if (!error.message.includes("there is no symbol")) throw error;
      return null;
    });
    if (answer !== null) return answer;
  }
  return { certain: new Set(), byName: new Set() };
}

async function pagesOf(client: BenchClient, values: object): Promise<Callers> {
  let text = "";
  for (let page = 1; ; page++) {
    const part = await client.call("code", { ...values, page });
    text += `${part}\n`;
    if (!part.includes(`page=${page + 1}`)) return readCallers(text);
  }
}
