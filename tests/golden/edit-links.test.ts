// The tool edit where entries move: rename, merge, delete. Links in any entry go on pointing at the same entry, times
// and texts stay, and entries stand in order of time.

import { beforeEach, describe, expect, test } from "vitest";
import { type Served, useServers, type Values } from "../support/served.ts";

const serve = useServers("each");
let helix: Served;
const edit = (action: string, values: Values) => helix.answer("edit", { action, ...values });

/** Puts entries in place: topic, day of February 2026, first line, links. */
async function load(...entries: [topic: string, day: number, text: string, links?: string][]): Promise<void> {
  await helix.load(
    entries.map(([topic, day, text, links]) => ({
      topic,
      time: `2026-02-${String(day).padStart(2, "0")}T09:00:00Z`,
      body: `${links === undefined ? "" : `[links: ${links}]\n`}${text}`,
    })),
  );
}

/** A topic's entries in order, each `day text`, and its links behind it. */
async function shown(topic: string): Promise<string[]> {
  const blocks = (await helix.read(topic)).split("\n\n").slice(0, -1);
  return blocks.map((block) => {
    const [, day, links, text] = /^\[\d+\] 2026-02-(\d\d) 14:30\n(?: {2}\[links: (.*)\]\n)? {2}(.*)$/.exec(block)!;
    return `${day} ${text}${links === undefined ? "" : ` -> ${links}`}`;
  });
}

beforeEach(async () => {
  helix = await serve();
});

describe("edit: rename", () => {
  test("action=rename: entries keep their times, texts and metadata; the old name is gone", async () => {
    await helix.load([
      {
        topic: "old-name",
        time: "2026-01-05T09:00:00Z",
        body: "[modified: 2026-01-06 10:00]\n[tags: gotcha]\n[source: a.rs:1]\n[confidence: 0.6]\nfirst\n[project: o/r, r-12345678]",
      },
      { topic: "old-name", time: "2026-01-07T09:00:00Z", body: "second" },
    ]);
    expect(await edit("rename", { topic: "old-name", new_name: "new-name" })).toBe(
      "renamed old-name to new-name: 2 entries",
    );
    expect(await helix.read("new-name")).toBe(
      [
        "[0] 2026-01-05 14:30",
        "  [modified: 2026-01-06 10:00]",
        "  [tags: gotcha]",
        "  [source: a.rs:1]",
        "  [confidence: 0.6]",
        "  first",
        "  [project: o/r]",
        "",
        "[1] 2026-01-07 14:30",
        "  second",
        "",
        "2 entries in new-name",
      ].join("\n"),
    );
    expect(await helix.answer("topics")).toBe("new-name (2) 2026-01-07\n1 topic, 2 entries");
    expect(await helix.search("first", { project: "r-12345678", detail: "count" })).toBe("1 match(es)");
  });

  test("action=rename: links to the topic follow, from elsewhere and from within, others stay; undo takes all back", async () => {
    await load(
      ["engine", 1, "zero", "engine:1 cache:0"],
      ["engine", 2, "one"],
      ["cache", 3, "linking", "cache:0 Engine:0 engine:1 engine-core:0"],
      ["cache", 4, "to an entry to come", "engine:2"],
      ["cache", 5, "not linking", "cache:0"],
    );
    expect(await edit("rename", { topic: "engine", new_name: "core" })).toBe("renamed engine to core: 2 entries");
    expect(await shown("core")).toEqual(["01 zero -> core:1 cache:0", "02 one"]);
    expect(await shown("cache")).toEqual([
      "03 linking -> cache:0 core:0 core:1 engine-core:0",
      "04 to an entry to come -> engine:2",
      "05 not linking -> cache:0",
    ]);
    await edit("undo", {});
    expect(await shown("engine")).toEqual(["01 zero -> engine:1 cache:0", "02 one"]);
    expect((await shown("cache"))[0]).toBe("03 linking -> cache:0 engine:0 engine:1 engine-core:0");
  });

  test("action=rename: onto a topic that exists, or onto itself, is refused and changes nothing", async () => {
    await load(["engine", 1, "zero"], ["cache", 2, "linking", "engine:0"]);
    expect(await helix.refusal("edit", { action: "rename", topic: "engine", new_name: "Cache" })).toBe(
      'there is a topic "cache" already: to join the two use action="merge", topic="engine", into="cache"',
    );
    for (const new_name of ["engine", "Engine!"]) {
      expect(await helix.refusal("edit", { action: "rename", topic: "engine", new_name })).toBe(
        'the topic is called "engine" already: give another new_name, e.g. new_name="engine-core"',
      );
    }
    expect(await shown("engine")).toEqual(["01 zero"]);
    expect(await shown("cache")).toEqual(["02 linking -> engine:0"]);
  });
});

