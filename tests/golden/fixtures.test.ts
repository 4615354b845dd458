// Knowledge bases that were written once and must open forever: by the original program, and by helix. Every live entry
// is there with its topic, text and time, in order, however the store is treated afterwards.

import { describe, expect, test } from "vitest";
import { formatDateTime } from "../../src/engine/text/dates.ts";
import { checkStore } from "../../src/notes/store/check.ts";
import type { KnowledgeView } from "../../src/notes/store/knowledge-view.ts";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import { fixtureCopy, type ListedEntry, listedEntries } from "../support/fixtures.ts";
import { runInZone, ZONES } from "../support/in-zone.ts";
import { liveEntries, openKnowledgeBase, searchHits } from "../support/knowledge.ts";
import { addition } from "../support/random-log.ts";

const ORIGINAL = ["edited", "thousand", "large-body"] as const;

/** Entries as `[topic, local time, body]`, by topic, in order within each. */
type Rows = [string, string, string][];

function byTopic(rows: Rows): Rows {
  const topics = [...new Set(rows.map(([topic]) => topic))].sort();
  return topics.flatMap((topic) => rows.filter((row) => row[0] === topic));
}

/** What the clock on the wall said, which is what the original program stores. */
function wallClock(minutes1970: number): string {
  return new Date(minutes1970 * 60_000).toISOString().slice(0, 16).replace("T", " ");
}

function listed(entries: readonly ListedEntry[]): Rows {
  return byTopic(entries.map(({ topic, minutes1970, body }) => [topic, wallClock(minutes1970), body]));
}

function shown(view: KnowledgeView): Rows {
  return byTopic(liveEntries(view).map(({ topic, minutes, body }) => [topic, formatDateTime(minutes), body]));
}

describe.each(ORIGINAL)("the fixture %s of the original program", (name) => {
  const expected = listed(listedEntries(`original/${name}`));

  test("opens as it is, its own index ignored", async () => {
    const directory = fixtureCopy(`original/${name}`);
    const view = await openKnowledgeBase(directory).view();
    expect(shown(view)).toEqual(expected);
    const { entries, damageCount, tornBytes, watermark } = view.statistics();
    expect({ entries, damageCount, tornBytes, watermark }).toEqual({
      entries: expected.length,
      damageCount: 0,
      tornBytes: 0,
      watermark: 0,
    });
    expect(checkStore(diskFileSystem, directory)).toMatchObject({ live: expected.length, aimless: [], damages: [] });
  });

  test("is the same merged, reopened, compacted, compacted again", async () => {
    const directory = fixtureCopy(`original/${name}`);
    const kb = openKnowledgeBase(directory);
    const everywhere = async (watermarkMin: number) => {
      for (const each of [kb, openKnowledgeBase(directory)]) {
        const view = await each.view();
        expect(shown(view)).toEqual(expected);
        expect(view.statistics().watermark).toBeGreaterThanOrEqual(watermarkMin);
      }
    };
    await kb.mergeNow();
    await everywhere(9);
    for (let round = 0; round < 2; round++) {
      const report = await kb.compact();
      expect(report).toMatchObject({ entries: expected.length, damagedCopy: null });
      // The mark of the rewriting stands behind what the index covers.
      await everywhere(report.bytesAfter - 8);
      expect(checkStore(diskFileSystem, directory)).toMatchObject({
        tombstones: 0,
        withoutChecksum: 0,
        index: "sound",
      });
    }
    kb.close();
  });

  test("goes on in its own time base when helix writes, so that both programs can share it", async () => {
    const directory = fixtureCopy(`original/${name}`);
    const kb = openKnowledgeBase(directory);
    const { added, view } = await kb.change(() => [addition("shared", "stored by helix")]);
    expect(view.index.timeBase).toBe("local-1970");
    expect(view.document(added[0]!).stored).toBeGreaterThanOrEqual(28_401_120);
    await kb.mergeNow();
    const again = await openKnowledgeBase(directory).view();
    expect(again.index.timeBase).toBe("local-1970");
    expect(shown(again).filter(([topic]) => topic !== "shared")).toEqual(expected);
    await kb.compact();
    expect((await kb.view()).index.timeBase).toBe("local-1970");
  });
});

describe("the fixture torn-tail", () => {
  test("has lost its last record, a tombstone, and nothing else", async () => {
    const directory = fixtureCopy("original/torn-tail");
    const view = await openKnowledgeBase(directory).view();
    const whole = listed(listedEntries("original/thousand"));
    const rows = shown(view);
    expect(view.statistics()).toMatchObject({ entries: whole.length + 1, tornBytes: 5, damageCount: 0 });
    const known = new Set(whole.map((row) => row.join("\n")));
    expect(rows.filter((row) => !known.has(row.join("\n")))).toHaveLength(1);
  });
});

describe("wall-clock times", () => {
  test.each(ZONES)("are shown in %s as they were written", (zone) => {
    const names = ["edited", "thousand"] as const;
    const answers = runInZone(zone, "./fixtures-in-zone.ts", ...names) as Record<
      string,
      [string, number, string, string][]
    >;
    for (const name of names) {
      const rows = answers[name]!.map(([topic, , local, body]): Rows[number] => [topic, local, body]);
      expect(byTopic(rows)).toEqual(listed(listedEntries(`original/${name}`)));
    }
    // Offsets on the day of the fixtures, 21 November 2026.
    const offset = {
      "America/New_York": 300,
      "Asia/Kolkata": -330,
      "Australia/Lord_Howe": -660,
      "Pacific/Kiritimati": -840,
    };
    const expected = 29_920_466 + (offset[zone as keyof typeof offset] ?? 0);
    expect(new Set(answers.edited!.map(([, minutes]) => minutes))).toEqual(new Set([expected]));
  });
});

describe("the fixture helix-v1", () => {
  const expected = listed(listedEntries("helix-v1"));

  test("opens with its index and without it", async () => {
    const directory = fixtureCopy("helix-v1");
    const view = await openKnowledgeBase(directory).view();
    // Its terms are of an older version, so it is passed over.
    expect(view.statistics().watermark).toBe(0);
    expect(byTopic(liveEntries(view).map(({ topic, minutes, body }) => [topic, wallClock(minutes), body]))).toEqual(
      expected,
    );
    const hits = searchHits(view, "linker architecture");
    expect(hits.length).toBeGreaterThan(0);
    diskFileSystem.remove(`${directory}/index.bin`);
    const scanned = await openKnowledgeBase(directory).view();
    expect(shown(scanned)).toEqual(shown(view));
    expect(searchHits(scanned, "linker architecture")).toEqual(hits);
  });
});
