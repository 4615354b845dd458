// Notes in SQLite's FTS5, set up as one would who wants it quick and loses nothing: a write-ahead log, synced at each
// commit.

import { Database } from "bun:sqlite";
import { join } from "node:path";
import type { CorpusEntry } from "../corpus.ts";

const LIMIT = 10;

export interface Fts5Store {
  /** Stores entries in one transaction; returns how many. */
  add(entries: readonly CorpusEntry[]): number;
  /** The best entries with all of the words, as lines. */
  search(query: string): string[];
  close(): void;
}

/** Opens or makes `notes.sqlite` in the directory. */
export function openFts5(directory: string): Fts5Store {
  const database = new Database(join(directory, "notes.sqlite"), { create: true });
  database.run("PRAGMA journal_mode = WAL");
  database.run("PRAGMA synchronous = FULL");
  database.run("CREATE VIRTUAL TABLE IF NOT EXISTS notes USING fts5(topic, text, tags, source)");
  const insert = database.prepare("INSERT INTO notes(topic, text, tags, source) VALUES (?, ?, ?, ?)");
  const select = database.prepare<{ topic: string; line: string }, [string]>(
    `SELECT topic, substr(text, 1, 120) AS line FROM notes WHERE notes MATCH ? ORDER BY rank LIMIT ${LIMIT}`,
  );
  const addAll = database.transaction((entries: readonly CorpusEntry[]) => {
    for (const { topic, text, tags, source } of entries) insert.run(topic, text, tags, source);
    return entries.length;
  });
  return {
    add: (entries) => addAll(entries),
    search: (query) => select.all(everyWord(query)).map(({ topic, line }) => `[${topic}] ${line}`),
    close: () => database.close(),
  };
}

/** The words of a query as FTS5 wants them: each in quotes, all of them wanted. */
export function everyWord(query: string): string {
  return query
    .split(" ")
    .map((word) => `"${word.replace(/"/g, '""')}"`)
    .join(" ");
}
