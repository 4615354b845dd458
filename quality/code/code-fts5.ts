// SQLite's FTS5 with its stemmer for English over the same chunks that helix makes, without those of tests: columns for
// the text, the symbol and the path, any of the question's words, its own order of rank.

import { Database } from "bun:sqlite";
import { pathClassOf } from "../../src/code/files/path-class.ts";
import { chunkText } from "../../src/code/index/code-document.ts";
import { type CodePlace, type CodeSystem, PLACES_MAX } from "./code-system.ts";
import { wantedWords } from "./grep.ts";

export const codeFts5: CodeSystem = {
  name: "SQLite FTS5, porter, same chunks",
  load({ files }) {
    const places: CodePlace[] = [];
    const database = new Database(":memory:");
    database.run("CREATE VIRTUAL TABLE chunks USING fts5(content, symbol, path, tokenize = 'porter unicode61')");
    const insert = database.prepare("INSERT INTO chunks(rowid, content, symbol, path) VALUES (?, ?, ?, ?)");
    database.transaction(() => {
      for (const { path, text } of files) {
        if (pathClassOf(path) === "test") continue;
        const { lines, chunks } = chunkText(path, text);
        for (const { from, to, symbol } of chunks) {
          places.push({ path, from, to });
          insert.run(places.length, lines.slice(from - 1, to).join("\n"), symbol ?? "", path);
        }
      }
    })();
    const select = database.prepare<{ rowid: number }, [string]>(
      `SELECT rowid FROM chunks WHERE chunks MATCH ? ORDER BY rank LIMIT ${PLACES_MAX}`,
    );
    return {
      rank({ text }) {
        const words = wantedWords(text);
        const rows = words.length === 0 ? [] : select.all(words.map((word) => `"${word}"`).join(" OR "));
        const found = rows.map(({ rowid }) => places[rowid - 1]!);
        return { files: [...new Set(found.map(({ path }) => path))], places: found };
      },
      learn: () => undefined,
      close: () => database.close(),
    };
  },
};
