// The tool edit on what other programs wrote, and at the limits: topics whose names helix would not give, entries
// without checksums, a note of 1 MB.

import { cpSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repositoryRoot } from "../support/helix-binary.ts";
import { writeOriginalLog } from "../support/original-log.ts";
import { useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const fixture = join(repositoryRoot, "tests", "fixtures", "original", "edited");
const BODY_BYTES_MAX = 1_048_576;

const serve = useServers("each");
const folder = useFolders("each");

async function serveFixture() {
  const directory = folder();
  cpSync(fixture, directory, { recursive: true });
  return serve({ directory });
}

describe("edit: a knowledge base of the original program", () => {
  test("topic: by its exact name, then as it would be stored; each entry keeps its time", async () => {
    const helix = await serveFixture();
    expect(await helix.answer("edit", { action: "append", topic: "a/b/c", text: "and more" })).toBe(
      "appended to a/b/c:0: a topic with slashes",
    );
    expect(await helix.answer("edit", { action: "tag", topic: "a/b/c", tags: "Slashes" })).toBe(
      "tagged a/b/c:0: a topic with slashes\n  [tags: slash]",
    );
    expect(await helix.read("a/b/c")).toBe(
      "[0] 2026-11-21 02:26\n  [tags: slash]\n  a topic with slashes\n  and more\n\n1 entry in a/b/c",
    );
    expect(await helix.refusal("edit", { action: "append", topic: "a-b-c", text: "x" })).toBe(
      'there is no topic "a-b-c"; nearest: a/b/c',
    );
  });

  test("action=rename: to the name that helix would give; a link by the old name follows", async () => {
    const helix = await serveFixture();
    await helix.store("notes", "linking", { links: "a/b/c:0 engine:1" });
    expect(await helix.answer("edit", { action: "rename", topic: "a/b/c", new_name: "a/b/c d" })).toBe(
      "renamed a/b/c to a-b-c-d: 1 entry",
    );
    expect(await helix.read("notes", { index: 0 })).toContain("[links: a-b-c-d:0 engine:1]");
    expect(await helix.read("a-b-c-d", { index: 0 })).toBe("[0] 2026-11-21 02:26\n  a topic with slashes");
  });

  test("action=merge: of the original's entries, in their order; the link between them follows", async () => {
    const helix = await serveFixture();
    expect(await helix.answer("edit", { action: "merge", topic: "build-gotchas", into: "a/b/c" })).toBe(
      "merged build-gotchas into a/b/c: 2 entries, 3 there now",
    );
    expect((await helix.read("a/b/c")).split("\n\n").map((block) => block.split("\n").at(-1))).toEqual([
      "  Pass the arch flag to both steps.",
      "  duplicate symbols: only one architecture per build",
      "  a topic with slashes",
      "3 entries in a/b/c",
    ]);
    expect(await helix.read("engine", { index: 0 })).toContain("[links: a/b/c:0]");
  });

  test("action=revise: the mark of an earlier revision is replaced, not repeated", async () => {
    const helix = await serveFixture();
    await helix.answer("edit", { action: "revise", topic: "build-gotchas", index: 1, text: "one architecture" });
    expect(await helix.read("build-gotchas", { index: 1 })).toBe(
      "[1] 2026-11-21 02:26\n  [modified: 2026-02-21 06:11]\n  one architecture",
    );
  });

  test("remove: tags that could not be added are removed all the same; those that are kept take helix's form", async () => {
    const directory = folder();
    const long = "q".repeat(70);
    writeOriginalLog(directory, [{ topic: "notes", body: `[tags: ${long}, Hot Paths, #]\na note` }]);
    const helix = await serve({ directory });
    const edit = (values: object) => helix.answer("edit", { action: "tag", topic: "notes", ...values });
    expect(await edit({ remove: "hot path" })).toBe(`tagged notes:0: a note\n  [tags: #, ${long}]`);
    expect(await edit({ remove: `${long}, #, ${"x".repeat(1000)}` })).toBe(
      `tagged notes:0: a note\n  no tags\n  not there to remove: ${"x".repeat(199)}…`,
    );
  });

  test("an entry without text is named as such, and can be given one", async () => {
    const directory = folder();
    writeOriginalLog(directory, [{ topic: "notes", body: "[tags: a]" }]);
    const helix = await serve({ directory });
    const edit = (action: string, text?: string) => helix.answer("edit", { action, topic: "notes", text });
    expect(await helix.answer("edit", { action: "tag", topic: "notes", tags: "b" })).toBe(
      "tagged notes:0: (no text)\n  [tags: a, b]",
    );
    expect(await edit("append", "a text")).toBe("appended to notes:0: a text");
    expect(await helix.read("notes", { index: 0 })).toBe("[0] 2026-02-20 09:00\n  [tags: a, b]\n  a text");
    expect(await edit("delete")).toBe("deleted notes:0: a text");
  });

  test("topic and into: a name of the original's with capitals, spaces and slashes", async () => {
    const directory = folder();
    writeOriginalLog(directory, [
      { topic: "Ünï Topic/X", body: "[tags: Hot Path]\ntheirs" },
      { topic: "notes", body: "[links: engine:0, engine:1]\nlinking" },
      { topic: "engine", body: "zero" },
      { topic: "engine", body: "one" },
    ]);
    const helix = await serve({ directory });
    const edit = (action: string, values: object) => helix.answer("edit", { action, topic: "Ünï Topic/X", ...values });
    expect(await edit("append", { text: "more" })).toBe("appended to Ünï Topic/X:0: theirs");
    expect(await edit("tag", { tags: "new" })).toBe("tagged Ünï Topic/X:0: theirs\n  [tags: hot-path, new]");
    expect(await edit("merge", { topic: "engine", into: "Ünï Topic/X" })).toBe(
      "merged engine into Ünï Topic/X: 2 entries, 3 there now",
    );
    expect(await helix.read("notes", { index: 0 })).toBe(
      "[0] 2026-02-20 09:00\n  [links: Ünï Topic/X:1 Ünï Topic/X:2]\n  linking",
    );
    expect(await edit("rename", { new_name: "Ünï Topic/X." })).toBe("renamed Ünï Topic/X to ünï-topic-x: 3 entries");
    expect((await helix.read("ünï-topic-x")).split("\n\n")).toEqual([
      "[0] 2026-02-20 09:00\n  [tags: hot-path, new]\n  theirs\n  more",
      "[1] 2026-02-20 09:00\n  zero",
      "[2] 2026-02-20 09:00\n  one",
      "3 entries in ünï-topic-x",
    ]);
    expect(await edit("delete", { topic: "Ünï Topic/X", index: 0 })).toBe("deleted ünï-topic-x:0: theirs");
  });
});

describe("edit: a note of 1 MB", () => {
  const large = (bytes: number) => `title\n${"é".repeat((bytes - 6) / 2)}`;

  test("text: an appended one may fill the entry to the limit, not beyond", async () => {
    const helix = await serve();
    await helix.store("big", large(BODY_BYTES_MAX - 10));
    expect(await helix.refusal("edit", { action: "append", topic: "big", text: "ten bytes!" })).toBe(
      `big:0 would be ${BODY_BYTES_MAX + 1} bytes long after this, at most ${BODY_BYTES_MAX} are accepted: append less, or store another entry`,
    );
    expect(await helix.answer("edit", { action: "append", topic: "big", text: "nine byte" })).toBe(
      "appended to big:0: title",
    );
    expect(await helix.answer("edit", { action: "tag", topic: "big", tags: "a" })).toBe(
      "tagged big:0: title\n  [tags: a]",
    );
    expect(await helix.search("nine byte", { detail: "count" })).toBe("1 match(es)");
  });

  test("action=revise, action=rename, action=merge, action=delete: all of it, and back to a short one", async () => {
    const helix = await serve();
    await helix.store("big", "short");
    await helix.store("big", "after it");
    const edit = (action: string, values: object) => helix.answer("edit", { action, topic: "big", ...values });
    expect(
      await helix.refusal("edit", { action: "revise", topic: "big", index: 0, text: large(BODY_BYTES_MAX + 2) }),
    ).toBe(
      `text is ${BODY_BYTES_MAX + 2} bytes long, at most ${BODY_BYTES_MAX} are accepted: store the part that matters, e.g. a summary and source="path:line"`,
    );
    expect(await edit("revise", { index: 0, text: large(BODY_BYTES_MAX - 100) })).toBe("revised big:0: title");
    expect(await edit("rename", { new_name: "large" })).toBe("renamed big to large: 2 entries");
    await helix.store("big", "another");
    expect(await edit("merge", { into: "large" })).toBe("merged big into large: 1 entry, 3 there now");
    expect(await edit("append", { topic: "large", match_str: "éé", text: "end" })).toBe("appended to large:0: title");
    expect(await helix.search("title", { detail: "count" })).toBe("1 match(es)");
    expect(await edit("revise", { topic: "large", index: 0, text: "short again" })).toBe(
      "revised large:0: short again",
    );
    expect(await edit("delete", { topic: "large", index: 0 })).toBe("deleted large:0: short again");
    expect((await helix.read("large")).split("\n\n").map((block) => block.split("\n")[1])).toEqual([
      "  after it",
      "  another",
      undefined,
    ]);
  });

  test("action=rename: a rewritten link may make an entry longer than a new one may be", async () => {
    const helix = await serve();
    await helix.store("e", "linked to");
    const text = `title\n${"x".repeat(BODY_BYTES_MAX - "[links: e:0]\ntitle\n".length)}`;
    await helix.store("big", text, { links: "e:0" });
    expect(await helix.answer("edit", { action: "rename", topic: "e", new_name: "engine" })).toBe(
      "renamed e to engine: 1 entry",
    );
    expect(await helix.read("big", { index: 0 })).toContain("[links: engine:0]");
  });
});

describe("edit: a note of the original's, longer than helix takes", () => {
  const body = `[links: e:0]\ntitle\n${"x".repeat(2 * BODY_BYTES_MAX)}`;
  const time = "2026-02-20T09:00:00.000Z";

  test("action=tag, action=rename, action=merge, action=delete, action=undo: what is there is rewritten, however long", async () => {
    const helix = await serve();
    await helix.load([
      { topic: "e", time, body: "linked to" },
      { topic: "big", time, body },
    ]);
    const edit = (action: string, values: object) => helix.answer("edit", { action, ...values });
    expect(await edit("tag", { topic: "big", tags: "a" })).toBe("tagged big:0: title\n  [tags: a]");
    expect(await edit("rename", { topic: "e", new_name: "engine" })).toBe("renamed e to engine: 1 entry");
    expect(await edit("rename", { topic: "big", new_name: "large" })).toBe("renamed big to large: 1 entry");
    await helix.store("other", "another");
    expect(await edit("merge", { topic: "large", into: "other" })).toContain("merged large into other: 1 entry");
    expect(await edit("delete", { topic: "other", index: 0 })).toBe("deleted other:0: title");
    expect(await edit("undo", {})).toContain("1 entry brought back");
    expect(await helix.read("other", { index: 0 })).toContain("[tags: a]\n  [links: engine:0]\n  title");
  });

  test("action=append, action=revise: text that is given stays within 1 MiB", async () => {
    const helix = await serve();
    await helix.load([{ topic: "big", time, body }]);
    expect(await helix.refusal("edit", { action: "append", topic: "big", text: "more" })).toContain(
      `at most ${BODY_BYTES_MAX} are accepted: append less, or store another entry`,
    );
    const longer = "x".repeat(BODY_BYTES_MAX + 1);
    expect(await helix.refusal("edit", { action: "revise", topic: "big", index: 0, text: longer })).toContain(
      `at most ${BODY_BYTES_MAX} are accepted: store the part that matters`,
    );
    expect(await helix.answer("edit", { action: "revise", topic: "big", index: 0, text: "short" })).toBe(
      "revised big:0: short",
    );
  });
});
