// Names of helix's tools. Generated from src/features/tools.ts by `npm run docs`.

/** The tools that run without a question, in the order in which they are listed: all that start no program. */
export const APPROVED_TOOLS: readonly string[] = [
  "store",
  "batch",
  "search",
  "brief",
  "read",
  "edit",
  "topics",
  "learn",
  "plan",
  "code",
  "output",
  "trace",
];

/** The tools whose calls a hook looks at. */
export const HEARD_TOOLS: readonly string[] = ["store", "batch", "read", "edit", "topics", "learn"];
