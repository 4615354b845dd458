// A small project with notes about it, for sessions of the real client: what each hook should bring up is a note that
// only it can know of in that moment, with a word in it that stands nowhere else.

import { runHelix } from "../command-line.ts";
import type { Stage } from "./stage.ts";

/** The word of the note that belongs to... */
export const MARK = {
  /** ...the file that is read. */
  source: "quartzpin",
  /** ...the question that is asked. */
  prompt: "basaltlog",
  /** ...the error of a command. */
  error: "granitetear",
  /** ...the error of a build whose exit code says nothing. */
  build: "marblebits",
  /** ...the function that an edit removes. */
  refactor: "slateframe",
  /** ...every session: it begins with what was decided. */
  decision: "flintpact",
} as const;

export const QUESTION = "why does eviction of dirty pages wait for the write-ahead log?";
export const FAILING_COMMAND = "echo 'fatal: E_PAGE_TORN in segment 7' >&2; exit 3";
/** A build that fails without an exit code that says so. */
export const FAILING_BUILD = "make check; true";

/** Where the function that is removed stands: behind the lines that a hook looks at when the file is read. */
const FUNCTION_LINE = 520;
export const REMOVED = "export function unpinFrame(frame: number): void {}\n";

export interface EngineProject {
  /** Paths of files. */
  readonly pool: string;
  readonly table: string;
}

/** Fills the stage's project with code, and its knowledge base with notes. */
export function makeEngineProject(stage: Stage): EngineProject {
  const pool = stage.put("src/pool.ts", "export function openPool() {\n  return 1;\n}\n");
  const table = stage.put("src/table.ts", `${"// a row\n".repeat(FUNCTION_LINE)}${REMOVED}`);
  stage.put(
    "Makefile",
    "check:\n\t@echo \"src/page.c:12:5: error: use of undeclared identifier 'PAGE_BITS'\"; exit 1\n",
  );
  const note = (topic: string, text: string, ...words: string[]) =>
    old(stage, "store", topic, text, "--terse", ...words);
  note("buffer-pool", `the pool is opened before recovery runs (${MARK.source})`, "--source=src/pool.ts:1");
  note("wal", `eviction of dirty pages waits until the write-ahead log is on disk (${MARK.prompt})`);
  note("storage-errors", `E_PAGE_TORN means a half-written page: repair the segment first (${MARK.error})`);
  note("build-gotchas", `undeclared identifier PAGE_BITS: include layout.h before page.h (${MARK.build})`);
  note("recovery", `recovery calls unpinFrame in reverse order (${MARK.refactor})`);
  note("formats", `pages are little-endian on every machine (${MARK.decision})`, "--tags=decision");
  return { pool, table };
}

function old(stage: Stage, ...words: string[]): void {
  const { status, stdout, stderr } = runHelix(words, { cwd: stage.project, base: stage.base });
  if (status !== 0) throw new Error(`helix ${words.join(" ")}: ${stdout}${stderr}`);
}
