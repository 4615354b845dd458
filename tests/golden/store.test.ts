// The tool store, by the rows of its description: each parameter, each behaviour, each example. Answers are compared to
// the letter.

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type Served, useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const TEN_WORDS = "alpha bravo charlie delta echo foxtrot golf hotel india juliett";

describe("store: parameters", () => {
  const serve = useServers("each");

  test("topic: lower case, anything but letters and digits becomes a dash", async () => {
    const helix = await serve();
    expect(await helix.store("Build Gotchas!/FFI_bridge...", "arm64 only")).toBe("stored in build-gotchas-ffi-bridge");
    expect(await helix.store("build-gotchas-ffi-bridge", "both steps")).toBe("stored in build-gotchas-ffi-bridge");
    expect(await helix.answer("topics")).toBe("build-gotchas-ffi-bridge (2) 2026-02-21\n1 topic, 2 entries");
  });

  test.each([
    ["Ünï Topic/X", "ünï-topic-x"],
    ["日本語の トピック", "日本語の-トピック"],
    ["한국어 주제", "한국어-주제"],
    ["ПРОЕКТ: сборка", "проект-сборка"],
    ["بناء_المشروع", "بناء-المشروع"],
    ["ภาษาไทย", "ภาษาไทย"],
    ["हिन्दी विषय", "हिन्दी-विषय"],
    ["../../etc/passwd", "etc-passwd"],
    ["a\u0000b\ud800c", "a-b-c"],
    ["42", "42"],
  ])("topic: letters of any script are kept, nothing else: %j", async (given, stored) => {
    const helix = await serve();
    expect(await helix.store(given, "a note")).toBe(`stored in ${stored}`);
    for (const name of [given, stored]) {
      expect(await helix.read(name)).toBe(`[0] 2026-02-21 06:11\n  a note\n\n1 entry in ${stored}`);
    }
  });

  test("text: several lines are kept as they are", async () => {
    const helix = await serve();
    await helix.store("engine", "first line\n  indented\n\nlast line\n\n");
    expect(await helix.read("engine")).toBe(
      "[0] 2026-02-21 06:11\n  first line\n    indented\n\n  last line\n\n1 entry in engine",
    );
  });

  test("tags: commas between, lower case, singular, sorted, each once", async () => {
    const helix = await serve();
    expect(await helix.store("engine", "some note", { tags: "Gotchas, P0 ,entries,gotcha,, Hot Paths, #build" })).toBe(
      "stored in engine [tags: build, entry, gotcha, hot-path, p0]",
    );
    expect(await helix.search("tag:gotchas", { detail: "brief" })).toBe("  [engine] some note\n1 match(es)");
  });

  test("source: kept with the entry, and found by it", async () => {
    const helix = await serve();
    expect(await helix.store("engine", "a term map", { source: "src/cache.rs:42" })).toBe("stored in engine");
    expect(await helix.read("engine", { index: 0 })).toBe(
      "[0] 2026-02-21 06:11\n  [source: src/cache.rs:42]\n  a term map",
    );
    expect(await helix.search("source:cache.rs", { detail: "count" })).toBe("1 match(es)");
  });

  test.each([
    ["0.9", " (~90%)", "  [confidence: 0.9]\n"],
    [0.85, " (~85%)", "  [confidence: 0.85]\n"],
    ["0.0", " (~0%)", "  [confidence: 0]\n"],
    ["1.0", "", ""],
    [undefined, "", ""],
  ])("confidence: 0 to 1, text or number, 1 when not given: %j", async (confidence, echo, line) => {
    const helix = await serve();
    expect(await helix.store("engine", "a guess", { confidence })).toBe(`stored in engine${echo}`);
    expect(await helix.read("engine", { index: 0 })).toBe(`[0] 2026-02-21 06:11\n${line}  a guess`);
  });

  test("links: kept with the entry when they point at entries", async () => {
    const helix = await serve();
    await helix.store("build-gotchas", "arm64 only");
    await helix.store("engine", "a term map");
    expect(await helix.store("network", "a pool", { links: "build-gotchas:0  engine:0" })).toBe("stored in network");
    expect(await helix.read("network", { index: 0 })).toBe(
      "[0] 2026-02-21 06:11\n  [links: build-gotchas:0 engine:0]\n  a pool",
    );
  });

  test("links: a warning for a topic or an entry that is not there; stored all the same", async () => {
    const helix = await serve();
    await helix.store("engine", "one entry");
    await helix.store("pool", "first");
    await helix.store("pool", "second");
    expect(await helix.store("network", "a pool", { links: "nowhere:0 engine:7 pool:2" })).toBe(
      [
        "stored in network",
        "  link warning: nowhere:0: there is no topic nowhere",
        "  link warning: engine:7: engine has entry 0 only",
        "  link warning: pool:2: pool has entries 0 to 1",
      ].join("\n"),
    );
    expect(await helix.read("network", { index: 0 })).toContain("[links: nowhere:0 engine:7 pool:2]");
  });

  test.each(["true", true, "TRUE"])("force: %j leaves the duplicate check out", async (force) => {
    const helix = await serve();
    await helix.store("engine", TEN_WORDS);
    expect(await helix.store("engine", TEN_WORDS, { force })).toBe("stored in engine");
    expect(await helix.store("engine", TEN_WORDS, { force: "false" })).toContain("already there");
    expect(await helix.store("engine", `${TEN_WORDS} kilo`, { force: "false" })).toContain("dupe warning");
  });

  test.each(["true", true])("terse: %j answers in one line without what was understood", async (terse) => {
    const helix = await serve();
    await helix.store("engine", `${TEN_WORDS} kilo`);
    const more = { terse, tags: "gotcha", source: "a.ts", confidence: 0.5, links: "nowhere:1" };
    expect(await helix.store("engine", TEN_WORDS, more)).toBe("stored in engine");
  });
});

