// How long the answers of a session's calls are, in tokens: `npm run answers -- BINARY...` prints a table with a column
// for each binary (docs/ANSWERS.md). All are asked the same of copies of one made-up knowledge base: 2,000 notes of
// three projects, with sources of which every third has changed since.
//
// Left to others: texts (corpus.ts), talking to a server (client.ts).

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { BenchClient } from "./client.ts";
import { Corpus } from "./corpus.ts";

const TOKEN_BYTES = 4;
const NOTES = 2000;
const PROJECTS = ["shop", "bank", "docs"] as const;
const TOPICS = 20;
const FILES = 60;
const FILE_LINES = 40;
/** Notes are stored on days before this one, as many on each. */
const NOW = Date.UTC(2026, 1, 21, 12);
const DAYS = 6;
const DAY_MS = 86_400_000;
const BATCH = 100;
const SEED = 7;

type Values = Readonly<Record<string, unknown>>;

/** The calls, as a session may make them one after another; `word` is a common word, `pair` two rarer ones. */
function calls(word: string, pair: string): readonly (readonly [tool: string, values: Values])[] {
  const topic = "topic-3";
  return [
    ["search", { query: word }],
    ["search", { query: pair }],
    ["search", { query: pair, limit: 5 }],
    ["search", { query: word, detail: "full" }],
    ["search", { query: word, detail: "brief" }],
    ["search", { query: word, detail: "grouped" }],
    ["search", { query: word, detail: "topics" }],
    ["search", { query: word, explain: true }],
    ["search", { query: "", tag: "gotcha" }],
    ["search", { query: "", diverse: false }],
    ["brief", {}],
    ["brief", { query: topic }],
    ["brief", { query: topic, detail: "scan" }],
    ["brief", { query: topic, detail: "full" }],
    ["brief", { query: word }],
    ["read", { topic }],
    ["read", { topic, index: 0 }],
    ["topics", {}],
    ["topics", { project: "any" }],
    ["topics", { action: "recent" }],
    ["topics", { action: "entries", topic }],
    ["topics", { action: "xref", topic }],
    ["topics", { action: "graph" }],
    ["topics", { action: "stale" }],
    ["topics", { action: "stale", topic, refresh: true }],
    ["topics", { action: "compact" }],
    ["topics", { action: "stats", detail: "tags" }],
    ["topics", { action: "export" }],
    ["topics", { action: "session" }],
    ["edit", { action: "history" }],
  ];
}

/** Makes the knowledge base with a binary, in three repositories below `folder`. */
async function makeBase(binary: string, folder: string): Promise<void> {
  const corpus = new Corpus(SEED, TOPICS);
  for (const name of PROJECTS) writeSources(join(folder, name), "first");
  for (let day = 0; day < DAYS; day++) {
    for (const name of PROJECTS) await storeDay(binary, folder, name, day, corpus);
  }
  for (const name of PROJECTS) writeSources(join(folder, name), "second");
}

/** A repository with files; those with the text `second` differ from those with `first` in every third. */
function writeSources(repository: string, text: "first" | "second"): void {
  mkdirSync(join(repository, ".git"), { recursive: true });
  mkdirSync(join(repository, "src"), { recursive: true });
  writeFileSync(join(repository, ".git", "HEAD"), "ref: refs/heads/main\n");
  for (let file = 0; file < FILES; file++) {
    const which = file % 3 === 0 ? text : "first";
    const lines = Array.from({ length: FILE_LINES }, (_, line) => `const ${which}${line} = ${file * line};`);
    writeFileSync(join(repository, "src", `file${file}.ts`), `${lines.join("\n")}\n`);
  }
}

async function storeDay(binary: string, folder: string, name: string, day: number, corpus: Corpus): Promise<void> {
  const client = await serverOf(binary, folder, "kb", name, NOW - (DAYS - day) * DAY_MS);
  const count = Math.round(NOTES / DAYS / PROJECTS.length);
  const entries = Array.from({ length: count }, (_, at) => {
    const { topic, text, tags } = corpus.entry();
    const source = `src/file${(at * 7 + day) % FILES}.ts:${1 + (at % FILE_LINES)}`;
    const links = at % 10 === 0 ? { links: `topic-${at % TOPICS}:0` } : {};
    return { topic, text, tags, ...(at % 2 === 0 ? { source } : {}), ...links };
  });
  for (let from = 0; from < entries.length; from += BATCH) {
    await client.call("batch", { entries: entries.slice(from, from + BATCH) });
  }
  await client.end();
}

/** A server in one of the repositories, with its clock at `now`. */
async function serverOf(binary: string, folder: string, base: string, name: string, now: number): Promise<BenchClient> {
  process.env.HELIX_NOW = new Date(now).toISOString();
  const client = new BenchClient([binary, "serve", join(folder, base)], join(folder, name));
  await client.initialize();
  return client;
}

/** The tokens of each answer of a binary, all its blocks together. */
async function sizesOf(binary: string, folder: string, base: string): Promise<number[]> {
  cpSync(join(folder, "kb"), join(folder, base), { recursive: true });
  const client = await serverOf(binary, folder, base, PROJECTS[0], NOW);
  const corpus = new Corpus(SEED, TOPICS, 1);
  const sizes: number[] = [];
  for (const [name, values] of calls(corpus.word(), corpus.query())) {
    const { result } = await client.request("tools/call", { name, arguments: values });
    const bytes = (result?.content ?? []).reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    sizes.push(Math.ceil(bytes / TOKEN_BYTES));
  }
  await client.end();
  return sizes;
}

async function main(binaries: readonly string[]): Promise<void> {
  if (binaries.length === 0) throw new Error("give one or more binaries, e.g. npm run answers -- dist/helix");
  const folder = mkdtempSync(join(tmpdir(), "helix-answers-"));
  process.env.HOME = folder;
  process.env.TZ = "UTC";
  try {
    await makeBase(resolve(binaries[0]!), folder);
    const columns: number[][] = [];
    for (const [at, binary] of binaries.entries()) columns.push(await sizesOf(resolve(binary), folder, `kb-${at}`));
    const corpus = new Corpus(SEED, TOPICS, 1);
    const names = calls(corpus.word(), corpus.query()).map(
      ([tool, values]) =>
        `\`${[tool, ...Object.entries(values).map(([name, value]) => `${name}=${value}`)].join(" ")}\``,
    );
    const row = (name: string, cells: readonly unknown[]) => `| ${[name, ...cells].join(" | ")} |\n`;
    let table = row("call", binaries.length === 2 ? ["before", "after"] : binaries);
    table += `|---|${"--:|".repeat(binaries.length)}\n`;
    for (const [at, name] of names.entries())
      table += row(
        name,
        columns.map((sizes) => sizes[at]!.toLocaleString("en-US")),
      );
    const sums = columns.map((sizes) => sizes.reduce((sum, size) => sum + size, 0).toLocaleString("en-US"));
    process.stdout.write(table + row("all 30", sums));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main(process.argv.slice(2));
