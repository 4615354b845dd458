// A tool that is added by its declaration and one line of the registry is a tool of the server, a command with its help
// and its options, and needs no approval.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { expect, it } from "vitest";
import { renderCommands, renderOwnTools, renderTools } from "../../../scripts/generated-sources.ts";
import { SessionLog } from "../../../src/events/session-log.ts";
import { defineFeature } from "../../../src/features/common/feature.ts";
import { loadTools, TOOLS, type Tool } from "../../../src/features/tools.ts";
import { approveMcp } from "../../../src/hooks/approval/approve-mcp.ts";
import { allCommands, commandNamed } from "../../../src/surfaces/cli/commands.ts";
import { wantedAt } from "../../../src/surfaces/completion/wanted.ts";
import { createServer } from "../../../src/surfaces/mcp/server.ts";
import { openKnowledgeBase } from "../../support/knowledge.ts";
import { MemoryFileSystem } from "../../support/memory-file-system.ts";

const weigh = defineFeature({
  name: "weigh",
  title: "Weigh a topic",
  description: "How many bytes a topic has.",
  searchHint: "size length",
  hints: { readOnly: true, destructive: false, idempotent: true },
  parameters: {
    topic: { kind: "text", required: true, description: "Topic", example: 'topic="engine"' },
    unit: { kind: "choice", choices: ["bytes", "tokens"], description: "Counted in", example: 'unit="tokens"' },
  },
  command: {
    summary: "Weigh a topic: helix weigh TOPIC",
    examples: ["helix weigh engine", "helix weigh engine --unit tokens"],
    words: [{ name: "topic", description: "Topic to weigh" }],
  },
  async run(_context, { topic, unit = "bytes" }) {
    return { found: true, text: () => `${topic} has 7 ${unit}`, data: () => ({ topic, unit, size: 7 }) };
  },
});
const line: Tool = { name: "weigh", load: async () => weigh };
const tools = [...TOOLS, line];

it("is listed and called as a tool", async () => {
  const base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
  const server = createServer({
    base,
    project: null,
    directory: null,
    session: new SessionLog(0),
    tools: await loadTools(tools),
  });
  const client = new Client({ name: "test", version: "1" });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  const listed = (await client.listTools()).tools.find(({ name }) => name === "weigh");
  expect(listed).toMatchObject({
    description: "How many bytes a topic has.",
    annotations: { title: "Weigh a topic", readOnlyHint: true },
    _meta: { "anthropic/searchHint": "size length" },
    inputSchema: { required: ["topic"], properties: { unit: { enum: ["bytes", "tokens"] } } },
  });
  const answer = await client.callTool({ name: "weigh", arguments: { topic: "engine" } });
  expect(answer.content).toEqual([{ type: "text", text: "engine has 7 bytes" }]);
  await client.close();
});

it("is a command, with its help and its options", async () => {
  const names = (await allCommands(tools)).map(({ name }) => name);
  expect(names.slice(names.indexOf("trace"), names.indexOf("undo"))).toEqual(["trace", "weigh"]);
  const entry = (await commandNamed("weigh", tools))!;
  expect(entry.description).toBe("Weigh a topic: helix weigh TOPIC");
  expect((await entry.load()).arguments).toEqual({
    topic: { type: "positional", description: "Topic to weigh", isOptional: false },
    unit: { type: "string", description: "Counted in", valueHint: "bytes|tokens", choices: ["bytes", "tokens"] },
  });
});

it("is completed, with its words, its options and their values", async () => {
  const offered = async (words: string[], typed: string) =>
    (await wantedAt(words, typed, tools))!.candidates.map(({ value }) => value);
  expect(await offered([], "we")).toContain("weigh");
  expect(await offered(["weigh"], "--")).toEqual(expect.arrayContaining(["--unit", "--kb"]));
  expect(await wantedAt(["weigh"], "", tools)).toMatchObject({ values: "topic" });
  expect(await wantedAt(["weigh", "--unit"], "", tools)).toMatchObject({ values: ["bytes", "tokens"] });
});

it("needs no approval, under the name that the client gives it and no other", () => {
  const names = tools.map(({ name }) => name);
  const answerTo = (toolName: string) => approveMcp({ event: { toolName } as never }, names).answer;
  expect(answerTo("mcp__helix__weigh")).toEqual({ kind: "allow" });
  for (const name of ["mcp__helix__weigh_", "mcp__helix__x__weigh", "mcp__other__weigh", "weigh"]) {
    expect(answerTo(name)).toEqual({ kind: "silence" });
  }
});

it("is in what is written for the hooks, the page of tools and the page of commands", async () => {
  const all = await loadTools(tools);
  expect(renderOwnTools(all)).toContain('"trace",\n  "weigh",\n]');
  expect(renderOwnTools([{ ...weigh, isHeard: true }])).toContain('HEARD_TOOLS: readonly string[] = ["weigh"];');
  expect(renderTools(all)).toContain("| `weigh` | How many bytes a topic has. |\n");
  expect(await renderCommands(await allCommands(tools))).toContain(
    "## helix weigh\n\nWeigh a topic: helix weigh TOPIC\n\n|  |  |\n|---|---|\n| `TOPIC` | Topic to weigh |\n| `--unit=bytes\\|tokens` | Counted in |\n",
  );
});
