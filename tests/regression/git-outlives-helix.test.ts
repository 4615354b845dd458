// A helix that was killed left its git behind, with all that it had started; a git that hangs was waited for once for
// each thing that an answer asks of it.

import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { readHistory } from "../../src/code/files/history.ts";
import { LISTING_BOUNDS, listFiles } from "../../src/code/files/list-files.ts";
import type { ProgramEnd } from "../../src/platform/programs.ts";
import { isAlive } from "../../src/platform/temporary-file.ts";
import { askedTree, codePorts, gitTree, putFiles } from "../support/code-ports.ts";
import { makeRepository } from "../support/git-repository.ts";
import { startHelix } from "../support/helix-process.ts";
import { useFolders } from "../support/temporary-folder.ts";

const newFolder = useFolders("each");
const WAIT = { timeout: 60_000 };

/** A git that writes down its own number and that of a process two calls below, and then hangs. */
function hangingGit(): { path: string; pids: () => number[] } {
  const [path, file] = [join(newFolder(), "bin"), join(newFolder(), "pids")];
  mkdirSync(path);
  const inner = `echo "$$" >> "${file}"; sleep 600`;
  writeFileSync(join(path, "git"), `#!/bin/sh\necho "$$" >> "${file}"\nsh -c 'sh -c "$0"; true' '${inner}'\ntrue\n`);
  chmodSync(join(path, "git"), 0o755);
  return {
    path,
    pids: () => (existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean).map(Number) : []),
  };
}

test.each([
  ["a command", ["code", "index"]],
  ["a server", ["serve"]],
])("%s that is killed leaves no git, nor what git started", async (_, words) => {
  const root = makeRepository(newFolder());
  putFiles(root, { "a.ts": "export function evict() {}\n" });
  const hanging = hangingGit();
  const environment = { PATH: `${hanging.path}:${process.env.PATH}` };
  const ask = (method: string, params: object, id?: number) =>
    JSON.stringify({ jsonrpc: "2.0", ...(id === undefined ? {} : { id }), method, params });
  const clientInfo = { name: "test", version: "1" };
  const session = [
    ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo }, 1),
    ask("notifications/initialized", {}),
    ask("tools/call", { name: "code", arguments: { action: "status" } }, 2),
    "",
  ].join("\n");
  const input = words[0] === "serve" ? session : "";
  const helix = startHelix(words, { base: newFolder(), cwd: root, home: newFolder(), environment, input });
  await vi.waitFor(() => expect(hanging.pids().length).toBeGreaterThanOrEqual(2), WAIT);
  const pids = hanging.pids();
  helix.signal("SIGKILL");
  await helix.ended;
  await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), WAIT);
});

test("a git that could not list the files in time is not waited for again", async () => {
  const root = makeRepository(newFolder());
  putFiles(root, { "a.ts": "" });
  const asked: string[] = [];
  const over: ProgramEnd = { by: "time", code: null, complaint: "" };
  const programs = {
    find: () => "/usr/bin/git",
    run: async ({ words }: { readonly words: readonly string[] }) => {
      asked.push(words.find((word) => /^(?:config|ls-files|rev-list)$/.test(word)) ?? "");
      return over;
    },
  };
  const ports = codePorts(newFolder(), { programs, bounds: { ...LISTING_BOUNDS, timeMs: 7000 } });
  const listing = await listFiles(askedTree(root), ports);
  expect(listing.files.map(({ path }) => path)).toEqual(["a.ts"]);
  expect(listing.notes).toEqual(["git did not end within 7 s: the files were found without it"]);
  const again = await listFiles(askedTree(root), ports);
  expect(again.notes).toEqual(["git could not be run (it did not end within 7 s): the files were found without it"]);
  const { notes } = await readHistory(ports, gitTree(root), "a".repeat(40), new Set());
  expect(notes).toEqual(["commits are not read: git could not be run (it did not end within 7 s)"]);
  expect(asked).toEqual(["config", "ls-files"]);
});
