// The actions of the tool topics on a topic that several projects have notes in.

import { beforeEach, expect, test } from "vitest";
import { useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";
import { type TwoProjects, twoProjects } from "../support/two-projects.ts";

const serve = useServers("each");
const folder = useFolders("each");
let at: TwoProjects;

beforeEach(async () => {
  at = await twoProjects(serve, folder);
});

const LEFT = 'left out: 2 entries of 1 other project (project="any" includes them)';

test("project: left out, the project's notes and those of none", async () => {
  expect(await at.shop.answer("topics")).toBe(`docs (2) 2026-02-21\n1 topic, 2 entries; ${LEFT}`);
  expect(await at.shop.answer("topics", { action: "entries", topic: "docs" })).toBe(
    `  [0] 2026-02-21 prices are in cents\n  [2] 2026-02-21 the linker wants arm64\n2 entries in docs; ${LEFT}`,
  );
  expect(await at.shop.answer("topics", { action: "recent" })).toMatch(/\ndocs \(2 new\)\nleft out: 2 entries/);
});

test("project: any, here, or a key", async () => {
  expect(await at.shop.answer("topics", { project: "any" })).toBe("docs (4) 2026-02-21\n1 topic, 4 entries");
  expect(await at.shop.answer("topics", { project: "here" })).toContain("docs (1)");
  expect(await at.shop.answer("topics", { action: "entries", topic: "docs", project: "acme/bank" })).toContain(
    "  [3] 2026-02-21 transfers are idempotent (acme/bank)\n2 entries in docs; left out: ",
  );
});

test("project: any: the topics of the current project come first, and headings say so", async () => {
  await at.bank.store("alpha", "of the bank");
  await at.outside.store("beta", "of none");
  await at.shop.store("gamma", "of the shop");
  const docs = "docs (4) 2026-02-21";
  expect(await at.shop.answer("topics", { project: "any" })).toBe(
    [
      "of this project:",
      `  ${docs}`,
      "  gamma (1) 2026-02-21",
      "of no project:",
      "  beta (1) 2026-02-21",
      "of other projects:",
      "  alpha (1) 2026-02-21",
      "4 topics, 7 entries",
    ].join("\n"),
  );
  expect((await at.shop.answer("topics", { project: "any", sort: "count" })).split("\n")[1]).toBe(`  ${docs}`);
  // Outside of any project no topic is of the current one.
  expect((await at.outside.answer("topics")).split("\n")[0]).toBe("alpha (1) 2026-02-21");
});

test("project: an export is the project's, and a second text says what is not in it", async () => {
  const { content } = await at.shop.client.callTool({ name: "topics", arguments: { action: "export" } });
  const [json, remark, ...more] = (content as { text: string }[]).map(({ text }) => text);
  expect(JSON.parse(json!)).toHaveLength(2);
  expect([remark, more]).toEqual([LEFT, []]);
  expect(JSON.parse(await at.outside.answer("topics", { action: "export" }))).toHaveLength(4);
});

test("project: not with what rewrites the whole log", async () => {
  expect(await at.shop.refusal("topics", { action: "compact", log: true, project: "here" })).toBe(
    'compact with log rewrites the log, with the notes of all projects: leave project out, e.g. log="true" apply="true"',
  );
});
