// A session of fifty events to which all sources speak: what was said to each, by whom, in how many tokens, and what was
// held back for which reason. The plan is a stand-in.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { codeSource } from "../../src/hooks/code/code-source.ts";
import type { HookType } from "../../src/hooks/common/hook-types.ts";
import type { HookSource } from "../../src/hooks/router/offer.ts";
import { ANSWER_BYTES_MAX } from "../../src/hooks/router/router.ts";
import { HookSession } from "../support/hook-session.ts";
import { MemoryTree, TREE_ROOT, treesOf } from "../support/memory-tree.ts";

const RECORDED = join(import.meta.dirname, "..", "fixtures", "hook-session.txt");
const TOKEN_BYTES = 4;

const FILES = {
  "src/cache.ts":
    'import { now } from "./clock";\n\n/** Entries by key; each is evicted a minute after it was last read. */\nexport class SessionCache {\n  readonly #entries = new Map<string, number>();\n\n  /** Drops what nobody read for a minute. */\n  evictStale(): void {\n    for (const [key, at] of this.#entries) if (now() - at > 60_000) this.#entries.delete(key);\n  }\n\n  touch(key: string): void {\n    this.#entries.set(key, now());\n  }\n}\n',
  "src/clock.ts": "/** Milliseconds since 1970. */\nexport function now(): number {\n  return Date.now();\n}\n",
  "src/invoice.ts":
    'import { formatMoney } from "./money";\n\n/** The total of an order without its discount. */\nexport function discountedTotal(order: { total: number; discount: number }): number {\n  return order.total - order.discount;\n}\n\nexport function printInvoice(order: { total: number; discount: number }): string {\n  return formatMoney(discountedTotal(order));\n}\n',
  "src/money.ts":
    "/** Cents as text, rounded to the even cent. */\nexport function formatMoney(cents: number): string {\n  return (cents / 100).toFixed(2);\n}\n",
  "src/report.ts":
    'import { discountedTotal } from "./invoice";\nimport { formatMoney } from "./money";\n\nexport function monthlyReport(orders: readonly { total: number; discount: number }[]): string {\n  return orders.map((order) => formatMoney(discountedTotal(order))).join("\\n");\n}\n',
  "src/server.ts":
    'import { SessionCache } from "./cache";\n\nexport function serve(): void {\n  const cache = new SessionCache();\n  setInterval(() => cache.evictStale(), 1000);\n}\n',
  "test/invoice.test.ts":
    'import { discountedTotal } from "../src/invoice";\n\ndiscountedTotal({ total: 3, discount: 1 });\n',
};

type Step = readonly [type: HookType, about: string, fields: Readonly<Record<string, unknown>>];
const at = (path: string) => `${TREE_ROOT}/${path}`;
const prompt = (text: string): Step => ["prompt", text, { prompt: text }];
const read = (path: string, agent = ""): Step => [
  "ambient",
  `Read ${path}${agent === "" ? "" : ` by ${agent}`}`,
  { tool_name: "Read", tool_input: { file_path: at(path) }, agent_id: agent },
];
const edit = (path: string, old: string, next: string): Step => [
  "ambient",
  `Edit ${path}`,
  { tool_name: "Edit", tool_input: { file_path: at(path), old_string: old, new_string: next } },
];
const failed = (command: string, output: string): Step => [
  "error-context",
  command,
  { tool_name: "Bash", tool_input: { command }, error: `Exit code 1\n${output}` },
];
const ran = (command: string, stdout = ""): Step => [
  "post-build",
  command,
  { tool_name: "Bash", tool_input: { command }, tool_response: { stdout, stderr: "", interrupted: false } },
];
const session = (source: string): Step => ["session", source, { source }];

const ROUND = "  return order.total - order.discount;";
const MONEY = "  return (cents / 100).toFixed(2);";
const TYPE_ERROR = "src/money.ts(3,10): error TS2304: Cannot find name 'cents'.";
const STEPS: readonly Step[] = [
  session("startup"),
  prompt("hello, how are you today?"),
  prompt("discountedTotal should never be negative when the discount is larger than the total of the order"),
  read("src/invoice.ts"),
  edit("src/invoice.ts", ROUND, "  return Math.max(0, order.total - order.discount);"),
  ran("npx tsc --noEmit"),
  failed("npx vitest run", "AssertionError: expected 2 to be 3\n ❯ test/invoice.test.ts:3:1"),
  edit("src/invoice.ts", ROUND, "  return 0;"),
  prompt("thanks, that works"),
  prompt("why does the session cache evict stale entries after a minute?"),
  read("src/cache.ts"),
  edit("src/cache.ts", "if (now() - at > 60_000)", "if (now() - at > 90_000)"),
  edit("src/clock.ts", "  return Date.now();", "  return performance.now();"),
  failed("npx tsc --noEmit", TYPE_ERROR),
  failed("npx tsc --noEmit", TYPE_ERROR),
  read("src/money.ts"),
  edit("src/money.ts", MONEY, "  return String(cents);"),
  ran("npx tsc --noEmit"),
  prompt("<task-notification>discountedTotal is done: the order's discount is capped</task-notification>"),
  ["subagent", "explorer", { agent_id: "a1", agent_type: "explorer" }],
  read("src/invoice.ts", "a1"),
  read("src/money.ts", "a1"),
  prompt("round the money in the monthly report to whole euros"),
  prompt("round the money in the monthly report to whole euros"),
  read("src/report.ts"),
  edit("src/report.ts", 'join("\\n")', 'join(", ")'),
  ran("git status", "nothing to commit"),
  ran("npm test | cat", "test/invoice.test.ts:3:1: error: expected 2\nnpm ERR! Test failed."),
  prompt("commit this and push it"),
  ["pre-compact", "auto", { trigger: "auto" }],
  session("compact"),
  prompt("discountedTotal should never be negative when the discount is larger than the total of the order"),
  edit("src/invoice.ts", ROUND, "  return 1;"),
  failed("npx tsc --noEmit", TYPE_ERROR),
  read("src/server.ts"),
  edit("src/server.ts", "cache.evictStale()", "cache.touch('a')"),
  edit("src/cache.ts", "  touch(key: string): void {", "  touch(key: string, at: number): void {"),
  ran("make check; true", "src/cache.ts:13:5: error: too few arguments\nmake: *** [check] Error 1"),
  prompt("what is the capital of France?"),
  prompt("the cache should evict by size as well"),
  read("src/none.ts"),
  edit("src/none.ts", "a", "b"),
  failed("ls /nowhere", "ls: cannot access '/nowhere': No such file or directory"),
  session("resume"),
  prompt("evictStale must not touch entries that are being read"),
  read("test/invoice.test.ts"),
  edit("test/invoice.test.ts", "total: 3", "total: 4"),
  ran("npx vitest run", "1 passed"),
  ["stop", "", {}],
  prompt("good night"),
];

