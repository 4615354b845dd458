// Reports of tasks in a real tree: what refuses DELIVERED, that a refused report changes nothing, BLOCKED whatever is the
// matter, feedback once, a verify command that helix runs itself, and crashes between any two steps.

import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { planPaths } from "../../../../src/plan/plan-paths.ts";
import { diskOnceFiles } from "../../../../src/platform/disk-once-files.ts";
import type { OnceFiles } from "../../../../src/platform/once-files.ts";
import { makeRepository } from "../../../support/git-repository.ts";
import { ReportWorld } from "../../../support/report-world.ts";
import { useFolders } from "../../../support/temporary-folder.ts";
import { mortalFiles } from "../../../support/workspaces.ts";

const folder = useFolders("each");

/** A tree that git is asked about, or one that helix walks through itself: for most it is the same. */
function shop(by: "git" | "walk" = "walk"): ReportWorld {
  const world = new ReportWorld(folder());
  if (by === "git") makeRepository(world.root);
  world.write({ "src/auth.ts": "old\n", "src/other.ts": "other\n", ".gitignore": "dist/\n" });
  return world;
}

/** All files of a folder with their contents. */
function contents(at: string): Record<string, string> {
  const names = readdirSync(at, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return Object.fromEntries(
    names
      .filter(({ name }) => name !== ".report.lock" && !name.startsWith(".scratch"))
      .map(({ parentPath, name }) => [`${parentPath}/${name}`, readFileSync(`${parentPath}/${name}`, "base64")]),
  );
}

const kinds = ({ refusals }: { refusals: readonly { kind: string }[] }) => refusals.map(({ kind }) => kind);

test("what was done within the limits and seen green is delivered", async () => {
  const world = shop("git");
  const workspace = await world.start();
  expect(existsSync(workspace.marker)).toBe(true);
  world.write({ "src/auth.ts": "new\n", "dist/out.js": "built\n" });
  world.sawVerify(workspace);
  const reported = await world.report(workspace);
  expect(reported).toMatchObject({ refusals: [], isFirst: true });
  expect(reported.report.changed).toEqual(["src/auth.ts"]);
  expect(world.logged()).toEqual(["workspace 001 started", "task 001 delivered", "workspace 001 delivered"]);
  expect(world.store.ending(workspace.id)).toMatchObject({ how: "delivered", report: reported.hash });
  expect(existsSync(workspace.marker)).toBe(false);
  expect(world.ports(workspace).documents.readReport(reported.hash)).toEqual(reported.report);
});

describe("DELIVERED is refused, and nothing changes", () => {
  const cases: readonly [string, (world: ReportWorld, green: () => void) => void, string[]][] = [
    ["nothing was done and nothing seen", () => undefined, ["verify"]],
    [
      "the verify command came before the last change",
      (world, green) => {
        green();
        world.write({ "src/auth.ts": "newer\n" });
      },
      ["verify"],
    ],
    [
      "a file outside of the delta changed",
      (world, green) => {
        world.write({ "src/other.ts": "x\n" });
        green();
      },
      ["outside"],
    ],
    [
      "the snapshot is gone",
      (world, green) => {
        green();
        rmSync(planPaths(world.world.directory).snapshots, { recursive: true });
      },
      ["tree"],
    ],
    ["the tree is gone", (world) => rmSync(world.root, { recursive: true }), ["tree", "verify"]],
    [
      "a call ran unseen",
      (world, green) => {
        green();
        const call = { tool: "Bash", result: "ran" } as const;
        const start = { ...call, id: "toolu_1", tool: "mcp__helix__plan", message: "m1" };
        world.transcript = { calls: [start, { ...call, id: "toolu_2", message: "m2" }], flaws: [] };
      },
      ["gap"],
    ],
    [
      "a new line has what the plan forbids",
      (world, green) => {
        world.write({ "src/auth.ts": "old\neval(x)\n" });
        green();
      },
      ["idioms"],
    ],
  ];
  for (const [what, prepare, expected] of cases) {
    test(what, async () => {
      const world = shop();
      const id = await world.shownLesson("tokens expire\nresolution: renew tokens early", workspaceHead);
      const workspace = await world.start({ idioms: { required: [], forbidden: ["eval("] }, lessons: [id] });
      prepare(world, () => world.sawVerify(workspace));
      const before = contents(world.world.directory);
      const said = { utilized: [id], evidence: "renew tokens before they expire" };
      expect(kinds(await world.report(workspace, said))).toEqual(expected);
      expect(contents(world.world.directory)).toEqual(before);
      expect(world.store.ending(workspace.id)).toBeNull();
      expect(existsSync(workspace.marker)).toBe(true);
    });
  }
});

const workspaceHead = { session: "s1", agent: "", project: ["shop"] };

test("a person's override accepts one kind, and the report says so", async () => {
  const world = shop();
  const workspace = await world.start();
  world.write({ "src/other.ts": "x\n" });
  world.store.allow(workspace, { at: 1, reason: "the reviewer asked", delta: [], budget: 0, accepts: ["outside"] });
  expect(kinds(await world.report(workspace))).toEqual(["verify"]);
  world.sawVerify(workspace);
  const { report } = await world.report(workspace);
  expect(report.overridden).toEqual([expect.stringContaining("accepted by a person: the reviewer asked")]);
});

test("BLOCKED is accepted with all that is wrong, and keeps what was done", async () => {
  const world = shop();
  const workspace = await world.start();
  world.write({ "src/auth.ts": "half\n", "src/other.ts": "x\n" });
  const { report, refusals } = await world.report(workspace, { status: "blocked", summary: "no database" });
  expect(refusals).toEqual([]);
  expect(report.changed).toEqual(["src/auth.ts", "src/other.ts"]);
  expect(readFileSync(`${world.root}/src/auth.ts`, "utf8")).toBe("half\n");
  expect(world.logged()).toEqual(["workspace 001 started", "task 001 blocked", "workspace 001 blocked"]);
});

test("BLOCKED is accepted although the tree and the snapshot are gone", async () => {
  const world = shop();
  const workspace = await world.start();
  rmSync(world.root, { recursive: true });
  rmSync(planPaths(world.world.directory).snapshots, { recursive: true });
  expect((await world.report(workspace, { status: "blocked" })).isFirst).toBe(true);
});

describe("BLOCKED is accepted on a full disk", () => {
  const full = () => {
    throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
  };
  const noRoom = { ...diskOnceFiles, write: full, append: full, makeFolder: full };
  const rows: readonly [string, Partial<OnceFiles>, string, readonly string[]][] = [
    ["its ending, which was written before, gets its name", noRoom, "blocked", []],
    ["its marker at least goes", { ...noRoom, place: full }, "released", ["it counts as released"]],
  ];
  test.each(rows)("%s", async (_, files, how, said) => {
    const world = shop();
    const workspace = await world.start();
    const store = world.world.open({ files: { ...diskOnceFiles, ...files }, record: full });
    const documents = { ...world.ports(workspace).documents, writeReport: full };
    const { refusals, notes } = await world.report(workspace, { status: "blocked" }, { store, documents });
    expect(refusals).toEqual([]);
    for (const words of ["the words of this report are not kept", ...said]) expect(notes.join()).toContain(words);
    expect(existsSync(workspace.marker)).toBe(false);
    // With room again, whoever looks next writes down what is missing.
    world.store.settle();
    expect(world.store.ending(workspace.id)?.how).toBe(how);
    expect(world.store.active().active).toEqual([]);
  });

  test("DELIVERED is not: it could not be known later", async () => {
    const world = shop();
    const workspace = await world.start();
    world.write({ "src/auth.ts": "new\n" });
    world.sawVerify(workspace);
    const store = world.world.open({ files: noRoom, record: full });
    await expect(world.report(workspace, {}, { store })).rejects.toThrow("cannot be ended");
    expect(existsSync(workspace.marker)).toBe(true);
  });
});

test("what lies in the delta of another that was active meanwhile refuses nothing, also after it ended", async () => {
  const world = shop();
  const first = await world.start();
  const second = await world.start({ agent: "b", task: { seq: "002", delta: ["src/other.ts"] } });
  world.write({ "src/auth.ts": "new\n", "src/other.ts": "new\n" });
  world.sawVerify(second);
  expect((await world.report(second)).report.unattributed).toEqual(["src/auth.ts"]);
  world.sawVerify(first);
  const reported = await world.report(first);
  expect(reported.report).toMatchObject({ changed: ["src/auth.ts"], unattributed: ["src/other.ts"] });
  // The next one begins with both changes, and never was beside the others.
  const third = await world.start({ agent: "c", task: { seq: "003", delta: ["docs/"] } });
  world.write({ "src/other.ts": "again\n" });
  world.sawVerify(third);
  expect(kinds(await world.report(third))).toEqual(["outside"]);
});

test("notes are judged by the report, with evidence, and once", async () => {
  const world = shop();
  const [helped, misled, unseen] = [
    await world.shownLesson("tokens expire\nresolution: renew tokens early", workspaceHead),
    await world.shownLesson("cookies vanish\nresolution: set cookies strict", workspaceHead),
    await world.shownLesson("queues overflow\nresolution: bound queues", { ...workspaceHead, session: "other" }),
  ];
  const workspace = await world.start({ lessons: [helped, misled] });
  world.sawVerify(workspace);
  const evidence = `@${helped}: I renew tokens early now, before they expire\n@${misled}: strict cookies were lost at the login, set lax`;
  const said = { utilized: [helped, unseen], misled: [misled], evidence };
  const { judging } = await world.report(workspace, said);
  expect(judging?.judged.map(({ id, verdict }) => [id, verdict])).toEqual([
    [helped, "helped"],
    [misled, "misled"],
  ]);
  expect(judging?.refused).toEqual([{ id: unseen, why: "not shown to this session" }]);
  const logged = world.logged();
  const again = await world.report(workspace, said);
  expect(again).toMatchObject({ isFirst: false, refusals: [] });
  expect(again.judging?.refused).toEqual([{ id: unseen, why: "not shown to this session" }]);
  expect(world.logged()).toEqual(logged);
});

test("a second report says what counts, and another status is refused", async () => {
  const world = shop();
  const workspace = await world.start();
  await world.report(workspace, { status: "blocked", summary: "no database" });
  const again = await world.report(workspace, { status: "blocked", summary: "something else" });
  expect(again).toMatchObject({ isFirst: false, report: { summary: "no database" } });
  await expect(world.report(workspace)).rejects.toThrow("it was reported as blocked before");
  const other = await world.start({ id: "bbbbbbbbbb" });
  world.store.end(other, { how: "released" });
  await expect(world.report(other, { status: "blocked" })).rejects.toThrow("it was released by a person");
});

describe("a plan that a person approved", () => {
  test("has helix run a verify command that nobody saw succeed", async () => {
    const world = shop();
    world.isApproved = true;
    const workspace = await world.start({ task: { verify: "grep -q new src/auth.ts", writes: ["out/"] } });
    const red = await world.report(workspace);
    expect(kinds(red)).toEqual(["verify"]);
    expect(red.run).toMatchObject({ isGreen: false, ended: "failed with exit code 1" });
    world.write({ "src/auth.ts": "new\n" });
    const green = await world.report(workspace);
    expect(green.run?.isGreen).toBe(true);
    // A refused report records nothing, also not the run of before.
    expect(green.notes[0]).toContain("the verify command was not run before the first change");
    expect(green.notes).toContain("helix ran the verify command: it succeeded");
  });

  test("what that command writes counts, unless the task declares it", async () => {
    const world = shop();
    world.isApproved = true;
    const verify = "echo x > out.txt; mkdir -p cover; echo y > cover/y";
    const workspace = await world.start({ task: { verify, writes: ["cover/"] } });
    const { refusals } = await world.report(workspace);
    expect(refusals.map(({ lines }) => lines[1])).toEqual(["out.txt added"]);
  });

  test("the command gets none of the client's variables, and what it starts ends with it", async () => {
    const world = shop();
    world.isApproved = true;
    const verify = 'test -z "$CLAUDECODE" && test -z "$ANTHROPIC_API_KEY" && (sleep 100 >/dev/null &) && echo $FOO >&2';
    const workspace = await world.start({ task: { verify } });
    const environment = { PATH: process.env.PATH, CLAUDECODE: "1", ANTHROPIC_API_KEY: "x", FOO: "bar" };
    const { verify: ports } = world.ports(workspace);
    const { run } = await world.report(workspace, {}, { verify: { ...ports, environment } });
    expect(run).toEqual({ isGreen: true, ended: "succeeded", output: "bar" });
  });

  test("what the command prints is told without control characters and credentials", async () => {
    const world = shop();
    world.isApproved = true;
    const key = "ghp_R8sT2vWx4yZ6aBc0dEf1gHi3jKl5mNo7pQr9";
    const lines = [
      "\\033[31mred\\033[0m \\033]0;title\\007 \\010 done\\r\\n",
      `token ghp_\\033[1m${key.slice(4)}\\033[0m\\n`,
      "half \\377\\303(\\n",
    ];
    const workspace = await world.start({ task: { verify: `printf '${lines.join("")}'; false` } });
    const { run } = await world.report(workspace);
    expect(run?.output).toBe("red   done\ntoken [redacted: github-token]\nhalf \uFFFD\uFFFD(");
    const long = `printf '%s ' https://ada:; i=0; while [ $i -lt 7000 ]; do printf secretpart; i=$((i+1)); done; echo; echo end; false`;
    const other = await world.start({
      id: "bbbbbbbbbb",
      agent: "a2",
      task: { seq: "002", delta: ["src/b.ts"], verify: long },
    });
    expect((await world.report(other)).run?.output).toBe("end");
  });

  test("a command that does not end is ended, and refuses", async () => {
    const world = shop();
    world.isApproved = true;
    const workspace = await world.start();
    const run = async () => ({ by: "time", code: null, complaint: "" }) as const;
    const reported = await world.report(workspace, {}, { verify: { programs: { run }, environment: {} } });
    expect(kinds(reported)).toEqual(["verify"]);
    expect(reported.notes).toContain("helix ran the verify command: it did not end within 300 s");
  });
});

describe("a crash between any two steps of a report", () => {
  for (const status of ["delivered", "blocked"] as const) {
    test(`can be repeated: ${status}`, async () => {
      let step = 0;
      for (let at = 1; ; at++) {
        const world = shop();
        const id = await world.shownLesson("tokens expire\nresolution: renew tokens early", workspaceHead);
        const workspace = await world.start({ lessons: [id] });
        world.sawVerify(workspace);
        const said = { status, utilized: [id], evidence: "renew tokens early, before they expire" };
        step = 0;
        const files = mortalFiles(Math.ceil(at / 2), at % 2 === 1 ? "before" : "after", (each) => (step = each));
        const store = world.world.open({
          files,
          record(of, events) {
            files.die("record");
            world.log(of).write(events);
            files.die("recorded");
          },
        });
        const whole = world.log(workspace);
        const log = {
          acting: whole.acting,
          recent: whole.recent.bind(whole),
          shownTo: whole.shownTo.bind(whole),
          read: whole.read.bind(whole),
          write(events: Parameters<typeof whole.write>[0]) {
            files.die("judge");
            whole.write(events);
          },
        } as unknown as typeof whole;
        // What was killed may say so, or end in the middle.
        await world.report(workspace, said, { store, log }).catch(() => undefined);
        const again = await world.report(workspace, said);
        expect(again.refusals).toEqual([]);
        expect(world.logged()).toEqual([
          "workspace 001 started",
          `task 001 ${status}`,
          `workspace 001 ${status}`,
          `feedback ${id} helped report`,
        ]);
        expect(world.store.ending(workspace.id)?.how).toBe(status);
        expect(existsSync(workspace.marker)).toBe(false);
        if (step < Math.ceil(at / 2)) break;
      }
      expect(step).toBeGreaterThan(4);
    });
  }
});
