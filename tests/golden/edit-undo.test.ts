// The tool edit where changes are taken back: by whose they were, by name, made again, and listed. Two servers are two
// sessions.

import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Served, useServers, type Values } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const serve = useServers("each");
const folder = useFolders("each");
const edit = (helix: Served, action: string, values: Values = {}) => helix.answer("edit", { action, ...values });
const refusal = (helix: Served, action: string, values: Values = {}) => helix.refusal("edit", { action, ...values });

/** Two sessions on one knowledge base. */
async function twoSessions(): Promise<[Served, Served]> {
  const directory = folder();
  return [await serve({ directory }), await serve({ directory })];
}

/** The list of changes without its times: their numbers become 1, 2, ... in the order in which they were made. */
async function listed(helix: Served): Promise<string[]> {
  const lines = (await edit(helix, "history")).split("\n").slice(0, -1);
  const numbers = lines.flatMap((line) => /^\d+/.exec(line)?.[0] ?? []).map(Number);
  const order = [...numbers].sort((a, b) => a - b);
  return lines.map((line) =>
    line
      .replace(/^\d+/, (number) => String(order.indexOf(Number(number)) + 1))
      .replace(/ \d{4}-\d\d-\d\d \d\d:\d\d/, ""),
  );
}

/** The number of the `at`-th change, counted from 1 in the order in which they were made. */
async function numberOf(helix: Served, at: number): Promise<number> {
  const numbers = [...(await edit(helix, "history")).matchAll(/^\d+/gm)].map(([number]) => Number(number));
  return numbers.sort((a, b) => a - b)[at - 1]!;
}

describe("edit: undo", () => {
  test("action=undo: of a session's own changes, not of another's", async () => {
    const [a, b] = await twoSessions();
    await a.store("engine", "of a");
    await b.store("engine", "of b");
    await b.store("cache", "of b too");
    expect(await edit(a, "undo")).toBe(
      "undone: 1 entry removed again\n  [engine] of a\n  what was changed after it stays",
    );
    expect(await a.read("engine")).toContain("of b\n\n1 entry in engine");
    expect(await edit(b, "undo")).toBe("undone: 1 entry removed again\n  [cache] of b too");
    expect(await edit(b, "undo")).toBe("undone: 1 entry removed again\n  [engine] of b");
    expect(await refusal(b, "undo")).toMatch(/^there is no change to take back: nothing was changed since/);
  });

  test("action=undo: where only others have changed something says how to mean one of theirs", async () => {
    const [a, b] = await twoSessions();
    await a.store("engine", "of a");
    const number = await numberOf(a, 1);
    expect(await refusal(b, "undo")).toBe(
      `this session has no change to take back; others have: edit action=history lists them, change=${number} means one of them`,
    );
    expect(await edit(b, "undo", { change: number })).toBe("undone: 1 entry removed again\n  [engine] of a");
  });

  test("change: names one that is not the last; what was changed since stays, and is no obstacle", async () => {
    const helix = await serve();
    await helix.store("engine", "one");
    await helix.store("engine", "two");
    await edit(helix, "rename", { topic: "engine", new_name: "motor" });
    await helix.store("cache", "three", { links: "motor:1" });
    const second = await numberOf(helix, 2);
    expect(await refusal(helix, "undo", { change: second })).toBe(
      "the change cannot be taken back: what it changed is not there any more as it left it; nothing was changed",
    );
    expect(await edit(helix, "undo", { change: await numberOf(helix, 3) })).toMatch(/^undone: 2 entries moved back\n/);
    expect(await edit(helix, "undo", { change: second })).toMatch(
      /^undone: 1 entry removed again\n {2}\[engine\] two\n/,
    );
    expect(await helix.answer("topics")).toMatch(/^cache \(1\) .*\nengine \(1\) .*\n/);
    expect(await refusal(helix, "undo", { change: second })).toMatch(/^there is no such change to take back: it is so/);
    expect(await refusal(helix, "undo", { change: 7 })).toMatch(/^there is no such change to take back/);
  });

  test("dry_run: says what would be done, and does nothing", async () => {
    const helix = await serve();
    await helix.store("engine", "one");
    const log = () => readFileSync(join(helix.directory, "data.log"));
    const before = log();
    expect(await edit(helix, "undo", { dry_run: true })).toBe("would be undone: 1 entry removed again\n  [engine] one");
    expect(log()).toEqual(before);
    await edit(helix, "undo");
    const after = log();
    expect(await edit(helix, "redo", { dry_run: "true" })).toBe(
      "would be redone: 1 entry brought back\n  [engine] one",
    );
    expect(log()).toEqual(after);
  });

  test("action=undo: of a deletion after others have moved what it touched, links come back by id", async () => {
    const [a, b] = await twoSessions();
    await a.load([
      { topic: "engine", time: "2026-02-01T09:00:00Z", body: "zero" },
      { topic: "engine", time: "2026-02-02T09:00:00Z", body: "one" },
      { topic: "notes", time: "2026-02-03T09:00:00Z", body: "linking" },
    ]);
    await edit(a, "revise", { topic: "notes", index: 0, text: "[links: engine:0 engine:1]\nlinking" });
    await edit(a, "delete", { topic: "engine", index: 1 });
    await b.load([{ topic: "engine", time: "2026-01-01T09:00:00Z", body: "older" }]);
    await edit(a, "undo");
    expect(await a.read("notes")).toContain("[links: engine:1 engine:2]");
    expect(await b.read("engine")).toMatch(/older\n[\s\S]*zero\n[\s\S]*one\n/);
  });
});