/** A stand-in: a limit at each edit. */
const plan: HookSource = {
  name: "plan",
  async offers({ type, event }) {
    if (type !== "ambient" || event.toolName !== "Edit") return null;
    const lines = ["- task 001 may change src/ only; 7 calls are left"];
    return { opening: "helix: the limits of this task", offers: [{ name: "001", lines, value: 1 }] };
  },
};

/** What earlier sessions said of the lessons: the first one helped 4 of 5, the other misled. */
async function judge(hooks: HookSession): Promise<void> {
  const view = await hooks.base.view();
  const [first, other] = view.topicDocuments("lessons").map((id) => view.noteId(id));
  const head = { at: 0, session: "s0", agent: "", project: [] };
  const judged = [first, first, first, first, first, other] as string[];
  judged.forEach((note, task) => {
    const verdict = task < 4 ? "helped" : "misled";
    hooks.events.writer.append(head, [{ type: "feedback", note, verdict, by: "assistant", task: String(task) }]);
  });
}

async function record(): Promise<string[]> {
  const hooks = new HookSession();
  hooks.cwd = TREE_ROOT;
  await hooks.store(
    { topic: "cache", text: "gotcha: the session cache evicts stale entries by last read, not by write" },
    { topic: "money", text: "decision: money is in cents, and rounded once, when it is shown" },
    {
      topic: "lessons",
      text: "discountedTotal was negative, since the discount was larger than the total\nresolution: cap the discount with `cappedDiscount`",
      tags: ["failure"],
    },
    {
      topic: "lessons",
      text: "a total of the order was negative\nresolution: take its absolute value",
      tags: ["failure"],
    },
  );
  await judge(hooks);
  const trees = treesOf(new MemoryTree(FILES));
  const ports = { trees, clock: () => hooks.now, whenIdle: () => undefined, contextAt: () => "pointers" as const };
  hooks.sources = [codeSource(ports), plan];
  const lines: string[] = [];
  let seen = 0;
  for (const [number, [type, about, fields]] of STEPS.entries()) {
    hooks.now += 60_000;
    const said = await hooks.ask(type, fields);
    if (type !== "session" && type !== "subagent" && type !== "pre-compact") {
      expect(Buffer.byteLength(said)).toBeLessThanOrEqual(ANSWER_BYTES_MAX);
    }
    const tokens = Math.ceil(Buffer.byteLength(said) / TOKEN_BYTES);
    lines.push(`${number + 1} ${type} ${about}`.trimEnd().concat(`: ${said === "" ? "nothing" : `${tokens} tokens`}`));
    lines.push(...said.split("\n").flatMap((line) => (line === "" ? [] : [`    | ${line}`])));
    const events = hooks.events.all();
    for (const { type: kind, unsaid } of events.slice(seen)) {
      if (kind !== "withheld") continue;
      for (const [name, why] of (unsaid ?? []) as [string, string][]) lines.push(`    held back ${name}: ${why}`);
    }
    seen = events.length;
  }
  return lines;
}

test("a recorded session of fifty events: what was said, why, and how many tokens", async () => {
  expect(STEPS).toHaveLength(50);
  const lines = await record();
  if (process.env.HELIX_RECORD === "1") await Bun.write(RECORDED, `${lines.join("\n")}\n`);
  expect(lines).toEqual(readFileSync(RECORDED, "utf8").trimEnd().split("\n"));
});

test("nothing that a source says comes twice before the conversation is emptied", async () => {
  const lines = await record();
  const compacted = lines.findIndex((line) => line.startsWith("31 "));
  for (const part of [lines.slice(0, compacted), lines.slice(compacted)]) {
    const said = part.filter((line) => /^ {4}\| - (?:src\/|test\/|task|failure|\w+(?:\.\w+)? is used)/.test(line));
    const again = said.filter((line, index) => said.indexOf(line) !== index);
    expect(again).toEqual([]);
  }
});
