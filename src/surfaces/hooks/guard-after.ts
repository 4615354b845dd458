// What the guard does after a call and at the end of a subagent: it records how the verify command ended, and asks a
// subagent that ends without a report for one.
// Invariants:
// - Nothing is refused here. What could not be recorded is missing at the report, which then refuses DELIVERED.

import { EventWriter } from "../../events/log/event-writer.ts";
import { randomNoteId } from "../../notes/text/note-id.ts";
import { verifyEnd } from "../../plan/decision/verify-line.ts";
import type { GuardEvent } from "../../plan/guard/guard-event.ts";
import { deltaDigest } from "../../plan/workspace/delta-digest.ts";
import type { HeldWorkspace } from "../../plan/workspace/workspace-store.ts";
import { libcAppendedFiles } from "../../platform/libc-files.ts";
import { appendRecord, directoryOf, now, recordsPath, type Surroundings } from "./guard-records.ts";

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

function stopped(event: GuardEvent, by: HeldWorkspace, path: string, _directory: string): string {
  const { workspace, calls } = by;
  if (event.isAskedAlready || calls.some(({ kind }) => kind === "asked")) return "";
  appendRecord(path, { kind: "asked", ...now(), id: event.agent });
  const { seq, slug } = workspace.task;
  const reason = `helix: task ${seq} ${slug} has no report yet, and its workspace is active. Report it before you end: plan action=report status=delivered summary="what was done", or status=blocked summary="why it could not be done".`;
  return JSON.stringify({ decision: "block", reason });
}
