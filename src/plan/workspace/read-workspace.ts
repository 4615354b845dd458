// Reads the files of workspaces. Hooks load it, so it needs little.
// Invariants:
// - What is there but cannot be read or understood is an error. Damage must neither give anybody more than a person
//   allowed, nor let a workspace pass for none.

import type { OnceReading } from "../../platform/once-files.ts";
import { planPaths } from "../plan-paths.ts";
import type { Ending, GuardRecord, Override, Workspace } from "./workspace.ts";

export const WORKSPACE_NAME = "workspace.json";
export const CALLS_NAME = "calls.jsonl";
export const OVERRIDES_NAME = "overrides.jsonl";
export const ENDED_NAME = "ended.json";
/** Made when a workspace begins: a full disk takes no new file, but another name for one. */
export const PREPARED_NAME = "blocked.json";
const WORKSPACE_BYTES_MAX = 4 * 1024 * 1024;
/** A workspace with so many bytes of calls has used up every budget. */
export const CALLS_BYTES_MAX = 1024 * 1024;
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** A workspace as it began. Null where there is none of this id; throws for one that cannot be read. */
export function readWorkspace(files: OnceReading, directory: string, id: string): Workspace | null {
  if (!ID.test(id)) return null;
  const text = files.textOfFile(`${planPaths(directory).workspace(id)}/${WORKSPACE_NAME}`, WORKSPACE_BYTES_MAX);
  if (text === null) return null;
  const workspace = workspaceOf(text);
  if (workspace?.id !== id) throw new Error(`workspace ${id} is damaged`);
  return workspace;
}

/** How a workspace ended; null for one that did not. Throws where that cannot be told. */
export function readEnding(files: OnceReading, directory: string, id: string): Ending | null {
  const text = files.textOfFile(`${planPaths(directory).workspace(id)}/${ENDED_NAME}`, WORKSPACE_BYTES_MAX);
  if (text === null) return null;
  const value = parsed(text);
  const { at, how, report } = value ?? {};
  const isHow = how === "delivered" || how === "blocked" || how === "released" || how === "expired";
  // It is over as soon as the file is there. What is not known of it gives nobody anything.
  return {
    at: typeof at === "number" ? at : 0,
    how: isHow ? how : "released",
    report: typeof report === "string" ? report : "",
  };
}

/** What the guard saw, the oldest first. Throws where it cannot be read. */
export function readCalls(files: OnceReading, directory: string, id: string): GuardRecord[] {
  return linesOf(files, `${planPaths(directory).workspace(id)}/${CALLS_NAME}`).map(recordOf);
}

/** What a person allowed, the oldest first. Throws where it cannot be read. */
export function readOverrides(files: OnceReading, directory: string, id: string): Override[] {
  return linesOf(files, `${planPaths(directory).workspace(id)}/${OVERRIDES_NAME}`).flatMap(overrideOf);
}

function linesOf(files: OnceReading, path: string): string[] {
  return (files.textOfFile(path, CALLS_BYTES_MAX) ?? "").split("\n").filter((line) => line !== "");
}

/** A line that is damaged counts as a call: a budget must not grow by damage. */
function recordOf(line: string): GuardRecord {
  const value = parsed(line);
  if (value !== null && typeof value.kind === "string") return value as unknown as GuardRecord;
  return { kind: "call", at: 0, uptime: 0, id: "", tool: "", verdict: "allowed", counted: true };
}

/** A line that is damaged allows nothing. */
function overrideOf(line: string): Override[] {
  const value = parsed(line);
  if (value === null || !isTexts(value.delta) || !isTexts(value.accepts) || typeof value.reason !== "string") return [];
  return typeof value.budget === "number" && typeof value.at === "number" ? [value as unknown as Override] : [];
}

const TEXTS: readonly (keyof Workspace)[] = ["session", "agent", "plan", "of", "framework", "snapshot", "marker"];
const LISTS: readonly (keyof Workspace)[] = ["project", "lessons", "beside"];

function workspaceOf(text: string): Workspace | null {
  const value = parsed(text);
  if (value === null) return null;
  const { task, idioms, root, startedAt, startedUptime, hold, parents } = value;
  const isSound =
    TEXTS.every((name) => typeof value[name] === "string") &&
    LISTS.every((name) => isTexts(value[name])) &&
    isTask(task) &&
    isObject(idioms) &&
    isTexts(idioms.forbidden) &&
    isTexts(idioms.required) &&
    typeof root === "string" &&
    root.startsWith("/") &&
    typeof startedAt === "number" &&
    typeof startedUptime === "number" &&
    (hold === "guard" || hold === "report") &&
    Array.isArray(parents);
  return isSound ? (value as unknown as Workspace) : null;
}

function isTask(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { delta, writes, depends, seq, slug, objective, verify, budget } = value;
  const texts = [seq, slug, objective, verify];
  return (
    isTexts(delta) &&
    isTexts(writes) &&
    isTexts(depends) &&
    texts.every((each) => typeof each === "string") &&
    typeof budget === "number"
  );
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parsed(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
