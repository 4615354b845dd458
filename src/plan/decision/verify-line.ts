// Whether a line of the shell is the verify command of a task, and what its end tells.

import { errorSignature } from "../../events/error-signature.ts";
import { type GuardEvent, textOf } from "../guard/guard-event.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** How a line has to do with the verify command: it is it, it holds it among other things, or neither. */
export function verifyIn(line: string, { task, root }: Workspace): "whole" | "part" | "none" {
  const [given, verify] = [line.trim(), task.verify.trim()];
  if (verify === "") return "none";
  if (given === verify || [root, `'${root}'`, `"${root}"`].some((word) => given === `cd ${word} && ${verify}`))
    return "whole";
  return given.includes(verify) ? "part" : "none";
}

/** Whether a line changes to the root itself, wherever it is started. */
export function entersRoot(line: string, { root }: Workspace): boolean {
  const given = line.trim();
  return [root, `'${root}'`, `"${root}"`].some((word) => given.startsWith(`cd ${word} && `));
}

/** What is recorded when a line with the verify command has ended. */
export interface VerifyEnd {
  readonly ok: boolean;
  /** Why it does not count although it is the command; "" where it counts. */
  readonly flaw: string;
  /** Of the error; "" for none. */
  readonly signature: string;
}

/**
 * What the end of a call of the shell tells of the verify command; null where it has nothing to do with it. `flaw`:
 * what was said of the call before it.
 */
export function verifyEnd(event: GuardEvent, workspace: Workspace, flaw: string): VerifyEnd | null {
  const how = verifyIn(textOf(event.input.command), workspace);
  if (how === "none") return null;
  const around = how === "part" ? "it ran with something before or behind it" : flaw;
  if (event.phase === "failed") {
    if (event.isInterrupt) return { ok: false, flaw: "it was interrupted", signature: "" };
    return { ok: false, flaw: around, signature: errorSignature(event.error) };
  }
  const { response } = event;
  if (textOf(response.backgroundTaskId) !== "" || event.input.run_in_background === true)
    return { ok: false, flaw: "it ran in the background, so nobody saw its end", signature: "" };
  if (response.interrupted === true) return { ok: false, flaw: "it was interrupted", signature: "" };
  const code = textOf(response.returnCodeInterpretation);
  if (code !== "") return { ok: false, flaw: "", signature: errorSignature(code) };
  return { ok: true, flaw: around, signature: "" };
}
