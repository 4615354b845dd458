// helix itself without its server: what the index and the log cost, to be held against peers that have no pipe either.

import { type Peer, RESULTS } from "./peer.ts";

const CHUNKS_PER_FOLD = 50;

export const helixInProcess: Peer = {
  name: "helix, in process",
  note: "log and index alone: no pipe, no protocol, no tools, no check for secrets and duplicates",
  packages: [],
  async open({ directory }) {
    // Loaded here, so that the other peers do not depend on helix's sources.
    const { openInProcess, searchLines } = await import("../in-process.ts");
    const base = openInProcess(directory);
    const add = (entries: readonly { topic: string; text: string; tags: string; source: string }[]) =>
      base.change(() =>
        entries.map(({ topic, text, tags, source }) => ({
          kind: "add",
          topic,
          body: `[tags: ${tags}]\n[source: ${source}]\n${text}`,
          minutes: Math.floor(Date.now() / 60_000),
        })),
      );
    let chunks = 0;
    return {
      async addMany(entries) {
        await add(entries);
        // What is not merged is in memory.
        if (++chunks % CHUNKS_PER_FOLD === 0) await base.mergeNow();
      },
      store: (entry) => add([entry]),
      search: async (query) => searchLines(await base.view(), query, RESULTS).length,
      async close() {
        if (chunks > 0) await base.mergeNow();
        base.close();
      },
    };
  },
};
