// What a search keeps apart and folds: captured failures, which `in` asks for, and notes that a newer one supersedes. The
// tool and the command say the same.

import { describe, expect, test } from "vitest";
import type { KnowledgeBase } from "../../src/notes/store/knowledge-base.ts";
import { runHelix } from "../support/command-line.ts";
import { openKnowledgeBase } from "../support/knowledge.ts";
import { useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const serve = useServers("each");
const folder = useFolders("each");
const DAY = 24 * 60;
const NOW = Math.floor(Date.UTC(2026, 1, 21, 12) / 60_000);
const OLD = "decision: the session cache evicts entries of the ledger by age every ten minutes";
const NEW = "decision: the session cache evicts entries of the ledger by size every ten minutes";

async function stored(...notes: readonly (readonly [topic: string, body: string, days?: number])[]) {
  const directory = folder();
  const base: KnowledgeBase = openKnowledgeBase(directory);
  await base.change(() =>
    notes.map(([topic, body, days = 0]) => ({ kind: "add", topic, body, minutes: NOW - days * DAY })),
  );
  base.close();
  return directory;
}

/** The answers of the tool and of the command. */
async function both(
  directory: string,
  query: string,
  values: Readonly<Record<string, unknown>>,
  options: string[] = [],
) {
  const answer = await (await serve({ directory })).asWritten("search", { query, ...values });
  const printed = runHelix(["search", query, ...options], { base: directory, cwd: directory, keepsIds: true }).stdout;
  return [answer, printed];
}

test("in: errors finds captured failures and nothing else, notes is the default", async () => {
  const directory = await stored(
    [
      "build-errors",
      "[tags: build-error, captured]\n[confidence: 0.3]\nmismatched ledger\nat src/a.rs:2, in cargo build",
    ],
    ["build-errors", "[tags: build-error]\nmismatched ledger: pin the toolchain"],
  );
  for (const answer of await both(directory, "mismatched", { in: "errors" }, ["--in", "errors"])) {
    expect(answer).toContain("at src/a.rs:2");
    expect(answer).not.toContain("pin the toolchain");
  }
  for (const answer of await both(directory, "mismatched", { in: "notes" }, ["--in=notes"])) {
    expect(answer).toContain("pin the toolchain");
    expect(answer).not.toContain("at src/a.rs:2");
  }
  const refused = await (await serve({ directory })).asWritten("search", { query: "x", in: "both" }).catch(String);
  expect(refused).toMatch(/in|errors/);
});

describe("a superseded note", () => {
  test("is named at the one that supersedes it, which has its place", async () => {
    const directory = await stored(
      ["cache", `${OLD} of the ledger`, 9],
      ["cache", NEW],
      ["other", "the ledger is read once"],
    );
    for (const answer of await both(directory, "ledger age eviction cache", {})) {
      expect(answer).toMatch(/by size every ten minutes[^\n]*\n\s*= supersedes @[0-9a-z]{10}/);
      expect(answer).not.toContain("by age every");
      expect(answer).toContain("the ledger is read once");
      expect(answer).toContain("1 superseded by one listed");
    }
  });

  test("stands for itself with diverse=false, and where the two are a day apart", async () => {
    const apart = await stored(["cache", OLD, 9], ["cache", NEW]);
    for (const answer of await both(apart, "ledger cache", { diverse: "false" }, ["--no-diverse"])) {
      expect(answer).toContain("by age every");
      expect(answer).not.toContain("supersedes");
    }
  });

  test("does not come first with a limit of one", async () => {
    const directory = await stored(["cache", OLD, 9], ["cache", NEW]);
    for (const answer of await both(directory, "age ledger cache session evicts", { limit: "1" }, ["--limit", "1"])) {
      expect(answer).toContain("by size every");
      expect(answer).not.toContain("by age every");
    }
  });
});