describe("edit: merge", () => {
  test("action=merge: entries of both stand by time; links to either follow their entry", async () => {
    await load(
      ["network-old", 1, "old zero", "network:1 network-old:1"],
      ["network-old", 3, "old one"],
      ["network", 2, "new zero", "network-old:1"],
      ["network", 4, "new one", "network:0"],
      ["other", 5, "linking", "network-old:0 network:0 network-old:1 network:1 other:0"],
      ["other", 6, "to nothing", "network-old:7 network:9"],
    );
    expect(await edit("merge", { topic: "network-old", into: "network" })).toBe(
      "merged network-old into network: 2 entries, 4 there now",
    );
    expect(await shown("network")).toEqual([
      "01 old zero -> network:3 network:2",
      "02 new zero -> network:2",
      "03 old one",
      "04 new one -> network:1",
    ]);
    expect(await shown("other")).toEqual([
      "05 linking -> network:0 network:1 network:2 network:3 other:0",
      "06 to nothing -> network-old:7 network:9",
    ]);
    expect(await helix.answer("topics")).not.toContain("network-old");
  });

  test("action=merge: entries of one minute stand in the order in which they were stored", async () => {
    for (const [topic, text] of [
      ["a", "one"],
      ["b", "two"],
      ["a", "three"],
      ["b", "four"],
    ] as const) {
      await helix.store(topic, text);
    }
    await helix.store("c", "linking", { links: "a:0 b:0 a:1 b:1" });
    expect(await edit("merge", { topic: "b", into: "a" })).toBe("merged b into a: 2 entries, 4 there now");
    const texts = [...(await helix.read("a")).matchAll(/^ {2}(\w+)$/gm)].map((match) => match[1]);
    expect(texts).toEqual(["one", "two", "three", "four"]);
    expect(await helix.read("c", { index: 0 })).toContain("[links: a:0 a:1 a:2 a:3]");
  });

  test("action=merge: links to entries that keep their index lead there, by the name of the topic", async () => {
    await load(["a", 1, "zero"], ["b", 2, "one"], ["c", 3, "linking", "A:0"]);
    expect(await edit("merge", { topic: "b", into: "a" })).toBe("merged b into a: 1 entry, 2 there now");
    expect(await shown("c")).toEqual(["03 linking -> a:0"]);
  });

  test("action=merge: into itself or into nothing is refused and changes nothing", async () => {
    await load(["engine", 1, "zero"], ["network", 2, "linking", "engine:0"]);
    for (const into of ["engine", "Engine"]) {
      expect(await helix.refusal("edit", { action: "merge", topic: "engine", into })).toBe(
        'topic and into are both "engine": give another topic, e.g. into="network"',
      );
    }
    expect(await helix.refusal("edit", { action: "merge", topic: "engine", into: "netwrok" })).toBe(
      'there is no topic "netwrok" to merge into; nearest: network; to give "engine" that name use action="rename", new_name="netwrok"',
    );
    expect(await shown("engine")).toEqual(["01 zero"]);
    expect(await shown("network")).toEqual(["02 linking -> engine:0"]);
  });
});

describe("edit: links to what is deleted", () => {
  test("action=delete: links to later entries are renumbered, links to it removed", async () => {
    await load(
      ["engine", 1, "zero", "engine:1 engine:2"],
      ["engine", 2, "one", "engine:0"],
      ["engine", 3, "two", "engine:1"],
      ["cache", 4, "linking", "engine:0 engine:1 engine:2 engine:3"],
    );
    expect(await edit("delete", { topic: "engine", index: 1 })).toBe(
      "deleted engine:1: one\n  3 links removed: what they led to is deleted",
    );
    expect(await shown("engine")).toEqual(["01 zero -> engine:1", "03 two"]);
    expect(await shown("cache")).toEqual(["04 linking -> engine:0 engine:1 engine:3"]);
  });

  test("action=delete: of the last entry nothing is renumbered", async () => {
    await load(["engine", 1, "zero"], ["engine", 2, "one"], ["cache", 3, "linking", "engine:0"]);
    expect(await edit("delete", { topic: "engine" })).toBe("deleted engine:1: one");
    expect(await shown("cache")).toEqual(["03 linking -> engine:0"]);
  });

  test("all: links to a deleted topic are removed, whatever else an entry links to stays", async () => {
    await load(
      ["engine", 1, "zero", "engine:1"],
      ["engine", 2, "one"],
      ["cache", 3, "linking", "engine:0 cache:1 engine:1"],
      ["cache", 4, "linking too", "engine:1"],
    );
    expect(await edit("delete", { topic: "engine", all: true })).toBe(
      ["deleted engine: 2 entries", "  [0] zero", "  [1] one", "  3 links removed: what they led to is deleted"].join(
        "\n",
      ),
    );
    expect(await shown("cache")).toEqual(["03 linking -> cache:1", "04 linking too"]);
    await edit("undo", {});
    expect(await shown("engine")).toEqual(["01 zero -> engine:1", "02 one"]);
    expect(await shown("cache")).toEqual(["03 linking -> engine:0 cache:1 engine:1", "04 linking too -> engine:1"]);
  });

  test("edits that move nothing leave links alone, and a rewritten entry is not marked as modified", async () => {
    await load(["engine", 1, "zero"], ["engine", 2, "one"], ["cache", 3, "linking", "Engine:1"]);
    await edit("append", { topic: "engine", index: 0, text: "more" });
    await edit("revise", { topic: "engine", index: 0, text: "anew" });
    await edit("tag", { topic: "engine", index: 0, tags: "x" });
    expect(await shown("cache")).toEqual(["03 linking -> engine:1"]);
    await edit("delete", { topic: "engine", index: 0 });
    expect(await shown("cache")).toEqual(["03 linking -> engine:0"]);
  });

  test("links that were just stored, and those of a renumbered topic, are found by the next edit", async () => {
    await load(["engine", 1, "zero"], ["engine", 2, "one"], ["engine", 3, "two"], ["cache", 4, "linking", "engine:2"]);
    await edit("delete", { topic: "engine", index: 0 });
    await edit("delete", { topic: "engine", index: 0 });
    await edit("rename", { topic: "engine", new_name: "core" });
    expect(await shown("cache")).toEqual(["04 linking -> core:0"]);
    expect(await shown("core")).toEqual(["03 two"]);
  });
});
