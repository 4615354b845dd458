// Records who calls the tool `plan`: a call over MCP does not say which subagent it comes from, and the hook before it
// does. The record is named by the call's id, which both know.

import { DEFAULT_DIRECTORY, fromHome, isAbsolutePath, parentOf } from "../../base/path-names.ts";
import type { GuardEvent } from "../../plan/guard/guard-event.ts";
import { planPaths } from "../../plan/plan-paths.ts";
import { clientAmong } from "../../plan/workspace/lineage.ts";
import type { Binding } from "../../plan/workspace/workspace.ts";
import { libcAppendedFiles, libcFiles } from "../../platform/libc-files.ts";
import { readLink } from "../../platform/libc-strict.ts";
import { parentProcesses } from "../../platform/parent-programs.ts";
import { environmentClock } from "../clock.ts";

const ID = /^[A-Za-z0-9_-]{1,128}$/;

/** Writes the binding of a call into the knowledge base. `given`: the directory that the hook names. */
export function recordBinding(
  event: GuardEvent,
  given: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): void {
  const { toolUseId, session, agent, transcript } = event;
  const directory = fromHome(given || environment.HELIX_KB || DEFAULT_DIRECTORY, environment.HOME ?? "");
  if (event.phase !== "before" || !ID.test(toolUseId) || session === "" || !isAbsolutePath(directory)) return;
  const folder = planPaths(directory).bindings;
  const path = `${folder}/${toolUseId}.json`;
  // The folder itself is looked at when it is written to.
  if (readLink(parentOf(folder)) !== null) return;
  // Several settings files may hold the hook, and each runs.
  if (libcFiles.kind(path) !== null) return;
  const binding: Binding = {
    toolUseId,
    session,
    agent,
    at: environmentClock()(),
    directory: event.directory,
    projectDirectory: environment.CLAUDE_PROJECT_DIR || environment.PWD || event.directory,
    transcript,
    client: clientAmong(parentProcesses()),
  };
  libcAppendedFiles.append(path, `${JSON.stringify(binding)}\n`);
}
