// What only a person may do to plans, by the compiled binary in a terminal: approve, override, release, watch. The same
// words of a program are refused, whatever it is.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { uptimeSeconds } from "../../src/platform/libc-uptime.ts";
import { parentPrograms } from "../../src/platform/parent-programs.ts";
import { runHelix } from "../support/command-line.ts";
import { helixBinary } from "../support/helix-binary.ts";
import { planOf, StartWorld, taskOf } from "../support/started-plan.ts";
import { useFolders } from "../support/temporary-folder.ts";
import { hasTerminals, inTerminal, type TerminalOptions } from "../support/terminal.ts";

const folder = useFolders("each");
/** Somebody who works on helix may run this below a client, where no terminal is a person's. */
const isBelowClient = parentPrograms().some((name) => /^(?:claude|codex|gemini)$/.test(name));
const asPerson = !hasTerminals || isBelowClient;

async function place() {
  const world = new StartWorld(folder());
  world.uptime = uptimeSeconds();
  world.save(planOf([taskOf(1), taskOf(2)]));
  await world.text("start", { seq: "001" }, { agent: "a2" });
  const { workspace } = world.store.active().active[0]!;
  const options = { base: world.directory, cwd: world.root, environment: { HOME: world.home } };
  return {
    world,
    workspace,
    inTerminal: (line: string, more: Partial<TerminalOptions> = {}) =>
      inTerminal(`$HELIX ${line}`, { ...options, ...more, environment: { HOME: world.home, ...more.environment } }),
    run: (...words: string[]) => runHelix(words, options),
  };
}

describe("programs are refused", () => {
  test.each([
    ["release", "aaaaaaaaaa"],
    ["override", "001", "--reason", "it is needed here", "--budget", "2"],
    ["approve"],
    ["start", "002"],
  ])("helix plan %s %s", async (...words) => {
    const { run, workspace, world } = await place();
    const { status, stderr } = run("plan", ...words);
    expect([status, stderr.trim().split("\n")]).toEqual([2, [expect.stringContaining("in a terminal of your own")]]);
    expect(world.store.active().active.map((each) => each.workspace.id)).toEqual([workspace.id]);
    expect(world.store.overrides(workspace.id)).toEqual([]);
  });

  test.skipIf(!hasTerminals)("in a terminal that a client made, too", async () => {
    const { inTerminal: type, workspace, world } = await place();
    const outcome = await type(`plan release ${workspace.id}`, { environment: { CLAUDECODE: "1" } });
    expect(outcome).toMatchObject({ status: 2, screen: expect.stringContaining("only a person can release") });
    expect(existsSync(workspace.marker)).toBe(true);
    expect(world.store.ending(workspace.id)).toBeNull();
  });
});

