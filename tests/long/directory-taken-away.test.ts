// A server whose directory could not be entered any more never ended: taking its socket away threw, the runtime said so
// and went on, and an input that had ended kept it busy for ever. SIGTERM and SIGINT did nothing either.

import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runHelix } from "../support/command-line.ts";
import { endOfHook } from "../support/hook-process.ts";
import { gone } from "../support/process-end.ts";
import { type RawServer, useRawServers } from "../support/raw-server.ts";
import { SPOILINGS } from "../support/spoiled-directories.ts";
import { useFolders } from "../support/temporary-folder.ts";

const start = useRawServers();
const folder = useFolders("each");
/** Of 10 ms each. */
const TICKS_MOST = 200;

/** A server that has published its socket. */
async function inUse(directory: string): Promise<RawServer> {
  const first = start({ directory });
  await first.initialize();
  await first.call(1, "store", { topic: "t", text: "a note" });
  first.end();
  await first.ended;
  const server = start({ directory });
  await server.initialize();
  for (let id = 10; !existsSync(join(directory, "hooks.sock")); id++) await server.call(id, "topics");
  return server;
}

const ENDS: readonly [string, (server: RawServer) => void][] = [
  ["its input ends", (server) => server.end()],
  ["SIGTERM", (server) => server.child.kill("SIGTERM")],
  ["SIGINT", (server) => server.child.kill("SIGINT")],
];
const CASES = SPOILINGS.filter(({ isByMode }) => isByMode !== true).flatMap((spoiling) =>
  ENDS.map(([end, doEnd]) => ({ name: spoiling.name, spoil: spoiling.spoil, end, doEnd })),
);

test.each(CASES)("a server whose directory $name ends, $end", async ({ spoil, doEnd }) => {
  const directory = join(folder(), "parent", "kb");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const server = await inUse(directory);
  spoil(directory);
  const ticks = gone(server.child.pid!);
  doEnd(server);
  expect(await server.ended).toBe(0);
  expect(await ticks).toBeLessThan(TICKS_MOST);
  expect(server.errors).toBe("");
});

test("hooks and commands end, too, while a server is there that has lost its directory", async () => {
  for (const { name, spoil } of SPOILINGS.filter(({ isByMode }) => isByMode !== true)) {
    const directory = join(folder(), "parent", "kb");
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const server = await inUse(directory);
    const cwd = folder();
    spoil(directory);
    const event = JSON.stringify({ session_id: "s", cwd, prompt: "What is said of a note there?", source: "startup" });
    for (const type of ["session", "prompt"]) {
      const environment = { PATH: process.env.PATH ?? "", HOME: cwd };
      const { code, errors } = await endOfHook(type, event, { cwd, base: directory, environment });
      expect([name, type, code, errors]).toEqual([name, type, 0, ""]);
    }
    for (const words of [["search", "note"], ["store", "t", "another note"], ["doctor"]]) {
      const { status, stderr } = runHelix(words, { base: directory, cwd });
      expect([name, words, [0, 1, 2].includes(status ?? -1), stderr]).toEqual([
        name,
        words,
        true,
        expect.stringMatching(/^(\[error\] [^\n]+\n)?$/),
      ]);
    }
    server.end();
    expect(await server.ended).toBe(0);
  }
});

test("a server that cannot use its directory from the start ends", async () => {
  for (const { spoil } of SPOILINGS.filter(({ isByMode }) => isByMode !== true)) {
    const directory = join(folder(), "parent", "kb");
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    spoil(directory);
    const server = start({ directory });
    await server.initialize();
    await server.call(1, "topics");
    server.end();
    expect(await server.ended).toBe(0);
  }
});
