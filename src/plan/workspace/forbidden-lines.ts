// Looks for what a plan forbids in the lines that were added to the files of a delta.
// Invariants:
// - What a file held before the task is no fault of it: a file counts by what it holds more of than before.
// - A file whose text is not known, before or now, is not checked, and that is said.

import { decodeUtf8 } from "../../base/utf8.ts";
import { counted } from "../../base/wording.ts";
import type { TreeEntries } from "../../platform/tree-entries.ts";
import { countOf, forbiddenIn, isCheckable } from "../guard/idioms.ts";
import type { Snapshot } from "./snapshot.ts";
import type { TreeChange } from "./snapshot-diff.ts";

export interface ForbiddenLine {
  readonly path: string;
  /** 1-based; null where it is not one line. */
  readonly line: number | null;
  readonly entry: string;
}

export interface ForbiddenLines {
  readonly found: readonly ForbiddenLine[];
  readonly notes: readonly string[];
}

const TEXT_BYTES_MAX = 1024 * 1024;

/** Looks through the changes, which are those in the delta. `before` is the snapshot of the start. */
export function forbiddenLines(
  forbidden: readonly string[],
  changes: readonly TreeChange[],
  before: Pick<Snapshot, "root" | "texts">,
  entries: TreeEntries,
): ForbiddenLines {
  const entriesToFind = forbidden.filter(isCheckable);
  const found: ForbiddenLine[] = [];
  let unchecked = 0;
  for (const { path, kind, from } of entriesToFind.length === 0 ? [] : changes) {
    if (kind === "deleted" || kind === "mode" || kind === "target") continue;
    const bytes = entries.bytes(`${before.root}/${path}`, TEXT_BYTES_MAX);
    const old = kind === "added" && from === null ? "" : before.texts.get(from ?? path);
    if (bytes === null || old === undefined) {
      if (entries.look(`${before.root}/${path}`)?.kind === "file") unchecked++;
      continue;
    }
    const text = decodeUtf8(bytes);
    for (const entry of forbiddenIn(entriesToFind, old, text))
      found.push({ path, line: lineOf(entry, old, text), entry });
  }
  const what = counted(unchecked, "file", "files");
  const notes = unchecked > 0 ? [`not looked through for what the plan forbids: ${what} of unknown or large text`] : [];
  return { found, notes };
}

/** The first line that is new and holds the entry; null where it takes several lines. */
function lineOf(entry: string, old: string, text: string): number | null {
  const known = new Map<string, number>();
  for (const line of old.split("\n")) known.set(line, (known.get(line) ?? 0) + 1);
  for (const [at, line] of text.split("\n").entries()) {
    const count = known.get(line) ?? 0;
    if (count > 0) known.set(line, count - 1);
    else if (countOf(entry, line) > 0) return at + 1;
  }
  return null;
}
