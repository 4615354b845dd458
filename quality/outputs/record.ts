// `bun quality/outputs/record.ts LIST FOLDER > FILE.jsonl`: runs the command lines of a list in a folder, one after the
// other, and prints what each printed as a recording (recordings.ts). A line of the list is the tool's name, a tab and
// the command line. The commands run as they stand: they may change the folder.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** A command that runs longer, in milliseconds, or prints more, in bytes, is left out. */
const RUN_MS_MAX = 300_000;
const PRINTED_BYTES_MAX = 32 * 1024 * 1024;

function record(tool: string, command: string, folder: string): void {
  const { status, stdout, error } = spawnSync("/bin/sh", ["-c", `exec 2>&1; ${command}`], {
    cwd: folder,
    timeout: RUN_MS_MAX,
    maxBuffer: PRINTED_BYTES_MAX,
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
  });
  if (error !== undefined || status === null) {
    process.stderr.write(`left out: ${command}: ${error?.message ?? "it was stopped"}\n`);
    return;
  }
  process.stdout.write(`${JSON.stringify({ tool, command, exit: status, combined: stdout })}\n`);
}

const [list, folder] = process.argv.slice(2);
if (list === undefined || folder === undefined) {
  process.stderr.write(
    "give a list and a folder, e.g. bun quality/outputs/record.ts commands.tsv ../shop > shop.jsonl\n",
  );
  process.exit(2);
}
for (const line of readFileSync(list, "utf8").split("\n")) {
  const [tool, command] = line.split("\t");
  if (tool && command) record(tool, command, folder);
}
