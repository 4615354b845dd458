// What one build hands over to the next: it comes back as it was, and what is none is not taken for one.

import { chmodSync, existsSync, linkSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import {
  decodeHandover,
  encodeHandover,
  type Handover,
  handoverName,
} from "../../../../src/features/reload/handover.ts";
import { HANDOVER_VARIABLE } from "../../../../src/features/reload/handover-variable.ts";
import { writePrivateFile } from "../../../../src/platform/private-file.ts";
import { takeHandover } from "../../../../src/surfaces/mcp/handover.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");
const HANDOVER: Handover = {
  process: process.pid,
  from: "1.0.0 (old)",
  initialize: { jsonrpc: "2.0", id: 0, method: "initialize", params: { capabilities: { roots: {} } } },
  isInitialized: true,
  isSkipping: false,
  session: { started: 5, operations: [{ time: 6, what: "stored in a: \u2028b" }], count: 7 },
  unread: Buffer.from([0x7b, 0x0a, 0xff, 0x00]),
};

afterEach(() => {
  delete process.env[HANDOVER_VARIABLE];
});

/** The file is written, as the old build does, and its name put into the environment. */
function handedOver(handover: Handover): { directory: string; path: string } {
  const [directory, name] = [folder(), handoverName()];
  writePrivateFile(directory, name, encodeHandover(handover));
  process.env[HANDOVER_VARIABLE] = name;
  return { directory, path: join(directory, name) };
}

describe("the bytes", () => {
  test.each([HANDOVER, { ...HANDOVER, initialize: null, isInitialized: false, unread: Buffer.alloc(0) }])(
    "come back as they were",
    (handover) => {
      const { unread, ...rest } = decodeHandover(encodeHandover(handover))!;
      expect({ ...rest, unread: Buffer.from(unread) }).toEqual(handover);
    },
  );

  test.each([
    ["nothing", ""],
    ["no line", '{"format":1}'],
    ["no JSON", "helix\n"],
    ["another shape", '{"format":1}\n'],
  ])("of something else are none: %s", (_, text) => {
    expect(decodeHandover(Buffer.from(text))).toBe(null);
  });

  test("of another format are none", () => {
    const text = Buffer.from(encodeHandover(HANDOVER)).toString("latin1").replace('"format":1', '"format":2');
    expect(decodeHandover(Buffer.from(text, "latin1"))).toBe(null);
  });

  test("with more fields than this build knows are taken", () => {
    const text = Buffer.from(encodeHandover(HANDOVER))
      .toString("latin1")
      .replace('"format":1', '"format":1,"more":true');
    expect(decodeHandover(Buffer.from(text, "latin1"))?.from).toBe("1.0.0 (old)");
  });
});

describe("the file", () => {
  test("is taken once, and the environment is cleared of it", () => {
    const { directory, path } = handedOver(HANDOVER);
    const name = process.env[HANDOVER_VARIABLE];
    expect(takeHandover(directory)?.from).toBe("1.0.0 (old)");
    expect(existsSync(path)).toBe(false);
    expect(process.env[HANDOVER_VARIABLE]).toBe(undefined);
    process.env[HANDOVER_VARIABLE] = name;
    expect(takeHandover(directory)).toBe(null);
  });

  test("of the process that started this one is taken: a trial", () => {
    const { directory } = handedOver({ ...HANDOVER, process: process.ppid });
    expect(takeHandover(directory)).not.toBe(null);
  });

  test("of any other process is not", () => {
    const { directory } = handedOver({ ...HANDOVER, process: 1_000_000_000 });
    expect(takeHandover(directory)).toBe(null);
  });

  test("that others may read is not taken", () => {
    const { directory, path } = handedOver(HANDOVER);
    chmodSync(path, 0o644);
    expect(takeHandover(directory)).toBe(null);
  });

  test("that is a link, or has a second name, is not taken", () => {
    const { directory, path } = handedOver(HANDOVER);
    linkSync(path, join(directory, "second"));
    expect(takeHandover(directory)).toBe(null);
    const name = handoverName();
    symlinkSync(path, join(directory, name));
    process.env[HANDOVER_VARIABLE] = name;
    expect(takeHandover(directory)).toBe(null);
  });

  test.each(["../data.log", "/etc/passwd", "data.log", "", ".handover-0"])("named %j is not looked at", (name) => {
    const directory = folder();
    writeFileSync(join(directory, "data.log"), encodeHandover(HANDOVER), { mode: 0o600 });
    process.env[HANDOVER_VARIABLE] = name;
    expect(takeHandover(directory)).toBe(null);
    expect(existsSync(join(directory, "data.log"))).toBe(true);
  });
});
