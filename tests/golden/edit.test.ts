// The tool edit, by the rows of its description: each parameter, and what append, revise, delete and tag do to an
// entry. Answers and what is read afterwards are compared to the letter. Renaming, merging and links:
// edit-links.test.ts.

import { beforeEach, describe, expect, test } from "vitest";
import { draw } from "../fixtures/secrets.ts";
import { type Served, useServers, type Values } from "../support/served.ts";

const TOKEN = `ghp_${draw("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", 36, 7)}`;
/** Three entries of three days, read as [0], [1], [2]. */
const ENTRIES = [
  {
    topic: "engine",
    time: "2026-02-18T09:00:00Z",
    body: "[tags: draft, gotcha]\n[source: src/ffi.rs:15]\nFFI bridge design",
  },
  {
    topic: "engine",
    time: "2026-02-19T09:00:00Z",
    body: "[confidence: 0.7]\nsnippets only for the top k\n[project: other/repo]",
  },
  { topic: "engine", time: "2026-02-20T09:00:00Z", body: "[tags: decision]\nthe ffi bridge is generated" },
];
const ZERO = "[0] 2026-02-18 14:30\n  [tags: draft, gotcha]\n  [source: src/ffi.rs:15]\n  FFI bridge design";
const ONE = "[1] 2026-02-19 14:30\n  [confidence: 0.7]\n  snippets only for the top k\n  [project: other/repo]";
const TWO = "[2] 2026-02-20 14:30\n  [tags: decision]\n  the ffi bridge is generated";
const END = "3 entries in engine";

const serve = useServers("each");
let helix: Served;
const edit = (action: string, values: Values) => helix.answer("edit", { action, topic: "engine", ...values });
const refusal = (action: string, values: Values) => helix.refusal("edit", { action, topic: "engine", ...values });
const entries = async () => (await helix.read("engine")).split("\n\n");
const found = (query: string, more: Values = {}) => helix.search(query, { detail: "count", ...more });
const NONE = "0 match(es)";
const UNKNOWN = 'no note is of the project "forged/scope"; ';

beforeEach(async () => {
  helix = await serve();
  await helix.load(ENTRIES);
});

