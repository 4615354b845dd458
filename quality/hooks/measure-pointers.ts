// When does a prompt get pointers to code, and are they right? Asks the compiled server's hook: each question of a
// repository in several forms, with the history as it stood then, and at the end the prompts that need no code. Each
// prompt is a session of its own.

import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { BenchClient } from "../../bench/client.ts";
import { percentile } from "../../bench/samples.ts";
import { checkOut, moveHeadBefore } from "../code/checkout.ts";
import type { CodeSet } from "../code/code-set.ts";
import { startServer } from "../systems/helix-server.ts";
import { type OtherPrompt, otherPrompts, paraphrases } from "./judged-prompts.ts";
import { injectedBy } from "./run-events.ts";

/** What a prompt was made of: the commit's message, its first line, or a user's words for it. */
export const FORMS = ["messages", "first lines", "paraphrases"] as const;
export type Form = (typeof FORMS)[number];

/** What became of the prompts of one form. Shares of nothing are NaN. */
export interface FormFigures {
  readonly form: Form;
  readonly prompts: number;
  /** The share that got pointers. */
  readonly spoken: number;
  /** Of those, the share whose first pointer is in a file that the commit changed; and the share with any of them. */
  readonly first: number;
  readonly any: number;
  /** Pointers of a prompt that got some, in the mean. */
  readonly pointers: number;
}

export interface PointerResult {
  readonly name: string;
  readonly revision: string;
  readonly forms: readonly FormFigures[];
  /** How many prompts that need no code were asked, the share that got no pointer, and those that did. */
  readonly others: number;
  readonly silence: number;
  readonly wrongly: readonly OtherPrompt[];
  /** Times of a call in milliseconds. */
  readonly p50: number;
  readonly p95: number;
}

interface Asked {
  readonly form: Form;
  readonly paths: readonly string[];
  readonly wanted: readonly string[];
}

const TIMEOUT_SCALE = "30";
const OPENING = "helix: where the code for this seems to be";
const POINTER = /^- (.+):\d+(?:-\d+)? {2}/;

/** The paths that an injected text points to, in order; none where it points to no code. */
export function pointedPaths(text: string): string[] {
  const all = text.split("\n");
  const start = all.findIndex((line) => line.startsWith(OPENING));
  if (start < 0) return [];
  const paths: string[] = [];
  for (const line of all.slice(start + 1)) {
    const path = POINTER.exec(line)?.[1];
    if (path === undefined) break;
    paths.push(path);
  }
  return paths;
}

/** Asks a repository's questions and the other prompts of a half (null: of both). */
export async function measurePointers(
  set: CodeSet,
  binary: string,
  split: OtherPrompt["split"] | null,
  scratch: string,
): Promise<PointerResult> {
  const folder = mkdtempSync(join(scratch, "pointers-"));
  const tree = checkOut(set, folder);
  // A hook that is late says nothing. How good the answers are is asked here, not how fast.
  process.env.HELIX_TIMEOUT_SCALE = TIMEOUT_SCALE;
  const client = await startServer(binary, join(folder, "kb"), tree, null);
  delete process.env.HELIX_TIMEOUT_SCALE;
  const times: number[] = [];
  let session = 0;
  const ask = async (prompt: string) => {
    const start = performance.now();
    const answer = await client.call("hook", { type: "prompt", session_id: `q${session++}`, cwd: tree, prompt });
    times.push(performance.now() - start);
    return pointedPaths(injectedBy(answer));
  };
  try {
    const asked = await askQuestions(set, tree, client, ask);
    const others = otherPrompts(split);
    const wrongly: OtherPrompt[] = [];
    for (const other of others) if ((await ask(other.text)).length > 0) wrongly.push(other);
    return {
      name: set.name,
      revision: set.revision,
      forms: FORMS.map((form) => figuresOf(form, asked)),
      others: others.length,
      silence: 1 - wrongly.length / others.length,
      wrongly,
      p50: percentile(times, 0.5),
      p95: percentile(times, 0.95),
    };
  } finally {
    await client.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function askQuestions(
  { steps }: CodeSet,
  tree: string,
  client: BenchClient,
  ask: (prompt: string) => Promise<string[]>,
): Promise<Asked[]> {
  const asUsers = paraphrases();
  const asked: Asked[] = [];
  for (const { commit, question } of steps) {
    if (question === null) continue;
    moveHeadBefore(tree, commit);
    // A hook reads no commits: who looks at the code does.
    await client.call("code", { action: "status" });
    const prompts = [question.text, question.text.split("\n", 1)[0]!, asUsers.get(commit.name)];
    for (const [at, prompt] of prompts.entries()) {
      if (prompt !== undefined) asked.push({ form: FORMS[at]!, paths: await ask(prompt), wanted: question.files });
    }
  }
  return asked;
}

/** The figures of one form. */
export function figuresOf(form: Form, asked: readonly Asked[]): FormFigures {
  const own = asked.filter((each) => each.form === form);
  const spoken = own.filter(({ paths }) => paths.length > 0);
  const share = (right: (each: Asked) => boolean) => spoken.filter(right).length / spoken.length;
  return {
    form,
    prompts: own.length,
    spoken: spoken.length / own.length,
    first: share(({ paths, wanted }) => wanted.includes(paths[0]!)),
    any: share(({ paths, wanted }) => paths.some((path) => wanted.includes(path))),
    pointers: spoken.reduce((sum, { paths }) => sum + paths.length, 0) / spoken.length,
  };
}
