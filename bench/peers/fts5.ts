// SQLite's FTS5 as a peer: in this process, and behind an MCP server as small as can be.

import { BenchClient } from "../client.ts";
import { openFts5 } from "./fts5-store.ts";
import type { Peer } from "./peer.ts";

export const fts5InProcess: Peer = {
  name: "SQLite FTS5, in process",
  note: "bun:sqlite, synced at each commit; no pipe and no protocol",
  packages: [],
  async open({ directory }) {
    const store = openFts5(directory);
    return {
      addMany: (entries) => store.add(entries),
      store: (entry) => store.add([entry]),
      search: (query) => store.search(query).length,
      close: () => store.close(),
    };
  },
};

export const fts5OverStdio: Peer = {
  name: "SQLite FTS5, over MCP",
  note: "the same behind a minimal SDK server, compiled as helix is; loaded in process",
  packages: [],
  async open({ directory, programs }) {
    const client = new BenchClient([programs.fts5Server, directory], directory);
    await client.initialize();
    return {
      processId: client.process.pid,
      addMany(entries) {
        const store = openFts5(directory);
        store.add(entries);
        store.close();
      },
      store: (entry) => client.call("store", { ...entry }),
      search: async (query) => (await client.call("search", { query })).split("\n").filter(Boolean).length,
      close: () => client.end(),
    };
  },
};
