// The registry: all tools, in the order in which they are listed. From a line here, and the declaration that it leads
// to, come the tool, the command with its help and options, and the approval. The server adds `_reload` itself.

import type { Feature } from "./common/feature.ts";

/** A tool. Its code is loaded when it is needed. */
export interface Tool {
  readonly name: string;
  load(): Promise<Feature>;
}

export const TOOLS: readonly Tool[] = [
  { name: "store", load: async () => (await import("./store/store.ts")).storeFeature },
  { name: "batch", load: async () => (await import("./batch/batch.ts")).batchFeature },
  { name: "search", load: async () => (await import("./search/search.ts")).searchFeature },
  { name: "brief", load: async () => (await import("./brief/brief.ts")).briefFeature },
  { name: "read", load: async () => (await import("./read/read.ts")).readFeature },
  { name: "edit", load: async () => (await import("./edit/edit.ts")).editFeature },
  { name: "topics", load: async () => (await import("./topics/topics.ts")).topicsFeature },
  { name: "learn", load: async () => (await import("./learn/learn.ts")).learnFeature },
  { name: "plan", load: async () => (await import("./plan/plan.ts")).planFeature },
  { name: "code", load: async () => (await import("./code/code.ts")).codeFeature },
  { name: "output", load: async () => (await import("./output/output.ts")).outputFeature },
  { name: "trace", load: async () => (await import("./trace/trace.ts")).traceFeature },
];

/** Loads all tools of a registry. */
export function loadTools(tools: readonly Tool[] = TOOLS): Promise<Feature[]> {
  return Promise.all(tools.map((tool) => tool.load()));
}
