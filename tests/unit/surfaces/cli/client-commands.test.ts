// Commands that the client carries out for helix: what it says when it refuses, and when it does not end.

import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runClient } from "../../../../src/surfaces/cli/client-commands.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
const WORDS = ["plugin", "install", "helix@helix"];

function client(script: string) {
  const path = join(folder(), "claude");
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return { path, version: null };
}

test("one that does not end is stopped, and that is said", () => {
  const { isDone, said } = runClient(client("exec sleep 600"), 100)(WORDS);
  expect([isDone, said]).toEqual([false, "it did not end within 0.1 s, and was stopped"]);
});

test("what it says of a failure is passed on, its last lines", () => {
  const { isDone, said } = runClient(client("seq 1 9 >&2; exit 1"))(WORDS);
  expect([isDone, said]).toEqual([false, "5 6 7 8 9"]);
});

test("it is given the words, and runs in no folder of anybody's", () => {
  expect(runClient(client('echo "$PWD $*"'))(WORDS)).toEqual({ isDone: true, said: "/ plugin install helix@helix" });
});

test("one that is not there is told", () => {
  expect(runClient({ path: join(folder(), "none"), version: null })(WORDS)).toMatchObject({ isDone: false });
});
