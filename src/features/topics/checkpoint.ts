// topics action=checkpoint, resume, clear_checkpoint: the state of the work, saved for the project that it belongs to.

import type { Answer } from "../../base/answer.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import type { Access } from "../../notes/store/long-work.ts";
import { diskFileSystem } from "../../platform/disk-file-system.ts";
import type { Checkpoint } from "../checkpoint/checkpoint.ts";
import { checkpointData } from "../checkpoint/checkpoint-data.ts";
import { CheckpointStore } from "../checkpoint/checkpoint-store.ts";
import { formatAge, formatCheckpoint, formatExtent } from "../checkpoint/format.ts";
import { type CheckpointRequest, prepareCheckpoint } from "../checkpoint/request.ts";
import type { SavedCheckpointData } from "./data.ts";

/** How a checkpoint is saved with the tool. */
/** A checkpoint is shown whole: its values have 20,000 bytes at most. */
const WHOLE_TOKENS = 8000;
const SAVE_WITH = 'topics action=checkpoint task="what you are doing" next="first step;second step"';
const OTHERS_NAMED_MAX = 3;
const TASK_SHOWN_MAX = 120;
const PROJECT_SHOWN_MAX = 100;

type CheckpointPorts = Access<"directory" | "clock"> & Pick<Caller, "project">;

/** Saves the state of the work. Throws INVALID_ARGUMENT, LIMIT, LOCKED, IO. */
export async function saveCheckpoint(
  ports: CheckpointPorts,
  values: Omit<CheckpointRequest, "task"> & { readonly task?: string | undefined },
): Promise<Answer> {
  const now = ports.base.clock();
  const { checkpoint, notes } = await prepareCheckpoint({ ...values, task: values.task ?? "" }, ports.project, now);
  const { replaced, keptAside } = await storeOf(ports).save(checkpoint, now);
  return {
    found: true,
    operation: `saved a checkpoint: ${cutLine(checkpoint.task, TASK_SHOWN_MAX)}`,
    text() {
      const extent = formatExtent(checkpoint);
      const lines = [`checkpoint saved for ${placeName(checkpoint.projects)}${extent === "" ? "" : `: ${extent}`}`];
      for (const note of notes) lines.push(`  ${note}`);
      if (replaced !== null && replaced.task !== checkpoint.task) lines.push(`  replaced: ${titleOf(replaced, now)}`);
      if (keptAside !== null) lines.push(`  checkpoint.json was damaged: it is kept as ${keptAside}`);
      return lines.join("\n");
    },
    data: (): SavedCheckpointData => ({
      checkpoint: checkpointData(checkpoint),
      replaced: replaced === null ? null : checkpointData(replaced),
      keptAside,
      notes,
    }),
  };
}

/** Shows what was saved. Where nothing is saved, `saveWith` says how to save. Throws CORRUPTION, IO. */
export async function resumeCheckpoint(ports: CheckpointPorts, saveWith = SAVE_WITH): Promise<Answer> {
  const keys = ports.project?.keys ?? [];
  const { own, others } = storeOf(ports).load(keys);
  const now = ports.base.clock();
  return {
    found: own !== null,
    budget: WHOLE_TOKENS,
    text() {
      if (own !== null) return formatCheckpoint(own, now);
      const none = `no checkpoint is saved for ${placeName(keys)}; save one with: ${saveWith}`;
      return others.length > 0 ? `${none}\nsaved elsewhere: ${othersLine(others)}` : none;
    },
    data: () => own && checkpointData(own),
  };
}

/** Removes what was saved for this project. Throws CORRUPTION, LOCKED, IO. */
export async function clearCheckpoint(ports: CheckpointPorts): Promise<Answer> {
  const keys = ports.project?.keys ?? [];
  const cleared = await storeOf(ports).clear(keys);
  const now = ports.base.clock();
  return {
    found: cleared !== null,
    ...(cleared && { operation: `cleared the checkpoint: ${cutLine(cleared.task, TASK_SHOWN_MAX)}` }),
    text: () =>
      cleared === null
        ? `no checkpoint is saved for ${placeName(keys)}: nothing to clear`
        : `checkpoint cleared for ${placeName(keys)}: ${titleOf(cleared, now)}`,
    data: () => cleared && checkpointData(cleared),
  };
}

function storeOf({ base }: CheckpointPorts): CheckpointStore {
  return new CheckpointStore(diskFileSystem, base.directory);
}

function titleOf({ task, saved }: Checkpoint, now: number): string {
  return `${cutLine(task, TASK_SHOWN_MAX)}${saved === null ? "" : ` (saved ${formatAge(saved, now)})`}`;
}

/** The project that a checkpoint belongs to, in words for a reader. */
function placeName(keys: readonly string[]): string {
  return keys[0] === undefined ? "work outside of any project" : cutLine(keys[0], PROJECT_SHOWN_MAX);
}

function othersLine(others: readonly Checkpoint[]): string {
  const named = others.slice(0, OTHERS_NAMED_MAX).map(({ projects }) => placeName(projects));
  const more = others.length - named.length;
  return `${others.length} (${named.join(", ")}${more > 0 ? `, ${more} more` : ""})`;
}
