// What a server runs while nobody asks, on knowledge bases of every kind: it reaches each tool, and leaves no trace on
// the disk or at the client.

import { EventEmitter } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { SessionLog } from "../../../../src/events/session-log.ts";
import type { Feature } from "../../../../src/features/common/feature.ts";
import { loadTools } from "../../../../src/features/tools.ts";
import type { KnowledgeBase } from "../../../../src/notes/store/knowledge-base.ts";
import { LineTransport } from "../../../../src/surfaces/mcp/line-transport.ts";
import { createServer } from "../../../../src/surfaces/mcp/server.ts";
import { WarmUp } from "../../../../src/surfaces/mcp/warm-up.ts";
import { warmUpSteps } from "../../../../src/surfaces/mcp/warm-up-steps.ts";
import { openKnowledgeBase, searchHits, temporaryDirectory } from "../../../support/knowledge.ts";

const FEATURES = await loadTools();

const INITIALIZE = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
};

/** A server of this process behind a transport, and all that it sends. */
async function served(base: KnowledgeBase, features: readonly Feature[]) {
  const input = new EventEmitter();
  const sent: string[] = [];
  const output = {
    write(text: string, done: () => void) {
      sent.push(text);
      done();
    },
  };
  const transport = new LineTransport(input as never, output);
  const session = new SessionLog(0, [], 0);
  await createServer({ base, project: null, directory: null, session, tools: FEATURES }).connect(transport);
  const say = (message: object) =>
    input.emit("data", Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`));
  say({ id: 0, method: "initialize", params: INITIALIZE });
  say({ method: "notifications/initialized" });
  await vi.waitFor(() => expect(sent.length).toBe(1));
  const rehearse = (name: string, values: object) => transport.rehearse("tools/call", { name, arguments: values });
  return { steps: warmUpSteps({ base, features, rehearse }), transport, session, sent };
}

/** The features, with the calls that each had and those that failed. */
function watched() {
  const calls = new Map<string, number>();
  const failed: string[] = [];
  const features = FEATURES.map((feature) => ({
    ...feature,
    async run(context: Parameters<Feature["run"]>[0], raw: Readonly<Record<string, unknown>>) {
      calls.set(feature.name, (calls.get(feature.name) ?? 0) + 1);
      try {
        return await feature.run(context, raw);
      } catch (error) {
        failed.push(`${feature.name} ${JSON.stringify(raw)}: ${(error as Error).message}`);
        throw error;
      }
    },
  }));
  return { features, calls, failed };
}

/** Runs all steps without pauses and bounds. */
async function runAll(steps: Iterable<() => unknown>): Promise<void> {
  await new WarmUp({
    steps,
    isAsked: () => false,
    now: () => 0,
    processorMs: () => 0,
    sleep: async () => undefined,
  }).run();
}

/** Names, contents and times of what is in a directory; null when there is none. */
function stateOf(directory: string): unknown {
  if (!existsSync(directory)) return null;
  return readdirSync(directory).map((name) => {
    const path = join(directory, name);
    return [name, statSync(path).ctimeMs, statSync(path).isFile() ? Bun.hash(readFileSync(path)).toString(36) : ""];
  });
}

async function filled(directory: string): Promise<void> {
  const base = openKnowledgeBase(directory);
  const notes = Array.from({ length: 60 }, (_, at) => ({
    kind: "add" as const,
    topic: `topic-${at % 7}`,
    body: `the resolver ${at} of cache ${at % 5} waits for its ${at % 3} peers\nand more of it`,
    minutes: 29_000_000 + at,
  }));
  await base.change(() => notes.slice(0, 50));
  await base.mergeNow();
  await base.change(() => notes.slice(50));
  base.close();
}

const DIRECTORIES: Readonly<Record<string, (directory: string) => Promise<void> | void>> = {
  "of notes": filled,
  "that there is not": () => undefined,
  "without a log": (directory) => void mkdirSync(directory),
  "with an empty log": (directory) => {
    mkdirSync(directory);
    writeFileSync(join(directory, "data.log"), "");
  },
  "with a log that is none": (directory) => {
    mkdirSync(directory);
    writeFileSync(join(directory, "data.log"), "no log ".repeat(100));
  },
  "with a damaged log": async (directory) => {
    await filled(directory);
    const log = readFileSync(join(directory, "data.log"));
    for (let at = 200; at < log.length; at += 350) log[at] = log[at]! ^ 0x55;
    writeFileSync(join(directory, "data.log"), log);
  },
};

test.each(Object.keys(DIRECTORIES))("a directory %s stays as it is, and the client hears nothing", async (kind) => {
  const directory = join(temporaryDirectory(), "kb");
  await DIRECTORIES[kind]!(directory);
  const before = stateOf(directory);
  // Nothing is worth a merge: what reading alone sets off is not what is looked at here.
  const base = openKnowledgeBase(directory, { mergeWorthBytes: Number.POSITIVE_INFINITY });
  const { steps, transport, session, sent } = await served(base, FEATURES);
  await runAll(steps);
  expect(stateOf(directory)).toEqual(before);
  expect(sent.length).toBe(1);
  expect(session.count).toBe(0);
  expect(transport.isQuiet).toBe(true);
  base.close();
});

test("an index whose entries are not in the log is built anew, as by any search, and nothing else is written", async () => {
  const directory = join(temporaryDirectory(), "kb");
  await filled(directory);
  const path = join(directory, "index.bin");
  const index = readFileSync(path);
  for (let at = 400; at < index.length; at += 97) index[at] = index[at]! ^ 0xff;
  writeFileSync(path, index);
  const withoutIndex = () => (stateOf(directory) as unknown[][]).filter(([name]) => name !== "index.bin");
  const before = withoutIndex();
  const base = openKnowledgeBase(directory);
  const { steps, sent } = await served(base, FEATURES);
  await runAll(steps);
  await base.settled();
  expect(withoutIndex()).toEqual(before);
  expect(sent.length).toBe(1);
  expect(searchHits(await base.view(), "resolver").length).toBe(60);
  base.close();
});

test("each tool runs, and only what is asked of nothing fails", async () => {
  const directory = join(temporaryDirectory(), "kb");
  await filled(directory);
  const base = openKnowledgeBase(directory);
  const { features, calls, failed } = watched();
  const { steps, transport } = await served(base, features);
  const rehearsed: unknown[] = [];
  transport.rehearse = async (_, params) => void rehearsed.push(params);
  await runAll(steps);
  expect([...calls.keys()].sort()).toEqual(["batch", "brief", "edit", "read", "search", "store", "topics"]);
  expect(failed.map((line) => line.split(":")[0])).toEqual(['brief {"query"', 'read {"topic"', 'edit {"action"']);
  // Searches of words that the notes have, of all of them and of any.
  expect(rehearsed.length).toBeGreaterThan(20);
  expect(JSON.stringify(rehearsed)).toMatch(/resolver.*"mode":"or"/);
  base.close();
});
