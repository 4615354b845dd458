// Bindings: what the hook before a call of the tool `plan` recorded of it, by the id of the call. The server that
// answers the call learns from it who calls.

import { orNull } from "../../base/errors.ts";
import type { OnceFiles, OnceReading } from "../../platform/once-files.ts";
import { planPaths } from "../plan-paths.ts";
import type { Binding } from "./workspace.ts";

const ID = /^[A-Za-z0-9_-]{1,128}$/;
const BYTES_MAX = 64 * 1024;
/** A call takes no longer than this, in milliseconds. */
const KEPT_MS = 60 * 60 * 1000;
/** Bindings are swept when there are so many. */
const SWEPT_FROM = 100;

/** The path of the binding of a call; null for an id that no client gives. */
export function bindingPath(directory: string, toolUseId: string): string | null {
  return ID.test(toolUseId) ? `${planPaths(directory).bindings}/${toolUseId}.json` : null;
}

/** What was recorded of a call; null where nothing was, or where it is damaged. Does not throw. */
export function readBinding(files: OnceReading, directory: string, toolUseId: string): Binding | null {
  const path = bindingPath(directory, toolUseId);
  if (path === null) return null;
  try {
    const text = files.textOfFile(path, BYTES_MAX);
    const binding = text === null ? null : bindingOf(text);
    return binding?.toolUseId === toolUseId ? binding : null;
  } catch {
    return null;
  }
}

function bindingOf(text: string): Binding | null {
  // Two hooks may have recorded the same call; the first line is as good as the others.
  const value: unknown = JSON.parse(text.split("\n", 1)[0]!);
  if (typeof value !== "object" || value === null) return null;
  const {
    session,
    agent,
    toolUseId,
    at,
    directory,
    projectDirectory,
    transcript,
    client = "",
  } = value as Record<string, unknown>;
  const texts = [session, agent, toolUseId, directory, projectDirectory, transcript, client];
  if (!texts.every((each) => typeof each === "string") || typeof at !== "number" || session === "") return null;
  return value as Binding;
}

/** The processes of the clients whose hooks saw a call lately. Does not throw. */
export function recentClients(files: OnceReading, directory: string): string[] {
  const names = orNull(() => files.namesIn(planPaths(directory).bindings)) ?? [];
  const clients = names.map((name) => readBinding(files, directory, name.replace(/\.json$/, ""))?.client ?? "");
  return [...new Set(clients)].filter((client) => client !== "");
}

/** Removes bindings of calls that are over. Their time is looked at only when there are many. Does not throw. */
export function sweepBindings(files: OnceFiles, directory: string, now: number): void {
  try {
    const folder = planPaths(directory).bindings;
    const names = files.namesIn(folder) ?? [];
    if (names.length < SWEPT_FROM) return;
    for (const name of names) {
      const binding = readBinding(files, directory, name.replace(/\.json$/, ""));
      // A clock that was set back must not keep a binding for ever. One that cannot be read may be about to be written.
      if (binding !== null && Math.abs(now - binding.at) > KEPT_MS) files.remove(`${folder}/${name}`);
    }
  } catch {
    // They do no harm.
  }
}
