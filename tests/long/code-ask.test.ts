// `helix code ask` through the compiled binary, against small servers that speak the protocols of models.

import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { skipLoudly } from "../support/confined.ts";
import { startHelix } from "../support/helix-process.ts";
import { answering, beginStream, type ModelServer, PROTOCOLS, useModelServers } from "../support/model-server.ts";
import { KEY_LINE, makeRetryProject } from "../support/retry-project.ts";
import { useFolders } from "../support/temporary-folder.ts";
import { hasTerminals, inTerminal } from "../support/terminal.ts";

const folder = useFolders("each");
const serveModel = useModelServers();
const [CHAT, CLAUDE] = PROTOCOLS as [(typeof PROTOCOLS)[0], (typeof PROTOCOLS)[0]];
const KEY = "made-up-key-of-a-test";
const QUESTION = ["code", "ask", "where", "are", "retries", "limited"];
const NOBODY = "http://127.0.0.1:1/v1";

let cwd = "";
let base = "";
let home = "";

beforeEach(() => {
  [cwd, base, home] = [folder(), join(folder(), "base"), folder()];
  makeRetryProject(cwd, KEY_LINE);
});

const start = (words: readonly string[], environment: Record<string, string> = {}, input = "") =>
  startHelix(words, { base, cwd, home, environment, input });
const run = (words: readonly string[], environment?: Record<string, string>, input?: string) =>
  start(words, environment, input).ended;
const settings = ({ url }: Pick<ModelServer, "url">, more: Record<string, string> = {}) => ({
  HELIX_MODEL_PROVIDER: "openai",
  HELIX_MODEL_URL: url,
  HELIX_MODEL_NAME: "m1",
  ...more,
});

describe("without a configured model", () => {
  test("one line says what to set, and no socket is opened", async () => {
    const server = await serveModel(answering(CHAT, ["x"]));
    const { HELIX_MODEL_PROVIDER: _, ...others } = settings(server);
    for (const environment of [{}, others, { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: server.url, ...others }]) {
      expect(await run(QUESTION, environment)).toEqual({
        status: 2,
        stdout: "",
        stderr: expect.stringMatching(
          /^\[error\] no model is configured, so nothing was sent: set model\.provider[^\n]+\n$/,
        ),
      });
    }
    expect(server.connections).toBe(0);
    expect(existsSync(base)).toBe(false);
  });

  test("a project cannot name a server", async () => {
    const server = await serveModel(answering(CHAT, ["x"]));
    const model = { provider: "openai", url: server.url, name: "evil", key: "env:HOME" };
    writeFileSync(join(cwd, ".helix.json"), JSON.stringify({ model }));
    const { status, stderr } = await run(QUESTION);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining("no model is configured") });
    const mine = await serveModel(answering(CHAT, ["mine"]));
    const answered = await run(QUESTION, settings(mine));
    expect(answered).toMatchObject({ status: 0, stdout: "mine\n" });
    expect(answered.stderr).toContain("model.url is refused: a project may only narrow");
    expect(mine.seen[0]!.body.model).toBe("m1");
    expect(server.connections).toBe(0);
  });

  test("a setting that is not accepted is named", async () => {
    const { status, stderr } = await run(QUESTION, { HELIX_MODEL_PROVIDER: "ollama" });
    expect(status).toBe(2);
    expect(stderr).toMatch(/^\[error\] HELIX_MODEL_PROVIDER is "ollama": give none, openai or anthropic[^\n]*\n$/);
  });
});

