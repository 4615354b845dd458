// How fast files are parsed into symbols, references and imports on one thread, by language, and how many receivers
// get a type. A program of its own: `bun bench/micro/parse-files.ts FOLDER`.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Language, languageOf } from "../../src/code/languages.ts";
import { FileParser } from "../../src/code/parse/file-parser.ts";

const MB = 1e6;
const BYTES_MAX = 400_000;
/** The first round warms up and is not told. */
const ROUNDS = 2;

const folder = process.argv[2];
if (folder === undefined) {
  process.stderr.write("which folder? bun bench/micro/parse-files.ts FOLDER\n");
  process.exit(1);
}

const texts = new Map<Language, string[]>();
for (const name of (readdirSync(folder, { recursive: true }) as string[]).sort()) {
  const language = languageOf(name);
  if (language === null) continue;
  const path = join(folder, name);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isFile() !== true || stat.size > BYTES_MAX) continue;
  texts.set(language, [...(texts.get(language) ?? []), readFileSync(path, "utf8")]);
}

for (const [language, files] of texts) {
  const started = performance.now();
  const parser = await FileParser.load([language]);
  const loaded = performance.now() - started;
  for (let round = 1; round <= ROUNDS; round++) {
    const row = { language, files: files.length, MB: 0, "MB/s": 0, references: 0, receivers: 0, typed: 0, given_up: 0 };
    const begun = performance.now();
    for (const text of files) {
      row.MB += text.length / MB;
      const file = parser.parseFile(text, language);
      if (file === null) row.given_up++;
      for (const { receiver } of file?.references ?? []) {
        row.references++;
        if (receiver !== null) row.receivers++;
        if (receiver?.type != null) row.typed++;
      }
    }
    row["MB/s"] = Number((row.MB / ((performance.now() - begun) / 1000)).toFixed(2));
    row.MB = Number(row.MB.toFixed(2));
    if (round === ROUNDS) process.stdout.write(`${JSON.stringify({ ...row, load_ms: Math.round(loaded) })}\n`);
  }
}
