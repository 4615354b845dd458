// Event logs of any bytes: reading one, folding, compacting and exporting it never fails, and what is whole is kept.

import { expect, test } from "vitest";
import { compactEvents } from "../../src/events/log/event-compaction.ts";
import { foldEvents } from "../../src/events/log/event-fold.ts";
import { importEvents } from "../../src/events/log/event-transfer.ts";
import { noteCounters } from "../../src/events/log/note-counters.ts";
import { ACTIVE_PATH, EventDisk, shownNote } from "../support/event-disk.ts";
import { type Check, fuzz } from "./engine/campaign.ts";

function seedLog(): Uint8Array {
  const disk = new EventDisk();
  disk.append([shownNote("a", "b"), { type: "run", run: "cargo test", ok: false }]);
  disk.append([{ type: "withheld", hook: "prompt", why: "held", held: [["a", "told", 0.5]] }]);
  return disk.files.content(ACTIVE_PATH)!;
}

/** Lines with a right checksum whose members are of any kind. */
function sealedLine(members: string): string {
  const text = `{"v":1,"id":"0000000009","at":5,${members}`;
  return `${text},"sum":"${Bun.hash.crc32(text).toString(16).padStart(8, "0")}"}`;
}

const SEALED = [
  '"type":"shown"',
  '"type":"shown","notes":7',
  '"type":"shown","notes":[null,{"a":1}]',
  '"type":"withheld","held":[7,[]]',
  '"type":"withheld","held":"x"',
  '"type":"total","of":"shown","counts":{"__proto__":1,"a":"x"},"first":"a"',
  '"type":"total","of":"nothing","counts":null',
  '"type":"compacted","members":null',
  '"type":"run","project":7',
  '"type":"used","at":1e400',
].map(sealedLine);

async function load(): Promise<Check> {
  return (bytes) => {
    const disk = new EventDisk();
    disk.files.write(ACTIVE_PATH, bytes);
    const counted = () => foldEvents(disk.log, noteCounters).state.notes;
    const before = counted();
    disk.append([shownNote("behind")]);
    expect(counted().get("behind")?.shown).toBe((before.get("behind")?.shown ?? 0) + 1);
    const all = counted();
    disk.log.rotate(0);
    disk.append([shownNote("last")]);
    disk.log.rotate(0);
    compactEvents(disk.log, disk.newId, 0);
    const compacted = counted();
    compacted.delete("last");
    const shown = (of: typeof all) => Array.from(of, ([id, { shown: count }]) => `${id} ${count}`).sort();
    expect(shown(compacted)).toEqual(shown(all));
    const text = Buffer.from(bytes).toString("utf8");
    try {
      importEvents(new EventDisk().log, text);
    } catch (error) {
      expect((error as { code?: string }).code).toBe("INVALID_ARGUMENT");
    }
  };
}

test("an event log of any bytes is read, and keeps what is whole", async () => {
  await fuzz({
    name: "event-reader",
    executions: 300,
    seeds: [seedLog(), "", "\n\n", ...SEALED],
    lengthMax: 4096,
    load,
  });
});
