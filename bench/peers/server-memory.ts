// The reference memory server of MCP, over stdio as a client has it: a knowledge graph in one file of JSON lines, which
// it reads at each call and writes anew at each change.

import { join } from "node:path";
import { BenchClient } from "../client.ts";
import type { CorpusEntry } from "../corpus.ts";
import type { Peer } from "./peer.ts";

const VERSION = "2026.8.31";

export const serverMemory: Peer = {
  name: "MCP server-memory",
  note: `@modelcontextprotocol/server-memory ${VERSION}, run by Bun; an entity for each note; finds the query as one string, so two words seldom; writes are not synced`,
  packages: [`@modelcontextprotocol/server-memory@${VERSION}`],
  async open({ directory, packages }) {
    const program = join(packages, "node_modules", "@modelcontextprotocol", "server-memory", "dist", "index.js");
    process.env.MEMORY_FILE_PATH = join(directory, "memory.jsonl");
    const client = new BenchClient([process.execPath, program], directory);
    await client.initialize();
    let next = Date.now() * 1000;
    const create = (entries: readonly CorpusEntry[]) =>
      client.call("create_entities", {
        entities: entries.map(({ topic, text, tags, source }) => ({
          name: `note-${next++}`,
          entityType: topic,
          observations: [text, tags, source],
        })),
      });
    return {
      processId: client.process.pid,
      addMany: create,
      store: (entry) => create([entry]),
      async search(query) {
        return (await client.call("search_nodes", { query })).split('"entityType"').length - 1;
      },
      close: () => client.end(),
    };
  },
};