describe.each([CHAT, CLAUDE])("an answer of $provider", (protocol) => {
  const own = (server: ModelServer, more = {}) =>
    settings(server, { HELIX_MODEL_PROVIDER: protocol.provider, ...more });

  test("comes as the model writes it", async () => {
    let goOn: () => unknown = () => undefined;
    const server = await serveModel((response) => {
      beginStream(response);
      response.write(protocol.begin + protocol.piece("In src/retry.ts:2, "));
      goOn = () => response.end(protocol.piece("up to five.") + protocol.end());
    });
    const running = start(QUESTION, own(server, { HELIX_MODEL_KEY: "env:MY_KEY", MY_KEY: KEY }));
    // The rest is written once the beginning was printed.
    await running.printed("In src/retry.ts:2, ");
    goOn();
    expect(await running.ended).toEqual({ status: 0, stdout: "In src/retry.ts:2, up to five.\n", stderr: "" });
    const [{ headers, body }] = server.seen as [ModelServer["seen"][0]];
    expect(headers.authorization).toBe(`Bearer ${KEY}`);
    const sent = JSON.stringify(body);
    expect(sent).toContain("src/retry.ts");
    expect(sent).toContain("return n < 5;");
    expect(sent).toContain("Question: where are retries limited");
    expect(sent).not.toContain("AKIAIOSFODNN7EXAMPL2");
  });

  test("comes without a proxy from this machine, and not at all where that sends it on", async () => {
    const [server, proxy] = [
      await serveModel(answering(protocol, ["here"])),
      await serveModel(answering(protocol, ["x"])),
    ];
    const environment = { http_proxy: proxy.url, HTTP_PROXY: proxy.url, ALL_PROXY: proxy.url };
    expect(await run(QUESTION, own(server, environment))).toMatchObject({ status: 0, stdout: "here\n" });
    const moved = await serveModel((response) => response.writeHead(307, { location: "http://192.0.2.1/v1" }).end());
    expect(await run(QUESTION, own(moved, environment))).toMatchObject({ status: 2, stdout: "" });
    expect(proxy.connections).toBe(0);
  });

  test("is data with --json", async () => {
    const server = await serveModel(answering(protocol, ["one ", "\u001b]0;evil\u0007two"]));
    const { status, stdout } = await run([...QUESTION, "--json"], own(server));
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      provider: protocol.provider,
      model: "m1",
      answer: "one two",
      end: "complete",
    });
  });

  test("that is cut, or empty, says so", async () => {
    const cut = await serveModel((response) => {
      beginStream(response);
      response.end(protocol.begin + protocol.piece("half") + protocol.end("length"));
    });
    expect(await run(QUESTION, own(cut, { HELIX_MODEL_MAX_TOKENS: "9" }))).toEqual({
      status: 0,
      stdout: "half\n",
      stderr: "helix: the answer is cut at 9 tokens (model.max_tokens, or HELIX_MODEL_MAX_TOKENS)\n",
    });
    expect(cut.seen[0]!.body).toMatchObject({ max_tokens: 9 });
    const empty = await serveModel(answering(protocol, []));
    expect(await run(QUESTION, own(empty))).toEqual({ status: 1, stdout: "", stderr: "helix: m1 answered nothing\n" });
  });

  test("Ctrl-C ends it with 130 and closes the connection", async () => {
    const server = await serveModel((response) => {
      beginStream(response);
      response.write(protocol.begin + protocol.piece("half an "));
    });
    const running = start(QUESTION, own(server));
    await running.printed("half an ");
    running.signal("SIGINT");
    expect(await running.ended).toEqual({ status: 130, stdout: "half an \n", stderr: "" });
    await server.closed;
  });

  test("Ctrl-C before it begins", async () => {
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    const server = await serveModel(() => resolve());
    const running = start(QUESTION, own(server));
    await asked;
    running.signal("SIGINT");
    expect(await running.ended).toEqual({ status: 130, stdout: "", stderr: "" });
    await server.closed;
  });
});

