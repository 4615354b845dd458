// Models of both protocols, against small servers that speak them: what is sent, what comes back, and what is said of
// each way in which a server can fail.

import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { HelixError } from "../../../src/base/errors.ts";
import type { Limits } from "../../../src/models/limits.ts";
import type { AnswerEnd, Message, ModelSettings } from "../../../src/models/model.ts";
import { openModel } from "../../../src/models/open-model.ts";
import { answering, beginStream, PROTOCOLS, useModelServers } from "../../support/model-server.ts";

const serve = useModelServers();
const KEY = "made-up-key-of-a-test";
const MESSAGES: readonly Message[] = [
  { role: "system", content: "be brief" },
  { role: "user", content: "where?" },
];
const QUICK: Partial<Limits> = { retryMs: 1 };

interface Asked {
  readonly texts: string[];
  readonly ends: AnswerEnd[];
  readonly retries: string[];
  readonly error: HelixError | null;
}

interface AskOptions {
  readonly signal?: AbortSignal;
  readonly onText?: () => void;
}

async function ask(
  settings: Partial<ModelSettings> & { url: URL },
  { signal, onText = () => undefined }: AskOptions = {},
): Promise<Asked> {
  const asked = { texts: [] as string[], ends: [] as AnswerEnd[], retries: [] as string[] };
  const model = await openModel({ provider: "openai", name: "m1", key: KEY, limits: QUICK, ...settings });
  const options = {
    maxTokens: 77,
    onEnd: (end: AnswerEnd) => asked.ends.push(end),
    onRetry: (why: string) => asked.retries.push(why),
  };
  try {
    for await (const text of model.stream(MESSAGES, options, signal)) {
      asked.texts.push(text);
      onText();
    }
    return { ...asked, error: null };
  } catch (error) {
    expect(error).toBeInstanceOf(HelixError);
    const { message } = error as HelixError;
    expect(message).not.toContain("\n");
    expect(message).not.toContain(KEY);
    return { ...asked, error: error as HelixError };
  }
}

