// The tool brief without a query keeps to the current project and to notes of none, and says what it leaves out.

import { beforeEach, expect, test } from "vitest";
import { useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";
import { type TwoProjects, twoProjects } from "../support/two-projects.ts";

const serve = useServers("each");
const folder = useFolders("each");
let at: TwoProjects;

beforeEach(async () => {
  at = await twoProjects(serve, folder);
  await at.bank.store("ledger", "double entry");
});

const left = (count: number) => `left out: ${count} entries of 1 other project (project="any" includes them)`;

test("project: the overview is of the project and of what is of none", async () => {
  const text = await at.shop.answer("brief", { compact: true });
  expect(text).toMatch(/^TOPICS: docs \(2\)\n/);
  expect(text.split("\n").slice(-2)).toEqual(["STATS: 2 entries, 1 topic, newest: today", left(3)]);
});

test("project: any, here, or a key", async () => {
  const topics = async (project: string) => (await at.shop.answer("brief", { compact: true, project })).split("\n")[0];
  expect(await topics("any")).toBe("TOPICS: docs (4), ledger (1)");
  expect(await topics("here")).toBe("TOPICS: docs (1)");
  expect(await topics("acme/bank")).toBe("TOPICS: docs (2), ledger (1)");
  expect(await at.shop.answer("brief", { project: "any" })).not.toContain("left out");
  expect(await at.outside.answer("brief", { compact: true })).toMatch(/^TOPICS: docs \(4\), ledger \(1\)\n/);
});

test("project: the same for every detail", async () => {
  for (const detail of ["scan", "full"]) {
    const text = await at.shop.answer("brief", { detail });
    expect(text).toContain("prices are in cents");
    expect(text).not.toMatch(/rates|transfers|double/);
    expect(text.split("\n").at(-1)).toBe(left(3));
  }
});

test("project: with since, only what is of that time counts as left out", async () => {
  await at.shop.load([
    { topic: "old", time: "2026-01-01T00:00:00.000Z", body: "rates were per month\n\n[project: acme/bank]" },
  ]);
  expect((await at.shop.answer("brief", { since: 24 })).split("\n").at(-1)).toBe(left(3));
  expect((await at.shop.answer("brief")).split("\n").at(-1)).toBe(left(4));
});

test("project: nothing here, and something elsewhere", async () => {
  await at.shop.answer("edit", { action: "delete", topic: "docs", all: true });
  expect(await at.shop.answer("brief")).toBe(`nothing of this project\n${left(3)}`);
});

test("project: a query asks all projects", async () => {
  expect(await at.shop.answer("brief", { query: "ledger" })).toContain("double entry");
});