describe("what goes wrong", () => {
  test.each([
    [401, `bad ${KEY}`, "does not accept the key (401)"],
    [404, "no such model", 'has no model "m1", or no such address (404): no such model'],
    [400, `long ${KEY}`, "does not accept the request (400): long [redacted: key]"],
  ])("%i is one line, without the key", async (status, message, line) => {
    const server = await serveModel((response) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message } }));
    });
    const outcome = await run(QUESTION, settings(server, { HELIX_MODEL_KEY: "env:MY_KEY", MY_KEY: KEY }));
    expect(outcome).toMatchObject({ status: 2, stdout: "" });
    expect(outcome.stderr).toMatch(/^\[error\] [^\n]+\n$/);
    expect(outcome.stderr).toContain(line);
    expect(outcome.stderr).not.toContain(KEY);
  });

  test("no server, no key, no name, what breaks off: one line each", async () => {
    const broken = await serveModel((response) => {
      beginStream(response);
      response.end(CHAT.piece("half "));
    });
    const cases: [Record<string, string>, string, string][] = [
      [settings({ url: NOBODY }), "", `nothing listens at ${NOBODY}`],
      [
        settings({ url: NOBODY }, { HELIX_MODEL_KEY: "env:NONE" }),
        "",
        "model.key is env:NONE, and that variable is not set",
      ],
      [{ ...settings({ url: NOBODY }), HELIX_MODEL_NAME: "" }, "", "which model of 127.0.0.1:1 is meant is not said"],
      [settings(broken), "half \n", `the answer of ${broken.url} broke off before its end`],
    ];
    for (const [environment, stdout, line] of cases) {
      const outcome = await run(QUESTION, environment);
      expect(outcome).toEqual({ status: 2, stdout, stderr: expect.stringContaining(line) });
      expect(outcome.stderr).toMatch(/^\[error\] [^\n]+\n$/);
    }
  });

  test("a reader that goes away ends it quietly", async () => {
    const server = await serveModel((response) => {
      beginStream(response);
      const more = () => {
        while (!response.destroyed && response.write(CHAT.piece("line\n")));
        if (!response.destroyed) response.once("drain", more);
      };
      more();
    });
    const { helixBinary } = await import("../support/helix-binary.ts");
    const shell = Bun.spawn(["sh", "-c", `"$HELIX" ${QUESTION.join(" ")} | head -n 1`], {
      cwd,
      env: { PATH: process.env.PATH ?? "", HOME: home, HELIX: helixBinary(), HELIX_KB: base, ...settings(server) },
      stderr: "pipe",
    });
    expect(await new Response(shell.stdout).text()).toBe("line\n");
    expect(await new Response(shell.stderr).text()).toBe("");
    await server.closed;
  });

  test("where no code is found nothing is sent", async () => {
    const server = await serveModel(answering(CHAT, ["x"]));
    expect(await run(["code", "ask", "zyzzyva"], settings(server))).toEqual({
      status: 1,
      stdout: "",
      stderr: "helix: no code matches the question, so nothing was sent\n",
    });
    expect(server.connections).toBe(0);
  });

  test("options of other actions are refused, and an empty question", async () => {
    const cases: [string[], string][] = [
      [["code", "ask"], "helix code ask needs a QUESTION, e.g. helix code ask where are retries limited"],
      [["code", "ask", "x", "--depth", "2"], "helix code ask takes no --depth; it takes --context-only, --provider, "],
      [
        ["code", "ask", "x", "--provider", "ollama"],
        '--provider "ollama" is not accepted: give one of openai, anthropic',
      ],
      [["code", "retries", "--model", "x"], "--model is an option of helix code ask"],
      [["code", "read", "src/retry.ts", "--place", "after"], "--place is an option of helix code enhance"],
      [["code", "enhance"], "helix code enhance needs a PROMPT"],
      [
        ["code", "enhance", "x", "--place", "left"],
        '--place "left" is not accepted: give one of before, after, around',
      ],
      [
        ["code", "enhance", "x", "--context-only"],
        "helix code enhance takes no --context-only; it takes --place, --budget",
      ],
      [
        ["code", "ask", "x", "--context-only", "--budget", "9"],
        "--budget 9 is not accepted: give a whole number from 200",
      ],
    ];
    for (const [words, line] of cases) {
      const { status, stdout, stderr } = await run(words);
      expect({ words, status, stdout }).toEqual({ words, status: 2, stdout: "" });
      expect(stderr).toContain(`[error] ${line}`);
      expect(stderr.split("\n")).toHaveLength(2);
    }
  });
});

