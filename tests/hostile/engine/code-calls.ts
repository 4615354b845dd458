// Calls of the tool `code` that say something in a hostile project, and refusals that repeat what was given.

import type { Values } from "../../support/served.ts";
import { EVIL } from "./hostile-world.ts";

/** The project is the home, too, which has to be asked for. */
export const CODE: readonly Values[] = [
  { action: "index", path: "." },
  ...["functions", "files", "bodies"].map((detail) => ({ query: "linker1 reminder", detail })),
  { query: `linker1 ${EVIL}`, explain: true },
  { query: `at linker1 (src/linker.ts:1:2) ${EVIL}` },
  { query: `nothing${EVIL}` },
  { query: `kind:${EVIL} x` },
  { action: "context", query: "linker1 reminder" },
  { action: "context", query: `linker1 gotcha ${EVIL}\n${EVIL}` },
  { action: "context", query: `nothing${EVIL}` },
  ...["src/linker.ts", "package.json", `src/li${EVIL.replace("/", "")}.ts`].map((path) => ({ action: "read", path })),
  ...["linker1", "link"].map((symbol) => ({ action: "read", symbol })),
  { action: "read", path: `none${EVIL}` },
  { action: "read", path: "src/linker.ts", lines: EVIL },
  { action: "read", symbol: EVIL },
  { action: "status" },
  { action: "outline" },
  ...["explore", "symbols", "callers", "callees", "impact"].map((action) => ({ action, symbol: EVIL })),
  ...["explore", "callees", "impact"].map((action) => ({ action, symbol: "linker1" })),
  { action: "impact", symbol: "linker1", rename: true },
  { action: "impact", diff: true },
  ...["text", "json", "mermaid", "dot"].map((format) => ({ action: "map", format })),
  ...["outline", "map", "status"].map((action) => ({ action, path: EVIL })),
  { action: "index", force: true },
  ...[{}, { path: EVIL }].map((values) => ({ action: "forget", ...values })),
];
