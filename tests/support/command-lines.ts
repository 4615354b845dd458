// Runs many command lines in one process, from the sources: what starts the compiled helix for each of hundreds of lines
// spends nearly all of its time on starting. For tests of what the command line says; that the binary says the same is
// what tests with command-line.ts see.
//
// Invariants
// - A line that ends the process has its exit code, and the next one has a process of its own.

import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CommandOptions, Outcome } from "./command-line.ts";
import { repositoryRoot } from "./helix-binary.ts";
import { checkPrinted } from "./json-answers.ts";
import { DERIVED_IDS, withoutIds } from "./note-ids.ts";
import { NOW, TIMEOUT_SCALE, ZONE } from "./served.ts";

const CHILD = join(repositoryRoot, "tests", "support", "command-lines-child.ts");

/** The words of a command line; with a knowledge base where it is another than that of the options. */
export type Line = readonly string[] | { readonly words: readonly string[]; readonly base: string };

type Options = Pick<CommandOptions, "base" | "cwd" | "environment">;

/** What `helix WORDS...` prints for each line, run one after the other. Data are checked by their schema. */
export function runLines(lines: readonly Line[], options: Options): Outcome[] {
  const outcomes: Outcome[] = [];
  while (outcomes.length < lines.length) outcomes.push(...runSome(lines.slice(outcomes.length), options));
  for (const [at, { status, stdout }] of outcomes.entries()) {
    const line = lines[at]!;
    checkPrinted("words" in line ? line.words : line, status, stdout);
  }
  return outcomes.map(({ stdout, ...more }) => ({ ...more, stdout: withoutIds(stdout) }));
}

/** The outcomes of the first lines, up to one that ended the process. */
function runSome(lines: readonly Line[], { base, cwd, environment }: Options): Outcome[] {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "helix-lines-"));
  try {
    writeFileSync(join(folder, "lines.json"), JSON.stringify(lines));
    writeFileSync(join(folder, "ends"), "");
    const [output, errors] = ["output", "errors"].map((name) => openSync(join(folder, name), "a"));
    const { status } = spawnSync(process.execPath, [CHILD, folder], {
      cwd,
      env: {
        PATH: process.env.PATH ?? "",
        HOME: cwd,
        TZ: ZONE,
        HELIX_NOW: NOW,
        HELIX_TIMEOUT_SCALE: TIMEOUT_SCALE,
        ...DERIVED_IDS,
        ...(base === undefined ? {} : { HELIX_KB: base }),
        ...(process.env.BUN_RUNTIME_TRANSPILER_CACHE_PATH === undefined
          ? {}
          : { BUN_RUNTIME_TRANSPILER_CACHE_PATH: process.env.BUN_RUNTIME_TRANSPILER_CACHE_PATH }),
        ...environment,
      },
      stdio: ["ignore", output, errors],
    });
    closeSync(output!);
    closeSync(errors!);
    const [stdout, stderr] = ["output", "errors"].map((name) => readFileSync(join(folder, name)));
    const ends = readFileSync(join(folder, "ends"), "utf8").split("\n").slice(0, -1);
    const places = ends.map((line) => line.split(" ").map(Number));
    if (places.length < lines.length) places.push([status ?? -1, stdout!.length, stderr!.length]);
    return places.map(([code, out, err], at) => {
      const [, outBefore = 0, errBefore = 0] = places[at - 1] ?? [];
      return {
        status: code!,
        stdout: stdout!.subarray(outBefore, out).toString("utf8"),
        stderr: stderr!.subarray(errBefore, err).toString("utf8"),
      };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
