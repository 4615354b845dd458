// The commands checkpoint and resume. Exit codes are 0 found or done, 1 nothing found, 2 error.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { type CommandOptions, type Outcome, runHelix } from "../support/command-line.ts";
import { makeRepository } from "../support/git-repository.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
let cwd = "";
let base = "";

beforeEach(() => {
  cwd = folder();
  base = join(folder(), "base");
});

const run = (words: readonly string[], more: Partial<CommandOptions> = {}): Outcome =>
  runHelix(words, { base, cwd, ...more });

/** Standard output of a command that has to end well and quietly. */
function output(words: readonly string[], more: Partial<CommandOptions> = {}): string {
  const { status, stdout, stderr } = run(words, more);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

describe("checkpoint and resume", () => {
  test("what one saves the next shows", () => {
    const options = ["--done", "read the spec;wrote tests", "--next=fix RMSNorm", "--hypotheses", "mask; base"];
    expect(
      output(["checkpoint", "port", "the kernel", ...options, "--blocked=no reference", "--files", "a.rs,b.rs"]),
    ).toBe("checkpoint saved for work outside of any project: 2 done, 1 next, 2 hypotheses, blocked, 2 files\n");
    expect(output(["resume"], { environment: { HELIX_NOW: "2026-02-24T05:00:00Z" } })).toBe(
      "## Checkpoint: port the kernel\n_saved 3d 4h ago_\n\nDone:\n  [x] read the spec\n  [x] wrote tests\n\nNext:\n  [ ] fix RMSNorm\n\nHypotheses:\n  ? mask\n  ? base\n\nBlocked: no reference\n\nFiles: a.rs, b.rs\n",
    );
  });

  test("nothing saved is exit code 1, and creates nothing", () => {
    expect(run(["resume"])).toEqual({
      status: 1,
      stdout:
        'no checkpoint is saved for work outside of any project; save one with: helix checkpoint "what you are doing" --next "first step;second step"\n',
      stderr: "",
    });
    expect(run(["checkpoint", "--clear"])).toEqual({
      status: 1,
      stdout: "no checkpoint is saved for work outside of any project: nothing to clear\n",
      stderr: "",
    });
    expect(run(["resume", "--json"])).toEqual({ status: 1, stdout: "null\n", stderr: "" });
    expect(existsSync(base)).toBe(false);
  });

  test("--clear deletes this project's", () => {
    const repository = makeRepository(join(folder(), "one"), "git@example.org:owner/repo.git");
    output(["checkpoint", "outside"]);
    output(["checkpoint", "inside"], { cwd: repository });
    expect(output(["checkpoint", "--clear"], { cwd: repository })).toBe(
      "checkpoint cleared for owner/repo: inside (saved just now)\n",
    );
    expect(run(["resume"], { cwd: repository })).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("\nsaved elsewhere: 1 (work outside of any project)\n"),
    });
    expect(output(["resume"])).toBe("## Checkpoint: outside\n_saved just now_\n");
  });

  test("--json", () => {
    const lists = { done: [], next: ["a", "b"], hypotheses: [], blocked: null, files: [] };
    const checkpoint = { projects: [], saved: "2026-02-21T00:41:00.000Z", task: "port it", ...lists };
    expect(JSON.parse(output(["checkpoint", "port it", "--next", "a;b", "--json"]))).toEqual({
      checkpoint,
      replaced: null,
      keptAside: null,
      notes: [],
    });
    expect(JSON.parse(output(["resume", "--json"]))).toEqual(checkpoint);
    expect(JSON.parse(readFileSync(join(base, "checkpoint.json"), "utf8"))).toEqual({
      version: 1,
      checkpoints: [checkpoint],
    });
    expect(JSON.parse(output(["checkpoint", "--clear", "--json"]))).toEqual(checkpoint);
  });

  test.each([
    [["checkpoint"], /^\[error\] helix checkpoint needs a TASK, e\.g\. helix checkpoint "what you are doing" /],
    [["checkpoint", " "], /^\[error\] TASK is empty: /],
    [["checkpoint", "--clear", "--next", "a"], /^\[error\] --clear takes nothing beside it: /],
    [["checkpoint", "--clear", "task"], /^\[error\] --clear takes nothing beside it: /],
    [["checkpoint", "task", "--then", "a"], /^\[error\] helix checkpoint has no option --then; it has: --done, /],
    [["resume", "task"], /^\[error\] helix resume takes no words, "task" is one too many/],
  ])("bad input: %j", (words, message) => {
    const { status, stdout, stderr } = run(words);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr.trimEnd()).toMatch(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(existsSync(base)).toBe(false);
  });

  test("a damaged file is an error to read, and kept by who saves", () => {
    output(["checkpoint", "a"]);
    const path = join(base, "checkpoint.json");
    writeFileSync(path, readFileSync(path, "utf8").slice(0, 50));
    const { status, stdout, stderr } = run(["resume"]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain("is damaged or not a file of checkpoints; it was left alone");
    expect(output(["checkpoint", "b"])).toMatch(
      /\n {2}checkpoint\.json was damaged: it is kept as \S+\.damaged-\d+\n$/,
    );
  });
});
