// A line of the event log: JSON that says whether it is whole.

import { describe, expect, it } from "vitest";
import { encodeEvent } from "../../../../src/events/log/event-line.ts";
import { parseEvent } from "../../../../src/events/log/event-parser.ts";
import type { LoggedEvent } from "../../../../src/events/log/event-types.ts";

const EVENT: LoggedEvent = {
  id: "7k3v9xq2mp",
  at: 1_771_675_200_000,
  session: "s1",
  agent: "a1",
  project: ["acme/api"],
  type: "withheld",
  hook: "ambient",
  why: "held",
  held: [["0000000001", "weak", 0.25]],
  file: "src/größe.rs",
};

function sealed(text: string): string {
  const sum = Bun.hash.crc32(text).toString(16).padStart(8, "0");
  return `${text},"sum":"${sum}"}`;
}

describe("a line", () => {
  it("is JSON, in one line, and gives the event back", () => {
    const line = encodeEvent(EVENT);
    expect(line).not.toContain("\n");
    expect(JSON.parse(line)).toMatchObject({ v: 1, type: "withheld", file: "src/größe.rs" });
    expect(parseEvent(line)).toEqual(EVENT);
  });

  it("leaves out what is not said", () => {
    const bare = { ...EVENT, session: "", agent: "", project: [], file: undefined } as LoggedEvent;
    expect(encodeEvent(bare)).not.toMatch(/session|agent|file/);
    expect(parseEvent(encodeEvent(bare))).toMatchObject({ session: "", agent: "", project: [] });
  });

  it("cuts names that others chose, and takes any characters", () => {
    const file = `a\n\u0000\ud800"${"x".repeat(5000)}`;
    const line = encodeEvent({ ...EVENT, file });
    expect(line).not.toContain("\n");
    const found = parseEvent(line) as { file: string };
    expect(found.file).toBe(`a\n\u0000\ufffd"${"x".repeat(295)}`);
  });

  it("is damaged by any changed bit, and read as nothing else", () => {
    const bytes = Buffer.from(encodeEvent(EVENT));
    for (let at = 0; at < bytes.length; at++) {
      for (const bit of [1, 32, 128]) {
        const changed = Buffer.from(bytes);
        changed[at]! ^= bit;
        expect(parseEvent(changed.toString("utf8"))).toBeNull();
      }
    }
  });

  it("of a later helix is whole, although this one does not know it", () => {
    expect(parseEvent(sealed('{"v":2,"id":"0000000001","at":1,"type":"shown"'))).toBe("later");
    expect(parseEvent(sealed('{"v":1,"id":"0000000001","at":1,"type":"dreamt"'))).toBe("later");
    expect(parseEvent(sealed('{"v":1,"id":7,"at":1,"type":"shown"'))).toBeNull();
    expect(parseEvent(sealed("no JSON"))).toBeNull();
  });
});