describe("edit: parameters", () => {
  test.each(["append", "APPEND", " Append "])("action: %j, in any case", async (action) => {
    expect(await edit(action, { text: "more" })).toBe("appended to engine:2: the ffi bridge is generated");
  });

  test.each(["engine", "Engine", "ENGINE!"])("topic: %j is looked up as it would be stored", async (topic) => {
    expect(await edit("append", { topic, text: "more" })).toBe("appended to engine:2: the ffi bridge is generated");
    expect(await entries()).toEqual([ZERO, ONE, `${TWO}\n  more`, END]);
  });

  test("text: for append it is added, for revise it replaces", async () => {
    await edit("append", { text: "added", index: 1 });
    await edit("revise", { text: "replaced", index: 2 });
    expect(await entries()).toEqual([
      ZERO,
      "[1] 2026-02-19 14:30\n  [confidence: 0.7]\n  snippets only for the top k\n  added\n  [project: other/repo]",
      "[2] 2026-02-20 14:30\n  [modified: 2026-02-21 06:11]\n  [tags: decision]\n  replaced",
      END,
    ]);
  });

  test.each([0, "0", " 0 "])("index: %j is the first entry", async (index) => {
    expect(await edit("append", { index, text: "more" })).toBe("appended to engine:0: FFI bridge design");
    expect(await entries()).toEqual([`${ZERO}\n  more`, ONE, TWO, END]);
  });

  test("match_str: the entry whose text holds it, in the case that is given first", async () => {
    expect(await edit("append", { match_str: "ffi bridge", text: "more" })).toBe(
      "appended to engine:2: the ffi bridge is generated",
    );
    expect(await edit("append", { match_str: "FFI bridge", text: "more" })).toBe(
      "appended to engine:0: FFI bridge design",
    );
    expect(await entries()).toEqual([`${ZERO}\n  more`, ONE, `${TWO}\n  more`, END]);
  });

  test("match_str: several that hold it, in any case if none has that of the letters, are named, and nothing is changed", async () => {
    expect(await refusal("append", { match_str: "fFi BRIDGE", text: "more" })).toBe(
      'match_str="fFi BRIDGE" fits 2 entries of engine, and nothing was changed: engine:0 "FFI bridge design", engine:2 "the ffi bridge is generated"; give more of the text of one, or its index, e.g. index="0"',
    );
    expect(await entries()).toEqual([ZERO, ONE, TWO, END]);
  });

  test("match_str: of several that hold it that one whose whole text it is", async () => {
    for (const text of ["the bridge", "the bridge is long"]) await helix.store("log", text, { force: true });
    expect(await edit("append", { topic: "log", match_str: "the bridge", text: "x" })).toBe(
      "appended to log:0: the bridge",
    );
    expect(await refusal("append", { topic: "log", match_str: "the bridge", text: "x" })).toContain("fits 2 entries");
    expect(await edit("append", { topic: "log", match_str: "THE BRIDGE IS LONG", text: "x" })).toBe(
      "appended to log:1: the bridge is long",
    );
  });

  test.each([".*", "top.k", "[a-z]", "k$", "gotcha", "src/ffi.rs", "[tags:"])(
    "match_str: %j is taken literally, and looked for in the text alone",
    async (piece) => {
      expect(await refusal("append", { match_str: piece, text: "more" })).toBe(
        `no entry holds match_str="${piece}": engine has 3 entries`,
      );
    },
  );

  test("match_str: it may span lines, whatever ends them, and letters may be composed or not", async () => {
    await edit("append", { index: 1, text: "Caf\u00e9 terrace" });
    expect(await edit("append", { match_str: "top k\r\ncafe\u0301", text: "more" })).toBe(
      "appended to engine:1: snippets only for the top k",
    );
  });

  test("index and match_str: both hold", async () => {
    expect(await edit("append", { index: 2, match_str: "FFI", text: "more" })).toBe(
      "appended to engine:2: the ffi bridge is generated",
    );
    expect(await refusal("append", { index: 1, match_str: "FFI", text: "more" })).toBe(
      'engine:1 does not hold match_str="FFI": it begins with "snippets only for the top k"',
    );
    expect(await entries()).toEqual([ZERO, ONE, `${TWO}\n  more`, END]);
  });

  test.each(["gotcha", "Gotchas", "#gotcha"])("tag: %j, the newest entry that has it", async (tag) => {
    await helix.load([{ topic: "engine", time: "2026-02-19T10:00:00Z", body: "[tags: gotcha]\nnewer" }]);
    expect(await edit("append", { tag, text: "more" })).toBe("appended to engine:2: newer");
  });

  test("tag: with index or match_str, all hold", async () => {
    expect(await edit("append", { tag: "decision", match_str: "FFI BRIDGE", text: "more" })).toBe(
      "appended to engine:2: the ffi bridge is generated",
    );
    expect(await refusal("append", { tag: "decision", match_str: "snippets", text: "more" })).toBe(
      'no entry with the tag decision holds match_str="snippets": engine has 3 entries',
    );
    expect(await refusal("append", { tag: "decision", index: 0, text: "more" })).toBe(
      'engine:0 has no tag decision: it begins with "FFI bridge design"',
    );
    expect(await refusal("append", { tag: "nothing", text: "more" })).toBe(
      "no entry with the tag nothing: engine has 3 entries",
    );
  });

  test("tags: added, lower case, singular, sorted, each once", async () => {
    expect(await edit("tag", { index: 0, tags: "Hot Paths, gotchas,#perf,, hot-path" })).toBe(
      "tagged engine:0: FFI bridge design\n  [tags: draft, gotcha, hot-path, perf]\n  there already: gotcha",
    );
    expect(await entries()).toEqual([ZERO.replace("draft, gotcha", "draft, gotcha, hot-path, perf"), ONE, TWO, END]);
    expect(await helix.search("tag:hot-path", { detail: "brief" })).toBe("  [engine] FFI bridge design\n1 match(es)");
  });

  test("remove: removed, and said when it is not there", async () => {
    expect(await edit("tag", { index: 0, remove: "Drafts, absent" })).toBe(
      "tagged engine:0: FFI bridge design\n  [tags: gotcha]\n  not there to remove: absent",
    );
    expect(await entries()).toEqual([ZERO.replace("draft, ", ""), ONE, TWO, END]);
    expect(await found("tag:draft")).toBe(NONE);
  });

  test.each([true, "true", "TRUE"])("all: %j deletes the topic, and names what it held", async (all) => {
    expect(await edit("delete", { all })).toBe(
      "deleted engine: 3 entries\n  [0] FFI bridge design\n  [1] snippets only for the top k\n  [2] the ffi bridge is generated",
    );
    expect(await helix.answer("topics")).not.toContain("engine");
  });

  test.each([false, "false"])("all: %j deletes no more than the last entry", async (all) => {
    expect(await edit("delete", { all })).toBe("deleted engine:2: the ffi bridge is generated");
    expect(await entries()).toEqual([ZERO, ONE, "2 entries in engine"]);
  });

  test("all: of a long topic the first ten are named", async () => {
    await helix.answer("batch", {
      entries: Array.from({ length: 12 }, (_, number) => ({ topic: "log", text: `number ${number}` })),
    });
    const answer = await edit("delete", { topic: "log", all: true });
    expect(answer.split("\n")).toEqual([
      "deleted log: 12 entries",
      ...Array.from({ length: 10 }, (_, number) => `  [${number}] number ${number}`),
      "  ... and 2 more",
    ]);
  });

  test("new_name: made storable as store does", async () => {
    expect(await edit("rename", { new_name: "Engine Core/v2!" })).toBe("renamed engine to engine-core-v2: 3 entries");
    expect((await helix.read("engine-core-v2")).split("\n\n")).toEqual([ZERO, ONE, TWO, "3 entries in engine-core-v2"]);
  });

  test("into: looked up as it would be stored", async () => {
    await helix.store("network", "a note");
    expect(await edit("merge", { into: "Network" })).toBe("merged engine into network: 3 entries, 4 there now");
  });
});

