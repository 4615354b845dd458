// The names of helix's tools. Generated from src/features/tools.ts by `npm run docs`.

/** All tools, in the order in which they are listed. */
export const OWN_TOOLS: readonly string[] = [
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
  "_reload",
];

/** The tools whose calls a hook looks at. */
export const HEARD_TOOLS: readonly string[] = ["store", "batch", "read", "edit", "topics", "learn"];
