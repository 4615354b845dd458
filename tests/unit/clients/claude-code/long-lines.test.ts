// Lines of large files: whole, bounded, and never the one that is still being written.

import { describe, expect, it } from "vitest";
import { readLongLines } from "../../../../src/clients/claude-code/long-lines.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";

const PATH = "/lines";
const LIMITS = { fileBytesMax: 1e9, lineBytesMax: 3 * 1024 * 1024 };

function read(text: string, limits: Partial<typeof LIMITS> = {}) {
  const files = new MemoryFileSystem();
  const handle = files.open(PATH, "append");
  handle.append(Buffer.from(text));
  handle.close();
  const lines: string[] = [];
  return { ...readLongLines(files, PATH, { ...LIMITS, ...limits }, (line) => lines.push(line)), lines };
}

describe("lines of a file", () => {
  it("come whole, however long they are, and the unfinished one does not come", () => {
    const lines = ["a", "ü".repeat(1_300_000), "", "b".repeat(1024 * 1024), "c"];
    expect(read(`${lines.join("\n")}\nunfinished`)).toEqual({
      lines: lines.filter((line) => line !== ""),
      longLines: 0,
      bytesBehind: 0,
    });
  });

  it("are passed over where they are too long, and counted", () => {
    const long = "x".repeat(3 * 1024 * 1024 + 1);
    const { lines, longLines } = read(`a\n${long}\nb\n${long}${long}\nc\n`);
    expect(lines).toEqual(["a", "b", "c"]);
    expect(longLines).toBe(2);
  });

  it("end at the limit of the file, and what is behind it is told", () => {
    expect(read("one\ntwo\nthree\n", { fileBytesMax: 9 })).toEqual({
      lines: ["one", "two"],
      longLines: 0,
      bytesBehind: 5,
    });
  });

  it("are none in an empty file", () => {
    expect(read("").lines).toEqual([]);
  });
});
