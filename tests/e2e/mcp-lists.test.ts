// Lists as models give them, through the compiled binary: as a JSON list, as one text with separators, as a JSON list
// in a text. And the schemas that ask for them: one type for each parameter, since clients warn of several.

import { describe, expect, test } from "vitest";
import { useServers } from "../support/served.ts";

interface Schema {
  readonly type?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

const serve = useServers("all");

/** All schemas within one, with where each stands. */
function schemasIn(where: string, schema: Schema): [string, Schema][] {
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => schemasIn(`${where}.${name}`, one));
  return [[where, schema], ...inner, ...(schema.items === undefined ? [] : schemasIn(`${where}[]`, schema.items))];
}

describe("schemas", () => {
  test("each has one type, and each list says what is in it", async () => {
    const { client } = await serve();
    const { tools } = await client.listTools();
    const all = tools.flatMap(({ name, inputSchema }) => schemasIn(name, inputSchema as Schema));
    expect(all.length).toBeGreaterThan(60);
    for (const [where, { type, items }] of all) {
      expect(["string", "boolean", "number", "integer", "array", "object"], where).toContain(type);
      expect(items !== undefined, where).toBe(type === "array");
    }
    const lists = all.filter(([, { type }]) => type === "array").map(([where]) => where);
    const topics = ["done", "next"].map((name) => `topics.${name}`);
    const batch = ["batch.entries", "batch.entries[].tags", "batch.entries[].links"];
    const edit = ["edit.tags", "edit.remove"];
    expect(lists).toEqual(["store.tags", "store.links", ...batch, "brief.focus", ...edit, ...topics]);
  });

  test("numbers and flags are taken as texts all the same", async () => {
    const helix = await serve();
    expect(await helix.store("texts", "a note", { confidence: "0.8", terse: "true" })).toBe("stored in texts");
    expect(await helix.read("texts", { index: "0" })).toContain("[confidence: 0.8]");
  });
});

const FORMS: [string, unknown][] = [
  ["a list", ["Gotcha", "hot path"]],
  ["a text", "Gotcha, hot path"],
  ["a list in a text", '["Gotcha", "hot path"]'],
  ["a list with empty texts", ["Gotcha", "", "hot path", " "]],
];

describe("tags and links", () => {
  test.each(FORMS)("store: tags as %s", async (_, tags) => {
    const helix = await serve();
    const stored = "stored in tags [tags: gotcha, hot-path]";
    expect(await helix.store("tags", "the cache is opened once", { tags, force: true })).toBe(stored);
  });

  test.each(FORMS)("edit: tags and remove as %s", async (_, tags) => {
    const helix = await serve();
    await helix.store("edited", "one", { tags: "draft" });
    const edit = (values: object) => helix.answer("edit", { action: "tag", topic: "edited", ...values });
    expect(await edit({ tags })).toContain("[tags: draft, gotcha, hot-path]");
    expect(await edit({ remove: tags })).toContain("[tags: draft]");
  });

  test.each([[["build:0", "build:1"]], ["build:0 build:1"], ['["build:0", "build:1"]']])("links %j", async (links) => {
    const helix = await serve();
    for (const text of ["first", "second"]) await helix.store("build", text);
    await helix.store("linked", "to both", { links });
    expect(await helix.read("linked")).toContain("[links: build:0 build:1]");
  });

  test("in the entries of a batch", async () => {
    const helix = await serve();
    const entries = [{ topic: "many", text: "one of a batch", tags: ["gotcha", "build"], links: ["many:0"] }];
    await helix.store("many", "the first");
    expect(await helix.answer("batch", { entries })).toBe("1 entry stored across 1 topic");
    const read = await helix.read("many", { index: 1 });
    for (const line of ["[tags: build, gotcha]", "[links: many:0]"]) expect(read).toContain(line);
  });

  test("search: all tags of a list; brief: all categories of one", async () => {
    const helix = await serve();
    await helix.store("found", "has both", { tags: ["red", "blue"] });
    await helix.store("found", "has one", { tags: ["red"] });
    expect(await helix.search("", { tag: ["red", "blue"], detail: "count" })).toBe("1 match(es)");
    expect(await helix.search("", { tag: "red", detail: "count" })).toBe("2 match(es)");
    const focus = await helix.answer("brief", { query: "found", focus: ["gotchas", "invariants"] });
    expect(await helix.answer("brief", { query: "found", focus: "gotchas,invariants" })).toBe(focus);
  });

  test("an empty list is as good as none", async () => {
    const helix = await serve();
    const stored = await helix.store("none", "gotcha: tags follow from the first line", { tags: [], links: [""] });
    expect(stored).toBe("stored in none [tags: gotcha]");
    expect(await helix.refusal("edit", { action: "tag", topic: "none", tags: [] })).toMatch(/^action="tag" needs tags/);
  });
});

describe("a checkpoint", () => {
  const save = { action: "checkpoint", task: "port the kernel" };

  test("items of a list stay whole, whatever is in them", async () => {
    const helix = await serve();
    const lists = { done: ["read the spec; all of it", "two\nlines"], next: ["compare"], files: ["a,b.ts", "c.ts"] };
    expect(await helix.answer("topics", { ...save, ...lists })).toContain("2 done, 1 next");
    const resumed = await helix.answer("topics", { action: "resume" });
    for (const item of ["read the spec; all of it", "two lines", "a,b.ts", "c.ts"]) expect(resumed).toContain(item);
    expect(await helix.answer("topics", { ...save, done: "one;two", files: "a,b" })).toContain("2 done");
  });

  test("a credential is taken out, also one that is divided among items", async () => {
    const helix = await serve();
    const token = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
    await helix.answer("topics", { ...save, next: [`use ${token}`, "password:", "hunter2-Zx81q"], hypotheses: ["x"] });
    const resumed = await helix.answer("topics", { action: "resume" });
    expect(resumed).toContain("[redacted: github-token]");
    expect(resumed).not.toContain(token);
    expect(resumed).not.toContain("hunter2");
  });
});

describe("what is no list", () => {
  test.each<[string, unknown, RegExp]>([
    ["an object", { a: 1 }, /^tags=\{"a":1\} is not accepted: give a text or a list of texts, e\.g\. tags=/],
    ["a list with an object", ["a", {}], /^tags\[1\]=\{\} is not accepted: give a text or a list of texts/],
    ["a list with nothing", ["a", null], /^tags\[1\] is missing: give a text or a list of texts/],
    ["a list of lists", [["a"]], /^tags\[0\]=\["a"\] is not accepted/],
  ])("%s is refused, and nothing is stored", async (_, tags, refusal) => {
    const helix = await serve();
    expect(await helix.refusal("store", { topic: "refused", text: "x", tags })).toMatch(refusal);
    expect(await helix.refusal("batch", { entries: [{ topic: "refused", text: "x", tags }] })).toMatch(
      new RegExp(`^entries\\[0\\]\\.${refusal.source.slice(1)}`),
    );
    expect(await helix.answer("topics", {})).toBe("0 topics, 0 entries");
  });

  test("json: entries as a list, as an object and as a text", async () => {
    const helix = await serve();
    for (const json of [[{ topic: "a", text: "1" }], { b: ["2"] }, '[{"topic": "c", "text": "3"}]']) {
      await helix.answer("topics", { action: "import", json });
    }
    expect(await helix.answer("topics", { action: "stats" })).toMatch(/^3 topics, 3 entries/);
  });
});