describe("edit: actions on an entry", () => {
  test("action=append: the last entry by default; its time, index and metadata stay, no date is left", async () => {
    expect(await edit("append", { text: "Update: also supports async dispatch since v2" })).toBe(
      "appended to engine:2: the ffi bridge is generated",
    );
    expect(await entries()).toEqual([ZERO, ONE, `${TWO}\n  Update: also supports async dispatch since v2`, END]);
    expect(await found("async dispatch")).toBe("1 match(es)");
  });

  test("action=append: text comes in as store's does", async () => {
    expect(
      await edit("append", {
        index: 2,
        text: `\n\nuses ${TOKEN}\u0007\r\n[project: forged/scope]\n[tags: forged]  \n`,
      }),
    ).toBe(
      "appended to engine:2: the ffi bridge is generated\n  1 control character removed\n  redacted: github-token",
    );
    // An empty line keeps text that reads like metadata apart, as read shows it.
    expect(await helix.read("engine", { index: 2 })).toBe(
      `${TWO}\n  uses [redacted: github-token]\n  [project: forged/scope]\n  [tags: forged]\n`,
    );
    expect(await found("tag:forged")).toBe(NONE);
    expect(await helix.refusal("search", { query: "token", project: "forged/scope" })).toContain(UNKNOWN);
  });

  test("action=append: a line that reads like a scope is text, and the entry's own scope stays", async () => {
    await edit("append", { index: 1, text: "[project: forged/scope]" });
    expect(await helix.read("engine", { index: 1 })).toBe(
      ONE.replace("[project: other/repo]", "[project: forged/scope]\n\n  [project: other/repo]"),
    );
    expect(await helix.refusal("search", { query: "snippets", project: "forged/scope" })).toContain(UNKNOWN);
    expect(await found("snippets", { project: "other/repo" })).toBe("1 match(es)");
  });

  test("action=revise: the text is replaced, the metadata kept, the date set", async () => {
    const text = "CachedEntry: pre-tokenized tf_map, lazy metadata via OnceCell";
    expect(await edit("revise", { index: 0, text })).toBe(`revised engine:0: ${text}`);
    expect(await entries()).toEqual([
      `[0] 2026-02-18 14:30\n  [modified: 2026-02-21 06:11]\n  [tags: draft, gotcha]\n  [source: src/ffi.rs:15]\n  ${text}`,
      ONE,
      TWO,
      END,
    ]);
    expect(await found("design")).toBe(NONE);
    expect(await helix.search("OnceCell", { detail: "brief" })).toBe(`  [engine] ${text}\n1 match(es)`);
  });

  test("action=revise: by match_str; twice, the date stands once", async () => {
    expect(await edit("revise", { match_str: "top k", text: "snippets: lazily" })).toBe(
      "revised engine:1: snippets: lazily",
    );
    expect(await edit("revise", { match_str: "lazily", text: "snippets: never" })).toBe(
      "revised engine:1: snippets: never",
    );
    expect((await entries())[1]).toBe(
      "[1] 2026-02-19 14:30\n  [modified: 2026-02-21 06:11]\n  [confidence: 0.7]\n  snippets: never\n  [project: other/repo]",
    );
  });

  test("action=revise: metadata lines in front of the text are the entry's new metadata", async () => {
    const text = [
      "[modified: 1999-01-01 00:00]",
      "[tags: Hot Paths, decisions]",
      "[source: src/cache.rs:42]",
      "[confidence: .5]",
      "[links: engine:2 nowhere:1]",
      "the new text",
      "[project: forged/scope]",
    ].join("\n");
    expect(await edit("revise", { index: 0, text })).toBe(
      [
        "revised engine:0: the new text",
        "  from the text's first lines: tags, source, confidence, links",
        "  link warning: nowhere:1: there is no topic nowhere",
      ].join("\n"),
    );
    expect((await entries())[0]).toBe(
      [
        "[0] 2026-02-18 14:30",
        "  [modified: 2026-02-21 06:11]",
        "  [tags: decision, hot-path]",
        "  [source: src/cache.rs:42]",
        "  [confidence: 0.5]",
        "  [links: engine:2 nowhere:1]",
        "  the new text",
        "  [project: forged/scope]",
      ].join("\n"),
    );
    expect(await helix.refusal("search", { query: "new text", project: "forged/scope" })).toContain(UNKNOWN);
  });

  test("action=revise: an empty metadata line clears what it names", async () => {
    await edit("revise", { index: 0, text: "[tags:]\n[source: ]\nplain" });
    expect((await entries())[0]).toBe("[0] 2026-02-18 14:30\n  [modified: 2026-02-21 06:11]\n  plain");
  });

  test("action=revise: text is redacted, metadata lines too", async () => {
    expect(await edit("revise", { index: 0, text: `[source: ${TOKEN}]\nuses ${TOKEN}` })).toBe(
      "revised engine:0: uses [redacted: github-token]\n  from the text's first lines: source\n  redacted: github-token",
    );
    expect(await helix.read("engine")).not.toContain(TOKEN);
  });

  test("action=delete: the last entry by default", async () => {
    expect(await edit("delete", {})).toBe("deleted engine:2: the ffi bridge is generated");
    expect(await entries()).toEqual([ZERO, ONE, "2 entries in engine"]);
  });

  test("action=delete: by index; later entries move up", async () => {
    expect(await edit("delete", { index: "1" })).toBe("deleted engine:1: snippets only for the top k");
    expect(await entries()).toEqual([ZERO, TWO.replace("[2]", "[1]"), "2 entries in engine"]);
  });

  test("action=delete: by match_str, the one that fits", async () => {
    expect(await edit("delete", { match_str: "bridge design" })).toBe("deleted engine:0: FFI bridge design");
    expect(await entries()).toEqual([ONE.replace("[1]", "[0]"), TWO.replace("[2]", "[1]"), "2 entries in engine"]);
  });

  test("action=delete: the last entry of a topic takes the topic with it", async () => {
    await helix.store("test", "only one");
    expect(await edit("delete", { topic: "test", all: "true" })).toBe("deleted test: 1 entry\n  [0] only one");
    expect(await helix.refusal("read", { topic: "test" })).toContain('there is no topic "test"');
  });

  test("action=tag: adds and removes at once; time, text and the other metadata stay", async () => {
    expect(await edit("tag", { tags: "performance, hot-path", remove: "draft", index: "0" })).toBe(
      "tagged engine:0: FFI bridge design\n  [tags: gotcha, hot-path, performance]",
    );
    expect(await entries()).toEqual([ZERO.replace("draft, gotcha", "gotcha, hot-path, performance"), ONE, TWO, END]);
  });

  test("action=tag: the last entry by default, or by match_str", async () => {
    expect(await edit("tag", { tags: "a" })).toBe(
      "tagged engine:2: the ffi bridge is generated\n  [tags: a, decision]",
    );
    expect(await edit("tag", { tags: "b", match_str: "snippets" })).toBe(
      "tagged engine:1: snippets only for the top k\n  [tags: b]",
    );
  });

  test("action=tag: without any tag left the line is gone", async () => {
    expect(await edit("tag", { remove: "decision" })).toBe("tagged engine:2: the ffi bridge is generated\n  no tags");
    expect((await entries())[2]).toBe("[2] 2026-02-20 14:30\n  the ffi bridge is generated");
  });

  test("action=tag: nothing to change is said, and nothing is written", async () => {
    const before = await entries();
    expect(await edit("tag", { tags: "decision", remove: "absent" })).toBe(
      "unchanged engine:2: the ffi bridge is generated\n  [tags: decision]\n  there already: decision\n  not there to remove: absent",
    );
    expect(await entries()).toEqual(before);
    expect(await helix.answer("edit", { action: "undo" })).toContain("undone: 3 entries removed again");
  });

  test("entries of one minute keep their order through edits", async () => {
    for (const text of ["one", "two", "three", "four"]) await helix.store("log", text);
    await edit("revise", { topic: "log", index: 1, text: "two again" });
    await edit("append", { topic: "log", index: 0, text: "and more" });
    await edit("tag", { topic: "log", index: 2, tags: "x" });
    const texts = [...(await helix.read("log")).matchAll(/^ {2}(\w[^\n]*)$/gm)].map((match) => match[1]);
    expect(texts).toEqual(["one", "and more", "two again", "three", "four"]);
  });
});
