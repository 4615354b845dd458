// The real disk: who may read what is made, what is mapped, what is told of a file.

import { mkdirSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { diskFileSystem as files } from "../../../src/platform/disk-file-system.ts";
import { openKnowledgeBase, temporaryDirectory } from "../../support/knowledge.ts";
import { addition } from "../../support/random-log.ts";

const mode = (path: string) => statSync(path).mode & 0o777;
const bytes = (text: string) => new Uint8Array(Buffer.from(text));

describe("what is made", () => {
  test("is for this user only: files 0600, directories 0700, those above them too", async () => {
    const directory = `${temporaryDirectory()}/one/two`;
    const kb = openKnowledgeBase(directory);
    await kb.change(() => [addition("a", "first"), addition("a", "second")]);
    await kb.mergeNow();
    await kb.change((view) => [{ kind: "delete", id: view.topicDocuments("a")[0]! }]);
    await kb.compact();
    kb.close();
    expect(mode(directory)).toBe(0o700);
    expect(mode(`${directory}/..`)).toBe(0o700);
    const made = files.list(directory).sort();
    expect(made).toEqual([".lock", "data.log", "index.bin"]);
    for (const name of made) expect(mode(`${directory}/${name}`), name).toBe(0o600);
  });

  test("keeps copies of torn bytes for this user only", async () => {
    const directory = temporaryDirectory();
    const kb = openKnowledgeBase(directory);
    await kb.change(() => [addition("a", "first")]);
    writeFileSync(`${directory}/data.log`, Buffer.concat([readFileSync(`${directory}/data.log`), bytes("\x01torn")]));
    await kb.change(() => [addition("a", "second")]);
    kb.close();
    const copy = files.list(directory).find((name) => name.startsWith("data.log.torn-"))!;
    expect(mode(`${directory}/${copy}`)).toBe(0o600);
    expect(readFileSync(`${directory}/${copy}`, "latin1")).toBe("\x01torn");
  });
});

describe("a file", () => {
  test("is opened for reading only if it is there, and made once only", () => {
    const path = `${temporaryDirectory()}/file`;
    expect(() => files.open(path, "read")).toThrow(expect.objectContaining({ code: "ENOENT" }));
    files.open(path, "create").close();
    expect(() => files.open(path, "create")).toThrow(expect.objectContaining({ code: "EEXIST" }));
    files.open(path, "append").close();
  });

  test("is read from any place, appended to, cut off, and closed twice", () => {
    const path = `${temporaryDirectory()}/file`;
    const file = files.open(path, "append");
    file.append(bytes("0123456789"));
    file.sync();
    const target = new Uint8Array(6);
    expect(file.read(target, 7)).toBe(3);
    expect(Buffer.from(target.subarray(0, 3)).toString()).toBe("789");
    expect(file.read(target, 10)).toBe(0);
    file.truncate(4);
    file.append(bytes("ab"));
    expect(readFileSync(path, "utf8")).toBe("0123ab");
    file.close();
    file.close();
  });

  test("is written over where it was created, and then goes on at its end", () => {
    const path = `${temporaryDirectory()}/file`;
    const file = files.open(path, "create");
    file.append(bytes("0123456789"));
    file.overwrite(bytes("ab"), 2);
    file.append(bytes("end"));
    file.close();
    expect(readFileSync(path, "utf8")).toBe("01ab456789end");
  });

  test("says which it is, how long, and that it was changed", () => {
    const directory = temporaryDirectory();
    const path = `${directory}/file`;
    expect(files.identify(path)).toBeNull();
    const file = files.open(path, "append");
    const empty = file.identity();
    file.append(bytes("12345"));
    expect(file.identity()).toMatchObject({ inode: empty.inode, device: empty.device, size: 5 });
    expect(files.identify(path)).toEqual(file.identity());
    files.rename(path, `${directory}/other`);
    expect(files.identify(path)).toBeNull();
    expect(files.identify(`${directory}/other`)!.inode).toBe(empty.inode);
    files.remove(`${directory}/other`);
    expect(file.identity().size).toBe(5);
    file.close();
  });

  test("is mapped as it is; an empty one too, and a mapping outlives the file", () => {
    const path = `${temporaryDirectory()}/file`;
    expect(() => files.map(path)).toThrow(expect.objectContaining({ code: "ENOENT" }));
    writeFileSync(path, "");
    expect(files.map(path)).toHaveLength(0);
    writeFileSync(path, "mapped");
    const mapped = files.map(path);
    files.remove(path);
    expect(Buffer.from(mapped).toString()).toBe("mapped");
  });

  test("that is loaded stays as it was, whatever becomes of it", () => {
    const path = `${temporaryDirectory()}/file`;
    writeFileSync(path, "loaded".repeat(5000));
    const loaded = files.load(path);
    truncateSync(path, 1);
    expect(Buffer.from(loaded).toString()).toBe("loaded".repeat(5000));
    writeFileSync(path, "");
    expect(files.load(path)).toHaveLength(0);
  });

  test("that is mapped cannot be changed through the mapping", () => {
    const path = `${temporaryDirectory()}/file`;
    writeFileSync(path, "mapped");
    files.map(path)[0] = 0x4d;
    expect(readFileSync(path, "utf8")).toBe("mapped");
  });
});

describe("a directory", () => {
  test("is made with those above it, and may be there", () => {
    const directory = `${temporaryDirectory()}/a/b/c`;
    files.makeDirectory(directory);
    files.makeDirectory(directory);
    files.syncDirectory(directory);
    expect(statSync(directory).isDirectory()).toBe(true);
    expect(files.list(directory)).toEqual([]);
    expect(files.list(`${directory}/none`)).toEqual([]);
  });

  test("of the knowledge base may be reached by a link", async () => {
    const directory = temporaryDirectory();
    mkdirSync(`${directory}/real`);
    symlinkSync(`${directory}/real`, `${directory}/link`);
    const kb = openKnowledgeBase(`${directory}/link`);
    await kb.change(() => [addition("a", "first")]);
    kb.close();
    expect(files.list(`${directory}/real`)).toContain("data.log");
  });

  test("that is a file is an error that says so, for readers and for writers, and the file stays", async () => {
    const path = `${temporaryDirectory()}/file`;
    writeFileSync(path, "not a directory");
    const kb = openKnowledgeBase(path);
    for (const asked of [kb.view(), kb.change(() => [addition("a", "b")])]) {
      await expect(asked).rejects.toMatchObject({ code: "IO", message: expect.stringContaining(path) });
    }
    expect(readFileSync(path, "utf8")).toBe("not a directory");
  });
});
