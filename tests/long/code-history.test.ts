// Whatever happens to a work tree: the next view of its index is that of an index made anew, and what it cites is in the
// files as they are.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CodeView } from "../../src/code/store/code-view.ts";
import { contentHash } from "../../src/code/store/read-file.ts";
import { chunksOf, codeService, foundFiles, nextTick } from "../support/code-index.ts";
import { askedTree } from "../support/code-ports.ts";
import { git, makeRepository } from "../support/git-repository.ts";
import { useFolders } from "../support/temporary-folder.ts";
import { randomNumbers, TreeHistory } from "../support/tree-history.ts";

const newFolder = useFolders("each");
const STEPS = Number(process.env.HELIX_CODE_STEPS ?? 120);
const SEED = Number(process.env.HELIX_CODE_SEED ?? 1);
const QUERIES = ["parse the token", "render cache", "merge colour"];

/** What a reader could see. Scores depend a little on what is not merged yet, so the order of results is left out. */
function seen(view: CodeView) {
  return {
    chunks: chunksOf(view),
    commits: view.commits
      .flatMap(({ segment, isGone }) => {
        const names = segment.names("name");
        return Array.from({ length: segment.documentCount }, (_, commit) => commit)
          .filter((commit) => !isGone?.(commit))
          .map((commit) => names.of(commit));
      })
      .sort(),
    found: QUERIES.map((query) => foundFiles(view, query).sort()),
    pending: view.pending,
  };
}

function expectTrue(root: string, view: CodeView): void {
  for (const path of view.live.paths()) {
    if (view.live.state(path) !== "read") continue;
    const text = readFileSync(join(root, path), "utf8");
    expect([path, view.live.stamp(path)?.content]).toEqual([path, contentHash(text)]);
    expect(view.isCurrent(path)).toBe(true);
  }
}

test.each([
  ["when files changed a moment ago", false],
  ["when the times of files have settled", true],
])(
  "a random history, %s",
  async (_name, isSettled) => {
    const own = newFolder();
    const root = makeRepository(join(newFolder(), "app"));
    git(root, "checkout", "-q", "-b", "b0");
    git(root, "commit", "-q", "--allow-empty", "-m", "begin");
    const random = randomNumbers(SEED + (isSettled ? 1 : 0));
    const history = new TreeHistory(root, random);
    const folder = join(newFolder(), "code");
    // An hour later, times count as settled: then the clock has to move between steps, as it does for people.
    const ports = isSettled ? { wallMs: () => Date.now() + 3_600_000 } : {};
    const open = () => codeService(root, folder, own, ports);
    // A process opens a tree anew when its repository is another one than before.
    const opened = () => ({ service: open(), repository: JSON.stringify(askedTree(root).repository) });
    const services = [opened(), opened()];
    const steps: string[] = [];
    for (let step = 0; step < STEPS / 2; step++) {
      if (isSettled) nextTick(own);
      steps.push(history.step());
      if (isSettled) nextTick(own);
      const at = Math.floor(random() * 2);
      // Now and then a process ends and another begins, or one saves.
      const isOther = services[at]!.repository !== JSON.stringify(askedTree(root).repository);
      if (isOther || random() < 0.1) services[at] = opened();
      const { service } = services[at]!;
      const view = await service.view();
      expectTrue(root, view);
      const fresh = await codeService(root, join(newFolder(), "fresh"), own, ports).view();
      expect([steps.slice(-8), seen(view)]).toEqual([steps.slice(-8), seen(fresh)]);
      if (random() < 0.15) await service.save();
    }
  },
  600_000,
);