describe("store: behaviour", () => {
  const serve = useServers("each");
  const folder = useFolders("each");

  test("creates the directory when it is missing, for its owner alone", async () => {
    const directory = join(folder(), "not", "there", "yet");
    const helix = await serve({ directory });
    await helix.store("engine", "a note");
    expect(readdirSync(directory).sort()).toEqual([".lock", "changes.jsonl", "data.log", "recent.jsonl"]);
    const modes = [directory, join(directory, "data.log"), join(directory, ".lock")];
    expect(modes.map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600, 0o600]);
  });

  test("puts metadata lines before the text: tags, source, confidence, links", async () => {
    const helix = await serve();
    await helix.store("engine", "a note");
    await helix.store("engine", "all of it", {
      links: "engine:0",
      confidence: "0.7",
      source: "src/a.ts:1",
      tags: "decision",
    });
    expect(await helix.answer("topics", { action: "export" })).toMatch(
      /"\[tags: decision\]\\n\[source: src\/a\.ts:1\]\\n\[confidence: 0\.7\]\\n\[links: @[0-9a-z]{10}\]\\nall of it"/,
    );
    expect(await helix.read("engine", { index: 1 })).toContain("\n  [links: engine:0]\n");
  });

  test.each([
    ["8 of 10 words in common", TEN_WORDS, "alpha bravo charlie delta echo foxtrot golf hotel", true],
    ["7 of 10, which is not more than 70 %", TEN_WORDS, "alpha bravo charlie delta echo foxtrot golf", false],
    ["six words", "alpha bravo charlie delta echo foxtrot", "foxtrot echo delta charlie bravo alpha", true],
    ["five words, too few to compare", "alpha bravo charlie delta echo", "echo bravo charlie delta alpha", false],
    [
      "another case, accents and order",
      "Ünïcode ALPHA bravo charlie delta echo",
      "echo delta charlie bravo alpha unicode",
      true,
    ],
  ])("duplicates: %s", async (_, first, second, warns) => {
    const helix = await serve();
    await helix.store("engine", first);
    expect(await helix.store("engine", second)).toBe(
      `stored in engine${warns ? `\n  dupe warning: engine:0: ${first}` : ""}`,
    );
    expect(await helix.read("engine")).toContain("2 entries in engine");
  });

  test("duplicates: the same words in another topic are none, in another order", async () => {
    const helix = await serve();
    await helix.store("engine", TEN_WORDS);
    expect(await helix.store("network", `juliett ${TEN_WORDS}`)).toBe("stored in network");
  });

  test("duplicates: the nearest of several is named, by its place and its first line", async () => {
    const helix = await serve();
    await helix.store("engine", `title one\n${TEN_WORDS} kilo lima`);
    await helix.store("engine", `title two\n${TEN_WORDS}`, { tags: "gotcha" });
    expect(await helix.store("engine", `title two\n${TEN_WORDS} mike`)).toBe(
      "stored in engine\n  dupe warning: engine:1: title two",
    );
  });

  test("what was stored is found at once", async () => {
    const helix = await serve();
    for (let round = 0; round < 20; round++) {
      await helix.store(`topic-${round}`, `needle${round} in the hay`);
      expect(await helix.search(`needle${round}`, { detail: "brief" })).toBe(
        `  [topic-${round}] needle${round} in the hay\n1 match(es)`,
      );
    }
  });

  test("an entry is dated by the clock, in the zone of the reader", async () => {
    const directory = folder();
    const helix = await serve({ directory, now: "2026-02-20T22:59:59Z" });
    await helix.store("engine", "late in the evening somewhere");
    expect(await helix.read("engine", { index: 0 })).toContain("[0] 2026-02-21 04:29\n");
    const elsewhere = await serve({ directory, zone: "America/New_York" });
    expect(await elsewhere.read("engine", { index: 0 })).toContain("[0] 2026-02-20 17:59\n");
  });
});

