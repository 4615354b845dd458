// What the guard does after a call and at the end of a subagent: it records how the verify command ended, and asks a
// subagent that ends without a report for one, or takes its last words for it.
// Invariants:
// - Nothing is refused here. What could not be recorded is missing at the report, which then refuses DELIVERED.

import { orNull } from "../../base/errors.ts";
import { EventWriter } from "../../events/log/event-writer.ts";
import { randomNoteId } from "../../notes/text/note-id.ts";
import { endMarker } from "../../plan/decision/end-marker.ts";
import { verifyEnd } from "../../plan/decision/verify-line.ts";
import { fieldsOf, type GuardEvent, textOf } from "../../plan/guard/guard-event.ts";
import { deltaDigest } from "../../plan/workspace/delta-digest.ts";
import type { HeldWorkspace } from "../../plan/workspace/workspace-store.ts";
import { killAfter } from "../../platform/libc-alarm.ts";
import { libcAppendedFiles } from "../../platform/libc-files.ts";
import { appendRecord, directoryOf, now, recordsPath, type Surroundings } from "./guard-records.ts";

/** How much of a subagent's transcript is read, in bytes, and when a report has to be done, in milliseconds. */
const TRANSCRIPT_BYTES_MAX = 256 * 1024;
const REPORT_MS = 9000;
const ASKED_MAX = 1000;

/** The answer to the end of a call or of a subagent; "" for nothing. */
export async function afterEvent(event: GuardEvent, around: Surroundings): Promise<string> {
  const by = around.held.find(({ workspace }) => workspace.agent === event.agent);
  if (by === undefined) return "";
  const directory = directoryOf(by, around);
  const path = recordsPath(by, around);
  if (event.phase === "stop") return event.agent === "" ? "" : stopped(event, by, path, directory);
  if (event.tool === "Bash") recordVerify(event, by, path, directory);
  return "";
}

function recordVerify(event: GuardEvent, by: HeldWorkspace, path: string, directory: string): void {
  const { workspace, calls } = by;
  const call = calls.findLast((each) => each.kind === "call" && each.id === event.toolUseId);
  const unseen = "the guard did not see it begin";
  const flaw = call?.kind === "call" && call.verdict === "allowed" ? (call.flaw ?? "") : unseen;
  const end = verifyEnd(event, workspace, flaw);
  // Where several settings files hold the guard, the first one records it.
  if (end === null || calls.some((each) => each.kind === "verify" && each.id === event.toolUseId)) return;
  const digest = deltaDigest(workspace.root, workspace.task.delta);
  appendRecord(path, { kind: "verify", ...now(), id: event.toolUseId.slice(0, 200), ...end, digest });
  // What does not count is no try.
  if (end.flaw !== "") return;
  const writer = new EventWriter(libcAppendedFiles, directory, randomNoteId);
  const task = `${workspace.plan}-${workspace.task.seq}`;
  const { session, agent, project } = workspace;
  writer.append({ at: now().at, session, agent, project: [...project] }, [
    { type: "attempt", task, signature: end.signature, diff: digest, ok: end.ok },
  ]);
}

/**
 * What a subagent is told at its end. It is asked for its report once; the second time what it said last counts, and
 * where that says nothing, the workspace ends by itself.
 */
async function stopped(event: GuardEvent, by: HeldWorkspace, path: string, directory: string): Promise<string> {
  const { workspace, calls } = by;
  if (event.isAskedAlready || calls.some(({ kind }) => kind === "asked")) {
    const { reportByMarker } = await import("./report-by-marker.ts");
    killAfter(Math.max(1, REPORT_MS - performance.now()));
    await reportByMarker(directory, workspace.id, lastWords(event));
    return "";
  }
  appendRecord(path, { kind: "asked", ...now(), id: event.agent });
  const { seq, slug } = workspace.task;
  const reason = `helix: task ${seq} ${slug} has no report yet, and its workspace is active. Report it before you end: plan action=report status=delivered summary="what was done", or status=blocked summary="why it could not be done".`;
  const { guardWords } = await import("./guard-words.ts");
  return JSON.stringify({ decision: "block", reason: await guardWords(reason, ASKED_MAX) });
}

/** What a subagent said last; where that is no word on its task, all that it said lately. */
function lastWords({ lastMessage, agentTranscript }: GuardEvent): string {
  if (endMarker(lastMessage) !== null || !agentTranscript.startsWith("/")) return lastMessage;
  const lines = libcAppendedFiles.readEnd(agentTranscript, TRANSCRIPT_BYTES_MAX)?.text.split("\n") ?? [];
  return [...lines.map(saidIn), lastMessage].filter((text) => text !== "").join("\n");
}

/** The text that a line of a transcript has the assistant say; "" for any other line. */
function saidIn(line: string): string {
  if (!line.includes('"assistant"')) return "";
  const { type, message } = fieldsOf(orNull(() => JSON.parse(line)));
  const { content } = fieldsOf(message);
  if (type !== "assistant" || !Array.isArray(content)) return "";
  return content.map((block) => textOf(fieldsOf(block).text)).join("\n");
}
