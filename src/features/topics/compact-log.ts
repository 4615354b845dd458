// topics action=compact log=true: rewrites data.log without deleted notes and replaced versions.

import type { FeatureResult } from "../../base/result.ts";
import { counted } from "../../base/wording.ts";
import { LOG_HEADER, TOMBSTONE } from "../../engine/log/log-layout.ts";
import { liveBytes } from "../../engine/segment/live-origins.ts";
import type { CompactionReport } from "../../notes/store/compaction.ts";
import { indexingProgress } from "../../notes/store/long-work.ts";
import type { FeatureContext } from "../common/feature.ts";

/** Says what rewriting the log would save, or rewrites it. Throws CANCELLED, LOCKED, IO; then the log is unchanged. */
export async function compactLog(context: FeatureContext, apply: boolean): Promise<FeatureResult> {
  return apply ? applied(await runCompaction(context)) : reported(context);
}

/** Rewrites the log, with progress; `context.signal` cancels it. */
export function runCompaction({ base, onProgress, signal }: FeatureContext): Promise<CompactionReport> {
  return base.compact(({ covered, size }) => onProgress?.({ done: covered, total: size, what: "compacting" }), signal);
}

/** What a compaction did, in words. */
export function applied(report: CompactionReport): FeatureResult {
  const head = `compacted: ${counted(report.entries, "entry", "entries")}, ${report.bytesBefore} → ${report.bytesAfter} bytes`;
  const lines = report.damagedCopy === null ? [] : [`  damaged bytes were kept in ${report.damagedCopy}`];
  return { text: [head, ...lines].join("\n"), found: true, operation: head, data: report };
}

async function reported(context: FeatureContext): Promise<FeatureResult> {
  const view = await context.base.view(indexingProgress(context));
  const { entries, logBytes: bytesBefore } = view.statistics();
  if (bytesBefore === 0) return { text: "nothing to compact: nothing is stored yet", found: false, data: null };
  // The rewritten log ends with a mark, which has the size of a tombstone.
  const bytesAfter = LOG_HEADER.size + liveBytes(view.index) + TOMBSTONE.size;
  return {
    text: [
      `rewriting data.log would keep ${counted(entries, "entry", "entries")}: ${bytesBefore} → ${bytesAfter} bytes`,
      "  do it with: topics action=compact log=true apply=true (changes before it cannot be undone afterwards)",
    ].join("\n"),
    found: true,
    data: { entries, bytesBefore, bytesAfter },
  };
}
