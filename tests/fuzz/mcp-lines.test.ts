// Lines of any bytes to the compiled server: a ping behind each is answered; whatever comes in, what goes out is the
// protocol, line by line, and errors of one line; the server lives on, within its memory, and goes on answering
// searches.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ParameterTable } from "../../src/features/common/parameters.ts";
import { loadTools } from "../../src/features/tools.ts";
import { HOOK_TYPES } from "../../src/hooks/common/hook-types.ts";
import { type RawServer, toolCall, useRawServers } from "../support/raw-server.ts";
import { type Check, campaignMs, fuzz } from "./engine/campaign.ts";
import type { Random } from "./engine/mutate.ts";

/**
 * A server of its own for so many inputs, so that what one input left behind meets others, and the answers do not pile
 * up here.
 */
const INPUTS_A_SERVER = 400;
const MEMORY_KB_MAX = 1_500_000;

const start = useRawServers();

/** Resident memory of a process in kilobytes; 0 where the system does not tell. */
function memoryOf(pid: number): number {
  try {
    return Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** What a client sent as one line may hold several. */
async function send(server: RawServer, input: Uint8Array, number: number): Promise<void> {
  const ping = `ping-${number}`;
  server.send(Buffer.concat([input, Buffer.from("\n")]), { jsonrpc: "2.0", id: ping, method: "ping" });
  expect((await server.answer(ping)).result).toEqual({});
  expect(server.foreign).toEqual([]);
  for (const message of server.messages.splice(0)) {
    const { id, method, result, error } = message;
    if (method !== undefined) continue;
    if (id === undefined || (result === undefined) === (error === undefined)) {
      throw new Error(`the message ${JSON.stringify(message).slice(0, 300)}`);
    }
    const content = (result?.content ?? []) as { text?: string }[];
    const shown = [...content.map(({ text = "" }) => text), error?.message ?? ""].join("\n");
    if (/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]/.test(shown))
      throw new Error(`a control character: ${JSON.stringify(shown).slice(0, 300)}`);
    if (error !== undefined && (/[\n\r]/.test(error.message) || / at .*\.[jt]s:\d/.test(error.message))) {
      throw new Error(`the error ${error.message.slice(0, 300)}`);
    }
  }
}

async function load(): Promise<Check> {
  let server: RawServer | null = null;
  let count = 0;
  return async (input) => {
    // A checkpoint, a reload and the like are beside the point here, and stop the server from being the same.
    if (Buffer.from(input).includes("_reload")) return;
    if (server === null || server.child.exitCode !== null || count % INPUTS_A_SERVER === 0) {
      server?.child.kill("SIGKILL");
      server = start();
      await server.initialize();
      await server.call("first", "store", { topic: "alive", text: "still here" });
    }
    count++;
    await send(server, input, count);
    if (count % 100 === 99) {
      const found = await server.call(`alive-${count}`, "search", { query: "still here topic:alive", detail: "count" });
      // Other inputs may have stored or deleted, but nothing answers with an error.
      expect(found).toMatch(/match\(es\)/);
      expect(memoryOf(server.child.pid!)).toBeLessThan(MEMORY_KB_MAX);
    }
  };
}

/** All tools, by their own tables, the one that is not listed, and one that there is not. */
const FEATURES = (await loadTools()).filter(({ name }) => name !== "_reload");
const TOOLS = [...FEATURES.map(({ name }) => name), "hook", "nothing"];
const PARAMETERS: ReadonlyMap<string, ParameterTable> = new Map(
  FEATURES.map(({ name, parameters }) => [name, parameters]),
);
const CHOICES = [
  ...new Set([
    ...HOOK_TYPES,
    ...FEATURES.flatMap(({ parameters }) =>
      Object.values(parameters).flatMap((each) => (each.kind === "choice" ? each.choices : [])),
    ),
  ]),
];
const METHODS = [
  "tools/call",
  "tools/list",
  "resources/list",
  "resources/read",
  "prompts/get",
  "completion/complete",
  "ping",
  "initialize",
  "notifications/cancelled",
  "logging/setLevel",
  "x",
];

function generate(next: Random): string {
  const pick = <Value>(values: readonly Value[]) => values[next(values.length)]!;
  const value = (): unknown =>
    pick<() => unknown>([
      () => "a",
      () => 7,
      () => null,
      () => true,
      () => "\u0000\ud800",
      () => [value()],
      () => ({ a: value() }),
      () => "x".repeat(3000),
      () => "../../x",
      () => "helix://topic/%2e%2e%2fx",
      () => JSON.parse('{"__proto__": {"a": 1}}'),
      () => pick(CHOICES),
      () => "\u001b[31m\u202e@aaaaaaaaaa",
    ])();
  const tool = pick(TOOLS);
  const table = PARAMETERS.get(tool) ?? {};
  const names = [...Object.keys(table), "topic", "text", "action", "type", "session_id", "prompt"];
  const valueFor = (name: string) => {
    const parameter = table[name];
    return parameter?.kind === "choice" && next(4) > 0 ? pick(parameter.choices) : value();
  };
  const given = Array.from({ length: next(5) }, () => pick(names));
  // Without a right action hardly anything is reached.
  const all = "action" in table && next(6) > 0 ? ["action", ...given] : given;
  const values = Object.fromEntries(all.map((name) => [name, valueFor(name)]));
  const id = pick<unknown>([1, "a", null, 1.5, -1, 1e300, {}, [], true]);
  const call = { jsonrpc: "2.0", id, method: "tools/call", params: { name: tool, arguments: values } };
  const other = {
    jsonrpc: pick(["2.0", "1.0", 2]),
    id,
    method: pick(METHODS),
    params: pick<unknown>([
      values,
      null,
      [],
      5,
      { uri: value() },
      { ref: value(), argument: value() },
      { requestId: id },
    ]),
  };
  const text = JSON.stringify(next(2) === 0 ? call : other);
  return next(8) === 0 ? text.slice(0, next(text.length)) : text;
}

const PLAN = {
  objective: "do b",
  tasks: [{ seq: "001", slug: "b", objective: "b", delta: ["b.ts"], verify: "npm test", depends: "none", budget: 7 }],
};

test("lines of any bytes leave the server as it was", async () => {
  const deep = (depth: number) =>
    `${'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":'}${"[".repeat(depth)}${"]".repeat(depth)}}`;
  const call = (name: string, values: object) => JSON.stringify(toolCall(name, name, values));
  await fuzz({
    name: "mcp-lines",
    executions: 1200,
    seeds: [
      call("store", { topic: "a", text: "b" }),
      call("batch", { entries: [{ topic: "a", text: "b" }] }),
      call("search", { query: "b", detail: "full" }),
      call("edit", { action: "append", topic: "a", text: "c" }),
      call("topics", { action: "import", json: '[{"topic":"a","text":"b"}]' }),
      ...FEATURES.flatMap(({ name, parameters }) =>
        parameters.action?.kind === "choice" ? parameters.action.choices.map((action) => call(name, { action })) : [],
      ),
      ...HOOK_TYPES.map((type) => call("hook", { type, session_id: "s" })),
      call("plan", { action: "save", data: PLAN }),
      call("plan", { action: "start", seq: "001" }),
      call("plan", { action: "report", status: "blocked", summary: "a\u001b[31m\u202e" }),
      call("learn", { action: "remember", trigger: "b fails", resolution: "do c" }),
      call("code", { query: "b" }),
      call("output", { any: true }),
      call("hook", { type: "prompt", prompt: "why does b fail with a?", session_id: "s" }),
      `${call("read", { topic: "a" })}\n${call("read", { topic: "a" })}`,
      '{"jsonrpc":"2.0","id":"r","method":"resources/read","params":{"uri":"helix://topic/a"}}',
      '{"jsonrpc":"2.0","id":"c","method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"brief"},"argument":{"name":"topic","value":"a"}}}',
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
      '{"jsonrpc":"2.0","id":1,',
      "\u0000",
      new Uint8Array([0xff, 0xfe, 0xc0, 0x80]),
      deep(50_000),
      '{"a":'.repeat(20_000),
      "x".repeat(campaignMs === null ? 1_000_000 : 10_000_000),
      call("store", { topic: "a", text: "x".repeat(3_000_000) }),
    ],
    dictionary: ['"id":', '"method":', '"params":', '"jsonrpc":"2.0"', "tools/call", '"arguments":', "\n", "null"],
    generate,
    lengthMax: 65_536,
    load,
  });
});
