// Whether the verify command of a task was seen to succeed after the last change in its delta, and else what was seen.
// Invariants:
// - A run counts for the files that the delta held when it ended, told by their digest. The last run on what the delta
//   holds now decides.

import { counted } from "../../base/wording.ts";
import { NO_DIGEST } from "./delta-digest.ts";
import type { GuardRecord } from "./workspace.ts";

export type VerifyRecord = Extract<GuardRecord, { readonly kind: "verify" }>;

export interface VerifySeen {
  readonly isGreen: boolean;
  /** What was seen instead, as it reads on from "the verify command "; "" where it was green. */
  readonly instead: string;
  /** What was seen of it before anything in the delta was changed. */
  readonly before: "green" | "red" | "unseen";
}

/** `digests` are those of the delta at the start and now. */
export function verifySeen(
  records: readonly GuardRecord[],
  digests: { readonly start: string; readonly now: string },
): VerifySeen {
  const runs = records.filter((record) => record.kind === "verify");
  const counting = runs.filter(({ flaw }) => flaw === "");
  const changedAt = counting.findIndex(({ digest }) => digest !== digests.start);
  const first = counting.slice(0, changedAt < 0 ? undefined : changedAt).at(-1);
  // A run on the files of the start may come later, when all was taken back; it says the same.
  const before = first === undefined ? "unseen" : first.ok ? "green" : "red";
  if (digests.now === NO_DIGEST) {
    return { isGreen: false, before, instead: "counts for nothing here: what the delta holds cannot be told" };
  }
  const last = counting.findLast(({ digest }) => digest === digests.now);
  if (last?.ok === true) return { isGreen: true, before, instead: "" };
  return { isGreen: false, before, instead: insteadOf(runs, last) };
}

/** What was seen in the place of a success. */
function insteadOf(runs: readonly VerifyRecord[], last: VerifyRecord | undefined): string {
  const newest = runs.at(-1);
  if (newest === undefined) return "was not seen to run";
  if (last !== undefined && last === newest) return "failed when it ran last";
  if (newest.flaw !== "") return `was not seen whole: ${newest.flaw}`;
  if (newest.ok) return "succeeded, but files in the delta were changed after that";
  const failed = runs.filter(({ ok, flaw }) => !ok && flaw === "").length;
  return `failed when it ran last (${counted(failed, "failed run", "failed runs")}), and files in the delta were changed after that`;
}
