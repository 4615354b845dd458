// Made-up workspaces and what a guard would have recorded of them, for tests.

import type { Task } from "../../src/plan/documents/plan-documents.ts";
import type { GuardRecord, Override, Workspace } from "../../src/plan/workspace/workspace.ts";

export function taskOf(over: Partial<Task> = {}): Task {
  return {
    seq: "001",
    slug: "first",
    objective: "make it work",
    delta: ["src/"],
    verify: "npm test",
    depends: [],
    budget: 7,
    writes: [],
    ...over,
  };
}

export function workspaceOf(over: Partial<Workspace> = {}): Workspace {
  return {
    id: "wwwwwwwwww",
    session: "session-1",
    agent: "",
    hold: "guard",
    plan: "a".repeat(32),
    of: "the whole",
    task: taskOf(),
    framework: "",
    idioms: { required: [], forbidden: [] },
    project: ["/tmp/shop"],
    root: "/tmp/shop",
    snapshot: "b".repeat(32),
    deltaDigest: "start",
    projectDirectory: "/tmp/shop",
    marker: "/tmp/home/.helix-guard/tmp/shop/active/WWWWWWWWWW",
    beside: [],
    toolUseId: "toolu_start",
    transcript: "/tmp/session-1.jsonl",
    startedAt: 1000,
    startedUptime: 10,
    lessons: [],
    parents: [],
    ...over,
  };
}

export function verifyRecord(over: Partial<Extract<GuardRecord, { kind: "verify" }>> = {}): GuardRecord {
  return { kind: "verify", at: 1, uptime: 1, id: "toolu_v", ok: true, flaw: "", digest: "now", signature: "", ...over };
}

export function callRecord(id: string): GuardRecord {
  return { kind: "call", at: 1, uptime: 1, id, tool: "Bash", verdict: "allowed", counted: true };
}

export function overrideOf(over: Partial<Override> = {}): Override {
  return { at: 1, reason: "the reviewer asked for it", delta: [], budget: 0, accepts: [], ...over };
}
