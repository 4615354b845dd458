// The peers, in the order of the table.

import { claudeMem } from "./claude-mem.ts";
import { fts5InProcess, fts5OverStdio } from "./fts5.ts";
import { helixInProcess } from "./helix-in-process.ts";
import { minisearch } from "./minisearch.ts";
import { orama } from "./orama.ts";
import type { Peer } from "./peer.ts";
import { serverMemory } from "./server-memory.ts";

export const PEERS: readonly Peer[] = [
  helixInProcess,
  fts5OverStdio,
  fts5InProcess,
  minisearch,
  orama,
  claudeMem,
  serverMemory,
];
