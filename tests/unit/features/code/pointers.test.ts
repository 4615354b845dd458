// Pointers: a prompt that is about one place of the code gets it, every other prompt gets nothing.

import { beforeAll, describe, expect, test } from "vitest";
import type { CodeView } from "../../../../src/code/store/code-view.ts";
import { pointersFor } from "../../../../src/features/code/pointers.ts";
import { MemoryTree, TREE_ROOT, treesOf } from "../../../support/memory-tree.ts";

const FILES = {
  "src/cache/eviction.ts": `/** Drops the oldest entries of the cache when its size is over the limit. */
export function evictOldest(entries: Entry[], limit: number): Entry[] {
  const sorted = entries.sort((a, b) => a.touched - b.touched);
  return sorted.slice(entries.length - limit);
}

export function touchEntry(entry: Entry, now: number): void {
  entry.touched = now;
}
`,
  "src/cache/store.ts":
    "export class CacheStore {\n  private readonly entries = new Map();\n\n  lookup(key: string) {\n    return this.entries.get(key);\n  }\n}\n",
  "src/http/retry.ts": `/** Waits longer before each retry, with jitter. */
export async function retryWithBackoff(send: () => Promise<Response>, attempts: number): Promise<Response> {
  for (let attempt = 0; attempt < attempts; attempt++) await pause(backoffDelay(attempt));
  return send();
}

export function backoffDelay(attempt: number): number {
  return 100 * 2 ** attempt;
}
`,
  "src/http/server.ts": "export function startServer(port: number) {\n  return listen(port, { backlog: 16 });\n}\n",
  "src/billing/invoice.ts":
    "export function invoiceTotal(lines: Line[]): number {\n  return lines.reduce((sum, line) => sum + line.amount, 0);\n}\n",
  "src/billing/tax.ts":
    "export function taxOf(total: number, rate: number): number {\n  return Math.round(total * rate);\n}\n",
  "src/export/csv.ts":
    "export function exportRows(rows: Row[]): string {\n  return rows.map(joinCells).join('\\n');\n}\n",
  "src/export/xml.ts": "export function exportRows(rows: Row[]): string {\n  return rows.map(tagOf).join('');\n}\n",
  "src/export/json.ts": "export function exportRows(rows: Row[]): string {\n  return JSON.stringify(rows);\n}\n",
  "docs/deployment.md": "# Deployment\n\nThe staging cluster is deployed by the nightly workflow with helm charts.\n",
};
const NOW = 29_000_000;
const ASIDES = ["client", "words", "smalltalk", "chore", "writing"];

let view: CodeView;
beforeAll(async () => {
  view = await treesOf(new MemoryTree(FILES)).open(TREE_ROOT, false).source.view();
});

function pathsFor(prompt: string): string[] {
  return pointersFor(view, prompt, NOW).pointers.map(({ path }) => path);
}

