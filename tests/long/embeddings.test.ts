// Embeddings through the compiled binary: off unless the user configures them, and where they are what leaves the machine
// goes to the configured server alone.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { skipLoudly } from "../support/confined.ts";
import { embedding, textsSeen } from "../support/embedding-server.ts";
import { helixBinary } from "../support/helix-binary.ts";
import { askHook } from "../support/hook-process.ts";
import { type ModelServer, useModelServers } from "../support/model-server.ts";
import { NOW, TIMEOUT_SCALE, useServers, ZONE } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
const serve = useModelServers();
const serveMcp = useServers("each", "compiled");
const hasStrace = spawnSync("strace", ["-o", "/dev/null", "true"]).status === 0;

let cwd = "";
let base = "";
let home = "";

beforeEach(() => {
  [cwd, base, home] = [folder(), join(folder(), "base"), folder()];
  spawnSync("git", ["init", "-q", cwd]);
  mkdirSync(join(cwd, "src"));
  writeFileSync(
    join(cwd, "src", "cache.ts"),
    '/** Evicts old entries of the table. */\nexport function evictOld(limit: number) {\n  const key = "AKIAIOSFODNN7EXAMPL2";\n  return limit;\n}\n',
  );
});

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command beside the test, whose servers can answer it meanwhile. */
function run(words: readonly string[], environment: Record<string, string> = {}, wrapper: readonly string[] = []) {
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: home,
    TZ: ZONE,
    HELIX_NOW: NOW,
    HELIX_TIMEOUT_SCALE: TIMEOUT_SCALE,
    HELIX_KB: base,
    ...environment,
  };
  const [program, ...rest] = [...wrapper, helixBinary(), ...words];
  return new Promise<Ended>((resolve, reject) => {
    const child = spawn(program!, rest, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      stderr += text;
    });
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, stdout, stderr }));
  });
}

function configure(server: Pick<ModelServer, "url">, more: Record<string, string> = {}): void {
  mkdirSync(base, { recursive: true, mode: 0o700 });
  const embeddings = { provider: "openai", url: `${server.url}/v1`, model: "bag", ...more };
  writeFileSync(join(base, "config.json"), JSON.stringify({ embeddings }), { mode: 0o600 });
}

