// Before a compaction: tells the summariser what the summary has to keep. The answer is plain text, because it becomes
// a part of the summariser's instructions.

import { hasWorked, sessionFacts } from "../../events/session-report.ts";
import { stepLines, taskLine } from "../common/checkpoint-lines.ts";
import { SILENCE } from "../common/hook-answer.ts";
import type { HookContext, HookOutcome } from "../common/hook-context.ts";

/**
 * The longest answer, in bytes. Instructions compete with the text to be summarised, so a line that does not fit is
 * left out.
 */
const BYTES_MAX = 1536;

/** Answers the event. */
export function preCompact({ session, checkpoint, event }: HookContext): HookOutcome {
  // The session's file does not tell of a subagent's work.
  if (!hasWorked(session) || event.agent !== "") return { answer: SILENCE, updates: [] };
  const saved = checkpoint();
  const lines = [
    "Keep in the summary, besides what it needs anyway:",
    "- what was decided and why, what was ruled out, and which hypotheses are still open",
    "- what follows, which helix recorded of this session; not the notes of helix themselves, which are given again afterwards:",
    ...sessionFacts(session).map((line) => `  ${line}`),
    ...(saved === null ? [] : [taskLine(saved), ...stepLines(saved)].map((line) => `  checkpoint, ${line}`)),
  ];
  let room = BYTES_MAX;
  const kept = lines.filter((line) => {
    const bytes = Buffer.byteLength(line) + 1;
    const fits = bytes <= room;
    if (fits) room -= bytes;
    return fits;
  });
  return { answer: { kind: "text", text: kept.join("\n") }, updates: [] };
}
