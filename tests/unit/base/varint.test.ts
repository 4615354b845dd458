// Variable-length integers as bytes.

import { describe, expect, test } from "vitest";
import { ByteWriter } from "../../../src/base/varint.ts";

describe("ByteWriter", () => {
  test("writes seven bits a byte, low bits first", () => {
    const writer = new ByteWriter(1);
    for (const value of [0, 127, 128, 300, 0xffff_ffff]) writer.varint(value);
    expect(Buffer.from(writer.view()).toString("hex")).toBe("00" + "7f" + "8001" + "ac02" + "ffffffff0f");
    expect(writer.length).toBe(11);
  });

  test("grows as it must, appends bytes, and forgets them", () => {
    const writer = new ByteWriter(2);
    writer.append(new Uint8Array(1000).fill(7));
    writer.varint(5);
    expect(writer.view()).toHaveLength(1001);
    expect([writer.view()[999], writer.view()[1000]]).toEqual([7, 5]);
    writer.clear();
    expect(writer.length).toBe(0);
  });
});
