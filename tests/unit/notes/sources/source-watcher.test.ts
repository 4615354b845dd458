// What the background knows, and when it looks: after a merge, an edit, a compaction; never more often than it may,
// never without a caller.

import { mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { checkerFor } from "../../../../src/notes/sources/citation-for.ts";
import { SourceChecker } from "../../../../src/notes/sources/source-checker.ts";
import { sourceRoot } from "../../../../src/notes/sources/source-root.ts";
import { SourceWatcher } from "../../../../src/notes/sources/source-watcher.ts";
import type { KnowledgeBase } from "../../../../src/notes/store/knowledge-base.ts";
import { formatEntryText } from "../../../../src/notes/text/entry-format.ts";
import { parseEntryText } from "../../../../src/notes/text/entry-text.ts";
import { diskFiles } from "../../../../src/platform/disk-small-files.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../../../support/knowledge.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const makeFolder = useFolders("each");

function setUp() {
  const root = join(realpathSync(makeFolder()), "tree");
  mkdirSync(root);
  const caller = { project: { root, keys: ["a/b"] }, directory: root };
  const base = openKnowledgeBase(join(root, "..", "kb"));
  const time = { ms: 1000 };
  const checker = new SourceChecker(sourceRoot(caller, diskFiles), diskFiles);
  const watcher = new SourceWatcher({ base, checker, now: () => time.ms });
  onTestFinished(() => {
    watcher.close();
    base.close();
  });
  const bodyOf = (text: string, source: string, keys = caller.project.keys) => {
    const cited = checkerFor({ ...caller }).cite(source, caller.project.keys);
    return formatEntryText({ ...parseEntryText(""), text, source, cited, projects: keys });
  };
  return {
    base,
    watcher,
    time,
    write: (name: string, text: string) => writeFileSync(join(root, name), text),
    remove: (name: string) => rmSync(join(root, name)),
    store: async (text: string, source: string, keys?: string[]) => {
      const change = { kind: "add" as const, topic: "t", body: bodyOf(text, source, keys), minutes: NOW_MINUTES };
      await base.change(() => [change]);
    },
    bodyOf,
  };
}

/** First lines of the entries that are known to be stale, in order. */
async function staleLines(base: KnowledgeBase, watcher: SourceWatcher): Promise<string[]> {
  const view = await base.view();
  const isStale = watcher.staleIn(view.index);
  return view
    .topicDocuments("t")
    .filter(isStale)
    .map((id) => view.document(id).snippet[0]);
}

describe("what is known", () => {
  it("is nothing before the first pass, then what has changed or is gone", async () => {
    const { base, watcher, write, remove, store } = setUp();
    for (const name of ["a", "b", "c", "d"]) write(name, `${name}\nsecond\n`);
    for (const name of ["a", "b", "c", "d"]) await store(`of ${name}`, `${name}:1`);
    await store("of another project", "a:1", ["x/y"]);
    await store("of no file", "none:1");
    write("a", "other\n");
    remove("b");
    write("c", "new\nc\nsecond\n");
    expect(await staleLines(base, watcher)).toEqual([]);
    await watcher.pass();
    expect(await staleLines(base, watcher)).toEqual(["of a", "of b"]);
    const view = await base.view();
    const stateOf = watcher.stateIn(view.index);
    expect(view.topicDocuments("t").map(stateOf)).toEqual([
      { kind: "changed" },
      { kind: "gone" },
      { kind: "moved", first: 2, last: 2 },
      { kind: "unchanged" },
      null,
      { kind: "unchecked", why: "without a file here" },
    ]);
  });

  it("holds after a merge, which numbers documents anew", async () => {
    const { base, watcher, write, store } = setUp();
    write("a", "a\n");
    await store("goes", "a:1");
    await store("stays", "a:1");
    write("a", "other\n");
    await watcher.pass();
    await base.change((view) => [{ kind: "delete", id: view.topicDocuments("t")[0]! }]);
    expect(await staleLines(base, watcher)).toEqual(["stays"]);
    await base.mergeNow();
    expect(await staleLines(base, watcher)).toEqual(["stays"]);
    await watcher.pass();
    expect(await staleLines(base, watcher)).toEqual(["stays"]);
  });

  it("is not believed of an edited entry until the next pass", async () => {
    const { base, watcher, write, store, bodyOf } = setUp();
    write("a", "a\n");
    await store("first", "a:1");
    await store("second", "a:1");
    write("a", "other\n");
    await watcher.pass();
    await base.change((view) => [
      { kind: "replace", id: view.topicDocuments("t")[0]!, body: bodyOf("revised", "a:1") },
    ]);
    expect(await staleLines(base, watcher)).toEqual(["second"]);
    await watcher.pass();
    expect(await staleLines(base, watcher)).toEqual(["second"]);
    write("a", "yet another\n");
    await watcher.pass();
    expect(await staleLines(base, watcher)).toEqual(["revised", "second"]);
  });

  it("is of no other entry after a compaction, and of the right ones after the next pass", async () => {
    const { base, watcher, write, store } = setUp();
    write("a", "a\n");
    write("b", "b\n");
    // Bodies of one length, so that offsets of before mean other entries afterwards.
    await store("one", "b:1");
    for (const text of ["two", "six", "ten"]) await store(text, text === "six" ? "a:1" : "b:1");
    write("a", "other\n");
    await watcher.pass();
    expect(await staleLines(base, watcher)).toEqual(["six"]);
    await base.change((view) => [{ kind: "delete", id: view.topicDocuments("t")[0]! }]);
    await base.compact();
    expect(await staleLines(base, watcher)).toEqual([]);
    await watcher.pass();
    expect(await staleLines(base, watcher)).toEqual(["six"]);
  });

  it("follows the files", async () => {
    const { base, watcher, write, store } = setUp();
    write("a", "a\n");
    await store("note", "a:1");
    for (const [text, expected] of [
      ["b\n", ["note"]],
      ["a\n", []],
      ["new\na\n", []],
      ["", ["note"]],
    ] as const) {
      write("a", text);
      await watcher.pass();
      expect(await staleLines(base, watcher)).toEqual(expected);
    }
  });
});

describe("when it looks", () => {
  /** Replaces the timers, so that a test decides when they fire. */
  function useTimers(): void {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
  }

  it("begins when it is started, then only for a caller, after a minute, or sooner when the log has grown", async () => {
    const { base, watcher, time, write, store } = setUp();
    write("a", "a\n");
    await store("note", "a:1");
    const { index } = await base.view();
    useTimers();
    const passes = vi.spyOn(watcher, "pass");
    const settle = async () => {
      await vi.runAllTimersAsync();
      await Promise.all(passes.mock.results.map(({ value }) => value));
    };
    watcher.staleIn(index);
    expect(vi.getTimerCount()).toBe(0);
    watcher.start();
    await settle();
    expect(passes).toHaveBeenCalledTimes(1);
    // Idle: nothing is planned.
    expect(vi.getTimerCount()).toBe(0);
    time.ms += 59_000;
    watcher.staleIn(index);
    expect(vi.getTimerCount()).toBe(0);
    time.ms += 2000;
    for (let call = 0; call < 5; call++) watcher.staleIn(index);
    expect(vi.getTimerCount()).toBe(1);
    await settle();
    expect(passes).toHaveBeenCalledTimes(2);
    await store("another", "a:1");
    watcher.staleIn((await base.view()).index);
    expect(vi.getTimerCount()).toBe(0);
    time.ms += 3000;
    watcher.staleIn((await base.view()).index);
    await settle();
    expect(passes).toHaveBeenCalledTimes(3);
  });

  it("begins nothing after it was closed, or where there is nothing to look at", async () => {
    const { base, watcher } = setUp();
    useTimers();
    watcher.start();
    expect(vi.getTimerCount()).toBe(1);
    watcher.close();
    expect(vi.getTimerCount()).toBe(0);
    watcher.start();
    expect(vi.getTimerCount()).toBe(0);
    const nowhere = new SourceWatcher({ base, checker: new SourceChecker(null, diskFiles) });
    nowhere.start();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is tried again after a pass that could not read the log", async () => {
    const { base, watcher, time, write, store } = setUp();
    write("a", "a\n");
    await store("note", "a:1");
    write("a", "other\n");
    const view = vi.spyOn(base, "view").mockRejectedValueOnce(new Error("cannot read"));
    await expect(watcher.pass()).rejects.toThrow("cannot read");
    view.mockRestore();
    time.ms += 3000;
    useTimers();
    const passes = vi.spyOn(watcher, "pass");
    expect(await staleLines(base, watcher)).toEqual([]);
    await vi.runAllTimersAsync();
    await Promise.all(passes.mock.results.map(({ value }) => value));
    expect(await staleLines(base, watcher)).toEqual(["note"]);
  });
});
