// Fills knowledge bases. A load goes by `helix import` of files of many entries: quicker than calls of `batch`, since a
// thousand entries of a call have to go through a pipe first. The next file is written while one is imported.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { spawn } from "bun";
import type { CorpusEntry } from "./corpus.ts";
import { counted } from "./samples.ts";

const CHUNK = 50_000;

/** Imports `count` entries; returns the milliseconds that the imports took, without those of making up the entries. */
export async function loadEntries(
  helix: string,
  directory: string,
  count: number,
  nextEntry: () => CorpusEntry,
): Promise<number> {
  let time = 0;
  const files = [join(directory, "..", "import-0.json"), join(directory, "..", "import-1.json")];
  const write = async (from: number) => {
    const entries = Array.from({ length: Math.min(CHUNK, count - from) }, nextEntry);
    await Bun.write(files[(from / CHUNK) % 2]!, JSON.stringify(entries));
  };
  await write(0);
  for (let from = 0; from < count; from += CHUNK) {
    const start = performance.now();
    const file = files[(from / CHUNK) % 2]!;
    const child = spawn([helix, "import", file, "--kb", directory], {
      cwd: directory,
      stdout: "ignore",
      stderr: "pipe",
      env: process.env,
    });
    const ended = child.exited.then((code) => {
      time += performance.now() - start;
      return code;
    });
    if (from + CHUNK < count) await write(from + CHUNK);
    if ((await ended) !== 0) throw new Error(`helix import failed: ${await new Response(child.stderr).text()}`);
    const done = Math.min(count, from + CHUNK);
    if (count > 4 * CHUNK) process.stderr.write(`helix: ${counted(done)} of ${counted(count)} notes loaded\n`);
  }
  for (const file of files) rmSync(file, { force: true });
  return time;
}
