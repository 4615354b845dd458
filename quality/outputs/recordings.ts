// Recorded outputs of commands: lines of JSON in files that end in `.jsonl`. Recordings are kept outside of the
// repository, because they hold paths of the machine on which they were made.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { ArgumentError } from "../../bench/arguments.ts";

/** One output. */
export interface Recording {
  /** The tool, as the table groups outputs: `cargo`. */
  readonly tool: string;
  readonly command: string;
  readonly exit: number;
  /** Standard output and standard error, in the order in which a reader sees them. */
  readonly text: string;
}

/** All recordings of files and folders, in the order of their names. Throws ArgumentError where a line is none. */
export function readRecordings(paths: readonly string[]): Recording[] {
  return paths.flatMap(filesIn).flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, at) => (line.trim() === "" ? [] : [recordingOf(line, `${file}:${at + 1}`)])),
  );
}

function filesIn(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new ArgumentError(`${path} is not there: give a folder of recordings`);
  if (!stats.isDirectory()) return [path];
  const names = readdirSync(path).sort();
  return names.flatMap((name) => {
    const inner = join(path, name);
    return statSync(inner).isDirectory() ? filesIn(inner) : name.endsWith(".jsonl") ? [inner] : [];
  });
}

function recordingOf(line: string, place: string): Recording {
  const wrong = () =>
    new ArgumentError(
      `${place} is no recording: give {"tool": "git", "command": "git log", "exit": 0, "combined": "..."} a line`,
    );
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(line);
  } catch {
    throw wrong();
  }
  const { tool, command, exit, combined } = value ?? {};
  const isRight = typeof tool === "string" && typeof command === "string" && typeof combined === "string";
  if (!isRight || typeof exit !== "number") throw wrong();
  return { tool, command, exit, text: combined };
}
