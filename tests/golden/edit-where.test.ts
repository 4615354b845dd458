// The tool edit: deletion of the notes of many topics that a filter finds. It says first what it would delete.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { type Served, useServers, type Values } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";
import { twoProjects } from "../support/two-projects.ts";

const OLD = "2025-11-05T09:00:00.000Z";
const NEW = "2026-02-20T09:00:00.000Z";

const FIELDS = "where takes tag:, topic:, source:, after: and before: with a day, and words";
const EXAMPLE = 'e.g. where="tag:draft before:2026-01-31"';

describe("edit: delete where", () => {
  const serve = useServers("each");
  const folder = useFolders("each");
  let helix: Served;

  beforeEach(async () => {
    helix = await serve();
    await helix.load([
      { topic: "engine", time: OLD, body: "[tags: draft]\n[source: src/old.rs:3]\nthe valve sticks" },
      { topic: "engine", time: NEW, body: "[tags: draft]\nthe valve of the pump sticks in winter" },
      { topic: "cooling", time: NEW, body: "[source: src/old.rs:9]\nsee the valve" },
      { topic: "oil", time: OLD, body: "[tags: draft, oil]\nthickens below zero" },
    ]);
  });

  const remove = (values: Values) => helix.answer("edit", { action: "delete", ...values });
  const logOf = () => readFileSync(join(helix.directory, "data.log"));

  test("where: says what would be deleted, by topic, and changes nothing", async () => {
    const before = logOf();
    expect(await remove({ where: "tag:draft" })).toBe(
      [
        "would delete 3 entries in 2 topics: engine (2), oil (1)",
        "  [engine:0] 2025-11-05 the valve sticks #draft",
        "  [engine:1] 2026-02-20 the valve of the pump sticks in winter #draft",
        "  [oil:0] 2025-11-05 thickens below zero #draft #oil",
        "of no project",
        'nothing was deleted; do it with: edit action=delete where="tag:draft" apply=true',
      ].join("\n"),
    );
    expect(logOf()).toEqual(before);
  });

  test("apply: deletes them in one change, which undo takes back", async () => {
    await helix.store("pump", "see the engine", { links: "engine:1" });
    const before = await helix.answer("topics", { action: "export" });
    expect(await remove({ where: "tag:draft", apply: true })).toBe(
      [
        "deleted 3 entries in 2 topics: engine (2), oil (1)",
        "  [engine:0] 2025-11-05 the valve sticks #draft",
        "  [engine:1] 2026-02-20 the valve of the pump sticks in winter #draft",
        "  [oil:0] 2025-11-05 thickens below zero #draft #oil",
        "  1 link removed: what they led to is deleted",
        "  take it back with: edit action=undo",
      ].join("\n"),
    );
    expect(await helix.answer("topics")).toBe("pump (1) 2026-02-21\ncooling (1) 2026-02-20\n2 topics, 2 entries");
    await helix.answer("edit", { action: "undo" });
    expect(await helix.answer("topics", { action: "export" })).toBe(before);
  });

  test.each([
    ["tag:draft before:2025-12-31", ["engine:0", "oil:0"]],
    ["after:2026-01-01", ["cooling:0", "engine:1"]],
    ["after:yesterday tag:draft", ["engine:1"]],
    ["source:src/old.rs", ["cooling:0", "engine:0"]],
    ["topic:engine topic:oil tag:draft", ["engine:0", "engine:1", "oil:0"]],
    ["VALVE", ["cooling:0", "engine:0", "engine:1"]],
    ["valve sticks pump", ["engine:1"]],
    ["valve in winter", ["engine:1"]],
    ["tag:oil,draft", ["oil:0"]],
  ])("where: %s", async (where, addresses) => {
    const answer = await remove({ where });
    expect([...answer.matchAll(/^ {2}\[(\S+)\]/gm)].map((match) => match[1])).toEqual(addresses);
    // Whoever searches by the same words first finds these notes.
    const found = await helix.search(where, { mode: "and", diverse: false, detail: "count" });
    expect(found).toBe(`${addresses.length} match(es)`);
  });

  test.each(["valve missing", "valvex", "stick valve thermostat heat", "tag:none"])(
    "where: nothing is deleted for what is only like it: %s",
    async (where) => {
      const before = logOf();
      expect(await remove({ where, apply: true })).toBe(`no entry fits where="${where}"`);
      expect(logOf()).toEqual(before);
    },
  );

  test.each<[string, Values, string]>([
    [
      "blank",
      { where: "  " },
      `where is empty: it takes tag:, topic:, source:, after: and before: with a day, and words, ${EXAMPLE}`,
    ],
    ["no tag", { where: "tag:" }, `${FIELDS}, and "tag:" is none of these, ${EXAMPLE}`],
    ["an empty tag", { where: 'valve tag:""' }, `${FIELDS}, and "valve tag:""" is none of these, ${EXAMPLE}`],
    ["a tag of signs", { where: "tag:##" }, `${FIELDS}, and "tag:##" is none of these, ${EXAMPLE}`],
    ["no such field", { where: "tags:draft valve" }, `${FIELDS}, and "tags:draft" is none of these, ${EXAMPLE}`],
    ["no such day", { where: "valve before:soon" }, `${FIELDS}, and "before:soon" is none of these, ${EXAMPLE}`],
    [
      "a project",
      { where: "project:any valve" },
      `${FIELDS}, and "project:any" is none of these; the project is a parameter, ${EXAMPLE}`,
    ],
    [
      "a word of marks alone",
      { where: "valve &&" },
      `where has a word that nothing can be searched by, "&&", ${EXAMPLE}`,
    ],
    [
      "no day of the calendar",
      { where: "before:2025-02-30" },
      "before:2025-02-30 is not in the calendar; use a day such as 2026-02-21",
    ],
    [
      "days in the wrong order",
      { where: "after:2026-02-01 before:2026-01-01" },
      'no day lies between after and before: give after <= before, e.g. after="2026-02-01" before="2026-02-28"',
    ],
    ["no such topic", { where: "topic:engin" }, 'there is no topic "engin"; nearest: engine'],
    [
      "another way to name notes beside it",
      { where: "tag:draft", topic: "engine" },
      'where names the notes alone: leave topic out, and put all of the filter into where, e.g. where="topic:engine tag:draft"',
    ],
    [
      "apply without it",
      { topic: "engine", apply: true },
      'apply goes with where, e.g. where="tag:draft" apply="true"; leave it out',
    ],
  ])("where: refuses %s", async (_, values, message) => {
    const before = logOf();
    expect(await helix.refusal("edit", { action: "delete", apply: true, ...values })).toBe(message);
    expect(logOf()).toEqual(before);
  });

  test("where: many notes: a page lists the first; too many are refused as a whole", async () => {
    const many = (count: number, from: number) =>
      Array.from({ length: count }, (_, at) => ({ topic: "many", time: NEW, body: `[tags: bulk]\nnote ${from + at}` }));
    await helix.load(many(10_000, 0));
    const listed = (await remove({ where: "tag:bulk" })).split("\n");
    expect(listed[0]).toBe("would delete 10000 entries in 1 topic: many (10000)");
    expect(listed[50]).toBe("  [many:49] 2026-02-20 note 49 #bulk");
    const shown = listed.filter((line) => line.startsWith("  [many:")).length;
    expect(listed.at(-1)).toBe(`... ${10_000 - shown} more entries: page=2`);
    await helix.load(many(1, 10_000));
    const tooMany = "at most 10000 are deleted at once: narrow it by topic:, tag: or before:";
    expect(await helix.refusal("edit", { action: "delete", where: "tag:bulk", apply: true })).toBe(
      `where finds 10001 entries, and nothing was deleted: ${tooMany}`,
    );
    expect((await remove({ where: "tag:bulk" })).split("\n")).toContain(tooMany);
    expect(await remove({ where: "topic:many before:2026-02-20", apply: "false" })).toContain("would delete 10001");
  });

  test("project: the project's notes and those of none, unless it is given", async () => {
    const at = await twoProjects(serve, folder);
    const where = "after:2026-01-01";
    expect(await at.shop.answer("edit", { action: "delete", where })).toBe(
      [
        "would delete 2 entries in 1 topic: docs (2)",
        "  [docs:0] 2026-02-21 prices are in cents",
        "  [docs:2] 2026-02-21 the linker wants arm64",
        "of acme/shop, no project",
        'nothing was deleted; do it with: edit action=delete where="after:2026-01-01" apply=true',
        'left out: 2 entries of 1 other project (project="any" includes them)',
      ].join("\n"),
    );
    expect(await at.shop.answer("edit", { action: "delete", where, project: "any" })).toContain(
      "  [docs:1] 2026-02-21 rates are per year (acme/bank)\n",
    );
    expect(await at.shop.answer("edit", { action: "delete", where: "rates", apply: true })).toBe(
      'no entry fits where="rates"; left out: 1 entry of 1 other project (project="any" includes it)',
    );
    expect(await at.outside.refusal("edit", { action: "delete", where })).toBe(
      'where finds notes of 2 projects ("acme/bank", "acme/shop"), and this directory is in none: give one of them, e.g. project="acme/bank", or all with project="any"',
    );
    expect(await at.shop.answer("edit", { action: "delete", where, project: "acme/bank", apply: true })).toContain(
      "deleted 2 entries in 1 topic: docs (2)\n",
    );
    expect(await at.shop.answer("topics", { project: "any" })).toMatch(/2 entries$/);
  });
});
