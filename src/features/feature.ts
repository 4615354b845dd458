// What a feature is: a name, a table of parameters, and a function from plain data to plain data. Surfaces (MCP, command line)
// are adapters around this and nothing else.

import type { FoldProgress } from "../knowledge/fold.ts";
import type { KnowledgeBase } from "../knowledge/knowledge-base.ts";
import type { Project } from "../knowledge/project.ts";
import { type Arguments, type ParameterTable, parseArguments } from "./parameters.ts";

/** What a feature works with. */
export interface FeatureContext {
  readonly base: KnowledgeBase;
  /** The project that is asked from, if any. */
  readonly project: Project | null;
  /** Whether `data` of the result is wanted; where it is costly it is null otherwise. */
  readonly wantsData?: boolean;
  /** Called now and then during long work; `total` is null when it is not known. */
  readonly onProgress?: (progress: { done: number; total: number | null; what: string }) => void;
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
  /** Checks the arguments and runs. Throws HelixError. */
  run(context: FeatureContext, raw: Readonly<Record<string, unknown>>): Promise<FeatureResult>;
}

/** Makes a feature of a parameter table and a typed function. */
export function defineFeature<const Table extends ParameterTable>(declared: {
  name: string;
  description: string;
  parameters: Table;
  hints: FeatureHints;
  run(context: FeatureContext, values: Arguments<Table>): Promise<FeatureResult>;
}): Feature {
  return {
    ...declared,
    run: async (context, raw) => declared.run(context, parseArguments(declared.name, declared.parameters, raw)),
  };
}
