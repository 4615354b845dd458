// An entry of an edit is checksummed with another first value than a plain one. When a reader took either value
// everywhere, one damaged byte could turn a plain entry into a sound entry of an edit with another text, and the damage
// went unseen.

import { describe, expect, test } from "vitest";
import { encodeEntry, encodeTombstone } from "../../src/engine/log/log-encoding.ts";
import { CHANGE_REPLACED } from "../../src/engine/log/log-layout.ts";
import { encodeLogHeader } from "../../src/engine/log/log-record.ts";
import { liveEntries, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { DIRECTORY, LOG_PATH } from "../support/random-log.ts";

const TOPIC = Buffer.from("topic");
const STORED = 1_125_360;
const CHECKSUM_AT = 10;

/**
 * A text, and the same with one byte changed, whose checksum with the other first value is that of the text with its
 * own.
 */
function twins(pair: boolean): { sound: Uint8Array; damaged: Uint8Array } {
  for (let round = 0; round < 1000; round++) {
    const body = Buffer.from(`note ${round}: ${"the linker wants one architecture only, ".repeat(8)}`);
    const sound = encodeEntry(TOPIC, body, STORED, pair);
    for (let at = 0; at < body.length; at++) {
      for (let byte = 0x20; byte < 0x7f; byte++) {
        if (byte === body[at]) continue;
        const changed = Buffer.from(body);
        changed[at] = byte;
        const other = encodeEntry(TOPIC, changed, STORED, !pair);
        if (other[CHECKSUM_AT] === sound[CHECKSUM_AT] && other[CHECKSUM_AT + 1] === sound[CHECKSUM_AT + 1]) {
          return { sound, damaged: other };
        }
      }
    }
  }
  throw new Error("there is no such text among those that were tried");
}

async function bodiesOf(...records: Uint8Array[]) {
  const files = new MemoryFileSystem();
  files.write(LOG_PATH, Buffer.concat([encodeLogHeader(), ...records]));
  const view = await openKnowledgeBase(DIRECTORY, { files }).view();
  return { bodies: liveEntries(view).map(({ body }) => body), damage: view.statistics().damageCount };
}

const last = encodeEntry(TOPIC, Buffer.from("last"), STORED);

describe("one damaged byte", () => {
  test("does not turn a plain entry into half an edit", async () => {
    const { sound, damaged } = twins(false);
    expect(sound.filter((byte, at) => byte !== damaged[at])).toHaveLength(1);
    expect((await bodiesOf(sound, last)).bodies).toHaveLength(2);
    expect(await bodiesOf(damaged, last)).toEqual({ bodies: ["last"], damage: 1 });
    expect((await bodiesOf(last, damaged)).bodies).toEqual(["last"]);
  });

  test("does not turn half an edit into a plain entry", async () => {
    const { sound, damaged } = twins(true);
    const old = encodeEntry(TOPIC, Buffer.from("old"), STORED);
    const burial = encodeTombstone(CHANGE_REPLACED, 8);
    expect((await bodiesOf(old, sound, burial, last)).bodies).toHaveLength(2);
    expect(await bodiesOf(old, damaged, burial, last)).toEqual({ bodies: ["old", "last"], damage: 1 });
  });
});
