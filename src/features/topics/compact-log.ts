// topics action=compact log=true: rewrites data.log without deleted notes and replaced versions. That ends the history
// of changes, so nothing is rewritten where nothing is gained.

import { type Answer, nothingFound } from "../../base/answer.ts";
import { counted } from "../../base/wording.ts";
import { LOG_HEADER, TOMBSTONE } from "../../engine/log/log-layout.ts";
import { liveBytes } from "../../engine/segment/live-origins.ts";
import type { CompactionReport } from "../../notes/store/compaction.ts";
import { type Access, indexingProgress } from "../../notes/store/long-work.ts";
import type { CompactLogData } from "./data.ts";

const ENDS_HISTORY = "changes before it cannot be undone afterwards";

/** Says what rewriting the log would save, or rewrites it. Throws CANCELLED, LOCKED, IO; then the log is unchanged. */
export async function compactLog(ports: Access<"view" | "compact">, apply: boolean): Promise<Answer> {
  const view = await ports.base.view(indexingProgress(ports));
  const { entries, logBytes: bytesBefore, damageCount, tornBytes } = view.statistics();
  if (bytesBefore === 0) return nothingFound("nothing to compact: nothing is stored yet");
  // The rewritten log ends with a mark, which has the size of a tombstone.
  const bytesAfter = LOG_HEADER.size + liveBytes(view.index) + TOMBSTONE.size;
  const outlook: CompactLogData = { entries, bytesBefore, bytesAfter };
  if (bytesAfter >= bytesBefore && damageCount === 0 && tornBytes === 0) {
    const text = `nothing to compact: no deleted or replaced entry takes room in ${bytesBefore} bytes`;
    return { found: true, text: () => text, data: () => outlook };
  }
  if (apply) return applied(await runCompaction(ports));
  return {
    found: true,
    text: ({ either }) =>
      [
        `rewriting data.log would keep ${counted(entries, "entry", "entries")}: ${bytesBefore} → ${bytesAfter} bytes`,
        `  do it with: ${either("helix compact --apply", "topics action=compact log=true apply=true")} (${ENDS_HISTORY})`,
      ].join("\n"),
    data: () => outlook,
  };
}

/** Rewrites the log, with progress; `signal` cancels it. */
function runCompaction({ base, onProgress, signal }: Access<"compact">): Promise<CompactionReport> {
  return base.compact(({ covered, size }) => onProgress?.({ done: covered, total: size, what: "compacting" }), signal);
}

/** What a compaction did, in words. */
function applied(report: CompactionReport): Answer {
  const head = `compacted: ${counted(report.entries, "entry", "entries")}, ${report.bytesBefore} → ${report.bytesAfter} bytes`;
  const lines = [`  ${ENDS_HISTORY.replace("afterwards", "any more")}`];
  if (report.damagedCopy !== null) lines.push(`  damaged bytes were kept in ${report.damagedCopy}`);
  return { found: true, operation: head, text: () => [head, ...lines].join("\n"), data: (): CompactLogData => report };
}
