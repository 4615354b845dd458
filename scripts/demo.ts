// The demonstration that `npm start` ends with: the compiled helix on real input. It serves a temporary knowledge base
// under the MCP SDK's own client, stores the repository's commits, searches them in three ways and reads a topic.
//
// Invariants
// - It goes through the protocol only, as an assistant would; nothing of src/ is imported.
// - The exit code is 0 only if each search found a note that was stored.
// - The temporary directory is removed, whatever happens.
//
// Left to others: which notes and words (demo-history.ts), building the binary (build.mjs).

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { chooseWords, type Note, readHistory } from "./demo-history.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const ENTRIES_PER_CALL = 100;
const LINES_SHOWN_MAX = 10;
const width = Math.max(40, Math.min(process.stdout.columns ?? 100, 160));

function say(line = ""): void {
  process.stdout.write(`${line}\n`);
}

function cut(line: string): string {
  const characters = [...line];
  return characters.length <= width ? line : `${characters.slice(0, width - 1).join("")}…`;
}

function milliseconds(startedAt: number): string {
  return `${(performance.now() - startedAt).toFixed(1)} ms`;
}

/** Shows the answer of a call: its first lines and its last, which holds the count. */
function show(answer: string): void {
  const lines = answer.trimEnd().split("\n");
  const left = lines.length - LINES_SHOWN_MAX;
  const shown =
    left > 1 ? [...lines.slice(0, LINES_SHOWN_MAX - 1), `  … ${left} more lines`, lines[lines.length - 1]] : lines;
  for (const line of shown) say(cut(`    ${line}`));
}

/**
 * Calls a tool, shows what was asked, how long it took and what came back. Throws an Error when the answer is an error.
 */
async function call(client: Client, name: string, args: Record<string, unknown>, asked: string): Promise<string> {
  const startedAt = performance.now();
  const result = await client.callTool({ name, arguments: args });
  const took = milliseconds(startedAt);
  const parts = Array.isArray(result.content) ? result.content : [];
  const answer = parts
    .map((part: { type: string; text?: string }) => (part.type === "text" ? (part.text ?? "") : ""))
    .join("\n");
  say();
  say(cut(`  ${name} ${asked}  (${took})`));
  show(answer);
  if (result.isError) throw new Error(`the tool ${name} answered with an error`);
  return answer;
}

/** Whether an answer holds the beginning of a note that was stored, up to where it could have been cut. */
function holdsNote(answer: string, notes: Note[]): boolean {
  return notes.some((note) => answer.includes(note.text.split("\n")[0]!.trim().slice(0, 20)));
}

async function demonstrate(client: Client, notes: Note[]): Promise<boolean> {
  for (let start = 0; start < notes.length; start += ENTRIES_PER_CALL) {
    const entries = notes.slice(start, start + ENTRIES_PER_CALL);
    await call(client, "batch", { entries }, `${entries.length} ${entries.length === 1 ? "entry" : "entries"}`);
  }
  const { together, apart, topic, topicWord } = chooseWords(notes);
  const plain = [...new Set(together)].join(" ");
  const filtered = `topic:${topic} ${topicWord}`;
  const either = [...new Set(apart)].join(" ");
  const answers = [
    await call(client, "search", { query: plain, limit: 5 }, `"${plain}"`),
    await call(client, "search", { query: filtered, limit: 5 }, `"${filtered}"`),
    await call(
      client,
      "search",
      { query: either, mode: "or", detail: "brief", limit: 8 },
      `"${either}" mode=or detail=brief`,
    ),
  ];
  const topicText = await call(client, "read", { topic }, topic);
  await call(client, "topics", { action: "list" }, "list");
  return [...answers, topicText].every((answer) => holdsNote(answer, notes));
}

async function main(): Promise<number> {
  const { notes, origin } = readHistory(root);
  const directory = mkdtempSync(join(tmpdir(), "helix-demo-"));
  const remove = () => rmSync(directory, { recursive: true, force: true });
  process.once("exit", remove);
  const transport = new StdioClientTransport({
    command: join(root, "dist", "helix"),
    args: ["serve", directory],
    cwd: root,
    env: getDefaultEnvironment(),
    stderr: "inherit",
  });
  const client = new Client({ name: "helix-demo", version: "1.0.0" });
  try {
    say(`helix at work: dist/helix serve with a temporary knowledge base, asked by the MCP SDK's client`);
    say(`what is stored: ${origin}`);
    const startedAt = performance.now();
    await client.connect(transport);
    say();
    say(
      `  initialize: ${client.getServerVersion()?.name} ${client.getServerVersion()?.version}  (${milliseconds(startedAt)})`,
    );
    const found = await demonstrate(client, notes);
    say();
    say(found ? "each search found what was stored" : "a search did not find what was stored: this helix is broken");
    return found ? 0 : 1;
  } finally {
    await client.close();
    remove();
  }
}

// A reader that went away (npm start | head) has seen enough.
process.stdout.on("error", () => process.exit(1));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`helix: the demonstration failed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