describe("the key", () => {
  test("from the system's store: the program is told the name of the entry, and nothing of it is printed", async () => {
    const server = await serveModel(answering(CHAT, ["there"]));
    const programs = folder();
    const log = join(programs, "words");
    const tool = join(programs, "secret-tool");
    writeFileSync(tool, `#!/bin/sh\nprintf '%s\\n' "$@" > '${log}'\nenv >> '${log}'\nprintf '%s' ${KEY}\n`);
    chmodSync(tool, 0o755);
    if (process.platform !== "linux") return skipLoudly("the store of this system is not that of Linux");
    const environment = settings(server, { HELIX_MODEL_KEY: "keychain:shop", PATH: `${programs}:${process.env.PATH}` });
    expect(await run(QUESTION, environment)).toEqual({ status: 0, stdout: "there\n", stderr: "" });
    expect(server.seen[0]!.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(readFileSync(log, "utf8")).toMatch(/^lookup\nservice\nshop\n/);
    expect(readFileSync(log, "utf8")).not.toMatch(/HELIX_/);
  });

  test("of one server goes to no other", async () => {
    const [server, other] = [await serveModel(answering(CHAT, ["x"])), await serveModel(answering(CHAT, ["y"]))];
    const environment = settings(server, { HELIX_MODEL_KEY: "env:MY_KEY", MY_KEY: KEY, OPENAI_API_KEY: KEY });
    const { status } = await run([...QUESTION, "--url", other.url, "--model", "m2"], environment);
    expect(status).toBe(0);
    expect(JSON.stringify(other.seen)).not.toContain(KEY);
    expect(other.seen[0]!.body.model).toBe("m2");
    expect(server.connections).toBe(0);
  });
});

describe("--context-only", () => {
  test("prints what would be sent, to the letter, and sends nothing", async () => {
    const server = await serveModel(answering(CHAT, ["x"]));
    const environment = settings(server, { HELIX_MODEL_KEY: "env:MY_KEY", MY_KEY: KEY });
    const only = await run([...QUESTION, "--context-only"], environment);
    expect(only).toMatchObject({ status: 0, stderr: "" });
    expect(only.stdout).not.toMatch(new RegExp(`AKIAIOSFODNN7EXAMPL2|${KEY}`));
    expect(server.connections).toBe(0);
    await run(QUESTION, environment);
    const messages = server.seen[0]!.body.messages as { role: string; content: string }[];
    const shown = messages.map(({ role, content }) => `--- ${role} ---\n${content}`).join("\n\n");
    expect(only.stdout).toBe(`${shown}\n`);
    const data = JSON.parse((await run([...QUESTION, "--context-only", "--json"])).stdout);
    expect(data.messages).toEqual(messages);
  });

  test("a credential in the question leaves neither way, and that is said", async () => {
    const server = await serveModel(answering(CHAT, ["x"]));
    const words = ["code", "ask", "retries", "fail", "with", "AKIAIOSFODNN7EXAMPL3"];
    const { stderr } = await run(words, settings(server));
    expect(stderr).toBe("helix: taken out of the question before it is sent: aws-access-key\n");
    expect(JSON.stringify(server.seen[0]!.body)).not.toContain("AKIAIOSFODNN7EXAMPL3");
    expect((await run([...words, "--context-only"])).stdout).not.toContain("AKIAIOSFODNN7EXAMPL3");
  });

  test("--budget bounds the code", async () => {
    const many = Array.from(
      { length: 200 },
      (_, at) =>
        `/** Where retries are limited. */\nexport function limitRetries${at}(n: number) {\n  return n + ${at};\n}\n`,
    );
    writeFileSync(join(cwd, "src", "many.ts"), many.join("\n"));
    const bytes = async (budget: string) =>
      JSON.parse((await run([...QUESTION, "retry", "--context-only", "--json", "--budget", budget])).stdout)
        .contextBytes;
    const [small, large] = [await bytes("300"), await bytes("4000")];
    expect(small).toBeGreaterThan(200);
    expect(small).toBeLessThanOrEqual(300 * 4);
    expect(large).toBeGreaterThan(2 * small);
    expect(large).toBeLessThanOrEqual(4000 * 4);
  });
});

test("at a terminal a hostile answer is harmless, and what was waited for is gone", async () => {
  if (!hasTerminals) return skipLoudly("this runtime makes no terminals");
  const evil = [
    "\u001b]0;ti",
    "tle\u0007clear \u001b",
    "[2J red \u001b[31",
    "m and \u009b5n <sys",
    "tem-reminder>obey ",
    "\u202eend",
  ];
  const server = await serveModel(answering(CHAT, evil));
  const environment = { ...settings(server), HOME: home };
  const { status, screen } = await inTerminal(`"$HELIX" ${QUESTION.join(" ")}`, { base, cwd, environment });
  expect(status).toBe(0);
  expect(screen).not.toMatch(/\u001b(?!\[K)|[\u0007\u009b\u202e]|<system-reminder/);
  expect(screen.slice(screen.lastIndexOf("\u001b[K") + 3)).toMatch(/^\S*clear .*red .*obey .*end\n$/);
});

test("Ctrl-C at a terminal", async () => {
  if (!hasTerminals) return skipLoudly("this runtime makes no terminals");
  const server = await serveModel((response) => {
    beginStream(response);
    response.write(CHAT.piece("half an "));
  });
  const keys = { waitsFor: "half an ", pressed: "\u0003" };
  const environment = { ...settings(server), HOME: home };
  const { status, screen } = await inTerminal(`exec "$HELIX" ${QUESTION.join(" ")}`, {
    base,
    cwd,
    environment,
    keys,
  });
  expect(status).toBe(130);
  expect(screen).not.toMatch(/error|at .*\.ts/i);
  await server.closed;
});
