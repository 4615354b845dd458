// Orama: a search engine in memory, kept as one JSON file of what it saves.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Peer, RESULTS } from "./peer.ts";

interface OramaModule {
  create(options: object): object;
  insert(index: object, document: object): unknown;
  insertMultiple(index: object, documents: readonly object[], batchSize: number): Promise<unknown>;
  search(index: object, request: object): Promise<{ readonly hits: readonly object[] }>;
  save(index: object): unknown;
  load(index: object, saved: unknown): void;
}

const SCHEMA = { topic: "string", text: "string", tags: "string", source: "string" };

export const orama: Peer = {
  name: "Orama 3.1.18",
  note: "in process, in memory: a store is not on the disk until the whole index is written again (counted in load)",
  packages: ["@orama/orama@3.1.18"],
  async open({ directory, packages }) {
    const engine = (await import(
      join(packages, "node_modules", "@orama", "orama", "dist", "esm", "index.js")
    )) as OramaModule;
    const path = join(directory, "index.json");
    const index = engine.create({ schema: SCHEMA });
    if (existsSync(path)) engine.load(index, JSON.parse(readFileSync(path, "utf8")));
    let loaded = 0;
    return {
      async addMany(entries) {
        await engine.insertMultiple(index, entries, entries.length);
        loaded += entries.length;
      },
      store: (entry) => engine.insert(index, { ...entry }),
      // A threshold of 0: only what has all of the words.
      search: async (term) => (await engine.search(index, { term, limit: RESULTS, threshold: 0 })).hits.length,
      close() {
        if (loaded > 0) writeFileSync(path, JSON.stringify(engine.save(index)));
      },
    };
  },
};
