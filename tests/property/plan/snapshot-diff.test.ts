// Random trees with random changes: what two snapshots tell apart is what a naive comparison of the whole tree does, with
// git and without, whatever the system's times say.

import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isInDelta } from "../../../src/plan/guard/delta.ts";
import { deltaDigest } from "../../../src/plan/workspace/delta-digest.ts";
import { snapshotSince, takeSnapshot } from "../../../src/plan/workspace/snapshot.ts";
import { snapshotDiff } from "../../../src/plan/workspace/snapshot-diff.ts";
import { SnapshotStore } from "../../../src/plan/workspace/snapshot-store.ts";
import { diskFileSystem } from "../../../src/platform/disk-file-system.ts";
import { git, makeRepository } from "../../support/git-repository.ts";
import { snapshotPorts } from "../../support/plan-tree.ts";
import { runs } from "../../support/runs.ts";
import { useFolders } from "../../support/temporary-folder.ts";

const folder = useFolders("all");
const DELTA = ["a/", "b/*.ts", "c", "**/x.ts"];

const name = fc.constantFrom("a", "A", "b", "c", "x.ts", "é", "e\u0301", "two words");
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("write" as const),
      path,
      text: fc.constantFrom<string>("", "1", "2", "22"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("remove" as const), path }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("rename" as const), path, to: path }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("link" as const), path, to: path }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("mode" as const), path, mode: fc.constantFrom(0o644, 0o755) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("times" as const), path }) },
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

/** Does a step; one that the system refuses does nothing. */
function perform(root: string, each: Step): void {
  const at = `${root}/${each.path}`;
  try {
    if (each.kind === "write") {
      mkdirSync(dirname(at), { recursive: true });
      writeFileSync(at, each.text);
    } else if (each.kind === "remove") rmSync(at, { recursive: true });
    else if (each.kind === "rename") {
      mkdirSync(dirname(`${root}/${each.to}`), { recursive: true });
      renameSync(at, `${root}/${each.to}`);
    } else if (each.kind === "link") {
      mkdirSync(dirname(at), { recursive: true });
      symlinkSync(`${root}/${each.to}`, at);
    } else if (each.kind === "mode" && !lstatSync(at).isDirectory() && existsSync(at)) chmodSync(at, each.mode);
    else if (each.kind === "times") {
      const { atimeMs, mtimeMs } = statSync(at);
      utimesSync(at, atimeMs / 1000, mtimeMs / 1000);
    }
  } catch {
    // The tree is as it was.
  }
}

/** What stands at each path below a folder. Of folders the mode counts, where it was there before and after. */
function naive(root: string, below = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const each of readdirSync(`${root}/${below}`)) {
    const at = below === "" ? each : `${below}/${each}`;
    if (each === ".git") continue;
    const stats = lstatSync(`${root}/${at}`);
    if (stats.isDirectory()) {
      found.set(`${at}/`, `${stats.mode & 0o777}`);
      for (const [inner, what] of naive(root, at)) found.set(inner, what);
    } else if (stats.isSymbolicLink()) found.set(at, `link ${readlinkSync(`${root}/${at}`)}`);
    else found.set(at, `${stats.mode & 0o777} ${readFileSync(`${root}/${at}`, "utf8")}`);
  }
  return found;
}

function changedNaively(before: Map<string, string>, after: Map<string, string>): string[] {
  const all = new Set([...before.keys(), ...after.keys()]);
  return [...all]
    .filter((each) => before.get(each) !== after.get(each))
    .filter((each) => !each.endsWith("/") || (before.has(each) && after.has(each)))
    .sort();
}

for (const withGit of [false, true]) {
  test(`random changes in a tree ${withGit ? "of git" : "without git"}`, { timeout: 60_000 }, async () => {
    const scratch = folder();
    const store = new SnapshotStore(diskFileSystem, `${scratch}/snapshots`);
    const steps = fc.array(step, { maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(steps, steps, fc.boolean(), fc.boolean(), async (first, second, isTracked, isOld) => {
        const root = folder();
        if (withGit) makeRepository(root);
        for (const each of first) perform(root, each);
        if (withGit && isTracked) git(root, "add", ".");
        // A snapshot of long ago trusts the times of files; one of now reads them again.
        const ports = { ...snapshotPorts(scratch), now: () => Date.now() + (isOld ? 60_000 : 0) };
        const digest = deltaDigest(root, DELTA);
        const [taken, names] = [await takeSnapshot(root, ports), naive(root)];
        const before = store.read(store.write(taken))!;
        expect(before).toEqual(taken);
        for (const each of second) {
          // The system's clock ticks slowly: a text of another length is told from the old one all the same.
          perform(root, each.kind === "write" && isOld ? { ...each, text: `${each.text}+++` } : each);
        }
        const changes = snapshotDiff(before, await snapshotSince(before, ports)).map((each) => each.path);
        const expected = changedNaively(names, naive(root));
        expect(changes).toEqual(expected);
        // A folder that became a link is noticed by the digest, too, although the link itself may not be in the delta.
        if (expected.some((each) => isInDelta(each, DELTA))) expect(deltaDigest(root, DELTA)).not.toBe(digest);
        if (expected.length === 0) expect(deltaDigest(root, DELTA)).toBe(digest);
      }),
      { numRuns: runs(withGit ? 40 : 150) },
    );
  });
}
