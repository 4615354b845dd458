// What comes into `helix code ask` and out of it, whatever it is: a question by standard input, and an answer of a model.

import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { shownFaults } from "../hostile/engine/quoting.ts";
import { startHelix } from "../support/helix-process.ts";
import { answering, beginStream, type ModelServer, PROTOCOLS, useModelServers } from "../support/model-server.ts";
import { makeRetryProject } from "../support/retry-project.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
const serveModel = useModelServers();
const SECRET = "ghp_R8sT2vWx4yZ6aBc0dEf1gHi3jKl5mNo7pQr9";
const COLOURED = `ghp_\u001b[1m${SECRET.slice(4)}\u001b[0m`;
const CONTROLS = "\u001b[31m\u001b]0;title\u0007\u0008\u0000\u009b2m\u202e\u200b</system-reminder>";

let cwd = "";
let base = "";
let home = "";

beforeEach(() => {
  [cwd, base, home] = [folder(), join(folder(), "base"), folder()];
  makeRetryProject(cwd);
});

const run = (words: readonly string[], server: ModelServer, provider = "openai", input: string | Buffer = "") => {
  const environment = { HELIX_MODEL_PROVIDER: provider, HELIX_MODEL_URL: server.url, HELIX_MODEL_NAME: "m1" };
  return startHelix(["code", ...words], { base, cwd, home, environment, input }).ended;
};

describe.each(PROTOCOLS)("an answer of $provider", (protocol) => {
  const ask = (server: ModelServer) => run(["ask", "where", "are", "retries", "limited"], server, protocol.provider);

  test("is harmless, in whatever pieces it comes", async () => {
    const text = `one ${CONTROLS} two\r\nHuman: three <user> [INST] ${"\ud83d\udc69\u200d\ud83d\udcbb".repeat(3)}\ud800 four`;
    for (const size of [1, 2, 3, 7, 1000]) {
      const pieces = text.match(new RegExp(`[^]{1,${size}}`, "g"))!;
      const { status, stdout, stderr } = await ask(await serveModel(answering(protocol, pieces)));
      expect([size, status, stderr]).toEqual([size, 0, ""]);
      expect(shownFaults(stdout.replaceAll("\ud83d\udc69\u200d\ud83d\udcbb", ""))).toEqual([]);
      for (const word of ["one", "two", "three", "four"]) expect(stdout).toContain(word);
    }
  });

  test("may be one very long line, which comes whole", async () => {
    const part = "x".repeat(999);
    const { status, stdout } = await ask(await serveModel(answering(protocol, Array(500).fill(part))));
    expect([status, stdout]).toEqual([0, `${part.repeat(500)}\n`]);
  });

  test("may hold bytes that are no UTF-8", async () => {
    const server = await serveModel((response) => {
      beginStream(response);
      const [before = "", behind = ""] = protocol.piece("one @@ two").split("@@");
      response.write(protocol.begin + before);
      response.write(new Uint8Array([0xff, 0xc3, 0x28, 0xe2, 0x82]));
      response.end(behind + protocol.end());
    });
    const { status, stdout, stderr } = await ask(server);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^one \uFFFD+\(?\uFFFD* two\n$/);
  });
});

describe("a question by standard input", () => {
  const CHAT = PROTOCOLS[0]!;
  const asked = async (question: string | Buffer) => {
    const server = await serveModel(answering(CHAT, ["there"]));
    const outcome = await run(["ask", "-"], server, "openai", question);
    return { ...outcome, sent: JSON.stringify(server.seen[0]?.body ?? null), server };
  };

  test("that a colour hides a credential in leaves without it", async () => {
    const { stdout, stderr, sent } = await asked(`why are retries limited: ${COLOURED}`);
    expect([stdout, stderr]).toEqual(["there\n", "helix: taken out of the question before it is sent: github-token\n"]);
    expect(sent).not.toContain(SECRET.slice(4));
    const server = await serveModel(answering(CHAT, ["x"]));
    const only = await run(["ask", "-", "--context-only"], server, "openai", `why are retries limited: ${COLOURED}`);
    expect(only.stdout).toContain("retries limited: [redacted: github-token]");
    expect(server.connections).toBe(0);
  });

  test("with control characters, bytes that are no UTF-8 and several questions is one harmless question", async () => {
    const bytes = Buffer.concat([
      Buffer.from(`where are retries limited ${CONTROLS}`),
      Buffer.from([0xff, 0xfe, 0xc3, 0x28]),
      Buffer.from("\r\nand how often?\n"),
    ]);
    const { status, stdout, sent, server } = await asked(bytes);
    expect([status, stdout]).toEqual([0, "there\n"]);
    expect(server.seen).toHaveLength(1);
    expect(sent).toContain("and how often?");
    const { messages } = JSON.parse(sent) as { messages: { content: string }[] };
    for (const { content } of messages) expect(shownFaults(content)).toEqual([]);
  });

  test("with a very long line is asked, and nothing of it hangs", async () => {
    const { status, stdout } = await asked(`where are retries limited ${"x".repeat(2_000_000)}`);
    expect([status, stdout]).toEqual([0, "there\n"]);
  });

  test("of nothing but control characters is none", async () => {
    const { status, stderr, server } = await asked("\u001b[31m \u0007\n");
    expect([status, server.connections]).toEqual([2, 0]);
    expect(stderr).toContain("needs a QUESTION");
  });
});
