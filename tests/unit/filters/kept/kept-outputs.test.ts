// Originals of shortened outputs: kept to the byte, for their session, within bounds, or not at all.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  COUNT_MAX,
  KEPT_HOURS,
  KeptOutputs,
  ORIGINAL_BYTES_MAX,
  TOGETHER_BYTES_MAX,
} from "../../../../src/filters/kept/kept-outputs.ts";
import { parseOutputKey, randomOutputKey } from "../../../../src/filters/kept/output-key.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";

const BASE = "/base";
const FOLDER = `${BASE}/outputs`;
const NOW = Date.UTC(2026, 10, 24, 12);
const HOUR_MS = 60 * 60 * 1000;
const bytes = (text: string) => new TextEncoder().encode(text);

function world({ isOwn = (_: string): boolean => true } = {}) {
  const files = new MemoryFileSystem();
  let keys = 0;
  const kept = new KeptOutputs({
    files,
    directory: BASE,
    isOwn,
    newKey: () => `K${(keys++).toString().padStart(7, "0")}`,
  });
  const keep = (original: Uint8Array, { session = "one", at = NOW, command = "make all" } = {}) =>
    kept.keep(original, { session, agent: "", tool: "Bash", command, isFailure: false, at });
  const foundIn = (key: string | null, session: string | null = "one", now = NOW) => kept.read(key!, session, now);
  return { files, kept, keep, foundIn };
}

describe("a kept output", () => {
  test("comes back to the byte, whatever the bytes are", () => {
    const { keep, foundIn } = world();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), (original) => {
        const found = foundIn(keep(original));
        expect(found.kind === "found" && Buffer.from(found.output.original).equals(original)).toBe(true);
      }),
    );
  });

  test("says what printed it, and when", () => {
    const { keep, foundIn } = world();
    expect(foundIn(keep(bytes("a\nb\n"), { command: "git log\n" }))).toMatchObject({
      output: { session: "one", tool: "Bash", command: "git log\n", isFailure: false, at: NOW, bytes: 4 },
    });
  });

  test("keeps the beginning of a long command", () => {
    const { keep, foundIn } = world();
    const found = foundIn(keep(bytes("out"), { command: '"'.repeat(50_000) }));
    expect(found.kind === "found" && found.output.command).toMatch(/^"{1000}$/);
  });

  test("is opened by its own session alone, unless any is asked for", () => {
    const { keep, foundIn } = world();
    const key = keep(bytes("secret of one"));
    expect(foundIn(key, "two").kind).toBe("foreign");
    expect(foundIn(key, null).kind).toBe("found");
  });

  test("is gone after a day, and removed by the next one", () => {
    const { files, keep, foundIn } = world();
    const key = keep(bytes("old"));
    expect(foundIn(key, "one", NOW + KEPT_HOURS * HOUR_MS).kind).toBe("found");
    expect(foundIn(key, "one", NOW + KEPT_HOURS * HOUR_MS + 1).kind).toBe("gone");
    keep(bytes("new"), { at: NOW + KEPT_HOURS * HOUR_MS + 1 });
    expect(files.paths()).toHaveLength(1);
  });

  test("is removed by a sweep when it is old, and when it comes from a time to come", () => {
    const { files, kept, keep } = world();
    keep(bytes("old"), { at: NOW - 25 * HOUR_MS });
    files.write(`${FOLDER}/README`, bytes("of somebody else"));
    kept.sweep(NOW);
    expect(files.paths()).toEqual([`${FOLDER}/README`]);
    keep(bytes("the clock was wrong"), { at: NOW + 1000 * HOUR_MS });
    kept.sweep(NOW);
    expect(files.paths()).toEqual([`${FOLDER}/README`]);
  });

  test.each(["cut off", "changed", "without a head"])("that was %s is not shown", (how) => {
    const { files, keep, foundIn } = world();
    const key = keep(bytes("the original"));
    const [path] = files.paths();
    const content = files.content(path!)!;
    if (how === "cut off") files.write(path!, content.subarray(0, -1));
    else if (how === "changed") files.write(path!, content.with(-2, 0));
    else files.write(path!, bytes("something else\n"));
    expect(foundIn(key).kind).toBe("damaged");
  });
});

