// What an exploration, a plan and a report are, as documents. Their fields have the names in which clients give them.
// A document never changes: its name is a hash of it, and events say what became of it.

/** What an exploration found. */
export interface Exploration {
  readonly objective: string;
  readonly structure: {
    readonly directories: readonly string[];
    readonly entry_points: readonly string[];
    readonly test_patterns: readonly string[];
    readonly configs: readonly string[];
  };
  readonly patterns: {
    /** "" where none is known. */
    readonly framework: string;
    /** 0 to 1. */
    readonly confidence: number;
    readonly idioms: Idioms;
  };
  readonly memory: { readonly failures: readonly string[]; readonly patterns: readonly string[] };
  readonly targets: {
    readonly files: readonly string[];
    readonly functions: readonly ExploredFunction[];
  };
}

export interface ExploredFunction {
  readonly name: string;
  readonly file: string;
  /** 1-based; null where it is not known. */
  readonly line: number | null;
  readonly reason: string;
}

/** Required idioms are told; forbidden ones are expressions that are looked for in what is written. */
export interface Idioms {
  readonly required: readonly string[];
  readonly forbidden: readonly string[];
}

/** One task of a plan. */
export interface Task {
  /** `001`, `002`, ... */
  readonly seq: string;
  readonly slug: string;
  readonly objective: string;
  /** Paths and globs, relative to the root of the work tree, that may be changed. A folder ends with a slash. */
  readonly delta: readonly string[];
  /** The command that shows that it is done. */
  readonly verify: string;
  /** The `seq`s of the tasks that have to be delivered first. */
  readonly depends: readonly string[];
  /** Calls of tools, 5 to 9. */
  readonly budget: number;
  /** Paths and globs that `verify` itself may write; no one else may. */
  readonly writes: readonly string[];
}

/** `PROCEED` has tasks, `CLARIFY` has questions. */
export interface Plan {
  readonly objective: string;
  readonly decision: "PROCEED" | "CLARIFY";
  readonly questions: readonly string[];
  readonly framework: string;
  readonly idioms: Idioms;
  readonly tasks: readonly Task[];
}

/** What a workspace reported. */
export interface Report {
  readonly status: "delivered" | "blocked";
  readonly summary: string;
  /** Ids of the notes that were told to have helped. */
  readonly utilized: readonly string[];
  /** Ids of the notes that were told to have misled. */
  readonly misled: readonly string[];
  /** What speaks for both. */
  readonly evidence: string;
  /** Paths that were changed within the delta. */
  readonly changed: readonly string[];
  /** Paths in the delta of another workspace that was active meanwhile: nobody knows who changed them. */
  readonly unattributed: readonly string[];
  /** What a person overrode, with the reason; none mostly. */
  readonly overridden: readonly string[];
}

/** Where a task stands. `stuck`: it can never become ready, as things are. */
export type TaskStatus = "waiting" | "ready" | "active" | "delivered" | "blocked" | "stuck";
