// A server that was ended by SIGTERM or SIGINT left its socket and what its workers had begun in the directory; one
// that was killed before it had published its socket left that for good. And one whose terminal is closed goes on as
// long as its client does: also while it tries a new build, when it ended at once, and left its socket.

import { readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { Gate, installed, namesIn, scriptBuild } from "../support/builds.ts";
import { helixBinary } from "../support/helix-binary.ts";
import { toolCall, useRawServers } from "../support/raw-server.ts";
import { useFolders } from "../support/temporary-folder.ts";

const start = useRawServers();
const folder = useFolders("each");
/** No process has it: Linux and macOS count to 4,194,304 at most. */
const NOBODY = 9_999_999;

/** A server that has published its socket. */
async function inUse(directory: string) {
  const first = start({ directory });
  await first.initialize();
  await first.call(1, "store", { topic: "t", text: "a note" });
  first.end();
  await first.ended;
  const server = start({ directory });
  await server.initialize();
  for (let id = 10; !readdirSync(directory).includes("hooks.sock"); id++) await server.call(id, "topics");
  return server;
}

test.each(["SIGTERM", "SIGINT"] as const)("%s ends it in order", async (signal) => {
  const directory = folder();
  const server = await inUse(directory);
  server.child.kill(signal);
  expect(await server.ended).toBe(0);
  expect(readdirSync(directory).sort()).toEqual([".lock", "changes.jsonl", "data.log", "recent.jsonl"]);
});

test("SIGHUP alone does not end it, the client's end does", async () => {
  const directory = folder();
  const server = await inUse(directory);
  server.child.kill("SIGHUP");
  expect(await server.call(2, "search", { query: "note", detail: "count" })).toBe("1 match(es)");
  server.end();
  expect(await server.ended).toBe(0);
});

test.each([
  ["SIGHUP", "goes on"],
  ["SIGTERM", "ends in order"],
] as const)("%s while a new build is tried: it %s", async (signal, what) => {
  const directory = folder();
  await inUse(directory).then((server) => server.child.kill("SIGKILL"));
  const gate = new Gate(folder());
  const build = scriptBuild(join(folder(), "helix"), helixBinary(), [gate.line("--version"), 'exec "$REAL" "$@"']);
  const program = installed(helixBinary(), folder());
  const server = start({ directory, binary: program, environment: { HELIX_RELOAD_FROM: build } });
  await server.initialize();
  server.send(toolCall("reload", "_reload"));
  await gate.reached();
  server.child.kill(signal);
  if (what === "goes on") {
    expect(await server.call(2, "search", { query: "note", detail: "count" })).toBe("1 match(es)");
    server.child.kill("SIGINT");
  }
  expect(await server.ended).toBe(0);
  expect(readdirSync(directory).sort()).toEqual([".lock", "changes.jsonl", "data.log", "recent.jsonl"]);
  expect(namesIn(dirname(program))).toEqual(["helix"]);
  await gate.open().catch(() => undefined);
});

test("a server removes what killed ones left, and nothing else", async () => {
  const directory = folder();
  const names = [`data.log.tmp-${NOBODY}-1-abc`, `index.bin.tmp-${NOBODY}-12-x1y2z3`];
  const kept = [`data.log.tmp-${process.pid}-1-abc`, "notes.tmp-old", "data.log.torn-123"];
  for (const name of [...names, ...kept]) writeFileSync(join(directory, name), "bytes");
  const socket = createServer().listen(join(directory, `.${NOBODY}.sock`));
  await new Promise((resolve) => socket.once("listening", resolve));
  const server = await inUse(directory);
  server.end();
  await server.ended;
  socket.close();
  expect(readdirSync(directory).sort()).toEqual([".lock", "changes.jsonl", "data.log", "recent.jsonl", ...kept].sort());
});
