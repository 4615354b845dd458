// A workspace: the binding of a task to one actor, with the limits that hold as long as it is active. Its folder in the
// knowledge base is `plans/workspaces/ID/` (plan-paths.ts):
// - `workspace.json` is written before the marker is, and never changes;
// - `calls.jsonl` is what the guard saw of the actor's calls, appended by single writes;
// - `overrides.jsonl` is what a person allowed beyond the limits;
// - `blocked.json` is the ending of a report that a full disk has no room for;
// - `ended.json` is there as soon as it is over. Whoever makes it first has ended it.

import type { Idioms, Task } from "../documents/plan-documents.ts";

/** Who calls: the main conversation of a session, whose agent is "", or one of its subagents. */
export interface Actor {
  readonly session: string;
  readonly agent: string;
}

/** What the hook before a call of the tool `plan` recorded of it: `plans/bindings/TOOL_USE_ID.json`. */
export interface Binding extends Actor {
  readonly toolUseId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The absolute working directory of the call. */
  readonly directory: string;
  /** `CLAUDE_PROJECT_DIR` as the hook got it, or its working directory: it names the marker. */
  readonly projectDirectory: string;
  /** The transcript of the main conversation; "" where it is not known. */
  readonly transcript: string;
  /** The process of the client, which started the hook (lineage.ts). Helix 0.2 did not record it. */
  readonly client?: string;
}

/** How a workspace is held: by the guard, or, where no hook saw the call, by the report alone. */
export type Hold = "guard" | "report";

export interface Workspace extends Actor {
  /** Ten characters, as a note's id. */
  readonly id: string;
  readonly hold: Hold;
  /** The hash of the plan. */
  readonly plan: string;
  /** The objective of the plan. */
  readonly of: string;
  readonly task: Task;
  readonly framework: string;
  readonly idioms: Idioms;
  /** The keys of the project. */
  readonly project: readonly string[];
  /** The root of the work tree, a path without links. */
  readonly root: string;
  /** The hash of the snapshot of the tree at the start. */
  readonly snapshot: string;
  /** The digest of the files in the delta at the start. */
  readonly deltaDigest: string;
  /** "" where the guard does not hold it. */
  readonly projectDirectory: string;
  /** The path of its marker; "" where the guard does not hold it. */
  readonly marker: string;
  /** Ids of the workspaces that were active when it began, of whatever tree. */
  readonly beside: readonly string[];
  readonly toolUseId: string;
  readonly transcript: string;
  /** The process of the client; "" where it is not known. Helix 0.2 did not record it, nor what follows. */
  readonly client?: string;
  /** The processes above the server that began it, the nearest first. */
  readonly processes?: readonly string[];
  /** Milliseconds since 1970, and seconds since the machine was started. */
  readonly startedAt: number;
  readonly startedUptime: number;
  /** Ids of the lessons that it was given. */
  readonly lessons: readonly string[];
  readonly parents: readonly { readonly seq: string; readonly slug: string; readonly delivered: string }[];
}

/** One line of `calls.jsonl`. */
export type GuardRecord =
  /**
   * Before a call: what was decided. `counted`: it takes of the budget. `flaw`, of the verify command only: why its
   * success will not count ("" where it will).
   */
  | {
      readonly kind: "call";
      readonly at: number;
      readonly uptime: number;
      readonly id: string;
      readonly tool: string;
      readonly verdict: "allowed" | "denied";
      readonly counted: boolean;
      readonly flaw?: string;
    }
  /**
   * After the verify command ended. `digest`: of the files in the delta then. `flaw`: why it does not count although it
   * is the command ("" where it counts). `signature`: of its error, "" for none.
   */
  | {
      readonly kind: "verify";
      readonly at: number;
      readonly uptime: number;
      readonly id: string;
      readonly ok: boolean;
      readonly flaw: string;
      readonly digest: string;
      readonly signature: string;
    }
  /** The end of the subagent, at which it was asked for its report. */
  | { readonly kind: "asked"; readonly at: number; readonly uptime: number; readonly id: string };

/** One line of `overrides.jsonl`: what a person allowed, and why. */
export interface Override {
  readonly at: number;
  readonly reason: string;
  /** Paths and globs beside the delta; none mostly. */
  readonly delta: readonly string[];
  /** Calls beside the budget. */
  readonly budget: number;
  /** What a report is accepted in spite of. */
  readonly accepts: readonly RefusalKind[];
}

/** Why DELIVERED is refused. */
export type RefusalKind = "outside" | "verify" | "gap" | "idioms" | "tree";

/** `ended.json`. `released`: by a person; `expired`: nothing was heard of it for too long. */
export interface Ending {
  readonly at: number;
  readonly how: "delivered" | "blocked" | "released" | "expired";
  /** The hash of the report; "" where there is none. */
  readonly report: string;
}

/** A workspace of which nothing was heard for so long has ended, in seconds of a machine that runs. */
export const LEFT_BEHIND_S = 4 * 60 * 60;
/** The same of one that no guard holds: nobody sees its calls, so nothing is heard of it before its report. */
export const UNHEARD_S = 24 * 60 * 60;
