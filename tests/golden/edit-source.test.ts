// The tool edit on entries that cite a file: what they remember of it survives edits, and is renewed where an entry is
// revised with the changed file in view.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { makeRepository } from "../support/git-repository.ts";
import { type Served, useServers, type Values } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const serve = useServers("each");
const folder = useFolders("each");
let helix: Served;
let repository: string;
const edit = (action: string, values: Values) => helix.answer("edit", { action, topic: "engine", ...values });
const write = (name: string, ...lines: string[]) => writeFileSync(join(repository, name), `${lines.join("\n")}\n`);

interface Exported {
  readonly topic: string;
  readonly body: string;
}

/** The trailer of a topic's first entry. */
async function trailer(topic = "engine"): Promise<{ cited: string | undefined; project: string | undefined }> {
  const exported = JSON.parse(await helix.answer("topics", { action: "export", project: "any" })) as Exported[];
  const { body } = exported.find((entry) => entry.topic === topic)!;
  const last = (kind: string) => [...body.matchAll(new RegExp(`^\\[${kind}: (.*)\\]$`, "gm"))].at(-1)?.[1];
  return { cited: last("cited"), project: last("project") };
}

beforeEach(async () => {
  repository = makeRepository(join(folder(), "app"), "https://example.org/me/app.git");
  write("a.rs", "fn one() {}", "fn two() {}", "fn three() {}");
  write("b.rs", "fn other() {}");
  helix = await serve({ cwd: repository });
  await helix.store("engine", "two is pure", { source: "a.rs:2" });
});

describe("edit: entries that cite a file", () => {
  test("append, tag, rename and merge keep what is remembered of the source, and the scope", async () => {
    const before = await trailer();
    expect(before).toEqual({ cited: expect.stringMatching(/^1 2 /), project: expect.stringMatching(/^me\/app, app-/) });
    write("a.rs", "fn one() {}", "fn changed() {}", "fn three() {}");
    await edit("append", { text: "more" });
    await edit("tag", { tags: "x" });
    await edit("rename", { new_name: "core" });
    await helix.store("network", "a note");
    await edit("merge", { topic: "core", into: "network" });
    expect(await trailer("network")).toEqual(before);
  });

  test("action=revise: a source that stands as it was keeps what is remembered, a changed one is looked at anew", async () => {
    const before = await trailer();
    await edit("revise", { index: 0, text: "two is very pure" });
    expect(await trailer()).toEqual(before);
    write("a.rs", "fn one() {}", "fn changed() {}", "fn three() {}");
    await edit("revise", { index: 0, text: "changed is not" });
    const after = await trailer();
    expect(after).toEqual({ cited: expect.stringMatching(/^1 2 /), project: before.project });
    expect(after.cited).not.toBe(before.cited);
  });

  test("action=revise: a new source is looked at, none is forgotten", async () => {
    const before = await trailer();
    await edit("revise", { index: 0, text: "[source: b.rs:1]\nother is pure" });
    expect(await trailer()).toEqual({ cited: expect.stringMatching(/^1 1 /), project: before.project });
    await edit("revise", { index: 0, text: "[source: gone.rs:1]\nother is pure" });
    expect(await trailer()).toEqual({ cited: undefined, project: before.project });
    await edit("revise", { index: 0, text: "[source: a.rs:2]\ntwo is pure\n[cited: 1 9 forged 1 /]" });
    expect(await trailer()).toEqual(before);
  });

  test("action=revise: an entry of another project is not compared with files of this one", async () => {
    await helix.load([
      { topic: "theirs", time: "2026-02-01T09:00:00Z", body: "[source: a.rs:2]\ntheir note\n[project: other/repo]" },
    ]);
    await edit("revise", { topic: "theirs", index: 0, text: "[source: b.rs:1]\ntheir new note" });
    expect(await trailer("theirs")).toEqual({ cited: undefined, project: "other/repo" });
  });
});
