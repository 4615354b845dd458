// The command plan, through the compiled binary: from standard input to another knowledge base.

import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { type Outcome, runHelix } from "../support/command-line.ts";
import { makeRepository } from "../support/git-repository.ts";
import { planOf, taskOf } from "../support/started-plan.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
let cwd = "";
let base = "";

beforeEach(() => {
  cwd = makeRepository(join(folder(), "shop"));
  base = join(folder(), "base");
});

const helix = (words: readonly string[], input = "", directory = base): Outcome =>
  runHelix([...words], { base: directory, cwd, input, keepsIds: true });

const PLAN = JSON.stringify(planOf([taskOf(1), taskOf(2)]));

test("a plan from standard input; status, show, ready; a bad one is one line and exit code 2", () => {
  expect(helix(["plan", "status"])).toMatchObject({ status: 1, stdout: "no plan is saved for this project\n" });
  const saved = helix(["plan", "save"], PLAN);
  expect([saved.status, saved.stdout.split("\n").at(-2)]).toEqual([0, "begin: helix plan start 001"]);
  expect(helix(["plan"]).stdout).toContain("002 waits for 001, which is ready");
  expect(JSON.parse(helix(["plan", "ready", "--json"]).stdout).tasks).toHaveLength(1);
  expect(helix(["plan", "show", "task-2"]).stdout).toContain("delta: src/part-2.ts");
  expect(helix(["plan", "show", "--format", "mermaid"]).stdout).toContain("t001 --> t002");
  const wrong = helix(["plan", "save", "--data", "{}"]);
  expect([wrong.status, wrong.stderr.trim().split("\n").length]).toEqual([2, 1]);
  expect(helix(["plan", "status"]).stdout).toContain("2 tasks");
});

test("events and documents go to another knowledge base, where the plan is the current one", () => {
  const token = `ghp_${"Ab3".repeat(12)}`;
  helix(["plan", "save"], PLAN.replace("Build the shop", `Build it with ${token}`));
  helix(["plan", "explore", "--data", '{"objective": "ship it"}']);
  const { stdout: lines } = helix(["export", "--events"]);
  expect(lines).not.toContain(token);
  const other = join(folder(), "other");
  const imported = helix(["import", "--events", "-", "--json"], lines, other);
  expect(JSON.parse(imported.stdout)).toMatchObject({ damaged: 0, documents: 2 });
  expect(JSON.parse(helix(["import", "--events", "-", "--json"], lines, other).stdout)).toMatchObject({
    imported: 0,
    documents: 0,
  });
  expect(helix(["plan", "status", "--json"], "", other).stdout).toBe(helix(["plan", "status", "--json"]).stdout);
  expect(helix(["plan", "explore", "--load"], "", other).stdout).toContain("ship it");
  expect(helix(["doctor"], "", other).stdout).toContain("all is well: 0 problems");
});
