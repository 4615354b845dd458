// Signing, with a recovered version for codesign: only on macOS, and only what has no signature that holds.

import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { signBuild } from "../../../../src/features/reload/sign-build.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");

/** A program that notes its words and ends with 0 if the first one is among `accepted`. */
function codesign(accepted: string): { path: string; calls: () => string[] } {
  const root = folder();
  const path = join(root, "codesign");
  const log = join(root, "log");
  writeFileSync(path, `#!/bin/sh\necho "$@" >> '${log}'\ncase "$1" in ${accepted}) exit 0;; esac\nexit 1\n`);
  chmodSync(path, 0o755);
  return { path, calls: () => readFileSync(log, "utf8").trimEnd().split("\n") };
}

test("a signature that holds is left alone", async () => {
  const { path, calls } = codesign("-v");
  expect(await signBuild("/build", "darwin", path)).toBe("its signature holds");
  expect(calls()).toEqual(["-v /build"]);
});

test("any other build is signed", async () => {
  const { path, calls } = codesign("-s");
  expect(await signBuild("/build", "darwin", path)).toBe("signed");
  expect(calls()).toEqual(["-v /build", "-s - -f /build"]);
});

test("what fails is said", async () => {
  expect(await signBuild("/build", "darwin", codesign("nothing").path)).toMatch(/^not signed: /);
  expect(await signBuild("/build", "darwin", join(folder(), "codesign"))).toMatch(/^not signed: .*ENOENT/);
});

test("elsewhere nothing is signed", async () => {
  expect(await signBuild("/build", "linux", join(folder(), "codesign"))).toBe(null);
});