describe("edit: redo", () => {
  test("action=redo: makes again what was taken back, the last one first, and undo takes it back again", async () => {
    const helix = await serve();
    await helix.store("engine", "one");
    await edit(helix, "append", { topic: "engine", text: "more" });
    await edit(helix, "rename", { topic: "engine", new_name: "motor" });
    await edit(helix, "delete", { topic: "motor" });
    const state = async () => (await helix.answer("topics", { action: "export" })).replace(/\s/g, "");
    const states = [await state()];
    for (let at = 0; at < 4; at++) {
      await edit(helix, "undo");
      states.push(await state());
    }
    expect(await refusal(helix, "undo")).toContain("there is no change to take back");
    const answers: string[] = [];
    for (const expected of states.slice(0, -1).reverse()) {
      answers.push((await edit(helix, "redo")).split("\n")[0]!);
      expect(await state()).toBe(expected);
    }
    expect(answers).toEqual([
      "redone: 1 entry brought back",
      "redone: 1 entry changed again",
      "redone: 1 entry moved again",
      "redone: 1 entry removed again",
    ]);
    expect(await refusal(helix, "redo")).toContain("there is no change to make again");
    for (const expected of states.slice(1)) {
      await edit(helix, "undo");
      expect(await state()).toBe(expected);
    }
  });

  test("action=redo: of one session's own, of another's by its number", async () => {
    const [a, b] = await twoSessions();
    await a.store("engine", "of a");
    await edit(a, "undo");
    const number = await numberOf(a, 1);
    expect(await refusal(b, "redo")).toBe(
      `this session has no change to make again; others have: edit action=history lists them, change=${number} means one of them`,
    );
    expect(await edit(b, "redo", { change: number })).toBe("redone: 1 entry brought back\n  [engine] of a");
    expect(await edit(a, "undo")).toBe("undone: 1 entry removed again\n  [engine] of a");
  });
});

describe("edit: history", () => {
  test("action=history: the last changes, newest first, with whose they are and what they did", async () => {
    const [a, b] = await twoSessions();
    await a.store("engine", "one");
    await b.store("engine", "two");
    await edit(a, "append", { topic: "engine", index: 0, text: "more" });
    await edit(a, "rename", { topic: "engine", new_name: "motor" });
    await edit(a, "delete", { topic: "motor", all: true });
    await edit(a, "undo");
    expect(await listed(a)).toEqual([
      "5 this session (undone): deleted [motor] one",
      "  deleted [motor] two",
      "4 this session: moved [engine] (from motor) one",
      "  moved [engine] (from motor) two",
      "3 this session: changed [engine] one",
      "2: stored [engine] two",
      "1 this session: stored [engine] one",
    ]);
  });

  test("action=history: of nothing", async () => {
    expect(await edit(await serve(), "history")).toBe("nothing was changed since the log began or was compacted");
  });

  test("action=history: a change is nobody's where its line is damaged, of another log, or missing", async () => {
    const helix = await serve();
    await helix.store("engine", "one");
    await helix.store("engine", "two");
    const path = join(helix.directory, "changes.jsonl");
    const [first = "", second = ""] = readFileSync(path, "utf8").split("\n");
    writeFileSync(path, `${first.slice(0, -5)}\n${second.replace(/"log":"[^"]*"/, '"log":"1.2"')}\n`);
    appendFileSync(path, "\0\0garbage\n[]\n{}\n");
    expect(await listed(helix)).toEqual(["2: stored [engine] two", "1: stored [engine] one"]);
    expect(await refusal(helix, "undo")).toContain("this session has no change to take back; others have");
    await helix.store("engine", "three");
    expect(await edit(helix, "undo")).toBe("undone: 1 entry removed again\n  [engine] three");
  });
});

describe("edit: the pages of history", () => {
  test("budget: as many changes as fit, the others on further pages", async () => {
    const helix = await serve();
    for (let at = 0; at < 30; at++) await helix.store("engine", `note ${at}`);
    const answer = await edit(helix, "history", { budget: 300 });
    expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(1200);
    expect(answer.split("\n")[0]).toMatch(/: stored \[engine\] note 29$/);
    expect(answer).toMatch(/\n\.\.\. \d+ older changes: page=2 budget=300$/);
  });

  test("page: each change once; what changes something has none", async () => {
    const helix = await serve();
    for (let at = 0; at < 30; at++) await helix.store("engine", `note ${at}`);
    const found: string[] = [];
    for (let page = 1, isMore = true; isMore; page++) {
      const answer = await edit(helix, "history", { budget: 300, page });
      found.push(...[...answer.matchAll(/note (\d+)$/gm)].map((match) => match[1]!));
      isMore = answer.includes(`page=${page + 1}`);
    }
    expect(found).toEqual(Array.from({ length: 30 }, (_, at) => String(29 - at)));
    expect(await refusal(helix, "undo", { page: 2 })).toBe(
      "page reads on in a list, and this call changes something: leave it out",
    );
  });
});
