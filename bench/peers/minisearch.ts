// MiniSearch: a search index in memory, kept as one JSON file, as its users do.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Peer, RESULTS } from "./peer.ts";

interface MiniSearchIndex {
  add(document: object): void;
  addAll(documents: readonly object[]): void;
  search(query: string, options: object): readonly object[];
}
interface MiniSearchModule {
  readonly default: {
    new (options: object): MiniSearchIndex;
    loadJSON(json: string, options: object): MiniSearchIndex;
  };
}

const OPTIONS = { fields: ["topic", "text", "tags", "source"], storeFields: ["topic", "text"] };

export const minisearch: Peer = {
  name: "MiniSearch 7.2.0",
  note: "in process, in memory: a store is not on the disk until the whole index is written again (counted in load)",
  packages: ["minisearch@7.2.0"],
  async open({ directory, packages }) {
    const { default: MiniSearch } = (await import(
      join(packages, "node_modules", "minisearch", "dist", "es", "index.js")
    )) as MiniSearchModule;
    const path = join(directory, "index.json");
    const index = existsSync(path) ? MiniSearch.loadJSON(readFileSync(path, "utf8"), OPTIONS) : new MiniSearch(OPTIONS);
    let next = Date.now() * 1000;
    let loaded = 0;
    return {
      addMany(entries) {
        index.addAll(entries.map((entry) => ({ id: next++, ...entry })));
        loaded += entries.length;
      },
      store: (entry) => index.add({ id: next++, ...entry }),
      search: (query) => index.search(query, { combineWith: "AND" }).slice(0, RESULTS).length,
      close() {
        if (loaded > 0) writeFileSync(path, JSON.stringify(index));
      },
    };
  },
};
