// Files that a server remembers: what it answers must be what is on the disk, whoever wrote it.

import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { OpenableFiles, OpenFile } from "../../../src/platform/appended-files.ts";
import { diskAppendedFiles } from "../../../src/platform/disk-appended-files.ts";
import { RememberedFiles } from "../../../src/platform/remembered-files.ts";
import { useFolders } from "../../support/temporary-folder.ts";

const BYTES_MAX = 1000;

/** Files of the disk that count how often one is read. */
class CountedFiles implements OpenableFiles {
  reads = 0;
  /** Opened and not closed. */
  openCount = 0;
  isFull = false;
  readEnd(path: string, bytesMax: number) {
    this.reads++;
    return diskAppendedFiles.readEnd(path, bytesMax);
  }
  append(path: string, text: string): boolean {
    return !this.isFull && diskAppendedFiles.append(path, text);
  }
  open(path: string): OpenFile | null {
    const file = diskAppendedFiles.open(path);
    if (file === null) return null;
    this.openCount++;
    return {
      isThere: () => file.isThere(),
      append: (text) => !this.isFull && file.append(text),
      close: () => {
        this.openCount--;
        file.close();
      },
    };
  }
}

const newFolder = useFolders("each");

function fixture() {
  const folder = newFolder();
  const disk = new CountedFiles();
  return { path: join(folder, "sessions", "one"), folder, disk, files: new RememberedFiles(disk) };
}

describe("files that are remembered", () => {
  test("what was written by this process is not read again", () => {
    const { path, files, disk } = fixture();
    files.append(path, "i one\n");
    expect(files.readEnd(path, BYTES_MAX)?.text).toBe("i one\n");
    files.append(path, "i zwölf\n");
    files.append(path, "i three\n");
    expect(files.readEnd(path, BYTES_MAX)?.text).toBe("i one\ni zwölf\ni three\n");
    expect(disk.reads).toBe(1);
  });

  test("what others write is seen, before and behind what this process writes", () => {
    const { path, files } = fixture();
    files.append(path, "a\n");
    files.readEnd(path, BYTES_MAX);
    appendFileSync(path, "b\n");
    expect(files.readEnd(path, BYTES_MAX)?.text).toBe("a\nb\n");
    appendFileSync(path, "c\n");
    files.append(path, "d\n");
    expect(files.readEnd(path, BYTES_MAX)?.text).toBe("a\nb\nc\nd\n");
  });

  test("the time is that of the file", () => {
    const { path, files } = fixture();
    files.append(path, "a\n");
    files.readEnd(path, BYTES_MAX);
    expect(files.readEnd(path, BYTES_MAX)?.modifiedMs).toBe(statSync(path).mtimeMs);
  });

  test("a file that was removed is gone, and one of its name and length is another", () => {
    const { path, files } = fixture();
    files.append(path, "a\n");
    files.readEnd(path, BYTES_MAX);
    rmSync(path);
    expect(files.readEnd(path, BYTES_MAX)).toBeNull();
    files.append(path, "b\n");
    expect(files.readEnd(path, BYTES_MAX)?.text).toBe("b\n");
  });

  test("of a long file the end is read, from the beginning of a line on", () => {
    const { path, files } = fixture();
    files.append(path, `${"x".repeat(20)}\n${"y".repeat(20)}\n`);
    expect(files.readEnd(path, 30)?.text).toBe(`${"y".repeat(20)}\n`);
    expect(files.readEnd(path, BYTES_MAX)?.text).toHaveLength(42);
  });

  test("of a file that has grown long the end is remembered, and never more than twice as much", () => {
    const { path, files, disk } = fixture();
    for (let at = 0; at < 40; at++) files.append(path, `${String(at).padStart(2, "0")}${"y".repeat(27)}\n`);
    let longest = 0;
    for (let at = 40; at < 100; at++) {
      const text = files.readEnd(path, 300)?.text ?? "";
      expect(text.startsWith("\n")).toBe(false);
      expect(readFileSync(path, "utf8").endsWith(`\n${text}`)).toBe(true);
      expect(text.length).toBeGreaterThanOrEqual(300 - 30);
      longest = Math.max(longest, text.length);
      files.append(path, `${at}${"z".repeat(27)}\n`);
    }
    expect(longest).toBeGreaterThan(300);
    expect(longest).toBeLessThanOrEqual(600);
    expect(disk.reads).toBeLessThan(8);
  });

  test("what could not be written is not remembered as if it were there", () => {
    const { path, files, disk } = fixture();
    files.append(path, "a\n");
    files.readEnd(path, BYTES_MAX);
    disk.isFull = true;
    expect(files.append(path, "b\n")).toBe(false);
    expect(files.readEnd(path, BYTES_MAX)?.text).toBe("a\n");
  });

  test("many files are read right, in turn and again", () => {
    const { folder, files, disk } = fixture();
    const paths = Array.from({ length: 40 }, (_, at) => join(folder, "sessions", `s${at}`));
    for (const path of paths) files.append(path, `${path}\n`);
    for (const path of [...paths, ...paths]) {
      expect(files.readEnd(path, BYTES_MAX)?.text.startsWith(`${path}\n`)).toBe(true);
      files.append(path, "more\n");
    }
    for (const path of paths) expect(files.readEnd(path, BYTES_MAX)?.text).toBe(readFileSync(path, "utf8"));
    expect(disk.openCount).toBeLessThanOrEqual(16);
  });

  test("what was made of a file can be kept while it only grows", () => {
    const { path, files } = fixture();
    files.append(path, "a\n");
    const pieces = files.readEnd(path, BYTES_MAX)?.pieces;
    expect(pieces).toEqual(["a\n"]);
    files.append(path, "b\n");
    expect(files.readEnd(path, BYTES_MAX)?.pieces).toBe(pieces);
    expect(pieces).toEqual(["a\n", "b\n"]);
    appendFileSync(path, "c\n");
    expect(files.readEnd(path, BYTES_MAX)?.pieces).toEqual(["a\nb\nc\n"]);
  });

  test("what is written after the file was removed or exchanged is in the file of that name", () => {
    const { path, files, disk } = fixture();
    const write = (text: string) => {
      files.readEnd(path, BYTES_MAX);
      files.append(path, text);
    };
    write("a\n");
    write("b\n");
    expect(disk.openCount).toBe(1);
    rmSync(path);
    files.append(path, "c\n");
    expect(readFileSync(path, "utf8")).toBe("c\n");
    write("d\n");
    rmSync(path);
    writeFileSync(path, "of somebody else\n");
    write("e\n");
    expect(readFileSync(path, "utf8")).toBe("of somebody else\ne\n");
    expect(disk.openCount).toBe(1);
  });

  test("a folder that became a link is not written through", () => {
    const { folder, path, files } = fixture();
    files.append(path, "a\n");
    files.readEnd(path, BYTES_MAX);
    renameSync(join(folder, "sessions"), join(folder, "elsewhere"));
    symlinkSync("elsewhere", join(folder, "sessions"));
    expect(files.append(path, "b\n")).toBe(false);
    expect(readFileSync(path, "utf8")).toBe("a\n");
  });

  test("what is no file has no text", () => {
    const { folder, files } = fixture();
    mkdirSync(join(folder, "a"));
    writeFileSync(join(folder, "b"), "");
    expect(files.readEnd(join(folder, "a"), BYTES_MAX)).toBeNull();
    expect(files.readEnd(join(folder, "b", "c"), BYTES_MAX)).toBeNull();
    expect(files.readEnd(join(folder, "x\0y"), BYTES_MAX)).toBeNull();
  });
});
