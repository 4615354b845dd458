// What a feature is: a name, a table of parameters, and a function from plain data to plain data. Surfaces (MCP, command line)
// are adapters around this and nothing else.

import { HelixError } from "../errors.ts";
import type { LiveIndex } from "../index/live-index.ts";
import type { FoldProgress } from "../knowledge/fold-task.ts";
import type { KnowledgeBase } from "../knowledge/knowledge-base.ts";
import type { FoundProject, Project } from "../knowledge/project.ts";
import type { SessionState } from "./hooks/session-state.ts";
import { type Arguments, type ParameterTable, parseArguments } from "./parameters.ts";
import type { SessionLog } from "./session/session-log.ts";
import type { SourceChecker } from "./staleness/source-checker.ts";
import type { SourceState } from "./staleness/source-state.ts";

/** What a feature works with. */
export interface FeatureContext {
  readonly base: KnowledgeBase;
  /** The project that is asked from, if any. */
  readonly project: Project | null;
  /** The project of another folder, as it counts; left out: of that only the folder does. */
  readonly judgeProject?: (found: FoundProject) => Project;
  /** Where relative paths of the caller begin; null or left out: there is no such directory. */
  readonly directory?: string | null;
  /** What was changed since this process began; left out by commands, which are over too soon. */
  readonly session?: SessionLog;
  /** What hooks remember of the client's session; left out where nobody knows which that is. */
  readonly hookSession?: () => SessionState | null;
  /** Which entries cite something that has changed, as far as it is known; left out where nobody watches. */
  readonly staleSources?: StaleSources;
  /** Aborted when the caller does not wait for the answer any more. */
  readonly signal?: AbortSignal;
  /** Whether a command line asks, so that hints name options; else they name parameters. */
  readonly isCommandLine?: boolean;
  /** Whether `data` of the result is wanted; where it is costly it is null otherwise. */
  readonly wantsData?: boolean;
  /** Called now and then during long work; `total` is null when it is not known. */
  readonly onProgress?: (progress: { done: number; total: number | null; what: string }) => void;
}

/** Knows, without looking at any file, which entries cite something that has changed since. */
export interface StaleSources {
  /** The entries of this index whose source has changed or is gone. */
  staleIn(index: LiveIndex): (id: number) => boolean;
  /** What is known of the sources of this index's entries; null for those that nobody has looked at. */
  stateIn(index: LiveIndex): (id: number) => SourceState | null;
  /** Looks at files, for those who may; keeps what it has read. */
  readonly checker: SourceChecker;
}

/** How long a long computation may keep everything else waiting, in milliseconds. */
const TURN_MS = 15;

/**
 * Makes a function for long loops to call now and then: it lets other calls have a turn where that is due, and throws CANCELLED when
 * nobody waits any more. A view is not valid behind it.
 */
export function takingTurns({ signal }: Pick<FeatureContext, "signal">): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since > TURN_MS) {
      await new Promise((resolve) => setImmediate(resolve));
      since = performance.now();
    }
    if (signal?.aborted) throw new HelixError("CANCELLED", "cancelled");
  };
}

/** Reports the building of an index that a call has to wait for. */
export function indexingProgress(context: Pick<FeatureContext, "onProgress">): (progress: FoldProgress) => void {
  return ({ covered, size }) => context.onProgress?.({ done: covered, total: size, what: "indexing" });
}

/** What a feature answers. */
export interface FeatureResult {
  /** For a reader: plain lines without colour. */
  readonly text: string;
  /** False: nothing was found (the command line then exits with 1). */
  readonly found: boolean;
  /** The same as data, for `--json`. */
  readonly data: unknown;
  /** What was changed, in a few words, for the session's record; left out when nothing was. */
  readonly operation?: string;
  /** What has to be said beside a text that is data itself. */
  readonly remark?: string | undefined;
}

/** How a tool may be used, as MCP announces it. */
export interface FeatureHints {
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
}

export interface Feature {
  readonly name: string;
  readonly description: string;
  readonly parameters: ParameterTable;
  readonly hints: FeatureHints;
  /** Whether its calls run beside all others of a server, and keep none of them waiting, though they change something. */
  readonly isAside?: boolean;
  /** Of a tool that may write: whether a call with these arguments, unchecked, only reads. */
  onlyReads?(raw: Readonly<Record<string, unknown>>): boolean;
  /** Checks the arguments and runs. Throws HelixError. */
  run(context: FeatureContext, raw: Readonly<Record<string, unknown>>): Promise<FeatureResult>;
}

/** Makes a feature of a parameter table and a typed function. */
export function defineFeature<const Table extends ParameterTable>(declared: {
  name: string;
  description: string;
  parameters: Table;
  hints: FeatureHints;
  isAside?: boolean;
  onlyReads?(raw: Readonly<Record<string, unknown>>): boolean;
  run(context: FeatureContext, values: Arguments<Table>): Promise<FeatureResult>;
}): Feature {
  return {
    ...declared,
    run: async (context, raw) => declared.run(context, parseArguments(declared.name, declared.parameters, raw)),
  };
}

/**
 * Refuses parameters that an action does not take, and the lack of those it needs. `takes` lists them by action; those it needs are
 * marked by "!" in front. Throws INVALID_ARGUMENT.
 */
export function checkAction(
  owner: string,
  action: string,
  takes: readonly string[],
  table: ParameterTable,
  values: Readonly<Record<string, unknown>>,
): void {
  const accepted = takes.map((name) => name.replace("!", ""));
  for (const name of Object.keys(values)) {
    if (name === "action" || values[name] === undefined || accepted.includes(name)) continue;
    const what = accepted.length === 0 ? "no other parameters" : accepted.join(", ");
    throw new HelixError("INVALID_ARGUMENT", `${owner} action="${action}" takes no ${name}; it takes ${what}`);
  }
  for (const name of takes) {
    const needed = name.startsWith("!") ? name.slice(1) : null;
    if (needed === null || values[needed] !== undefined) continue;
    throw new HelixError(
      "INVALID_ARGUMENT",
      `${needed} is missing: action="${action}" needs it, e.g. ${table[needed]!.example}`,
    );
  }
}
