// The log as a file: what is opened and what is refused, limits, single records, copies of what is cut off.

import { describe, expect, test } from "vitest";
import { DataLog } from "../../../../src/engine/log/data-log.ts";
import { encodeEntry } from "../../../../src/engine/log/log-encoding.ts";
import { LOG_BYTES_MAX } from "../../../../src/engine/log/log-layout.ts";
import { encodeLogHeader } from "../../../../src/engine/log/log-record.ts";
import { LogWriter } from "../../../../src/engine/log/log-writer.ts";
import type { FileHandle } from "../../../../src/platform/file-system.ts";
import { keepCopy } from "../../../../src/platform/kept-copy.ts";
import { liveEntries, openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";
import {
  addition,
  DIRECTORY,
  entryOfOriginal,
  INDEX_PATH,
  LOG_PATH,
  logOfOriginal,
} from "../../../support/random-log.ts";

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const entry = (body: string, isReplacement = false) =>
  encodeEntry(bytesOf("topic"), bytesOf(body), 1_125_360, isReplacement);

function diskWith(...pieces: Uint8Array[]): MemoryFileSystem {
  const files = new MemoryFileSystem();
  files.write(LOG_PATH, Buffer.concat(pieces));
  return files;
}

describe("opening", () => {
  test("a log that is not there: nothing to read, a header to write", () => {
    const files = new MemoryFileSystem();
    expect(DataLog.open(files, LOG_PATH)).toBeNull();
    LogWriter.open(files, LOG_PATH).close();
    expect(Buffer.from(files.content(LOG_PATH)!)).toEqual(Buffer.from(encodeLogHeader()));
  });

  test("an empty file, or one with a part of the header: like none, and the header is completed", () => {
    for (let length = 0; length <= 8; length++) {
      const files = diskWith(encodeLogHeader().subarray(0, length));
      const log = DataLog.open(files, LOG_PATH)!;
      expect(log.headerDamaged).toBe(false);
      LogWriter.open(files, LOG_PATH).close();
      expect(Buffer.from(files.content(LOG_PATH)!)).toEqual(Buffer.from(encodeLogHeader()));
    }
  });

  test.each([
    ["text", bytesOf("# notes\nsome text, longer than a header")],
    ["short text", bytesOf("text")],
    ["an index", bytesOf("AMRN\x04\0\0\0 and so on and so on")],
    ["zeros", new Uint8Array(100)],
    ["a wrong beginning of the header", bytesOf("AMX")],
  ])("%s is refused and left alone, whoever asks", async (_, content) => {
    const files = diskWith(content);
    for (const type of [DataLog, LogWriter]) {
      expect(() => type.open(files, LOG_PATH)).toThrow(
        expect.objectContaining({
          code: "CORRUPTION",
          message: expect.stringMatching(/is not a helix log .*left alone.*e\.g\./),
        }),
      );
    }
    const kb = openKnowledgeBase(DIRECTORY, { files });
    await expect(kb.change(() => [addition("a", "b")])).rejects.toMatchObject({ code: "CORRUPTION" });
    await expect(kb.compact()).rejects.toMatchObject({ code: "CORRUPTION" });
    expect(files.content(LOG_PATH)).toEqual(new Uint8Array(content));
    expect(files.content(INDEX_PATH)).toBeNull();
  });

  test("another version is refused by name, empty or with records of its own", () => {
    for (const version of [0, 2, 3, 255, 0x0102]) {
      const header = encodeLogHeader();
      new DataView(header.buffer).setUint32(4, version, true);
      for (const files of [diskWith(header), diskWith(header, bytesOf("records of another shape than ours"))]) {
        expect(() => LogWriter.open(files, LOG_PATH)).toThrow(
          expect.objectContaining({
            code: "UNSUPPORTED_VERSION",
            message: expect.stringContaining(`format version ${version}; this helix reads version 1`),
          }),
        );
      }
    }
  });

  test("a damaged header is told by the record behind it, however long that is", () => {
    for (const body of ["short", "x".repeat(70_000), "x".repeat(900_000)]) {
      for (let at = 0; at < 8; at++) {
        const header = encodeLogHeader();
        header[at]! ^= 0x40;
        const log = DataLog.open(diskWith(header, entry(body), entry("next")), LOG_PATH)!;
        expect(log.headerDamaged).toBe(true);
      }
    }
  });

  test("a header with one wrong letter is damaged, with two it is another's", () => {
    const records = logOfOriginal("t", "body", 29_920_466).subarray(8);
    expect(DataLog.open(diskWith(bytesOf("AMRX\x01\0\0\0"), records), LOG_PATH)!.headerDamaged).toBe(true);
    expect(DataLog.open(diskWith(bytesOf("AMRX\x01\0\0\0")), LOG_PATH)!.headerDamaged).toBe(true);
    expect(() => DataLog.open(diskWith(bytesOf("AMXX\x01\0\0\0"), records), LOG_PATH)).toThrow("is not a helix log");
  });

  test("what the system refuses is one line with its reason", () => {
    const files = diskWith(encodeLogHeader());
    files.open = () => {
      throw Object.assign(new Error("EACCES: permission denied,\n open"), { code: "EACCES" });
    };
    for (const type of [DataLog, LogWriter]) {
      expect(() => type.open(files, LOG_PATH)).toThrow(
        expect.objectContaining({ code: "IO", message: `cannot open ${LOG_PATH}: EACCES: permission denied, open` }),
      );
    }
  });
});

describe("a single record", () => {
  test("is there at its place, with its size and kind, and nowhere else", () => {
    const first = entry("first");
    const log = DataLog.open(diskWith(encodeLogHeader(), first, entry("half", true)), LOG_PATH)!;
    const at = { offset: 8, size: first.length, isReplacement: false };
    expect(Buffer.from(log.readEntry(at)!.body).toString()).toBe("first");
    expect(log.readEntry({ ...at, isReplacement: true })).toBeNull();
    expect(log.readEntry({ ...at, offset: 9 })).toBeNull();
    expect(log.readEntry({ ...at, size: first.length + 1 })).toBeNull();
    expect(log.readEntry({ ...at, offset: 4_000_000_000 })).toBeNull();
    expect(log.readEntry({ ...at, size: 4_000_000_000 })).toBeNull();
    expect(log.readEntry({ offset: 8 + first.length, size: entry("half").length, isReplacement: true })).not.toBeNull();
  });
});

describe("limits", () => {
  /** A log that says it is `size` bytes long; what is appended is counted. */
  function hugeLog(size: number): { log: LogWriter; appended: () => number } {
    const files = diskWith(encodeLogHeader(), entry("first"));
    let appended = 0;
    const open = files.open.bind(files);
    files.open = (path, mode): FileHandle => {
      const file = open(path, mode);
      return {
        ...file,
        identity: () => ({ ...file.identity(), size: size + appended }),
        append: (bytes: Uint8Array) => {
          appended += bytes.length;
        },
      };
    };
    return { log: LogWriter.open(files, LOG_PATH), appended: () => appended };
  }

  /** Appends at the end of a log that has no torn tail. */
  const append = (log: LogWriter, record: Uint8Array) =>
    log.append(record, { end: log.size(), size: log.size(), now: 0 });

  test("a log near 4 GiB takes what ends below the limit, and says what to do about the rest", () => {
    const record = entry("a");
    const { log, appended } = hugeLog(LOG_BYTES_MAX - record.length);
    append(log, record);
    expect(appended()).toBe(record.length);
    const full = hugeLog(LOG_BYTES_MAX - record.length + 1);
    expect(() => append(full.log, record)).toThrow(
      expect.objectContaining({ code: "LIMIT", message: expect.stringMatching(/near its limit of 4 GiB.*compact/) }),
    );
    expect(full.appended()).toBe(0);
  });
});

describe("a copy of what is cut off", () => {
  test("has a name of its own each time", () => {
    const files = new MemoryFileSystem();
    const names = [1, 2, 3].map((round) =>
      keepCopy(files, `${LOG_PATH}.torn-5`, [bytesOf(`round ${round}, `), bytesOf("end")]),
    );
    expect(names).toEqual([`${LOG_PATH}.torn-5`, `${LOG_PATH}.torn-5-1`, `${LOG_PATH}.torn-5-2`]);
    expect(Buffer.from(files.content(names[2]!)!).toString()).toBe("round 3, end");
  });

  test("is durable before anything is cut off; when it cannot be made nothing is", async () => {
    const files = diskWith(encodeLogHeader(), entry("first"), bytesOf("\x01torn bytes"));
    const before = files.content(LOG_PATH)!;
    const kb = openKnowledgeBase(DIRECTORY, { files });
    for (const kind of ["create", "append", "sync", "syncDirectory"] as const) {
      files.fault = (operation) =>
        operation.kind === kind && operation.path.includes(".torn-") ? { code: "ENOSPC" } : null;
      if (kind === "syncDirectory") files.fault = (operation) => (operation.kind === kind ? { code: "EIO" } : null);
      await expect(kb.change(() => [addition("a", "b")])).rejects.toMatchObject({ code: "IO" });
      expect(files.content(LOG_PATH)).toEqual(before);
      expect(files.paths().filter((path) => path.includes(".torn-"))).toEqual([]);
    }
    files.fault = () => null;
    await kb.change(() => [addition("a", "b")]);
    expect(liveEntries(await kb.view())).toHaveLength(2);
    const order = files.operations.map(({ kind, path }) => `${kind} ${path.replace(/torn-\d+/, "torn")}`);
    const last = (what: string) => order.lastIndexOf(what);
    expect(last(`sync ${LOG_PATH}.torn`)).toBeGreaterThan(0);
    expect(last(`truncate ${LOG_PATH}`)).toBeGreaterThan(last(`sync ${LOG_PATH}.torn`));
    expect(order.slice(last(`sync ${LOG_PATH}.torn`) + 1, last(`truncate ${LOG_PATH}`))).toContain(
      `syncDirectory ${DIRECTORY}`,
    );
  });
});

describe("bytes before the end that hold no record", () => {
  test("stay where they are when more is appended, whoever wrote the rest", async () => {
    const noise = bytesOf("\xff\xffnoise");
    const files = diskWith(encodeLogHeader(), entry("one"), noise, entryOfOriginal("t", "two", 29_920_466));
    const before = files.content(LOG_PATH)!;
    const kb = openKnowledgeBase(DIRECTORY, { files });
    expect((await kb.view()).statistics()).toMatchObject({ entries: 2, damageCount: 1, damageBytes: noise.length });
    await kb.change(() => [addition("a", "b")]);
    expect(files.content(LOG_PATH)!.subarray(0, before.length)).toEqual(before);
    expect((await kb.view()).statistics()).toMatchObject({ entries: 3, damageCount: 1, damageBytes: noise.length });
  });
});
