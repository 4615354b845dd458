// The store of claude-mem: its own class over its SQLite database, and the full text table that its worker lays beside
// it. The worker itself, a service on a port with a model behind it, is left out: it needs a network.

import { Database } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { CorpusEntry } from "../corpus.ts";
import { everyWord } from "./fts5-store.ts";
import { type Peer, RESULTS } from "./peer.ts";

interface SessionStore {
  createSDKSession(contentSession: string, project: string, prompt: string): number;
  ensureMemorySessionIdRegistered(session: number, memorySession: string): string;
  storeObservation(memorySession: string, project: string, observation: object): unknown;
  storeObservations(memorySession: string, project: string, observations: readonly object[], summary: null): unknown;
  close(): void;
}
interface SessionStoreModule {
  readonly SessionStore: new (path: string) => SessionStore;
}

const VERSION = "13.25.3";
const PROJECT = "bench";
const COLUMNS = "title, subtitle, narrative, text, facts, concepts";

export const claudeMem: Peer = {
  name: "claude-mem's store",
  note: `claude-mem ${VERSION}, SQLite and FTS5 in process, commits not synced; no worker and no vectors; both words wanted (its own search takes them as a phrase)`,
  packages: [`claude-mem@${VERSION}`],
  async open({ directory, packages }) {
    process.env.CLAUDE_MEM_DATA_DIR = join(directory, "data");
    mkdirSync(process.env.CLAUDE_MEM_DATA_DIR, { recursive: true });
    const load = createRequire(import.meta.url);
    const module = load(
      join(packages, "node_modules", "claude-mem", "plugin", "sqlite", "SessionStore.js"),
    ) as SessionStoreModule;
    const path = join(directory, "claude-mem.db");
    const store = new module.SessionStore(path);
    const database = new Database(path);
    addFullText(database);
    const session = store.ensureMemorySessionIdRegistered(store.createSDKSession("bench", PROJECT, "bench"), "bench");
    const select = database.prepare(
      `SELECT o.* FROM observations_fts f JOIN observations o ON o.id = f.rowid WHERE observations_fts MATCH ? ORDER BY f.rank LIMIT ${RESULTS}`,
    );
    return {
      addMany: (entries) => store.storeObservations(session, PROJECT, entries.map(observationOf), null),
      store: (entry) => store.storeObservation(session, PROJECT, observationOf(entry)),
      search: (query) => select.all(everyWord(query)).length,
      close() {
        database.close();
        store.close();
      },
    };
  },
};

/** The full text table over the observations, kept up to date by the database. */
function addFullText(database: Database): void {
  const values = COLUMNS.split(", ").map((column) => `new.${column}`);
  database.run(
    `CREATE VIRTUAL TABLE IF NOT EXISTS observations_fts USING fts5(${COLUMNS}, content='observations', content_rowid='id')`,
  );
  database.run(
    `CREATE TRIGGER IF NOT EXISTS bench_added AFTER INSERT ON observations BEGIN
       INSERT INTO observations_fts(rowid, ${COLUMNS}) VALUES (new.id, ${values.join(", ")});
     END`,
  );
}

function observationOf({ topic, text, tags, source }: CorpusEntry): object {
  return {
    type: "discovery",
    title: text.slice(0, text.indexOf("\n")),
    subtitle: topic,
    facts: [],
    narrative: text,
    concepts: [tags],
    files_read: [source.replace(/:\d+$/, "")],
    files_modified: [],
  };
}
