// Names of files that are not in their place yet, and what becomes of those that a killed process left.

import { describe, expect, test } from "vitest";
import { sweepTemporaryFiles, temporaryPath } from "../../../src/platform/temporary-file.ts";
import { MemoryFileSystem } from "../../support/memory-file-system.ts";
import { DIRECTORY, INDEX_PATH, LOG_PATH } from "../../support/random-log.ts";

/** No process has this number. */
const DEAD = 99_999_999;
const empty = new Uint8Array(0);

describe("a temporary name", () => {
  test("is beside its target, says whose it is, and is new each time", () => {
    const names = new Set(Array.from({ length: 100 }, () => temporaryPath(LOG_PATH)));
    expect(names.size).toBe(100);
    for (const name of names) expect(name.startsWith(`${LOG_PATH}.tmp-${process.pid}-`)).toBe(true);
  });
});

describe("sweeping", () => {
  test("removes what processes that are gone left for this target, and nothing else", () => {
    const files = new MemoryFileSystem();
    const swept = [`${INDEX_PATH}.tmp-${DEAD}-1-abc`, `${INDEX_PATH}.tmp-${DEAD}-2-abc.tmp-${DEAD}-3-def`];
    const kept = [
      LOG_PATH,
      INDEX_PATH,
      temporaryPath(INDEX_PATH),
      `${INDEX_PATH}.tmp-1-7-abc`,
      `${LOG_PATH}.tmp-${DEAD}-1-abc`,
      `${INDEX_PATH}.tmp-`,
      `${INDEX_PATH}.tmp-notes`,
      `${INDEX_PATH}.tmp-0-1-abc`,
      `${INDEX_PATH}.tmp--5-1-abc`,
      `${DIRECTORY}/my-index.bin.tmp-${DEAD}-1-abc`,
      `/elsewhere/index.bin.tmp-${DEAD}-1-abc`,
    ];
    for (const path of [...swept, ...kept]) files.write(path, empty);
    sweepTemporaryFiles(files, INDEX_PATH);
    expect(files.paths()).toEqual(kept.sort());
  });

  test("goes on when another process was quicker, or the disk refuses", () => {
    const files = new MemoryFileSystem();
    const paths = [1, 2, 3].map((round) => `${INDEX_PATH}.tmp-${DEAD}-${round}-abc`);
    for (const path of paths) files.write(path, empty);
    files.fault = ({ path }) => (path === paths[1] ? { code: "ENOENT" } : null);
    sweepTemporaryFiles(files, INDEX_PATH);
    expect(files.paths()).toEqual([paths[1]]);
  });
});