describe("store: tags from the first line when none are given", () => {
  const serve = useServers("all");
  let helix: Served;
  beforeAll(async () => {
    helix = await serve();
  });
  const named: [string, string][] = [
    ["gotcha", "gotcha"],
    ["bug", "gotcha"],
    ["invariant", "invariant"],
    ["security", "invariant"],
    ["decision", "decision"],
    ["design", "decision"],
    ["data flow", "data-flow"],
    ["flow", "data-flow"],
    ["perf", "performance"],
    ["benchmark", "performance"],
    ["gap", "gap"],
    ["missing", "gap"],
    ["todo", "gap"],
    ["how-to", "how-to"],
    ["impl", "how-to"],
    ["fix", "how-to"],
    ["module", "module-map"],
    ["overview", "architecture"],
    ["coupling", "coupling"],
    ["pattern", "pattern"],
  ];
  const own =
    "architecture data-flow friction module-map interface boundary lifecycle error-handling concurrency migration " +
    "deprecation dependency test config deploy api protocol schema format encoding observation hypothesis";

  test.each([...named, ...own.split(" ").map((name): [string, string] => [name, name])])(
    "%s: becomes %s",
    async (prefix, tag) => {
      expect(await helix.store("t", `${prefix}: what it is`)).toBe(`stored in t [tags: ${tag}]`);
      const capital = prefix[0]!.toUpperCase() + prefix.slice(1);
      expect(await helix.store("t", `${capital}: what it is`)).toBe(`stored in t [tags: ${tag}]`);
    },
  );

  test.each([
    "note: nothing special",
    "a gotcha: inside",
    "gotcha without a colon",
    "plain\ngotcha: on the second line",
  ])("no tag for %j", async (text) => {
    expect(await helix.store("t", text)).toBe("stored in t");
  });

  test("given tags stand alone", async () => {
    expect(await helix.store("t", "gotcha: what it has", { tags: "build" })).toBe("stored in t [tags: build]");
  });
});

describe("store: the examples of the reference", () => {
  const serve = useServers("each");

  test("basic", async () => {
    const helix = await serve();
    expect(await helix.store("build-gotchas", "arm64 only for FFI bridge")).toBe("stored in build-gotchas");
  });

  test("with metadata", async () => {
    const helix = await serve();
    const more = { tags: "architecture, performance", source: "src/cache.rs:27", confidence: "0.9" };
    expect(await helix.store("engine", "CachedEntry holds pre-tokenized tf_map for zero-alloc search", more)).toBe(
      "stored in engine [tags: architecture, performance] (~90%)",
    );
  });

  test("duplicate warning (the reference's own pair has 6 of 12 words in common, half, so another second text)", async () => {
    const helix = await serve();
    await helix.store("engine", "CachedEntry holds pre-tokenized tf_map for zero-alloc search");
    expect(await helix.store("engine", "CachedEntry has pre-tokenized tf_map")).toBe("stored in engine");
    expect(await helix.store("engine", "CachedEntry holds a pre-tokenized tf_map for zero-alloc search")).toBe(
      "stored in engine\n  dupe warning: engine:0: CachedEntry holds pre-tokenized tf_map for zero-alloc search",
    );
  });
});