describe.each(PROTOCOLS)("$provider", (protocol) => {
  const { provider, path, begin, piece, end, error: streamedError } = protocol;

  test("an answer comes in pieces, and says why it ended", async () => {
    for (const reason of [undefined, "length", "withheld"] as const) {
      const { url } = await serve((response) => {
        beginStream(response);
        response.end(begin + piece("in ") + piece("src/a.ts") + end(reason));
      });
      const asked = await ask({ provider, url: new URL(url) });
      expect(asked).toMatchObject({ texts: ["in ", "src/a.ts"], ends: [reason ?? "complete"], error: null });
    }
  });

  test("events that are cut anywhere are read whole", async () => {
    const whole = Buffer.from(begin + piece("größer – ") + piece("naïve") + end());
    const { url } = await serve(async (response) => {
      beginStream(response);
      for (let at = 0; at < whole.length; at += 7) {
        await new Promise<void>((written) => response.write(whole.subarray(at, at + 7), () => written()));
      }
      response.end();
    });
    expect((await ask({ provider, url: new URL(url) })).texts.join("")).toBe("größer – naïve");
  });

  test("the request says what was asked, and nothing of the machine or the environment", async () => {
    const server = await serve(answering(protocol, ["x"]));
    await ask({ provider, url: new URL(server.url) });
    const [{ path: seenPath, headers, body }] = server.seen as [(typeof server.seen)[0]];
    expect(seenPath).toBe(path);
    expect(body).toMatchObject({ model: "m1", stream: true, max_tokens: 77 });
    expect(JSON.stringify(body)).toContain('"where?"');
    expect(JSON.stringify(body)).toContain("be brief");
    const sent = Object.keys(headers).filter((name) => !["host", "connection", "content-length"].includes(name));
    const own = ["accept", "accept-encoding", "authorization", "content-type", "user-agent"];
    expect(sent.sort()).toEqual([...(provider === "anthropic" ? ["anthropic-version"] : []), ...own].sort());
    expect(headers.authorization).toBe(`Bearer ${KEY}`);
    expect(headers["user-agent"]).toMatch(/^helix\//);
  });

  test("without a key none is sent", async () => {
    const server = await serve(answering(protocol, ["x"]));
    expect((await ask({ provider, url: new URL(server.url), key: null })).error).toBeNull();
    expect(server.seen[0]!.headers).not.toHaveProperty("authorization");
    expect(server.seen[0]!.headers).not.toHaveProperty("x-api-key");
  });

  const refusing =
    (status: number, text: string, headers = {}) =>
    (response: ServerResponse) => {
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(text);
    };

  test.each([
    [401, { message: `Incorrect key: ${KEY}` }, /does not accept the key \(401\): look at what model\.key names$/],
    [403, { message: "no" }, /does not accept the key \(403\)/],
    [404, { message: "model 'm1' not found" }, /has no model "m1", or no such address \(404\): model 'm1' not found$/],
    [
      400,
      { message: `too\nlong \u001b[31m${KEY}` },
      /does not accept the request \(400\): too long \[redacted: key\]$/,
    ],
  ])("%i is said in one line, and asked once", async (status, error, line) => {
    const server = await serve(refusing(status, JSON.stringify({ error })));
    const asked = await ask({ provider, url: new URL(server.url) });
    expect(asked.error!.message).toMatch(line);
    expect(asked.error!.message).toContain(server.url);
    expect(server.seen).toHaveLength(1);
  });

  test("401 without a key says that one is wanted", async () => {
    const { url } = await serve(refusing(401, "{}"));
    expect((await ask({ provider, url: new URL(url), key: null })).error!.message).toContain("wants a key (401)");
  });

  test.each([
    [429, "accepts no more requests for now (429): slow down; asked 3 times"],
    [500, "has failed (500): slow down; asked 3 times"],
    [529, "has failed (529): slow down; asked 3 times"],
  ])("%i is asked again, three times at most", async (status, line) => {
    const server = await serve(refusing(status, JSON.stringify({ error: { message: "slow down" } })));
    const asked = await ask({ provider, url: new URL(server.url) });
    expect(asked.error!.message).toContain(line);
    expect(asked.retries).toHaveLength(2);
    expect(server.seen).toHaveLength(3);
  });

  test("what passes is no failure", async () => {
    const server = await serve((response, request, count) =>
      (count === 1 ? refusing(503, "<html>busy</html>") : answering(protocol, ["there"]))(response, request, count),
    );
    const asked = await ask({ provider, url: new URL(server.url) });
    expect(asked).toMatchObject({ texts: ["there"], error: null });
    expect(asked.retries).toEqual([`${server.url} has failed (503)`]);
  });

  test("a server that wants a long wait is not asked again", async () => {
    const server = await serve(refusing(429, "{}", { "retry-after": "3600" }));
    expect((await ask({ provider, url: new URL(server.url) })).error!.message).toMatch(/\(429\)$/);
    expect(server.seen).toHaveLength(1);
  });

  test("a redirect is not followed: the other server sees nothing", async () => {
    const other = await serve(answering(protocol, ["evil"]));
    const server = await serve(refusing(307, "", { location: `${other.url}${path}` }));
    expect((await ask({ provider, url: new URL(server.url) })).error!.message).toContain("sends elsewhere (307)");
    expect(other.connections).toBe(0);
  });

  test.each([
    ["a page", { "content-type": "text/html; charset=utf-8" }, "<html>", /answers with text\/html instead of a stream/],
    ["nothing", {}, "", /closed the connection without an answer/],
    ["JSON", { "content-type": "application/json" }, "{}", /answers with application\/json instead of a stream/],
    ["lines of anything", { "content-type": "text/event-stream" }, "hello\nworld\n\n", /without an answer|no event/],
    [
      "values of other kinds",
      { "content-type": "text/event-stream" },
      "data: [1]\n\ndata: null\n\n",
      /without an answer/,
    ],
  ])("%s instead of a stream", async (_, headers, text, line) => {
    const { url } = await serve((response) => {
      response.writeHead(200, headers);
      response.end(text);
    });
    expect((await ask({ provider, url: new URL(url) })).error!.message).toMatch(line);
  });

  test("an error within the stream", async () => {
    const { url } = await serve((response) => {
      beginStream(response);
      response.end(begin + piece("half ") + streamedError(`overloaded ${KEY}`));
    });
    const asked = await ask({ provider, url: new URL(url) });
    expect(asked.texts).toEqual(["half "]);
    expect(asked.error!.message).toBe(`${url} ended its answer with an error: overloaded [redacted: key]`);
  });

  test("a stream that ends too early, and one that breaks: no second request", async () => {
    for (const breakOff of ["end", "destroy"] as const) {
      let answer: ServerResponse | undefined;
      const server = await serve((response) => {
        answer = response;
        beginStream(response);
        response.write(begin + piece("half "));
      });
      const asked = await ask({ provider, url: new URL(server.url) }, { onText: () => answer![breakOff]() });
      expect(asked.texts).toEqual(["half "]);
      expect(asked.error!.message).toMatch(/broke off before its end$|^the connection to \S+ failed/);
      expect(asked.ends).toEqual([]);
      expect(server.seen).toHaveLength(1);
    }
  });

  const flood = (text: string) => (response: ServerResponse) => {
    beginStream(response);
    response.write(begin);
    const more = () => {
      while (!response.destroyed && response.write(text));
      if (!response.destroyed) response.once("drain", more);
    };
    more();
  };

  test.each([
    ["an answer", piece("x".repeat(1000))],
    ["a line", "x".repeat(1000)],
    ["a stream of comments", ": wait\n\n"],
  ])("%s without end is ended, and the connection closed", async (_, text) => {
    const server = await serve(flood(text));
    const limits = { ...QUICK, textBytesMax: 200_000, wireBytesMax: 1_000_000 };
    const asked = await ask({ provider, url: new URL(server.url), limits });
    expect(asked.error!.message).toMatch(/sends an answer without end: stopped after \d+ MB$/);
    expect(asked.texts.join("").length).toBeLessThanOrEqual(200_000);
    await server.closed;
  });

  test("a server that does not begin, one that stops, and one that goes on too long", async () => {
    const silent = await serve(() => undefined);
    const first = await ask({ provider, url: new URL(silent.url), limits: { ...QUICK, firstMs: 30 } });
    expect(first.error!.message).toMatch(/did not begin to answer within 1 s$/);
    await silent.closed;
    const stopped = await serve((response) => {
      beginStream(response);
      response.write(begin + piece("half "));
    });
    const second = await ask({ provider, url: new URL(stopped.url), limits: { ...QUICK, idleMs: 30 } });
    expect(second.error!.message).toMatch(/stopped in the middle of its answer: nothing came for 1 s$/);
    await stopped.closed;
    const third = await ask({ provider, url: new URL(stopped.url), limits: { ...QUICK, totalMs: 30 } });
    expect(third.error!.message).toMatch(/had not ended its answer after 1 s$/);
  });

  test("cancelled before, while it waits, and in the middle: the connection is closed", async () => {
    const server = await serve((response) => {
      beginStream(response);
      response.write(begin + piece("half "));
    });
    const never = await ask({ provider, url: new URL(server.url) }, { signal: AbortSignal.abort() });
    expect(never.error!.code).toBe("CANCELLED");
    expect(server.connections).toBe(0);
    const controller = new AbortController();
    const model = await openModel({ provider, url: new URL(server.url), name: "m1", key: KEY });
    const read = async () => {
      for await (const _ of model.stream(MESSAGES, { maxTokens: 1 }, controller.signal)) controller.abort();
    };
    await expect(read()).rejects.toMatchObject({ code: "CANCELLED" });
    await server.closed;
    const busy = await serve(refusing(503, ""));
    const waiting = new AbortController();
    const slow = await openModel({ provider, url: new URL(busy.url), name: "m1", key: KEY });
    const retried = async () => {
      const options = { maxTokens: 1, onRetry: () => waiting.abort() };
      for await (const _ of slow.stream(MESSAGES, options, waiting.signal));
    };
    await expect(retried()).rejects.toMatchObject({ code: "CANCELLED" });
    expect(busy.seen).toHaveLength(1);
  });

  test("a reader that stops closes the connection", async () => {
    const server = await serve(flood(piece("more ")));
    const model = await openModel({ provider, url: new URL(server.url), name: "m1", key: KEY });
    for await (const _ of model.stream(MESSAGES, { maxTokens: 1 })) break;
    await server.closed;
  });

  test("nobody listens, and no https where there is none", async () => {
    const server = await serve(() => undefined);
    const { port } = new URL(server.url);
    const tls = await ask({ provider, url: new URL(`https://127.0.0.1:${port}`) });
    expect(tls.error!.message).toContain("does not speak https as it should");
    const refused = await ask({ provider, url: new URL("http://127.0.0.1:1/v1") });
    expect(refused.error!.message).toBe(
      "nothing listens at http://127.0.0.1:1/v1: is the server running, and model.url right?",
    );
  });
});

test("what the environment says to the packages does not count", async () => {
  const evil = await serve(() => undefined);
  const variables = {
    OPENAI_BASE_URL: evil.url,
    OPENAI_ORG_ID: "org-of-somebody",
    OPENAI_CUSTOM_HEADERS: "x-custom: 1",
    OPENAI_LOG: "debug",
    ANTHROPIC_BASE_URL: evil.url,
    ANTHROPIC_AUTH_TOKEN: "token-of-somebody",
    ANTHROPIC_CUSTOM_HEADERS: "x-custom: 1",
    ANTHROPIC_LOG: "debug",
  };
  const before = { ...process.env };
  Object.assign(process.env, variables);
  try {
    for (const protocol of PROTOCOLS) {
      const server = await serve(answering(protocol, ["x"]));
      expect((await ask({ provider: protocol.provider, url: new URL(server.url), key: null })).error).toBeNull();
      const { headers } = server.seen[0]!;
      expect(JSON.stringify(headers)).not.toMatch(/somebody|x-custom/);
    }
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name];
    Object.assign(process.env, before);
  }
  expect(evil.connections).toBe(0);
});
