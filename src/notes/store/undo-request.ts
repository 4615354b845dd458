// What is asked of an undo: which transaction it is about, by whose it was; and the list of those that there are.

import { decodeUtf8 } from "../../base/utf8.ts";
import type { DataLog } from "../../engine/log/data-log.ts";
import { bodyOf } from "../../engine/log/record-body.ts";
import type { LogFollower } from "./log-follower.ts";
import { type Authored, extentKey, type TransactionAuthors } from "./transaction-authors.ts";
import type { KnownAct, Step } from "./transaction-history.ts";
import { type Choice, histories, type TakenBack } from "./undo.ts";

/** Which transaction an undo is about: the last that fits, or the one that begins at `start`; else the last of all. */
export interface UndoRequest {
  readonly isRedo?: boolean;
  readonly start?: number | undefined;
  /** Whether a transaction of this author may be taken; null: its author is not known. */
  readonly fits?: (author: Authored | null) => boolean;
  /** Whether only to find out what would be done. */
  readonly isTrial?: boolean;
}

/** What an undo or a redo did, or would do. */
export interface Undone {
  readonly taken: readonly TakenBack[];
  readonly act: KnownAct;
  /** Whether nothing that still holds was done after it. */
  readonly isLast: boolean;
}

/** The choice of a request, by the authors that are known. */
export function choiceOf({ start, fits }: UndoRequest, authors: TransactionAuthors | null): Choice {
  const known = fits === undefined ? undefined : authors?.known();
  if (fits === undefined || known === undefined) return { start, fits: () => true };
  const from = fits(null)
    ? 0
    : [...known.values()].reduce((least, each) => (fits(each) ? Math.min(least, each.start) : least), Infinity);
  return { start, fits: (act) => fits(known.get(extentKey(act)) ?? null), from };
}

/** A transaction with what it did, and who made it. */
export interface DescribedAct extends KnownAct {
  /** Null where that is not known. */
  readonly author: Authored | null;
  /** How many notes it was about. */
  readonly count: number;
  /** The first of them, as `TakenBack`, with the topic and the body that it left. */
  readonly done: readonly TakenBack[];
}

/** How many notes of a transaction are read to describe it. */
const DESCRIBED_MAX = 5;

/** The last transactions, at most `most`, the last one first. */
export function describedActs(follower: LogFollower, most: number, authors: TransactionAuthors | null): DescribedAct[] {
  const { log } = follower;
  if (log === null) return [];
  let known: KnownAct[] = [];
  for (const history of histories(log, follower)) {
    known = history.acts();
    if (known.length >= most) break;
  }
  const authored = authors?.known();
  return known.slice(0, most).map((act) => {
    const done = act.steps.slice(0, DESCRIBED_MAX).flatMap((step) => describedStep(log, step) ?? []);
    return { ...act, author: authored?.get(extentKey(act)) ?? null, count: act.steps.length, done };
  });
}

function describedStep(log: DataLog, step: Step): TakenBack | null {
  const read = (offset: number) => {
    const record = log.readRecord(offset);
    if (record?.kind !== "entry") return null;
    return { topic: decodeUtf8(record.topic), body: bodyOf(record) };
  };
  const after = read(step.kind === "delete" ? step.target : step.entry);
  if (after === null) return null;
  if (step.kind === "delete") return { ...after, kind: "deleted", movedTo: null };
  const before = step.kind === "replace" ? read(step.target) : null;
  if (before === null) return { ...after, kind: "stored", movedTo: null };
  const isMoved = before.topic !== after.topic;
  return {
    kind: isMoved ? "moved" : "changed",
    topic: before.topic,
    movedTo: isMoved ? after.topic : null,
    body: after.body,
  };
}
