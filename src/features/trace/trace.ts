// trace: reads the structure of code.

import { HelixError } from "../../errors.ts";
import { defineFeature } from "../feature.ts";

export const traceFeature = defineFeature({
  name: "trace",
  description:
    "Code structure: where a symbol is defined and used; symbols of a file or tree; blast: who uses a file's symbols; analyze: store an overview of the project.",
  hints: { readOnly: false, destructive: false, idempotent: true },
  parameters: {
    path: { kind: "text", required: true, description: "File or directory", example: 'path="src"' },
    symbol: { kind: "text", description: "Name to find (the default action)", example: 'symbol="CachedEntry"' },
    action: {
      kind: "choice",
      choices: ["symbols", "blast", "analyze"],
      description: "Default: trace symbol",
      example: 'action="symbols"',
    },
    limit: { kind: "count", min: 1, max: 10_000, description: "Most results (default 50)", example: 'limit="20"' },
    filter: { kind: "text", description: "Only files matching this glob", example: 'filter="**/*.ts"' },
  },
  async run(_context, _values) {
    throw new HelixError("INVALID_ARGUMENT", "not there yet");
  },
});
