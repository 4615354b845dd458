// SQLite's FTS5 over the very chunks that helix makes, on the disk, and grep, asked the same words.

import { Database } from "bun:sqlite";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "bun";
import { chunkText } from "../../src/code/index/code-document.ts";
import { bytesBelow, type CodeTree } from "./code-tree.ts";

const LIMIT = 10;

/** A built index. Times in milliseconds. */
export interface ChunkIndex {
  /** What reading and cutting took, which helix's time has in it. */
  readonly cutMs: number;
  readonly insertMs: number;
  readonly bytes: number;
  readonly chunks: number;
  /** Asks for any of the words; returns how many rows came. */
  readonly search: (query: string) => number;
  readonly close: () => void;
}

/** Builds it in one transaction, with its stemmer for English. */
export function buildChunkIndex(scratch: string, { folder, paths }: CodeTree): ChunkIndex {
  const directory = mkdtempSync(join(scratch, "fts5-"));
  const database = new Database(join(directory, "code.sqlite"), { create: true });
  database.run("PRAGMA journal_mode = WAL");
  database.run("CREATE VIRTUAL TABLE chunks USING fts5(content, symbol, path, tokenize = 'porter unicode61')");
  const insert = database.prepare("INSERT INTO chunks(content, symbol, path) VALUES (?, ?, ?)");
  let [cutMs, chunkCount] = [0, 0];
  const begin = performance.now();
  database.transaction(() => {
    for (const path of paths) {
      const start = performance.now();
      const { lines, chunks } = chunkText(path, readFileSync(join(folder, path), "utf8"));
      const texts = chunks.map(({ from, to }) => lines.slice(from - 1, to).join("\n"));
      cutMs += performance.now() - start;
      for (const [at, { symbol }] of chunks.entries()) insert.run(texts[at]!, symbol ?? "", path);
      chunkCount += chunks.length;
    }
  })();
  database.run("PRAGMA wal_checkpoint(TRUNCATE)");
  const insertMs = performance.now() - begin - cutMs;
  const select = database.prepare(`SELECT path FROM chunks WHERE chunks MATCH ? ORDER BY rank LIMIT ${LIMIT}`);
  return {
    cutMs,
    insertMs,
    bytes: bytesBelow(directory),
    chunks: chunkCount,
    search: (query) => select.all(anyWord(query)).length,
    close() {
      database.close();
      rmSync(directory, { recursive: true });
    },
  };
}

function anyWord(query: string): string {
  return (query.match(/[\p{L}\p{N}]+/gu) ?? ["x"]).map((word) => `"${word}"`).join(" OR ");
}

/** Counts the lines with any of the words, in all files that git has. */
export function grepTree({ folder }: CodeTree, query: string): void {
  const words = query.match(/[\p{L}\p{N}]+/gu) ?? ["x"];
  const command = ["git", "grep", "-I", "-c", "-i", "-F", ...words.flatMap((word) => ["-e", word])];
  spawnSync(command, { cwd: folder, stdin: "ignore", stdout: "ignore", stderr: "ignore", env: process.env });
}
