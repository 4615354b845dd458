// Each promise of the storage broken on purpose, in front of the disk and not in the product: the proof must find that
// something is lost. What is not broken holds.

import { describe, expect, test } from "vitest";
import { encodeEntry, encodeTombstone } from "../../src/engine/log/log-encoding.ts";
import { CHANGE_DELETED, CHANGE_REPLACED, TOMBSTONE } from "../../src/engine/log/log-layout.ts";
import { decodeRecord } from "../../src/engine/log/log-record.ts";
import type { FileSystem } from "../../src/platform/file-system.ts";
import type { Act } from "../../src/prove/acts.ts";
import { drawTrial, type Finding, noFigures, runTrial } from "../../src/prove/power-cuts.ts";
import { shortest } from "../../src/prove/prove.ts";
import { changedFiles } from "../support/broken-disk.ts";
import { memoryWorld } from "../support/proving-disk.ts";
import { isThorough } from "../support/runs.ts";

const isLog = (path: string) => path.endsWith("/data.log");
const nothing = () => ({});

const store = (text: string): Act => ({ kind: "store", process: 0, topic: "build", text });
const editFirst: Act = { kind: "edit", process: 0, pick: 0, text: "two" };
const compact: Act = { kind: "compact", process: 0, meanwhile: [] };

/** The tombstone of the old version first, then the new one, as two records that know nothing of each other. */
function tombstoneFirst(bytes: Uint8Array): Uint8Array {
  const entry = decodeRecord(bytes, 0);
  if (entry.kind !== "entry" || !entry.isReplacement || bytes.length !== entry.size + TOMBSTONE.size) return bytes;
  const tombstone = decodeRecord(bytes, entry.size);
  if (tombstone.kind !== "tombstone" || tombstone.change !== CHANGE_REPLACED) return bytes;
  const { topic, body, stored } = entry;
  return Buffer.concat([encodeTombstone(CHANGE_DELETED, tombstone.target), encodeEntry(topic, body, stored)]);
}

interface Mutation {
  readonly name: string;
  readonly acts: readonly Act[];
  readonly fault: (files: FileSystem) => FileSystem;
  readonly says: RegExp;
}

const MUTATIONS: readonly Mutation[] = [
  {
    name: "the sync of an append is skipped",
    acts: [store("one")],
    fault: (files) => changedFiles(files, nothing, (_, path) => (isLog(path) ? { sync: () => undefined } : {})),
    says: /acknowledged ones are gone/,
  },
  {
    name: "the sync of the directory is skipped",
    acts: [store("one")],
    fault: (files) => changedFiles(files, () => ({ syncDirectory: () => undefined })),
    says: /acknowledged ones are gone/,
  },
  {
    name: "the sync comes before the append instead of behind it",
    acts: [store("one"), store("two")],
    fault: (files) =>
      changedFiles(files, nothing, (handle, path) =>
        isLog(path)
          ? {
              append(bytes) {
                handle.sync();
                handle.append(bytes);
              },
              sync: () => undefined,
            }
          : {},
      ),
    says: /acknowledged ones are gone/,
  },
  {
    name: "a compacted log is renamed before it is synced",
    acts: [store("one"), store("two"), compact],
    fault: (files) => {
      const late = new Map<string, () => void>();
      return changedFiles(
        files,
        ({ rename }) => ({
          rename(from, to) {
            rename(from, to);
            late.get(from)?.();
          },
        }),
        (_, path) => (path.includes("data.log.tmp-") ? { sync: () => late.set(path, () => undefined) } : {}),
      );
    },
    says: /acknowledged ones are gone|cannot be opened/,
  },
  {
    name: "the log is rewritten in its place instead of beside it",
    acts: [store("one"), store("two"), compact],
    fault: (files) =>
      changedFiles(files, (whole) => ({
        rename(from, to) {
          if (!isLog(to)) return whole.rename(from, to);
          const target = files.open(to, "append");
          target.truncate(0);
          target.append(files.map(from));
          target.sync();
          target.close();
          files.remove(from);
        },
      })),
    says: /acknowledged ones are gone/,
  },
  {
    name: "the tombstone of an edit stands before the new version",
    acts: [store("one"), editFirst],
    fault: (files) =>
      changedFiles(files, nothing, (handle, path) =>
        isLog(path) ? { append: (bytes) => handle.append(tombstoneFirst(bytes)) } : {},
      ),
    says: /acknowledged ones are gone/,
  },
  {
    name: "torn bytes are cut off without a copy of them",
    acts: [store("one"), store("two")],
    fault: (files) =>
      changedFiles(files, ({ open }) => ({
        open(path, mode) {
          const handle = open(path, mode);
          return path.includes(".torn-") ? { ...handle, append: () => undefined } : handle;
        },
      })),
    says: /no copy of them was kept/,
  },
];

/** Histories longer than that take seconds to shorten. */
const SHORTENED_MAX = isThorough ? Number.POSITIVE_INFINITY : 2;

/** What the proof finds, given this history and then others. */
async function findingOf(acts: readonly Act[], fault?: (files: FileSystem) => FileSystem): Promise<Finding | null> {
  const world = memoryWorld(fault);
  for (let seed = 1; seed <= 12; seed++) {
    const trial = { ...drawTrial(seed), acts };
    const finding = await runTrial(world, trial, { cuts: 40, depth: 1 }, noFigures());
    if (finding !== null) return acts.length > SHORTENED_MAX ? finding : shortest(world, trial, finding);
  }
  return null;
}

describe("a loss is found when", () => {
  test.each(MUTATIONS)("$name", async ({ acts, fault, says }) => {
    const finding = await findingOf(acts, fault);
    expect(finding?.what).toMatch(says);
    expect(finding!.cuts.length).toBeGreaterThan(0);
    expect(finding!.acts.length).toBeLessThanOrEqual(acts.length);
  });

  test("and not when nothing is broken", async () => {
    for (const { acts } of MUTATIONS) {
      expect(await runTrial(memoryWorld(), { ...drawTrial(1), acts }, { cuts: 20, depth: 2 }, noFigures())).toBeNull();
    }
  });
});