describe("a prompt about one place", () => {
  test.each([
    ["evict the oldest entries of the cache when the limit is reached", "src/cache/eviction.ts"],
    ["The delay of the retry backoff grows too fast, please add a cap", "src/http/retry.ts"],
    ["Can you please round the amount of each invoice line before invoiceTotal sums them?", "src/billing/invoice.ts"],
    ["why does `backoffDelay` return 0 for the first attempt?", "src/http/retry.ts"],
    ["die Funktion evictOldest löscht manchmal zu viele entries", "src/cache/eviction.ts"],
    ["kind:of odd: evictOldest drops the newest entries test:unit", "src/cache/eviction.ts"],
  ])("%s", (prompt, path) => {
    const { pointers, why, scores } = pointersFor(view, prompt, NOW);
    expect(why).toBeNull();
    expect(pointers[0]!.path).toBe(path);
    expect(scores!.chance).toBeGreaterThan(0.5);
  });

  test("gets the lines of its functions, the best first", () => {
    const { pointers } = pointersFor(view, "the retry backoff has no jitter, retryWithBackoff should add it", NOW);
    expect(pointers[0]).toMatchObject({ path: "src/http/retry.ts", kind: "function", from: 1, to: 5 });
    expect(pointers[0]!.stretch.symbol).toBe("retryWithBackoff");
    expect(pointers.length).toBeLessThanOrEqual(5);
    expect(new Set(pointers.map(({ path, from }) => `${path}:${from}`)).size).toBe(pointers.length);
  });

  test("gets a function where it is defined, not where a header declares it", async () => {
    const tree = new MemoryTree({
      "src/server.h":
        "int handleTimeout(client *c, long now);\nvoid blockClient(client *c);\nvoid freeClient(client *c);\n",
      "src/timeout.c": `#include "server.h"

int handleTimeout(client *c, long now) {
  if (now > c->deadline) freeClient(c);
  return 0;
}
`,
      "src/networking.c": "void freeClient(client *c) {\n  release(c);\n  count--;\n}\n",
    });
    const headed = await treesOf(tree).open(TREE_ROOT, false).source.view();
    const { pointers } = pointersFor(
      headed,
      "handleTimeout in the server header and the timeout must not free twice",
      NOW,
    );
    expect(pointers[0]).toMatchObject({ path: "src/timeout.c", kind: "function" });
    expect(pointers.filter(({ stretch }) => stretch.symbol === "handleTimeout")).toHaveLength(1);
  });

  test("gets the line that a pasted stack trace names, whatever else it says", () => {
    const trace =
      "it fails like this:\nTypeError: boom\n    at taxOf (/srv/old/shop/src/billing/tax.ts:2:10)\n    at main (a.js:1:1)";
    expect(pointersFor(view, trace, NOW)).toMatchObject({
      why: null,
      pointers: [{ path: "src/billing/tax.ts", from: 1, to: 3 }],
    });
  });

  test("is found at the beginning and at the end of a long prompt", () => {
    const log = "2026-11-23 10:00:00 INFO zq81 heartbeat ok\n".repeat(4000);
    const asked = "evict the oldest entries of the cache when the limit is reached";
    expect(pathsFor(`${asked}\n${log}`)[0]).toBe("src/cache/eviction.ts");
    expect(pathsFor(`${log}\n    at taxOf (src/billing/tax.ts:2:10)`)).toEqual(["src/billing/tax.ts"]);
  });
});

describe("nothing is said", () => {
  test.each([
    ["client", "/compact the eviction of the oldest cache entries"],
    ["client", "!grep evictOldest src/cache/eviction.ts"],
    ["client", "<task-notification> evict the oldest entries of the cache </task-notification>"],
    ["client", "  <task-notification>evictOldest in src/cache/eviction.ts:2 fails</task-notification>"],
    ["smalltalk", "thanks, that was great"],
    ["smalltalk", "yes please go ahead"],
    ["smalltalk", "what do you think, which option is better?"],
    ["words", ""],
    ["words", "?!"],
    ["words", "eviction?"],
    ["chore", "commit this with a message about evicting the oldest cache entries"],
    ["chore", "ok, now push it and open a pull request for the retry backoff"],
    ["chore", "please run the tests again"],
    ["chore", "can you bump the version to 2.0 and publish it"],
    ["chore", "npm run build"],
    ["writing", "write a tweet about our cache eviction of the oldest entries"],
    ["writing", "translate this to French: the retry backoff is too long"],
    ["nothing", "zwölf Boxkämpfer jagen Viktor"],
    ["docs", "the staging cluster is deployed with old helm charts by the nightly workflow"],
    ["weak", "who was the first person on the moon and how old was the entry of the port"],
    ["beaten", "exportRows should leave out empty rows"],
  ])("%s: %s", (why, prompt) => {
    expect(pointersFor(view, prompt, NOW)).toMatchObject({ why, pointers: [] });
  });

  test("of a code base without files", async () => {
    const empty = await treesOf(new MemoryTree({})).open(TREE_ROOT, false).source.view();
    expect(pointersFor(empty, "evict the oldest entries of the cache", NOW)).toMatchObject({
      why: "nothing",
      pointers: [],
    });
  });
});

test("verbs of git and of running that are about the code are work", () => {
  for (const prompt of [
    "start listening later: startServer should take the backlog as well as the port",
    "commit evicted entries of the cache before evictOldest returns",
    "make retryWithBackoff wait longer before each retry",
    "write the rows of the invoice total: invoiceTotal should reduce lines with amount",
  ]) {
    expect(ASIDES, prompt).not.toContain(pointersFor(view, prompt, NOW).why);
  }
});
