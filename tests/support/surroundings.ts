// Made-up surroundings for the doctor: a home, a project, a knowledge base and programs in temporary folders; nothing
// of whoever runs the tests is looked at.

import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Finding, Surroundings } from "../../src/clients/claude-code/finding.ts";
import { projectOf } from "../../src/notes/projects/project.ts";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import { diskFiles } from "../../src/platform/disk-small-files.ts";
import { diskPaths } from "../../src/platform/path-facts.ts";

export const realPaths: Surroundings["paths"] = { ...diskPaths, ...diskFiles };

/** Writes a file, and the folders above it; an object as JSON. */
export function put(path: string, content: unknown): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

/** Writes a program that may be run; it never is. */
export function putProgram(path: string): string {
  put(path, "#!/bin/sh\nexit 1\n");
  chmodSync(path, 0o755);
  return path;
}

/**
 * Surroundings in `root` in which all is well: helix is on PATH; nobody has stored anything, and no client is there.
 */
export function soundSurroundings(root: string, changes: Partial<Surroundings> = {}): Surroundings {
  const executable = putProgram(join(root, "bin", "helix"));
  for (const folder of ["home", "project"]) mkdirSync(join(root, folder), { recursive: true });
  return {
    directory: join(root, "home", ".helix-kb"),
    currentDirectory: join(root, "project"),
    home: join(root, "home"),
    environment: { PATH: `relative:${join(root, "none")}:${join(root, "bin")}/` },
    platform: "linux",
    user: diskPaths.facts(executable)!.owner,
    executable,
    files: diskFileSystem,
    paths: realPaths,
    judgeProject: (found) => projectOf(found, true),
    signatureOf: () => Promise.reject(new Error("asked on macOS only")),
    run: () => null,
    processes: () => [],
    ...changes,
  };
}

/** Findings as a test compares them: `problem: what -> fix`. */
export function linesOf(findings: readonly Finding[]): string[] {
  return findings.map(({ status, what, fix }) => `${status}: ${what}${fix === undefined ? "" : ` -> ${fix}`}`);
}