describe.skipIf(asPerson)("release", () => {
  test("ends a workspace by its id, by the beginning of it, or by its task", async () => {
    for (const name of [(id: string) => id, (id: string) => id.slice(0, 4), () => "001", () => "1", () => "task-1"]) {
      const { inTerminal: type, workspace, world } = await place();
      const { status, screen } = await type(`plan release ${name(workspace.id)}`);
      expect([status, screen]).toEqual([0, expect.stringContaining("is released, and holds nobody any more")]);
      expect(existsSync(`${world.home}/.helix-guard`)).toBe(false);
      expect(world.store.ending(workspace.id)?.how).toBe("released");
      expect(world.events("workspace").map(({ how }) => how)).toEqual(["started", "released"]);
    }
  });

  test("needs no knowledge base: the marker alone is removed, and what could not be done is told", async () => {
    for (const spoil of [
      (kb: string, _id: string) => rmSync(kb, { recursive: true }),
      (kb: string, _id: string) => {
        rmSync(kb, { recursive: true });
        writeFileSync(kb, "a file in its place");
      },
      (kb: string, id: string) => writeFileSync(`${kb}/plans/workspaces/${id}/workspace.json`, "{"),
    ]) {
      const { inTerminal: type, workspace, world } = await place();
      spoil(world.directory, workspace.id);
      const { status, screen } = await type(`plan release ${workspace.id}`);
      expect([status, screen]).toEqual([0, expect.stringContaining("not done: its state could not be read in")]);
      expect(existsSync(workspace.marker)).toBe(false);
    }
  });

  test("of one whose state is damaged is the end of it: its task can begin again", async () => {
    const { inTerminal: type, workspace, world, run } = await place();
    writeFileSync(`${world.directory}/plans/workspaces/${workspace.id}/workspace.json`, "{");
    expect(run("plan", "status").stdout).toContain(`a person can end it: helix plan release ${workspace.id}`);
    expect((await type(`plan release ${workspace.id}`)).status).toBe(0);
    const { stdout } = run("plan", "status");
    expect([stdout.includes("cannot be read"), stdout.includes("001 task-1 (ready)")]).toEqual([false, true]);
    expect((await type("plan release")).screen).toContain("no workspace is active: there is nothing to release");
  });

  test("where the workspaces cannot be listed: not told as nothing to release", async () => {
    const { inTerminal: type, world } = await place();
    for (const path of [`${world.directory}/plans/workspaces`, `${world.home}/.helix-guard`])
      rmSync(path, { recursive: true });
    symlinkSync("workspaces", `${world.directory}/plans/workspaces`);
    const { status, screen } = await type("plan release");
    expect([status, screen]).toEqual([2, expect.stringContaining("the workspaces of plans cannot be read")]);
  });

  test("without a word, of the only one; of several none without saying which", async () => {
    const { inTerminal: type, workspace, world } = await place();
    const other = "bbbbbbbbbb";
    const path = workspace.marker.replace(workspace.id, other);
    writeFileSync(path, readFileSync(workspace.marker, "utf8").replace(workspace.id, other));
    expect((await type("plan release")).screen).toMatch(/say which workspace: active are .*\w{10} \(task 001, since/);
    rmSync(path);
    expect(world.store.ending(workspace.id)).toBeNull();
    expect(await type("plan release")).toMatchObject({
      status: 0,
      screen: expect.stringContaining(`workspace ${workspace.id} (task 001 task-1) is released`),
    });
    expect(world.store.ending(workspace.id)?.how).toBe("released");
  });

  test("of a damaged marker", async () => {
    const { inTerminal: type, workspace } = await place();
    expect((await type("plan release zzzz")).screen).toMatch(/no active workspace is "zzzz": active is \w{10} \(/);
    writeFileSync(workspace.marker, "?");
    expect((await type(`plan release ${workspace.id}`)).status).toBe(0);
    expect(existsSync(workspace.marker)).toBe(false);
  });
});

describe.skipIf(asPerson)("override", () => {
  test("of a workspace that cannot be read allows nothing, and says so", async () => {
    const { inTerminal: type, workspace, world } = await place();
    writeFileSync(`${world.directory}/plans/workspaces/${workspace.id}/workspace.json`, "{");
    const { status, screen } = await type('plan override 001 --reason "it is needed now" --budget 2');
    expect([status, screen]).toEqual([2, expect.stringContaining(`workspace ${workspace.id} cannot be read`)]);
    expect(world.store.overrides(workspace.id)).toEqual([]);
  });

  const LINE = 'plan override 001 --reason "the parser needs it"';

  test("allows globs, calls and kinds, and is in the event log with its reason", async () => {
    const { inTerminal: type, workspace, world } = await place();
    const { status, screen } = await type(`${LINE} --delta src/b.ts,lib/ --budget 3 --accept outside,gap`);
    expect([status, screen.replace(/\s+/g, " ")]).toEqual([
      0,
      expect.stringContaining("allowed for task 001 task-1 (workspace"),
    ]);
    expect(world.store.overrides(workspace.id)).toMatchObject([
      { reason: "the parser needs it", delta: ["src/b.ts", "lib/"], budget: 3, accepts: ["outside", "gap"] },
    ]);
    expect(world.events("override")).toMatchObject([
      { workspace: workspace.id, allows: ["delta src/b.ts", "delta lib/", "budget 3", "outside", "gap"] },
    ]);
  });

  test.each([
    ['plan override 001 --reason "because" --budget 1', "too short"],
    ["plan override 001 --budget 1", "--reason is missing"],
    [LINE, "say what is allowed"],
    [`${LINE} --delta ../x`, "leaves the tree"],
    [`${LINE} --delta .git/hooks/`, "git's own"],
    [`${LINE} --budget 0`, "whole number"],
    [`${LINE} --accept all`, "give outside, verify"],
    ['plan override 009 --reason "the parser needs it" --budget 1', "no active workspace"],
  ])("%s is refused", async (line, why) => {
    const { inTerminal: type, workspace, world } = await place();
    const { status, screen } = await type(line);
    expect([status > 0, screen.replace(/\s+/g, " ")]).toEqual([true, expect.stringContaining(why)]);
    expect(world.store.overrides(workspace.id)).toEqual([]);
    expect(world.events("override")).toEqual([]);
  });
});

test.skipIf(asPerson)("approve shows what helix would run, and takes a yes", async () => {
  const { inTerminal: type, world, run } = await place();
  const keys = (pressed: string) => ({ keys: { waitsFor: 'Type "yes"', pressed } });
  const refused = await type("plan approve", keys("no\r"));
  expect(refused.screen).toContain("001 task-1: npm test");
  expect(refused.screen).toContain("nothing was changed");
  expect((await type("plan approve", keys("yes\r"))).screen).toMatch(/plan \w{10} is approved/);
  expect(world.events("plan").map(({ how }) => how)).toEqual(["saved", "approved"]);
  expect(run("plan", "status").stdout).toContain("approved");
});

describe("watch", () => {
  test.skipIf(!hasTerminals)("draws the plan on a terminal of any width, until q", async () => {
    const { inTerminal: type } = await place();
    for (const columns of [80, 30]) {
      const { status, screen } = await type("plan watch", { columns, keys: { waitsFor: "002", pressed: "q" } });
      expect(status).toBe(0);
      expect(screen).toContain("\u001b[?1049h");
      // The terminal is as it was, and the last look stays.
      const last = screen.slice(screen.lastIndexOf("\u001b[?1049l") + "\u001b[?1049l".length);
      expect(last).toMatch(/^plan \w{10}/);
      for (const line of last.trimEnd().split("\n")) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(columns);
    }
  });

  test.skipIf(!hasTerminals)("ends by Ctrl-C, and has no colour where none is wanted", async () => {
    const { inTerminal: type } = await place();
    const keys = { waitsFor: "002", pressed: "\u0003" };
    const { status, screen } = await type("plan watch", { keys, environment: { NO_COLOR: "1" } });
    expect(status).toBe(130);
    expect(screen).not.toMatch(/\u001b\[\d+m/);
  });

  test("prints a line a change where there is no terminal, and ends with the plan", async () => {
    const { world, workspace } = await place();
    const child = spawn(helixBinary(), ["plan", "watch"], {
      cwd: world.root,
      env: { PATH: process.env.PATH ?? "", HOME: world.home, HELIX_KB: world.directory },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    let isLast = false;
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      // Each step follows what was seen of the one before.
      if (/002 task-2: waiting/.test(said) && world.store.ending(workspace.id) === null)
        world.store.end(workspace, { how: "delivered" });
      if (/002 task-2: waiting -> ready/.test(said) && !isLast) {
        isLast = true;
        void next();
      }
    });
    const next = async () => {
      await world.text("start", { seq: "002" });
      world.store.end(world.store.active().active[0]!.workspace, { how: "delivered" });
    };
    const status = await new Promise((resolve) => child.on("close", resolve));
    expect([status, said]).toEqual([0, expect.stringMatching(/plan \w{10} \(complete: all tasks are delivered\)/)]);
    expect(said).not.toContain("\u001b");
    expect(said.trimEnd().split("\n")[0]).toMatch(/^\d{4}-\d\d-\d\dT\S+ 001 task-1: active: active since/);
  }, 30_000);

  test("without a plan it is not found", async () => {
    const at = folder();
    mkdirSync(`${at}/empty`);
    expect(runHelix(["plan", "watch"], { base: `${at}/kb`, cwd: `${at}/empty` })).toMatchObject({ status: 1 });
  });
});

test("status tells what is active, since when, held by what, and when it ends by itself", async () => {
  const { run, workspace } = await place();
  const text = run("plan", "status").stdout;
  expect(text.replace(/\s+/g, " ")).toMatch(
    /workspace \w{10}: active since 2026-11-24 \d\d:\d\d, agent a2 of session s1, held by the guard, 0 of 7 calls used, last sign of life .* ago, ends by itself in (?:4 h|3 h 59 min)/,
  );
  const { active } = JSON.parse(run("plan", "status", "--json").stdout);
  expect(active).toMatchObject([{ workspace: workspace.id, seq: "001", hold: "guard", calls: 0, budget: 7 }]);
});
