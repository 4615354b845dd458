// The tool topics, by the rows of checkpoint, resume and clear_checkpoint and of their parameters; one checkpoint for
// each project, servers beside each other, and files that something else wrote.

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { git, makeRepository } from "../support/git-repository.ts";
import { type Served, useServers, type Values } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const serve = useServers("each");
const folder = useFolders("each");

const save = (helix: Served, values: Values) => helix.answer("topics", { action: "checkpoint", ...values });
const resume = (helix: Served) => helix.answer("topics", { action: "resume" });
const clear = (helix: Served) => helix.answer("topics", { action: "clear_checkpoint" });

const NOTHING =
  'no checkpoint is saved for work outside of any project; save one with: topics action=checkpoint task="what you are doing" next="first step;second step"';

const KERNEL = {
  task: "Implement Metal attention kernel",
  done: "Verified embedding correctness;Built Q4K matvec",
  next: "Debug RMSNorm output;Compare against llama.cpp",
  hypotheses: "RoPE frequency base may be wrong;Attention mask not applied",
  blocked: "Need reference output from correct implementation",
  files: "infer.rs,kernels.rs,main.rs",
};

const KERNEL_RESUMED = `## Checkpoint: Implement Metal attention kernel
_saved 2h 15m ago_

Done:
  [x] Verified embedding correctness
  [x] Built Q4K matvec

Next:
  [ ] Debug RMSNorm output
  [ ] Compare against llama.cpp

Hypotheses:
  ? RoPE frequency base may be wrong
  ? Attention mask not applied

Blocked: Need reference output from correct implementation

Files: infer.rs, kernels.rs, main.rs`;