/** Waits until something holds, as long as the test may take. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setImmediate(resolve));
}

describe("without configuration", () => {
  test("no socket of the network is opened, whatever the environment and the project name", async () => {
    const server = await serve(embedding());
    const embeddings = { provider: "openai", url: `${server.url}/v1`, model: "evil", key: "env:HOME", of: "both" };
    writeFileSync(join(cwd, ".helix.json"), JSON.stringify({ embeddings }));
    const environment = { OPENAI_API_KEY: "made-up-key-of-a-test", OPENAI_BASE_URL: server.url };
    const trace = join(folder(), "trace");
    const wrapper = hasStrace ? ["strace", "-f", "-e", "trace=socket,connect", "-o", trace] : [];
    if (!hasStrace) skipLoudly("strace is not here: only what the server sees is looked at");
    const commands = [
      ["store", "cache", "the table must evict old entries"],
      ["index"],
      ["search", "discard", "elderly"],
      ["stats"],
      ["code", "index"],
      ["code", "status"],
      ["code", "discard", "elderly"],
      ["code", "context", "evict old entries"],
    ];
    for (const words of commands) {
      const { status, stdout } = await run(words, environment, wrapper);
      expect(status, words.join(" ")).toBe(stdout === "" || /discard/.test(words.join(" ")) ? 1 : 0);
      expect(stdout).not.toMatch(/vectors|meaning|words alone/);
      if (hasStrace) expect(readFileSync(trace, "utf8")).not.toMatch(/AF_INET/);
    }
    expect(server.connections).toBe(0);
    expect(existsSync(join(base, "vectors.bin"))).toBe(false);
  });

  test("the trace would show a socket", async () => {
    if (!hasStrace) return skipLoudly("strace is not here");
    const server = await serve(embedding());
    configure(server);
    const trace = join(folder(), "trace");
    await run(["code", "index"], {}, ["strace", "-f", "-e", "trace=socket,connect", "-o", trace]);
    expect(readFileSync(trace, "utf8")).toMatch(/AF_INET/);
  });
});

test("a search by words is the same with and without a server that is gone, but for one line", async () => {
  await run(["code", "index"]);
  const before = await run(["code", "evict", "entries"]);
  configure(await serve(embedding()));
  await run(["code", "index"]);
  configure({ url: "http://127.0.0.1:1" });
  const { status, stdout } = await run(["code", "evict", "entries"]);
  expect(status).toBe(0);
  const lines = stdout.split("\n");
  expect(lines.filter((line) => line.startsWith("ranked by words alone: nothing listens at"))).toHaveLength(1);
  expect(lines.filter((line) => !line.startsWith("ranked by"))).toEqual(before.stdout.split("\n"));
});

test("commands: what is embedded, found, counted, closed to others and forgotten", async () => {
  const server = await serve(embedding());
  configure(server, { key: "env:MY_KEY" });
  const environment = { MY_KEY: "made-up-key-of-a-test" };
  await run(["store", "cache", "the table must evict old entries"], environment);
  expect(server.connections).toBe(0);
  expect((await run(["code", "index"], environment)).stdout).toContain("vectors: 1 of 1 chunks (bag, 64 numbers each");
  expect((await run(["index"], environment)).stdout).toContain("vectors: 1 of 1 notes (bag, 64 numbers each");
  expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(
    server.seen.map(() => "Bearer made-up-key-of-a-test"),
  );
  expect(textsSeen(server).join("\n")).not.toContain("AKIAIOSFODNN7EXAMPL2");
  expect((await run(["code", "discard", "elderly", "--explain"], environment)).stdout).toMatch(
    /^src\/cache\.ts\n {4}place by words none, by meaning 1\n/,
  );
  expect((await run(["search", "discard", "elderly"], environment)).stdout).toContain("1 by meaning alone");
  expect((await run(["stats"], environment)).stdout).toContain("vectors: 1 of 1 notes");
  const [tree] = readdirSync(join(base, "code")).map((name) => join(base, "code", name));
  for (const path of [join(base, "vectors.bin"), join(tree!, "vectors.bin")])
    expect(statSync(path).mode & 0o777).toBe(0o600);
  expect((await run(["forget", "."], environment)).status).toBe(0);
  expect(existsSync(tree!)).toBe(false);
  expect(existsSync(join(base, "vectors.bin"))).toBe(true);
});

test("a server on this machine is asked without a proxy, another one through it", async () => {
  const [server, proxy] = [await serve(embedding()), await serve(embedding())];
  const environment = Object.fromEntries(
    ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].map((name) => [
      name,
      proxy.url,
    ]),
  );
  configure(server);
  expect((await run(["code", "index"], environment)).stdout).toContain("vectors: 1 of 1 chunks (bag");
  expect(proxy.connections).toBe(0);
  configure({ url: "http://192.0.2.1:11434" });
  expect((await run(["code", "index", "--force"], environment)).stdout).toContain("vectors: 1 of 1 chunks (bag");
  expect(proxy.seen[0]!.path).toBe("http://192.0.2.1:11434/v1/embeddings");
});

test("the key's place is wrong: one line says so, and the index is made", async () => {
  configure(await serve(embedding()), { key: "env:NOT_SET_ANYWHERE" });
  const { status, stdout } = await run(["code", "index"]);
  expect(status).toBe(0);
  expect(stdout).toContain("not all is embedded: embeddings.key is env:NOT_SET_ANYWHERE, and that variable is not set");
  expect(stdout).toContain("vectors: 0 of 1 chunks (bag)");
});

test("what is chosen is embedded alone", async () => {
  const server = await serve(embedding());
  configure(server, { of: "notes" });
  await run(["store", "cache", "the table must evict old entries"]);
  expect((await run(["code", "index"])).stdout).not.toContain("vectors");
  expect(server.connections).toBe(0);
  expect((await run(["index"])).stdout).toContain("vectors: 1 of 1 notes");
});

test("a server embeds what is new in the background; a hook sends nothing", async () => {
  const server = await serve(embedding());
  configure(server);
  const helix = await serveMcp({ directory: base, cwd, home });
  await helix.store("cache", "the table must evict old entries before it grows");
  await until(async () => (await helix.search("discard elderly")).includes("1 by meaning alone"));
  await helix.answer("code", { query: "evict" });
  await until(async () => (await helix.answer("code", { query: "discard elderly" })).includes("src/cache.ts"));
  await helix.store("http", "a page is fetched twice when the address has a slash");
  await until(() => textsSeen(server).some((text) => text.startsWith("a page is fetched")));
  const before = server.seen.length;
  const event = {
    session_id: "s1",
    cwd,
    hook_event_name: "UserPromptSubmit",
    prompt: "where are stale entries purged",
  };
  await askHook("prompt", event, { cwd, base });
  expect(server.seen).toHaveLength(before);
});