describe("what cannot be kept has no key", () => {
  test("an original that is too long", () => {
    const { files, keep } = world();
    expect(keep(new Uint8Array(ORIGINAL_BYTES_MAX + 1))).toBeNull();
    expect(files.paths()).toEqual([]);
  });

  test.each(["create", "append", "makeDirectory"] as const)("where the disk refuses to %s", (kind) => {
    const { files, keep } = world();
    files.fault = (operation) => (operation.kind === kind ? { code: "ENOSPC" } : null);
    expect(keep(bytes("lost?"))).toBeNull();
    expect(files.paths()).toEqual([]);
  });

  test("where a part was written", () => {
    const { files, keep } = world();
    files.fault = ({ kind }) => (kind === "append" ? { code: "ENOSPC", written: 3 } : null);
    expect(keep(bytes("lost?"))).toBeNull();
    expect(files.paths()).toEqual([]);
  });

  test.each([BASE, FOLDER])("where others may write to %s", (open) => {
    const { files, kept, keep } = world({ isOwn: (path) => path !== open });
    expect(keep(bytes("for nobody else"))).toBeNull();
    expect(files.paths()).toEqual([]);
    expect(kept.list(null, NOW)).toEqual([]);
  });
});

describe("all outputs", () => {
  test("are listed by session, the newest first", () => {
    const { kept, keep } = world();
    keep(bytes("a"), { at: NOW - 2, command: "first" });
    keep(bytes("b"), { at: NOW - 1, session: "two", command: "second" });
    keep(bytes("c"), { at: NOW, command: "third" });
    expect(kept.list("one", NOW).map(({ command }) => command)).toEqual(["third", "first"]);
    expect(kept.list(null, NOW).map(({ command }) => command)).toEqual(["third", "second", "first"]);
    expect(kept.extent(NOW).count).toBe(3);
  });

  test("take so many bytes at most: the oldest makes room", () => {
    const { kept, keep, foundIn } = world();
    const large = new Uint8Array(ORIGINAL_BYTES_MAX);
    const keys = Array.from({ length: Math.ceil(TOGETHER_BYTES_MAX / ORIGINAL_BYTES_MAX) }, (_, at) =>
      keep(large, { at: NOW + at }),
    );
    expect(keys.map((key) => foundIn(key).kind)).toEqual(["gone", ...keys.slice(1).map(() => "found")]);
    expect(kept.extent(NOW).bytes).toBeLessThanOrEqual(TOGETHER_BYTES_MAX);
  });

  test("are so many files at most", () => {
    const { files, keep, foundIn } = world();
    const first = keep(bytes("first"), { at: NOW - 1 });
    for (let count = 0; count < COUNT_MAX; count++) {
      files.write(`${FOLDER}/${NOW.toString(36).padStart(9, "0")}-Z${count.toString().padStart(7, "0")}-1`, bytes("x"));
    }
    expect(keep(bytes("last"))).not.toBeNull();
    expect(foundIn(first).kind).toBe("gone");
    expect(files.paths()).toHaveLength(COUNT_MAX);
  });

  test("stay, and a new one is not kept, where none can be removed", () => {
    const { files, keep } = world();
    const large = new Uint8Array(ORIGINAL_BYTES_MAX);
    const room = Math.floor(TOGETHER_BYTES_MAX / (ORIGINAL_BYTES_MAX + 200));
    for (let count = 0; count < room; count++) expect(keep(large)).not.toBeNull();
    files.fault = ({ kind }) => (kind === "remove" ? { code: "EACCES" } : null);
    expect(keep(large)).toBeNull();
    expect(files.paths()).toHaveLength(room);
  });
});

describe("a key", () => {
  test("is read as people write it", () => {
    fc.assert(
      fc.property(fc.constant(null), () => {
        const key = randomOutputKey();
        expect(parseOutputKey(` ${key.toLowerCase()} `)).toBe(key);
      }),
    );
    expect(parseOutputKey("oil00000")).toBe("01100000");
  });

  test.each(["", "K3V9X2M", "K3V9X2MPP", "K3V9X2MU", "../../etc", "K3V9X2M/"])("is not %j", (given) => {
    expect(parseOutputKey(given)).toBeNull();
  });
});
