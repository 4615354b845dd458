// Files in memory do what a knowledge base asks of files.

import { describe, expect, test } from "vitest";
import { isMissing } from "../../../src/platform/file-system.ts";
import { MemoryAppendedFiles, MemoryFiles } from "../../../src/platform/memory-files.ts";
import { openKnowledgeBase, searchHits } from "../../support/knowledge.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = (files: MemoryFiles, path: string) => new TextDecoder().decode(files.map(path));

describe("files in memory", () => {
  test("are read, appended to, overwritten and cut off", () => {
    const files = new MemoryFiles();
    const file = files.open("/a/b", "append");
    file.append(bytes("one "));
    file.append(bytes("two"));
    const room = new Uint8Array(5);
    expect(file.read(room, 2)).toBe(5);
    expect(new TextDecoder().decode(room)).toBe("e two");
    expect(file.read(room, 6)).toBe(1);
    file.overwrite(bytes("six"), 0);
    file.truncate(4);
    expect(textOf(files, "/a/b")).toBe("six ");
    const { size, inode } = file.identity();
    expect(files.identify("/a/b")).toMatchObject({ size, inode });
    expect(size).toBe(4);
  });

  test("are there as the modes of opening say", () => {
    const files = new MemoryFiles();
    expect(() => files.open("/a", "read")).toThrow("ENOENT");
    files.open("/a", "create");
    expect(() => files.open("/a", "create")).toThrow("EEXIST");
    expect(files.identify("/b")).toBeNull();
    let missing: unknown;
    try {
      files.remove("/b");
    } catch (error) {
      missing = error;
    }
    expect(isMissing(missing)).toBe(true);
  });

  test("are renamed and listed", () => {
    const files = new MemoryFiles();
    files.open("/kb/a", "create").append(bytes("a"));
    files.open("/kb/b", "create");
    files.rename("/kb/a", "/kb/b");
    expect(files.list("/kb")).toEqual(["b"]);
    expect(textOf(files, "/kb/b")).toBe("a");
  });

  test("hold a knowledge base", async () => {
    const base = openKnowledgeBase("/kb", { files: new MemoryFiles() });
    const add = (body: string) => [{ kind: "add" as const, topic: "engine", body, minutes: 29_000_000 }];
    await base.change(() => add("the valve sticks"));
    await base.mergeNow();
    const { added } = await base.change(() => add("the pump leaks"));
    await base.change(() => [{ kind: "replace", id: added[0]!, body: "the pump leaks oil" }]);
    const view = await base.view();
    expect(searchHits(view, "pump").map(({ snippet }) => snippet.trim())).toEqual(["the pump leaks oil"]);
    expect(searchHits(view, "valve").length).toBe(1);
    base.close();
  });
});

test("appended files are read from their end", () => {
  const files = new MemoryAppendedFiles();
  expect(files.readEnd("/s", 100)).toBeNull();
  expect(files.append("/s", "one\n")).toBe(true);
  expect(files.open("/s").append("two\n")).toBe(true);
  expect(files.readEnd("/s", 100)).toMatchObject({ text: "one\ntwo\n", size: 8 });
  expect(files.readEnd("/s", 4)?.text).toBe("two\n");
});