describe("topics: checkpoint, resume, clear_checkpoint", () => {
  test("action=checkpoint: saves the state of the work, and says what of it was understood", async () => {
    const helix = await serve();
    expect(await save(helix, KERNEL)).toBe(
      "checkpoint saved for work outside of any project: 2 done, 2 next, 2 hypotheses, blocked, 3 files",
    );
    expect(await save(helix, { task: "Implement Metal attention kernel", files: "a.rs", hypotheses: "one" })).toBe(
      "checkpoint saved for work outside of any project: 1 hypothesis, 1 file",
    );
  });

  test("action=checkpoint: takes the place of the one before, whole, and names it when the task is another", async () => {
    const directory = folder();
    await save(await serve({ directory, now: "2026-02-20T22:26:00Z" }), KERNEL);
    const helix = await serve({ directory });
    expect(await save(helix, { task: "Port the sampler" })).toBe(
      "checkpoint saved for work outside of any project\n  replaced: Implement Metal attention kernel (saved 2h 15m ago)",
    );
    expect(await resume(helix)).toBe("## Checkpoint: Port the sampler\n_saved just now_");
  });

  test("action=checkpoint: only its owner may read the file", async () => {
    const helix = await serve({ directory: join(folder(), "new") });
    await save(helix, KERNEL);
    expect(statSync(helix.directory).mode & 0o777).toBe(0o700);
    expect(statSync(join(helix.directory, "checkpoint.json")).mode & 0o777).toBe(0o600);
  });

  test("action=checkpoint: credentials and control characters do not get into the file", async () => {
    const helix = await serve();
    const token = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
    expect(await save(helix, { task: "log in\u0007", next: `use ${token};go on` })).toBe(
      "checkpoint saved for work outside of any project: 2 next\n  1 control character removed\n  redacted: github-token",
    );
    expect(await resume(helix)).toBe(
      "## Checkpoint: log in\n_saved just now_\n\nNext:\n  [ ] use [redacted: github-token]\n  [ ] go on",
    );
    expect(readFileSync(join(helix.directory, "checkpoint.json"), "utf8")).not.toContain(token);
  });

  test("action=resume: Markdown with task, progress, hypotheses and age, in another session", async () => {
    const directory = folder();
    await save(await serve({ directory, now: "2026-02-20T22:26:00Z" }), KERNEL);
    expect(await resume(await serve({ directory }))).toBe(KERNEL_RESUMED);
  });

  test.each([
    ["2026-02-21T00:41:59Z", "just now"],
    ["2026-02-21T00:40:00Z", "1m ago"],
    ["2026-02-20T23:41:01Z", "59m ago"],
    ["2026-02-20T23:41:00Z", "1h 0m ago"],
    ["2026-02-20T00:42:00Z", "23h 59m ago"],
    ["2026-02-17T20:00:00Z", "3d 4h ago"],
  ])("action=resume: the age of what was saved at %s", async (now, age) => {
    const directory = folder();
    await save(await serve({ directory, now }), { task: "Port the sampler" });
    expect(await resume(await serve({ directory }))).toBe(`## Checkpoint: Port the sampler\n_saved ${age}_`);
  });

  test("action=resume: where nothing is saved it says how to save", async () => {
    const helix = await serve();
    expect(await resume(helix)).toBe(NOTHING);
    expect(readdirSync(helix.directory)).toEqual([]);
  });

  test("action=clear_checkpoint: deletes it", async () => {
    const helix = await serve();
    await save(helix, KERNEL);
    expect(await clear(helix)).toBe(
      "checkpoint cleared for work outside of any project: Implement Metal attention kernel (saved just now)",
    );
    expect(await resume(helix)).toBe(NOTHING);
    expect(await clear(helix)).toBe("no checkpoint is saved for work outside of any project: nothing to clear");
  });

  test("task: is needed, one line, at most 500 characters", async () => {
    const helix = await serve();
    expect(await helix.refusal("topics", { action: "checkpoint", done: "a" })).toBe(
      'task is missing: action="checkpoint" needs it, e.g. task="port the attention kernel"',
    );
    expect(await helix.refusal("topics", { action: "checkpoint", task: " \n" })).toBe(
      'task is empty: say what you are doing, e.g. task="port the attention kernel"',
    );
    expect(await helix.refusal("topics", { action: "checkpoint", task: "x".repeat(501) })).toBe(
      'task is 501 characters long, at most 500 are accepted: put steps into done and next, e.g. task="port the attention kernel"',
    );
    expect(await resume(helix)).toBe(NOTHING);
    await save(helix, { task: "  # Port\nthe sampler  " });
    expect(await resume(helix)).toBe("## Checkpoint: # Port the sampler\n_saved just now_");
  });

  test("done: steps divided by semicolons or lines, empty ones left out", async () => {
    const helix = await serve();
    await save(helix, { task: "t", done: " read the spec ;;wrote tests\nran them; " });
    expect(await resume(helix)).toBe(
      "## Checkpoint: t\n_saved just now_\n\nDone:\n  [x] read the spec\n  [x] wrote tests\n  [x] ran them",
    );
    expect(
      await helix.refusal("topics", { action: "checkpoint", task: "t", done: Array(101).fill("a").join(";") }),
    ).toBe(
      'done has 101 items, at most 100 are accepted: keep those that matter, e.g. done="read the spec;wrote tests"',
    );
  });

  test("next: steps divided by semicolons", async () => {
    const helix = await serve();
    await save(helix, { task: "t", next: "fix RMSNorm;compare, then measure" });
    expect(await resume(helix)).toBe(
      "## Checkpoint: t\n_saved just now_\n\nNext:\n  [ ] fix RMSNorm\n  [ ] compare, then measure",
    );
  });

  test("next: all values together have at most 20,000 bytes", async () => {
    const helix = await serve();
    expect(
      await helix.refusal("topics", {
        action: "checkpoint",
        task: "t",
        next: "n".repeat(10_000),
        done: "ä".repeat(5000),
      }),
    ).toBe(
      'the checkpoint is 20001 bytes long, at most 20000 are accepted: keep what you need to go on, and store findings as notes, e.g. next="fix RMSNorm;compare"',
    );
    await save(helix, { task: "t", next: "n".repeat(9999), done: "ä".repeat(5000) });
    expect(await resume(helix)).toBe(
      `## Checkpoint: t\n_saved just now_\n\nDone:\n  [x] ${"ä".repeat(5000)}\n\nNext:\n  [ ] ${"n".repeat(9999)}`,
    );
  });

  test("hypotheses: divided by semicolons", async () => {
    const helix = await serve();
    await save(helix, { task: "t", hypotheses: "RoPE base may be wrong;mask not applied" });
    expect(await resume(helix)).toBe(
      "## Checkpoint: t\n_saved just now_\n\nHypotheses:\n  ? RoPE base may be wrong\n  ? mask not applied",
    );
  });

  test("blocked: one line, whatever is in it", async () => {
    const helix = await serve();
    await save(helix, { task: "t", blocked: "needs a review; or\ntwo, of ## Checkpoint" });
    expect(await resume(helix)).toBe(
      "## Checkpoint: t\n_saved just now_\n\nBlocked: needs a review; or two, of ## Checkpoint",
    );
  });

  test("files: divided by commas", async () => {
    const helix = await serve();
    await save(helix, { task: "t", files: "src/infer.rs:42 , main.rs,,a b;c.txt" });
    expect(await resume(helix)).toBe(
      "## Checkpoint: t\n_saved just now_\n\nFiles: src/infer.rs:42, main.rs, a b;c.txt",
    );
  });
});

