// Turns what a caller gives into a checkpoint that may be saved: cleaned, without credentials, divided into lines,
// within limits.

import { HelixError } from "../../base/errors.ts";
import { joined, type TextList } from "../../base/text-list.ts";
import { counted } from "../../base/wording.ts";
import { cleanLine, cleanText } from "../../engine/text/clean.ts";
import { redactSecrets } from "../../engine/text/secrets/redaction.ts";
import type { Project } from "../../notes/projects/project.ts";
import { type Checkpoint, splitItems } from "./checkpoint.ts";

/**
 * Limits: code units of the task, items of a list, bytes of all values together. An assistant reads a resumed
 * checkpoint as a whole.
 */
export const TASK_LENGTH_MAX = 500;
export const ITEMS_MAX = 100;
export const CHECKPOINT_BYTES_MAX = 20_000;

/** The values as the caller gives them. */
export interface CheckpointRequest {
  readonly task: string;
  readonly done?: TextList | undefined;
  readonly next?: TextList | undefined;
  readonly hypotheses?: TextList | undefined;
  readonly blocked?: string | undefined;
  readonly files?: TextList | undefined;
}

/** A checkpoint to be saved, and notes on what was changed in it. */
export interface PreparedCheckpoint {
  readonly checkpoint: Checkpoint;
  readonly notes: readonly string[];
}

/** Prepares a checkpoint. `now` is in milliseconds since 1970. Throws INVALID_ARGUMENT. */
export async function prepareCheckpoint(
  request: CheckpointRequest,
  project: Project | null,
  now: number,
): Promise<PreparedCheckpoint> {
  const { done, next, hypotheses, blocked, files } = request;
  checkBytes([request.task, done, next, hypotheses, blocked, files]);
  let removed = 0;
  const kinds = new Set<string>();
  // A value is redacted before it is divided, because a credential may contain separators.
  const safe = async (value = "") => {
    const cleaned = cleanText(value);
    removed += cleaned.removed;
    const redacted = await redactSecrets(cleaned.text);
    for (const kind of redacted.kinds) kinds.add(kind);
    return redacted.text;
  };
  const steps = async (name: string, value: TextList = "", separator: ";" | ",", example: string) => {
    if (typeof value === "string") return checkItems(name, splitItems(await safe(value), separator), example);
    const lines: string[] = [];
    for (const item of value) lines.push(cleanLine(await safe(item)));
    // A credential may be divided among the items, too.
    return checkItems(name, splitItems(await safe(lines.join("\n")), "\n"), example);
  };
  const checkpoint = {
    projects: project?.keys ?? [],
    saved: now,
    task: checkTask(cleanLine(await safe(request.task))),
    done: await steps("done", done, ";", 'done="read the spec;wrote tests"'),
    next: await steps("next", next, ";", 'next="fix RMSNorm;compare"'),
    hypotheses: await steps("hypotheses", hypotheses, ";", 'hypotheses="RoPE base may be wrong"'),
    blocked: cleanLine(await safe(blocked)) || null,
    files: await steps("files", files, ",", 'files="infer.rs,main.rs"'),
  };
  const notes: string[] = [];
  if (removed > 0) notes.push(`${counted(removed, "control character", "control characters")} removed`);
  if (kinds.size > 0) notes.push(`redacted: ${[...kinds].join(", ")}`);
  return { checkpoint, notes };
}

function checkBytes(values: readonly (TextList | undefined)[]): void {
  const bytes = values.reduce((sum, value = "") => sum + Buffer.byteLength(joined(value, "\n")), 0);
  if (bytes <= CHECKPOINT_BYTES_MAX) return;
  throw new HelixError(
    "INVALID_ARGUMENT",
    (say) =>
      `the checkpoint is ${bytes} bytes long, at most ${CHECKPOINT_BYTES_MAX} are accepted: keep what you need to go on, and store findings as notes, e.g. ${say.option("next", "fix RMSNorm;compare")}`,
  );
}

function checkTask(task: string): string {
  if (task === "") {
    throw new HelixError(
      "INVALID_ARGUMENT",
      (say) =>
        `${say.name("task")} is empty: say what you are doing, e.g. ${say.option("task", "port the attention kernel")}`,
    );
  }
  if (task.length <= TASK_LENGTH_MAX) return task;
  throw new HelixError(
    "INVALID_ARGUMENT",
    (say) =>
      `${say.name("task")} is ${task.length} characters long, at most ${TASK_LENGTH_MAX} are accepted: put steps into ${say.name("done")} and ${say.name("next")}, e.g. ${say.option("task", "port the attention kernel")}`,
  );
}

function checkItems(name: string, items: string[], example: string): string[] {
  if (items.length <= ITEMS_MAX) return items;
  throw new HelixError(
    "INVALID_ARGUMENT",
    (say) =>
      `${say.name(name)} has ${items.length} items, at most ${ITEMS_MAX} are accepted: keep those that matter, e.g. ${say.example(example)}`,
  );
}
