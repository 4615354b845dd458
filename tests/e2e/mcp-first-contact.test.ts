// The first messages of clients, below the protocol and through the compiled binary: the question whether the server
// needs `initialize`, other requests before it, what the server says of itself, and which tools are listed to whom.

import { copyFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { helixBinary, placeBinary } from "../support/helix-binary.ts";
import { INITIALIZE, INITIALIZED, type RawServer, useRawServers } from "../support/raw-server.ts";
import { useFolders } from "../support/temporary-folder.ts";

const METHOD_NOT_FOUND = { code: -32601, message: "Method not found" };
/** The shortest length behind which a client cuts the instructions. */
const INSTRUCTIONS_LENGTH_MAX = 2048;
/** What a client passes on without being asked for more, in characters. */
const RESULT_LENGTH_USUAL = 50_000;

const start = useRawServers();
const startLasting = useRawServers("all");
let lasting: RawServer | null = null;

/** A server that several tests ask, of none of which it remembers anything that another would see. */
async function asked(): Promise<RawServer> {
  if (lasting === null) {
    lasting = startLasting();
    await lasting.initialize();
  }
  return lasting;
}

const folder = useFolders("each");

/** What a client of the version without `initialize` sends first. */
const discover = (id: number | string) => ({
  jsonrpc: "2.0",
  id,
  method: "server/discover",
  params: {
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
});

interface Listed {
  readonly name: string;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

async function listed(server: RawServer, id = "list"): Promise<Listed[]> {
  server.send({ jsonrpc: "2.0", id, method: "tools/list" });
  return (await server.answer(id)).result!.tools as Listed[];
}

const namesOf = (tools: readonly Listed[]) => tools.map(({ name }) => name);

/** The server goes on as for a client that asked nothing. */
async function expectServed(server: RawServer): Promise<void> {
  expect((await server.answer(INITIALIZE.id)).result).toMatchObject({ serverInfo: { name: "helix" } });
  server.send(INITIALIZED);
  expect(await server.call("store", "store", { topic: "a", text: "still here" })).toBe("stored in a");
  const ids = server.messages.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
}

describe("before initialize", () => {
  test("server/discover is answered with the error that stands for: send initialize", async () => {
    const server = start();
    server.send(discover("d"));
    expect(await server.answer("d")).toEqual({ jsonrpc: "2.0", id: "d", error: METHOD_NOT_FOUND });
    server.send(INITIALIZE);
    await expectServed(server);
  });

  test("so it is where initialize is sent at once behind it, and where it is asked again", async () => {
    const server = start();
    server.send(discover(1), INITIALIZE, discover(2));
    for (const id of [1, 2]) expect((await server.answer(id)).error).toEqual(METHOD_NOT_FOUND);
    await expectServed(server);
    server.send(discover(3));
    expect((await server.answer(3)).error).toEqual(METHOD_NOT_FOUND);
  });

  test("any other request that there is not is answered, too; a ping and a list are as ever", async () => {
    const server = start();
    const ask = (id: string, method: string) => ({ jsonrpc: "2.0", id, method });
    server.send(ask("x", "tasks/list"), ask("y", "server/other"), ask("ping", "ping"));
    for (const id of ["x", "y"]) expect((await server.answer(id)).error).toEqual(METHOD_NOT_FOUND);
    expect((await server.answer("ping")).result).toEqual({});
    expect(namesOf(await listed(server))).toContain("search");
    server.send(INITIALIZE);
    await expectServed(server);
  });
});

describe("the instructions", () => {
  test("the first line stands alone, and no client cuts the text", async () => {
    const { result } = await (await asked()).answer(INITIALIZE.id);
    const instructions = result!.instructions as string;
    expect(instructions.length).toBeLessThan(INSTRUCTIONS_LENGTH_MAX);
    const [first] = instructions.split("\n");
    for (const word of ["memory", "search", "before", "store"]) expect(first).toContain(word);
    expect(first).toMatch(/^[^-].*\.$/);
  });
});

describe("tools whose client shows its model names only", () => {
  test("each has words to be found by, and the two that matter are shown at once", async () => {
    const tools = await listed(await asked());
    const metas = tools.map(({ name, _meta = {} }) => [name, _meta] as const);
    for (const [name, meta] of metas) expect(meta["anthropic/searchHint"], name).toMatch(/^[a-z]+( [a-z]+)+$/);
    const atOnce = metas.filter(([, meta]) => meta["anthropic/alwaysLoad"] === true).map(([name]) => name);
    expect(atOnce).toEqual(["store", "search"]);
  });

  test("a long answer is passed on whole", async () => {
    const server = await asked();
    const text = `${"what a long note says of the engine ".repeat(30_000 / 36)}\n`.repeat(3);
    await server.call("store", "store", { topic: "engine", text });
    const long = (await listed(server, "long")).filter(
      ({ _meta }) => _meta?.["anthropic/maxResultSizeChars"] !== undefined,
    );
    expect(namesOf(long)).toEqual(["search", "read", "topics", "code"]);
    const answer = await server.call("read", "read", { topic: "engine", index: 0, budget: 20_000 });
    expect(answer.length).toBeGreaterThan(RESULT_LENGTH_USUAL);
    for (const { name, _meta } of long) {
      expect(_meta!["anthropic/maxResultSizeChars"], name).toBeGreaterThan(answer.length);
    }
  });
});

describe("_reload", () => {
  test("is not listed where no build can be found, and can be called all the same", async () => {
    const server = await asked();
    expect(namesOf(await listed(server, "none"))).not.toContain("_reload");
    expect(await server.call("call", "_reload")).toContain("nothing to reload: ");
  });

  test("is listed where a build is named", async () => {
    const server = start({ environment: { HELIX_RELOAD_FROM: "/nowhere/helix" } });
    await server.initialize();
    expect(namesOf(await listed(server)).at(-1)).toBe("_reload");
  });

  test("is listed once the program was replaced", async () => {
    const binary = join(folder(), "helix");
    placeBinary(binary);
    const server = start({ binary });
    await server.initialize();
    expect(namesOf(await listed(server, "before"))).not.toContain("_reload");
    copyFileSync(helixBinary(), `${binary}.new`);
    renameSync(`${binary}.new`, binary);
    expect(namesOf(await listed(server, "after"))).toContain("_reload");
  });
});
