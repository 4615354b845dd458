// Credentials in what is said of plans: none of them is kept, whichever text holds it, nor a control character, which
// could hide one. What is run or compared stays as it is, and that is told.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { planStore } from "../../src/features/plan/ports.ts";
import { uptimeSeconds } from "../../src/platform/libc-uptime.ts";
import { planOf, StartWorld, taskOf } from "../support/started-plan.ts";
import { useFolders } from "../support/temporary-folder.ts";
import { hasTerminals, inTerminal } from "../support/terminal.ts";

const folder = useFolders("each");
const SECRET = "ghp_R8sT2vWx4yZ6aBc0dEf1gHi3jKl5mNo7pQr9";
/** A colour in the middle of it, as a program prints it. */
const COLOURED = `ghp_\u001b[1m${SECRET.slice(4)}\u001b[0m`;

/** What stands in all files below a folder. */
function kept(path: string): string {
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
}

function expectClean(at: StartWorld): void {
  const all = kept(at.directory);
  expect(all).not.toContain(SECRET.slice(4));
  expect(kept(join(at.directory, "plans", "documents"))).not.toMatch(/[\x00-\x08\x0b-\x1f]|\\u001b/);
  expect(all).toContain("[redacted: github-token]");
}

describe.each([
  ["a key", SECRET],
  ["one that a colour hides", COLOURED],
])("%s", (_what, secret) => {
  const said = `it uses ${secret} at the door`;

  test("in an exploration", async () => {
    const at = new StartWorld(folder());
    const data = {
      objective: said,
      structure: { directories: [said], entry_points: [said], test_patterns: [said], configs: [said] },
      patterns: { framework: said, idioms: { required: [said], forbidden: [] } },
      memory: { failures: [said], patterns: [said] },
      targets: { files: [said], functions: [{ name: said, file: said, line: 3, reason: said }] },
    };
    const answer = await at.text("explore", { data: JSON.stringify(data) });
    expect(answer).not.toContain(SECRET.slice(4));
    expectClean(at);
    const { exploration } = planStore(at.ports()).exploration()!;
    expect(JSON.stringify(exploration).split("[redacted: github-token]").length - 1).toBe(13);
  });

  test("in a plan", async () => {
    const at = new StartWorld(folder());
    const plan = planOf([taskOf(1, { objective: said })], {
      objective: said,
      framework: said,
      idioms: { required: [said], forbidden: [] },
    });
    expect(await at.text("save", { data: JSON.stringify(plan) })).not.toContain("a credential is kept");
    expectClean(at);
  });

  test.each(["delivered", "blocked"])("in a report of %s", async (status) => {
    const at = new StartWorld(folder());
    at.save(planOf([taskOf(1)]));
    await at.text("start", { seq: "001" });
    const { workspace } = at.store.active().active[0]!;
    writeFileSync(`${at.root}/src/part-1.ts`, "export const one = 2;\n");
    if (status === "delivered") at.store.allow(workspace, { ...ALL, at: at.now, reason: "it is fine" });
    const answer = await at.text("report", {
      status,
      summary: said,
      evidence: `@aaaaaaaaaa: ${said}`,
      utilized: [secret],
      misled: [secret],
    });
    expect(answer).toMatch(new RegExp(`^${status}: task 001`));
    expect(answer).not.toContain(SECRET.slice(4));
    expectClean(at);
  });
});

const ALL = { delta: [], budget: 0, accepts: ["verify", "gap", "outside", "idioms", "tree"] } as const;

test("in the name of a file that was changed", async () => {
  const at = new StartWorld(folder());
  at.save(planOf([taskOf(1, { delta: ["src/"] })]));
  await at.text("start", { seq: "001" });
  writeFileSync(`${at.root}/src/${SECRET}.ts`, "x\n");
  expect(await at.text("report", { status: "blocked", summary: "it is closed" })).not.toContain(SECRET);
  expect(kept(join(at.directory, "plans", "documents"))).not.toContain(SECRET);
});

test("in what is run or compared it stays, and is told", async () => {
  const at = new StartWorld(folder());
  const plan = planOf([taskOf(1, { verify: `TOKEN=${SECRET} npm test` })]);
  const told = await at.text("save", { data: JSON.stringify(plan) });
  expect(told).toContain("note: a credential is kept as it stands in verify of 001: take it from the environment");
  expect(kept(at.directory)).toContain(SECRET);
});

test("a summary of nothing but terminal sequences says nothing", async () => {
  const at = new StartWorld(folder());
  at.save(planOf([taskOf(1)]));
  await at.text("start", { seq: "001" });
  await expect(at.text("report", { status: "blocked", summary: "\u001b]0;title\u0007" })).rejects.toThrow(
    /says nothing/,
  );
  const data = JSON.stringify(planOf([taskOf(1)], { objective: "\u001b]0;title\u0007" }));
  await expect(at.text("save", { data })).rejects.toThrow(/objective is missing/);
});

test.skipIf(!hasTerminals)("in the reason of an override", async () => {
  const at = new StartWorld(folder());
  // The program that is started looks at the machine's own.
  at.uptime = uptimeSeconds();
  at.save(planOf([taskOf(1)]));
  await at.text("start", { seq: "001" });
  const environment = { HOME: at.home };
  const options = { base: at.directory, cwd: at.root, environment };
  const line = `$HELIX plan override 001 --budget 2 --reason "it needs ${SECRET} too"`;
  const { status, screen } = await inTerminal(line, options);
  // Below a client nobody is a person.
  if (status !== 0) return expect(screen).toContain("only a person");
  expectClean(at);
});
