// The process of command-lines.ts: `bun command-lines-child.ts FOLDER`. Runs the command lines in FOLDER/lines.json one
// after the other, and writes after each into FOLDER/ends where it ended: exit code, bytes of stdout, bytes of stderr.

import { appendFileSync, fstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runCommandLine } from "../../src/surfaces/cli/main.ts";
import type { Line } from "./command-lines.ts";

const folder = process.argv[2] ?? "";
const lines = JSON.parse(readFileSync(join(folder, "lines.json"), "utf8")) as Line[];
// Each command line listens for errors that nobody catches.
process.setMaxListeners(0);
for (const line of lines) {
  if ("base" in line) process.env.HELIX_KB = line.base;
  const words = "words" in line ? line.words : line;
  const code = await runCommandLine(words);
  appendFileSync(join(folder, "ends"), `${code} ${fstatSync(1).size} ${fstatSync(2).size}\n`);
}
process.exit(0);
