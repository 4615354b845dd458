// Active workspaces for tests of the guard: as values, and as files on a disk with their marker.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { GuardState } from "../../src/plan/decision/guard-state.ts";
import type { Task } from "../../src/plan/documents/plan-documents.ts";
import { forbiddenIn } from "../../src/plan/guard/idioms.ts";
import { ownPlaces } from "../../src/plan/guard/own-places.ts";
import type { ShellWrites } from "../../src/plan/guard/shell-writes.ts";
import type { GuardRecord, Override, Workspace } from "../../src/plan/workspace/workspace.ts";
import type { HeldWorkspace } from "../../src/plan/workspace/workspace-store.ts";
import { uptimeSeconds } from "../../src/platform/libc-uptime.ts";

export const SESSION = "5e55-10";
export const AGENT = "a1b2c3";

export interface WorkspaceFacts {
  readonly id?: string;
  readonly session?: string;
  readonly agent?: string;
  readonly root: string;
  readonly task?: Partial<Task>;
  readonly forbidden?: readonly string[];
  readonly startedUptime?: number;
}

/** A workspace with usual limits. */
export function workspaceOf({
  id = "w000000001",
  session = SESSION,
  agent = AGENT,
  root,
  task = {},
  forbidden = [],
  startedUptime = uptimeSeconds(),
}: WorkspaceFacts): Workspace {
  return {
    id,
    session,
    agent,
    hold: "guard",
    plan: "p1a2n3",
    of: "make it work",
    task: {
      seq: "002",
      slug: "do-it",
      objective: "do it",
      delta: ["src/a.ts", "lib/"],
      verify: "npm test",
      depends: [],
      budget: 7,
      writes: [],
      ...task,
    },
    framework: "",
    idioms: { required: [], forbidden },
    project: ["shop"],
    root,
    snapshot: "s",
    deltaDigest: "d",
    projectDirectory: root,
    marker: `/tmp/home/.helix-guard${root}/active/${id}`,
    beside: [],
    toolUseId: "toolu_0",
    transcript: "",
    startedAt: 1,
    startedUptime,
    lessons: [],
    parents: [],
  };
}

/** A workspace with what happened in it. */
export function held(
  facts: WorkspaceFacts,
  calls: readonly GuardRecord[] = [],
  overrides: readonly Override[] = [],
): HeldWorkspace {
  return { workspace: workspaceOf(facts), calls, overrides };
}

const NO_WRITES: ShellWrites = { targets: [], unknown: [], sweeping: [], own: [], isWhole: true };

/** A state on a disk whose links are given. */
export function stateOf(
  workspaces: readonly HeldWorkspace[],
  links: Readonly<Record<string, string>> = {},
  changes: Partial<GuardState> = {},
): GuardState {
  const roots = workspaces.map(({ workspace }) => workspace.root);
  return {
    held: workspaces,
    home: "/tmp/ada",
    isMac: false,
    temporary: ["/tmp/scratch"],
    own: ownPlaces({
      home: "/tmp/ada",
      knowledgeBases: ["/tmp/ada/.helix-kb"],
      projects: roots,
      program: "/opt/helix",
      clientFolder: "",
      transcript: "",
    }),
    looker: { readLink: (path) => (Object.hasOwn(links, path) ? links[path]! : null), storedName: (path) => path },
    textOf: () => null,
    shellWrites: () => NO_WRITES,
    forbiddenIn,
    mask: (text) => text,
    ...changes,
  };
}

/** A call as a record. */
export function callRecord(id: string, changes: Partial<Extract<GuardRecord, { kind: "call" }>> = {}): GuardRecord {
  return { kind: "call", at: 2, uptime: 2, id, tool: "Edit", verdict: "allowed", counted: true, ...changes };
}

/** The end of a verify command as a record. */
export function verifyRecord(ok: boolean, signature = "", at = 3): GuardRecord {
  return { kind: "verify", at, uptime: at, id: `v${at}`, ok, flaw: "", digest: "d", signature };
}

/** Puts an active workspace into a knowledge base, and its marker into a home. Returns the folder of the workspace. */
export function putWorkspace(
  { home, project, directory }: { readonly home: string; readonly project: string; readonly directory: string },
  workspace: Workspace,
): string {
  const folder = join(directory, "plans", "workspaces", workspace.id);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, "workspace.json"), JSON.stringify(workspace), { mode: 0o600 });
  const markers = join(home, `.helix-guard${project}`, "active");
  mkdirSync(markers, { recursive: true });
  const line = `helix-guard 1 ${workspace.id} ${workspace.session} ${workspace.agent || "-"} ${directory}`;
  writeFileSync(join(markers, workspace.id), `${line}\nheld\n`);
  return folder;
}
