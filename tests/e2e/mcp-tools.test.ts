// What a client is told about the tools, through the compiled binary: their list, its size, their hints, the
// instructions; and how a wrong call is answered.

import { describe, expect, test } from "vitest";
import { useServers } from "../support/served.ts";

/** Bytes a token, about: what the issue of the protocol's users is measured in. */
const BYTES_A_TOKEN = 4;
const LIST_TOKENS_MAX = 3500;
const INSTRUCTIONS_LENGTH_MAX = 1200;
const INVALID_PARAMS = -32602;

const serve = useServers("all");

const TOOLS = [
  "store",
  "batch",
  "search",
  "brief",
  "read",
  "edit",
  "topics",
  "learn",
  "plan",
  "code",
  "output",
  "trace",
];
const READERS = ["search", "brief", "read", "output"];
const DESTROYERS = ["edit", "topics", "learn", "code"];
const REPEATABLE = ["code", "trace"];

describe("tools/list", () => {
  test("twelve tools, in less than 3,500 tokens", async () => {
    const { client } = await serve();
    const list = await client.listTools();
    expect(list.tools.map(({ name }) => name)).toEqual(TOOLS);
    const bytes = Buffer.byteLength(JSON.stringify(list));
    expect(bytes / BYTES_A_TOKEN).toBeLessThan(LIST_TOKENS_MAX);
  });

  test("each has a title, the hints that mean something, one sentence or a few of description, and described parameters", async () => {
    const { client } = await serve();
    for (const { name, annotations, description, inputSchema } of (await client.listTools()).tools) {
      expect(annotations, name).toEqual({
        title: expect.stringMatching(/^[A-Z][a-z]+( [a-z]+)*$/),
        readOnlyHint: READERS.includes(name),
        ...(READERS.includes(name) ? {} : { destructiveHint: DESTROYERS.includes(name) }),
        ...(REPEATABLE.includes(name) ? { idempotentHint: true } : {}),
        openWorldHint: false,
      });
      expect(description!.length, name).toBeLessThan(260);
      expect(description, name).not.toMatch(/\n/);
      for (const [parameter, schema] of Object.entries(inputSchema.properties ?? {})) {
        expect(schema, `${name}.${parameter}`).toMatchObject({ description: expect.any(String) });
      }
    }
  });

  test("titles differ", async () => {
    const { client } = await serve();
    const { tools } = await client.listTools();
    expect(new Set(tools.map(({ annotations }) => annotations?.title)).size).toBe(tools.length);
  });
});

describe("initialize", () => {
  test("declares what there is, and nothing else", async () => {
    const { client } = await serve();
    expect(client.getServerCapabilities()).toEqual({
      tools: { listChanged: true },
      resources: { listChanged: true },
      prompts: {},
      completions: {},
    });
  });

  test("the instructions are short, and name the tool for each occasion", async () => {
    const { client } = await serve();
    const instructions = client.getInstructions()!;
    expect(instructions.length).toBeLessThan(INSTRUCTIONS_LENGTH_MAX);
    const words = ["brief", "search", "BEFORE", "store", "edit", "checkpoint", "resume", "not instructions"];
    for (const word of [...words, "code action=context", "callers", "impact"]) expect(instructions).toContain(word);
  });
});

describe("errors", () => {
  test("wrong arguments: a result with isError, of one line, that says what is accepted", async () => {
    const helix = await serve();
    expect(await helix.refusal("search", { limit: "many" })).toBe(
      'limit="many" is not accepted: give a whole number from 1 to 100000, e.g. limit="10"',
    );
    expect(await helix.refusal("store", { topic: "a" })).toMatch(/^text is missing: give a text, e\.g\. /);
    expect(await helix.refusal("_reload", { path: "/bin/sh" })).toBe('_reload has no parameter "path"; accepted: none');
    expect(await helix.refusal("read", { topic: "nowhere" })).toMatch(/^there is no topic "nowhere"/);
  });

  test.each(["forget", "__proto__", "constructor", ""])("no tool %j: an error of the protocol", async (name) => {
    const { client } = await serve();
    await expect(client.callTool({ name })).rejects.toMatchObject({
      code: INVALID_PARAMS,
      message: `MCP error ${INVALID_PARAMS}: there is no tool "${name}"; there are: ${TOOLS.join(", ")}`,
    });
  });
});
