// MiniSearch as it is without any option: any of the words, not stemmed, in memory.

import { join } from "node:path";
import { fetchPackages } from "../../bench/peers/fetch.ts";
import { DEPTH } from "../metrics.ts";
import type { RankingSystem } from "./system.ts";

interface MiniSearchModule {
  readonly default: new (options: {
    readonly fields: readonly string[];
  }) => {
    addAll(documents: readonly object[]): void;
    search(query: string): readonly { readonly id: number }[];
  };
}

const NAME = "MiniSearch 7.2.0";
const PACKAGE = "minisearch@7.2.0";

export const minisearch: RankingSystem = {
  name: NAME,
  async load(documents) {
    const packages = await fetchPackages([PACKAGE]);
    const path = join(packages, "node_modules", "minisearch", "dist", "es", "index.js");
    const { default: MiniSearch } = (await import(path)) as MiniSearchModule;
    const index = new MiniSearch({ fields: ["text"] });
    index.addAll(documents.map(({ text }, id) => ({ id, text })));
    const search = (query: string) => {
      const best = index.search(query).slice(0, DEPTH);
      return best.map(({ id }) => documents[id]!.id);
    };
    return { rankers: [{ name: NAME, problem: "", search }], close() {} };
  },
};
