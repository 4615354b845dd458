// trace: reads the structure of code. The parser and everything it needs are loaded only when the tool is called.

import { defineFeature } from "../common/feature.ts";
import type { TracePorts } from "./request.ts";

export const traceFeature = defineFeature({
  name: "trace",
  title: "Trace code",
  command: {
    summary: "Code structure: helix trace PATH [SYMBOL] [--action symbols|blast|analyze]",
    examples: ["helix trace src CachedEntry", "helix trace src --action symbols --limit 20"],
    words: [
      {
        name: "path",
        description: "File or directory of the project, with ./ from where you are; by an absolute path any",
      },
      { name: "symbol", description: "Name to find, e.g. Cache.get", isOptional: true },
    ],
  },
  description:
    "Code structure: where a symbol is defined and used; symbols of a file or tree; blast: who uses a file's symbols; analyze: store an overview of the project.",
  searchHint: "definition references callers usages find",
  hints: { readOnly: false, destructive: false, idempotent: true },
  budget: 1500,
  parameters: {
    path: { kind: "text", required: true, description: "File or directory of the project", example: 'path="src"' },
    symbol: {
      kind: "text",
      description: "Name to find, e.g. Cache.get",
      example: 'symbol="CachedEntry"',
    },
    action: {
      kind: "choice",
      choices: ["symbols", "blast", "analyze"],
      description: "Default: find symbol, or overview",
      example: 'action="symbols"',
    },
    limit: { kind: "count", min: 1, max: 10_000, description: "Most results (default 50)", example: 'limit="20"' },
    filter: { kind: "text", description: "Only files matching this glob", example: 'filter="**/*.ts"' },
  },
  // This holds for analyze too: it reads the project for seconds, and no other call has to wait for that. What it
  // stores is one change at its end, made under the lock of the knowledge base from a fresh view, and complete in
  // itself.
  onlyReads: () => true,
  async run(ports: TracePorts, values) {
    const { runTrace } = await import("./run.ts");
    return runTrace(ports, values);
  },
});
