// What edit does not accept: one line each that says what was wrong, what is accepted, and an example; nothing is
// written.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type Served, useServers, type Values } from "../support/served.ts";

describe("edit: what it does not accept", () => {
  const serve = useServers("all");
  let helix: Served;
  let before: Buffer;
  const log = () => readFileSync(join(helix.directory, "data.log"));

  beforeAll(async () => {
    helix = await serve();
    await helix.store("engine", "the first note", { tags: "gotcha" });
    await helix.store("engine", "the second note", { links: "engine:0" });
    await helix.store("full", "a note", { tags: Array.from({ length: 32 }, (_, tag) => `t${tag}`).join() });
    before = log();
  });

  const actions = "append, revise, delete, tag, rename, merge, undo, redo, history";
  const cases: [string, Values, string][] = [
    ["action: none", { topic: "engine" }, `action is missing: give one of ${actions}, e.g. action="revise"`],
    [
      "action: one that there is not",
      { action: "remove", topic: "engine" },
      `action="remove" is not accepted: give one of ${actions}, e.g. action="revise"`,
    ],
    [
      "a parameter that does not exist",
      { action: "append", topic: "engine", text: "x", match: "x" },
      'edit has no parameter "match"; accepted: action, topic, text, index, match_str, tag, tags, remove, all, where, apply, new_name, into, change, dry_run, project, budget, page',
    ],
    [
      "new_name: a credential, which is not repeated",
      { action: "rename", topic: "engine", new_name: `ghp_${"a1B2c3D4e5F6".repeat(3)}` },
      'new_name holds a credential (github-token), which is not stored: use a name without it, e.g. new_name="engine-core"',
    ],
    [
      "topic: none",
      { action: "delete" },
      'topic is missing: action="delete" needs it, e.g. topic="engine", or where for notes of many topics, e.g. where="tag:draft"',
    ],
    [
      "topic: an empty one",
      { action: "delete", topic: "" },
      'topic is missing: action="delete" needs it, e.g. topic="engine", or where for notes of many topics, e.g. where="tag:draft"',
    ],
    ["topic: blank", { action: "delete", topic: " " }, 'there is no topic " "; list them with: topics action=list'],
    [
      "topic: unknown, the nearest is named",
      { action: "delete", topic: "engin", all: true },
      'there is no topic "engin"; nearest: engine',
    ],
    [
      "text: none for append",
      { action: "append", topic: "engine" },
      'text is missing: action="append" needs it, e.g. text="also holds for Swift 6"',
    ],
    [
      "text: none for revise",
      { action: "revise", topic: "engine", index: 0 },
      'text is missing: action="revise" needs it, e.g. text="also holds for Swift 6"',
    ],
    [
      "text: white space and control characters alone",
      { action: "append", topic: "engine", text: " \u0000\n" },
      'text is empty: give what is worth remembering, e.g. text="the linker wants arm64 only"',
    ],
    [
      "text: metadata alone",
      { action: "revise", topic: "engine", index: 0, text: "[tags: a]\n[source: b]" },
      'text holds metadata lines only: give the new text below them, or change tags alone with action="tag"',
    ],
    [
      "text: with a confidence that store would refuse",
      { action: "revise", topic: "engine", index: 0, text: "[confidence: high]\nx" },
      'text: confidence="high" is not accepted: give a number from 0 to 1, e.g. confidence="0.8"',
    ],
    [
      "text: with links that store would refuse",
      { action: "revise", topic: "engine", index: 0, text: "[links: engine]\nx" },
      'text: links="engine" is not accepted: give ids or topic:index with spaces between, e.g. links="@7k3v9xq2mp build-gotchas:3"',
    ],
    [
      "text: with tags that store would refuse",
      { action: "revise", topic: "engine", index: 0, text: `[tags: ${"q".repeat(65)}]\nx` },
      `text: tags: a tag has at most 64 characters, for example gotcha; got "${"q".repeat(59)}…"`,
    ],
    [
      "action=revise: without a target",
      { action: "revise", topic: "engine", text: "x" },
      'action="revise" needs index or match_str, for the whole text is replaced, e.g. index="3"',
    ],
    [
      "index: beyond the end",
      { action: "delete", topic: "engine", index: 2 },
      'engine has no entry 2: it has entries 0 to 1, e.g. index="1"',
    ],
    [
      "index: below 0",
      { action: "delete", topic: "engine", index: -1 },
      'index=-1 is not accepted: give a whole number from 0 to 100000000, e.g. index="3"',
    ],
    [
      "index: in words",
      { action: "delete", topic: "engine", index: "last" },
      'index="last" is not accepted: give a whole number from 0 to 100000000, e.g. index="3"',
    ],
    [
      "match_str: found nowhere",
      { action: "delete", topic: "engine", match_str: "third\n\u001b[31mnote" },
      'no entry holds match_str="third note": engine has 2 entries',
    ],
    [
      "match_str: blank",
      { action: "delete", topic: "engine", match_str: " " },
      'match_str is blank: give a piece of the entry\'s text, e.g. match_str="FFI bridge"',
    ],
    [
      "index and match_str: they mean different entries",
      { action: "delete", topic: "engine", index: 0, match_str: "second" },
      'engine:0 does not hold match_str="second": it begins with "the first note"',
    ],
    [
      "tag: more than one",
      { action: "append", topic: "engine", text: "x", tag: "gotcha, build" },
      'tag="gotcha, build" is not accepted: give one tag, e.g. tag="gotcha"',
    ],
    [
      "tag: for another action than append",
      { action: "delete", topic: "engine", tag: "gotcha" },
      'edit action="delete" takes no tag; it takes topic, index, match_str, all, where, apply, project',
    ],
    [
      "tags and remove: neither",
      { action: "tag", topic: "engine", index: 0 },
      'action="tag" needs tags to add or to remove, e.g. tags="performance, hot-path" or remove="draft"',
    ],
    [
      "tags: commas alone",
      { action: "tag", topic: "engine", tags: " , " },
      'action="tag" needs tags to add or to remove, e.g. tags="performance, hot-path" or remove="draft"',
    ],
    [
      "tags and remove: the same tag",
      { action: "tag", topic: "engine", tags: "a, Gotchas", remove: "gotcha" },
      "tags and remove both name gotcha: give it in one of them",
    ],
    [
      "tags: more than an entry may have",
      { action: "tag", topic: "full", tags: "one-more" },
      'full:0 would have 33 tags, at most 32 are accepted: remove some, e.g. remove="draft"',
    ],
    [
      "all: with a target",
      { action: "delete", topic: "engine", all: true, index: 0 },
      'all="true" deletes the whole topic: give it without index and match_str, or leave it out to delete one entry',
    ],
    [
      "all: neither true nor false",
      { action: "delete", topic: "engine", all: "yes" },
      'all="yes" is not accepted: give true or false, e.g. all="true"',
    ],
    [
      "new_name: none",
      { action: "rename", topic: "engine" },
      'new_name is missing: action="rename" needs it, e.g. new_name="engine-core"',
    ],
    [
      "new_name: without a letter or digit",
      { action: "rename", topic: "engine", new_name: "../.." },
      'new_name="../.." has no letter or digit: give a name, e.g. new_name="engine-core"',
    ],
    [
      "new_name: of more than 255 bytes",
      { action: "rename", topic: "engine", new_name: "ü".repeat(128) },
      'new_name is 256 bytes long, at most 255 are accepted: use a short name, e.g. new_name="engine-core"',
    ],
    [
      "into: none",
      { action: "merge", topic: "engine" },
      'into is missing: action="merge" needs it, e.g. into="network"',
    ],
    [
      "into: a topic that does not exist",
      { action: "merge", topic: "engine", into: "core" },
      'there is no topic "core" to merge into; to give "engine" that name use action="rename", new_name="core"',
    ],
    [
      "action=undo: with a topic",
      { action: "undo", topic: "engine" },
      'edit action="undo" takes no topic; it takes change, dry_run',
    ],
  ];

  test.each(cases)("%s", async (_, values, message) => {
    expect(await helix.refusal("edit", values)).toBe(message);
    expect(log()).toEqual(before);
  });
});
