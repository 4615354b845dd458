// A checkpoint as data, to be written or shown. checkpoint.ts reads it back.

import { type Checkpoint, type RawCheckpoint, TIME_NAMES } from "./checkpoint.ts";
import type { CheckpointData } from "./data.ts";

/** The JSON value of a checkpoint that replaces `previous`. Fields of `previous` with an unknown meaning stay. */
export function rawCheckpoint(checkpoint: Checkpoint, previous: RawCheckpoint = {}): RawCheckpoint {
  const kept = Object.entries(previous).filter(([name]) => !TIME_NAMES.includes(name));
  return { ...Object.fromEntries(kept), ...checkpointData(checkpoint) };
}

/** A checkpoint as data, with its time in ISO 8601. */
export function checkpointData(checkpoint: Checkpoint): CheckpointData {
  const { projects, saved, task, done, next, hypotheses, blocked, files } = checkpoint;
  const time = saved === null ? null : new Date(saved).toISOString();
  return { projects, saved: time, task, done, next, hypotheses, blocked, files };
}