describe("topics: whose checkpoint it is", () => {
  test("projects do not overwrite each other's, nor that outside of any", async () => {
    const directory = folder();
    const root = folder();
    const one = await serve({ directory, cwd: makeRepository(join(root, "one"), "git@github.com:owner/first.git") });
    const two = await serve({ directory, cwd: makeRepository(join(root, "two"), "git@github.com:owner/second.git") });
    const outside = await serve({ directory });
    expect(await save(one, { task: "first task" })).toBe("checkpoint saved for owner/first");
    expect(await resume(two)).toBe(
      'no checkpoint is saved for owner/second; save one with: topics action=checkpoint task="what you are doing" next="first step;second step"\nsaved elsewhere: 1 (owner/first)',
    );
    await save(two, { task: "second task" });
    await save(outside, { task: "task outside" });
    expect(await resume(one)).toBe("## Checkpoint: first task\n_saved just now_");
    expect(await resume(two)).toBe("## Checkpoint: second task\n_saved just now_");
    expect(await resume(outside)).toBe("## Checkpoint: task outside\n_saved just now_");
    expect(await clear(two)).toBe("checkpoint cleared for owner/second: second task (saved just now)");
    expect(await resume(two)).toContain("\nsaved elsewhere: 2 (");
    expect(await resume(one)).toBe("## Checkpoint: first task\n_saved just now_");
    expect(await resume(outside)).toBe("## Checkpoint: task outside\n_saved just now_");
  });

  test("a second work tree and a second clone of one repository see it, and it outlasts a new remote", async () => {
    const directory = folder();
    const root = folder();
    const first = makeRepository(join(root, "first"));
    git(first, "commit", "-q", "--allow-empty", "-m", "first");
    await save(await serve({ directory, cwd: first }), { task: "shared task" });
    git(first, "worktree", "add", "-q", join(root, "tree"));
    const resumed = "## Checkpoint: shared task\n_saved just now_";
    mkdirSync(join(root, "tree", "deep"));
    expect(await resume(await serve({ directory, cwd: join(root, "tree", "deep") }))).toBe(resumed);
    git(first, "remote", "add", "origin", "https://example.org/owner/repo.git");
    const again = await serve({ directory, cwd: first });
    expect(await resume(again)).toBe(resumed);
    expect(await save(again, { task: "shared task" })).toBe("checkpoint saved for owner/repo");
    git(root, "clone", "-q", first, "clone");
    git(join(root, "clone"), "remote", "set-url", "origin", "git@example.org:owner/repo");
    const clone = await serve({ directory, cwd: join(root, "clone") });
    expect(await resume(clone)).toBe(resumed);
    await clear(clone);
    expect(await resume(again)).toContain("no checkpoint is saved for owner/repo;");
  });

  test("servers that save at once all save", async () => {
    const directory = folder();
    const root = folder();
    const names = Array.from({ length: 4 }, (_, number) => `repo-${number}`);
    const servers = await Promise.all(
      names.map((name) =>
        serve({ directory, cwd: makeRepository(join(root, name), `https://example.org/owner/${name}`) }),
      ),
    );
    await Promise.all(
      servers.flatMap((helix, at) =>
        Array.from({ length: 10 }, (_, round) => save(helix, { task: `task ${at}`, done: `round ${round}` })),
      ),
    );
    for (const [at, helix] of servers.entries()) {
      expect(await resume(helix)).toMatch(
        new RegExp(`^## Checkpoint: task ${at}\n_saved just now_\n\nDone:\n  \\[x\\] round \\d$`),
      );
    }
    expect(readdirSync(directory).sort()).toEqual([".lock", "checkpoint.json", "projects.json"]);
  });
});

describe("topics: a checkpoint.json that something else wrote", () => {
  const write = (helix: Served, content: string) => writeFileSync(join(helix.directory, "checkpoint.json"), content);

  test("damaged: it is told, left alone, and kept under another name by the next that saves", async () => {
    const helix = await serve();
    const path = join(helix.directory, "checkpoint.json");
    const damaged = '{"version": 1, "checkpoints": [{"task": "half a';
    write(helix, damaged);
    const told = `${path} is damaged or not a file of checkpoints; it was left alone: mend it, or save a new checkpoint, which keeps it under another name, e.g. topics action=checkpoint task="port the attention kernel"`;
    expect(await helix.refusal("topics", { action: "resume" })).toBe(told);
    expect(await helix.refusal("topics", { action: "clear_checkpoint" })).toBe(told);
    expect(readFileSync(path, "utf8")).toBe(damaged);
    const kept = `${path}.damaged-${Date.parse("2026-02-21T00:41:00Z")}`;
    expect(await save(helix, { task: "new task" })).toBe(
      `checkpoint saved for work outside of any project\n  checkpoint.json was damaged: it is kept as ${kept}`,
    );
    expect(readFileSync(kept, "utf8")).toBe(damaged);
    expect(await resume(helix)).toBe("## Checkpoint: new task\n_saved just now_");
  });

  test("the original program's single checkpoint is the one outside of projects", async () => {
    const helix = await serve();
    const { task, blocked } = KERNEL;
    const lists = {
      done: KERNEL.done.split(";"),
      next: KERNEL.next.split(";"),
      hypotheses: KERNEL.hypotheses.split(";"),
    };
    const timestamp = Date.parse("2026-02-20T22:26:00Z") / 1000;
    write(helix, JSON.stringify({ task, ...lists, blocked, files: KERNEL.files.split(","), timestamp }));
    expect(await resume(helix)).toBe(KERNEL_RESUMED);
    write(helix, JSON.stringify({ ...KERNEL, saved_at: "2026-02-20T22:26:00Z" }));
    expect(await resume(helix)).toBe(KERNEL_RESUMED);
    const repository = makeRepository(join(folder(), "one"), "https://example.org/owner/first");
    const project = await serve({ directory: helix.directory, cwd: repository });
    await save(project, { task: "first task" });
    expect(await resume(helix)).toBe(KERNEL_RESUMED);
  });
});
