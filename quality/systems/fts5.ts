// SQLite's FTS5 with its stemmer for English, asked for any of the words, in its own order of rank.

import { Database } from "bun:sqlite";
import { DEPTH } from "../metrics.ts";
import type { RankingSystem } from "./system.ts";

const NAME = "SQLite FTS5, porter";

export const fts5Porter: RankingSystem = {
  name: NAME,
  async load(documents) {
    const database = new Database(":memory:");
    database.run("CREATE VIRTUAL TABLE documents USING fts5(text, tokenize = 'porter unicode61')");
    const insert = database.prepare("INSERT INTO documents(rowid, text) VALUES (?, ?)");
    database.transaction(() => {
      for (const [at, { text }] of documents.entries()) insert.run(at + 1, text);
    })();
    const select = database.prepare<{ rowid: number }, [string]>(
      `SELECT rowid FROM documents WHERE documents MATCH ? ORDER BY rank LIMIT ${DEPTH}`,
    );
    const search = (query: string) => {
      const words = query.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
      if (words.length === 0) return [];
      return select.all(words.map((word) => `"${word}"`).join(" OR ")).map(({ rowid }) => documents[rowid - 1]!.id);
    };
    return { rankers: [{ name: NAME, problem: "", search }], close: () => database.close() };
  },
};
