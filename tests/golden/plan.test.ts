// plan: explore, save, show, ready, status: what is answered, and what is refused.

import { beforeEach, describe, expect, test } from "vitest";
import { HelixError } from "../../src/base/errors.ts";
import { CALLS } from "../../src/base/wording.ts";
import type { FeatureContext } from "../../src/features/common/feature.ts";
import { planFeature } from "../../src/features/plan/plan.ts";
import { planStore } from "../../src/features/plan/ports.ts";
import { MemoryTree, treesOf } from "../support/memory-tree.ts";
import { planOf, StartWorld, taskOf } from "../support/started-plan.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
let world: StartWorld;

beforeEach(() => {
  world = new StartWorld(folder());
});

const PLAN = planOf([taskOf(1), taskOf(2)]);
const save = (changed: object = {}) => world.answer("save", { data: JSON.stringify({ ...PLAN, ...changed }) });
const text = (action: string, values: Record<string, unknown> = {}) => world.text(action, values);
const data = (action: string, values: Record<string, unknown> = {}) => world.data(action, values);

async function refusal(action: string, values: Record<string, unknown> = {}): Promise<string> {
  try {
    await world.answer(action, values);
  } catch (error) {
    if (error instanceof HelixError) return error.messageFor(CALLS);
    throw error;
  }
  throw new Error("it was accepted");
}

test("action=save: keeps a plan, says where it stands and what begins; its hash leads to it", async () => {
  const answer = await save();
  const { hash, operation } = answer.data() as { hash: string; operation: string };
  expect([answer.operation, operation]).toEqual(["a plan was saved: Build the shop", "saved"]);
  expect(answer.text(CALLS)).toBe(
    [
      `plan ${hash.slice(0, 10)} (active): Build the shop; 2 tasks: 1 ready, 1 waiting`,
      "001 task-1 (ready): Do part 1 of the shop",
      "002 task-2 (waiting): Do part 2 of the shop",
      "  002 waits for 001, which is ready",
      'begin: plan action=start seq="001"',
    ].join("\n"),
  );
  expect(await data("show", { plan: hash.slice(0, 10) })).toMatchObject({
    hash,
    decision: "PROCEED",
    framework: "express",
  });
});

test("data: the JSON value or its text; all that is wrong is told in one line, and nothing is saved", async () => {
  expect((await world.data("save", { data: PLAN })).hash).toBe(
    (await save().then((each) => each.data() as { hash: string })).hash,
  );
  const wrong = await refusal("save", { data: { ...PLAN, tasks: [taskOf(1, { verify: "true", delta: ["../x"] })] } });
  expect(wrong).toMatch(
    /^the plan is not saved: 001 delta "\.\.\/x": leaves the tree .+; 001 verify "true" shows nothing/,
  );
  expect(wrong).not.toContain("\n");
  expect(await refusal("save")).toMatch(/^data is missing: give the plan, e\.g\. data=/);
  expect(await refusal("save", { data: "no" })).toMatch(/^data is no JSON/);
  expect(await refusal("save", { data: 7 })).toMatch(/^data=7 is not accepted/);
  expect((await data("status")).tasks).toHaveLength(2);
});

test("the plan that is saved last is the current one, whatever the clock said in between", async () => {
  const at = world.now;
  const saved = async (objective: string, now: number) => {
    world.now = now;
    const { hash } = (await save({ objective })).data() as { hash: string };
    expect(await data("status")).toMatchObject({ hash, closed: false });
    return hash;
  };
  await saved("Build it while the clock is ahead", Date.UTC(2100, 0, 1));
  await saved("Build it with the clock set back", at);
  await saved("Build it while the clock has no battery", 0);
  expect((await world.answer("save", { clear: true })).found).toBe(true);
  expect((await world.answer("status")).found).toBe(false);
  const explore = (objective: string) => world.answer("explore", { data: { objective } });
  world.now = Date.UTC(2100, 0, 1);
  await explore("how it is ahead");
  world.now = at;
  await explore("how it is now");
  expect((await data("explore")).objective).toBe("how it is now");
  await world.answer("explore", { clear: true });
  expect((await world.answer("explore", { load: true })).found).toBe(false);
});

test("what was saved is saved: again it is known, another one closes it", async () => {
  const first = (await save()).data() as { hash: string };
  const again = await save();
  expect([again.data(), again.text(CALLS).split("\n")[0]]).toMatchObject([
    { hash: first.hash, operation: "known" },
    "this plan was saved already; nothing of it is lost",
  ]);
  const second = (await save({ objective: "Build it anew" })).data() as { hash: string };
  expect(await data("status")).toMatchObject({ hash: second.hash, closed: false });
  expect(await data("show", { plan: first.hash })).toMatchObject({ closed: true });
  // Saved once more, it is the current one again.
  await save();
  expect(await data("status")).toMatchObject({ hash: first.hash, closed: false });
});

test("questions are kept and change no plan; the next plan answers them", async () => {
  await save();
  const asked = await world.answer("save", { data: { objective: "Ship it", questions: ["To whom?"] } });
  expect(asked.text(CALLS)).toMatch(/^questions are kept as [0-9a-f]{10}; no plan was changed\. Ask:\n {2}To whom\?$/);
  expect(await text("status")).toMatch(/^plan .+ Build the shop.+asked first, in [0-9a-f]{10}:\n {2}To whom\?/s);
  const { hash } = asked.data() as { hash: string };
  expect(await text("show", { plan: hash })).toBe(
    `plan ${hash.slice(0, 10)} (not made yet): Ship it\nasks first:\n  To whom?`,
  );
  world.now += 1000;
  await save({ objective: "Ship it to all" });
  expect(await text("status")).not.toContain("To whom?");
});

test("clear=true: closes the plan, or drops the exploration; what is kept is kept", async () => {
  const { hash } = (await save()).data() as { hash: string };
  expect(await data("save", { clear: true })).toEqual({ operation: "closed", hash, objective: "Build the shop" });
  expect((await world.answer("status")).found).toBe(false);
  expect((await world.answer("save", { clear: true })).found).toBe(false);
  expect(await refusal("save", { clear: true, data: PLAN })).toMatch(/^data and clear cannot both be/);
  await data("explore", { data: { objective: "ship" } });
  expect(await data("explore", { clear: true })).toMatchObject({ operation: "cleared" });
  expect((await world.answer("explore", { load: true })).found).toBe(false);
});

describe("show", () => {
  test("action=show: a plan with its limits", async () => {
    await save({ idioms: { required: ["Use the router"], forbidden: ["console.log"] } });
    expect((await text("show")).split("\n").slice(1)).toEqual([
      "framework: express",
      "required: Use the router",
      "forbidden: console.log",
      "001 task-1 (ready): Do part 1 of the shop",
      "  delta: src/part-1.ts",
      "  verify: npm test",
      "  depends: none; budget: 7",
      "002 task-2 (waiting): Do part 2 of the shop",
      "  002 waits for 001, which is ready",
      "  delta: src/part-2.ts",
      "  verify: npm test",
      "  depends: 001; budget: 7",
    ]);
  });

  test("seq: one task by its number or its slug", async () => {
    await save();
    expect((await data("show", { seq: "2" })).slug).toBe("task-2");
    expect(await data("show", { seq: "task-2" })).toMatchObject({ seq: "002", status: "waiting", report: null });
    expect(await refusal("show", { seq: "7" })).toBe('seq="7" is no task of this plan: there are 001, 002');
  });

  test("format=json: what save takes; format=mermaid: the graph", async () => {
    await save();
    const given = JSON.parse(await text("show", { format: "json" }));
    expect(given).toEqual(PLAN);
    expect((await save(given)).data()).toMatchObject({ operation: "known" });
    expect(await text("show", { format: "mermaid" })).toMatch(/^flowchart LR\n.+t001 --> t002/s);
    expect(await refusal("show", { seq: "001", format: "mermaid" })).toMatch(/shows the whole plan: leave out seq/);
    expect(JSON.parse(await text("show", { seq: "001", format: "json" })).seq).toBe("001");
  });

  test("plan: the beginning of a hash; another project's is none", async () => {
    const { hash } = (await save()).data() as { hash: string };
    expect((await data("ready", { plan: hash.slice(0, 6) })).hash).toBe(hash);
    expect(await refusal("show", { plan: "ffff" })).toBe(
      `no plan "ffff" of this project: there are ${hash.slice(0, 10)}`,
    );
    expect(await refusal("show", { plan: "zz" })).toMatch(/^no plan "zz" of this project/);
  });

  test("a document that was changed is no document, and that is said", async () => {
    const { hash } = (await save()).data() as { hash: string };
    const { writeFileSync } = await import("node:fs");
    writeFileSync(`${world.directory}/plans/documents/${hash}.json`, "{}\n");
    expect(await refusal("status")).toBe(
      `the plan ${hash.slice(0, 10)} is known, but its document is gone or damaged: save it again`,
    );
    await save();
    expect(await data("status")).toMatchObject({ hash });
  });
});

test("action=ready: the tasks that may begin", async () => {
  expect(await world.answer("ready")).toMatchObject({ found: false });
  await save({ tasks: [taskOf(1), taskOf(2, { depends: [] }), taskOf(3, { depends: ["001", "002"] })] });
  expect((await data("ready")).tasks.map(({ seq }: { seq: string }) => seq)).toEqual(["001", "002"]);
});

test("action=status: waits, stuck and all blocked, each with why, through all in between", async () => {
  await save({ tasks: [taskOf(1), taskOf(2), taskOf(3)] });
  const store = planStore(world.ports({ kind: "person" }));
  const { hash } = store.current()!;
  const workspace = "w1";
  const report = store.keepReport({
    status: "blocked",
    summary: "the API key\nis missing",
    utilized: [],
    misled: [],
    evidence: "",
    changed: [],
    unattributed: [],
    overridden: [],
  });
  store.record([{ type: "task", plan: hash, task: "001", status: "blocked", workspace, report }]);
  const lines = await text("status");
  expect(lines).toContain("(all blocked: what is left is blocked, or waits for what is)");
  expect(lines).toContain("001 task-1 (blocked): Do part 1 of the shop\n  blocked: the API key is missing");
  expect(lines).toContain('003 waits for 002, which waits for 001, which is blocked: "the API key is missing"');
  store.record([{ type: "task", plan: hash, task: "001", status: "delivered", workspace: "w2", report }]);
  expect(await data("status")).toMatchObject({ state: "active", counts: { delivered: 1, ready: 1, waiting: 1 } });
});

describe("explore", () => {
  const TREE = new MemoryTree({
    "package.json": JSON.stringify({
      main: "src/main.ts",
      dependencies: { fastify: "5" },
      devDependencies: { react: "19" },
    }),
    "tsconfig.json": "{}",
    "src/main.ts": 'import { limitRetries } from "./retry.ts";\nlimitRetries(3);\n',
    "src/retry.ts":
      "/** Limits how often something is tried again. */\nexport function limitRetries(most: number) {\n  return most;\n}\n",
    "tests/retry.test.ts": 'import { limitRetries } from "../src/retry.ts";\nlimitRetries(1);\n',
  });

  const explored = async (values: Record<string, unknown>) => {
    const context = { ...world.ports(), code: treesOf(TREE) } as unknown as FeatureContext;
    return planFeature.run(context, { action: "explore", ...values });
  };

  test("action=explore: what helix knows itself, from manifests, the tree, and the engine of `code context`", async () => {
    const answer = await explored({ objective: "limit the retries" });
    expect(answer.operation).toBeUndefined();
    expect(answer.data()).toMatchObject({
      hash: "",
      objective: "limit the retries",
      structure: {
        directories: ["src/ (2 files)", "tests/ (1 file)"],
        entry_points: ["src/main.ts"],
        test_patterns: ["tests/**/*.test.ts"],
        configs: ["package.json", "tsconfig.json"],
      },
      patterns: { framework: "fastify", confidence: 0.9, idioms: { required: [], forbidden: [] } },
      targets: { files: expect.arrayContaining(["src/retry.ts", "src/main.ts"]) },
    });
    const { targets } = answer.data() as { targets: { functions: object[] } };
    expect(targets.functions[0]).toMatchObject({ name: "limitRetries", file: "src/retry.ts", line: 2 });
    expect(answer.text(CALLS)).toMatch(/^exploration \(not saved\): limit the retries\n.+save it, what you leave out/s);
  });

  test("objective: is taken where data has none; what data leaves out is filled, what it gives stays", async () => {
    const idioms = { required: [], forbidden: ["console.log"] };
    const answer = await explored({
      objective: "limit the retries",
      data: { patterns: { framework: "mine", idioms } },
    });
    expect(answer.operation).toBe("an exploration was saved: limit the retries");
    expect(answer.data()).toMatchObject({
      hash: expect.stringMatching(/^[0-9a-f]{32}$/),
      patterns: { framework: "mine", confidence: 1, idioms },
      structure: { entry_points: ["src/main.ts"] },
    });
    expect(await refusal("explore", { data: {} })).toMatch(/^objective is missing in data/);
  });

  test("what data leaves empty is filled, too: nobody finds that a tree has no folders", async () => {
    const empty = {
      objective: "limit the retries",
      structure: { directories: [], entry_points: [], test_patterns: [], configs: ["mine.json"] },
      patterns: { framework: "", confidence: 0, idioms: { required: [], forbidden: [] } },
      memory: { failures: [], patterns: [] },
      targets: { files: [], functions: [] },
    };
    const { structure, patterns, targets } = (await explored({ data: empty })).data() as Record<string, object>;
    expect(structure).toMatchObject({ entry_points: ["src/main.ts"], configs: ["mine.json"] });
    expect(patterns).toMatchObject({ framework: "fastify", confidence: 0.9 });
    expect(targets).toMatchObject({ files: expect.arrayContaining(["src/retry.ts"]) });
  });

  test("load: the saved one, also by no parameter at all; an objective asks anew", async () => {
    await explored({ data: { objective: "limit the retries" } });
    const { hash } = (await explored({ load: true })).data() as { hash: string };
    expect((await explored({})).data()).toMatchObject({ hash, objective: "limit the retries" });
    expect((await explored({ objective: "something else" })).data()).toMatchObject({ hash: "" });
    expect(await refusal("explore", { load: true, clear: true })).toMatch(/^clear and load cannot both be/);
  });

  test("format=json: what data takes", async () => {
    const answer = await explored({ objective: "limit the retries", format: "json" });
    const saved = await explored({ data: answer.text(CALLS) });
    expect((saved.data() as { targets: object }).targets).toEqual((answer.data() as { targets: object }).targets);
  });

  test("without code, the rest is filled all the same, and why is said", async () => {
    const found = await data("explore", { objective: "limit the retries" });
    expect(found.notes).toEqual([expect.stringMatching(/^nothing is known of the code: /)]);
  });

  test("a plan takes framework and idioms from the exploration where it says none, and says so", async () => {
    const idioms = { required: ["Use the router"], forbidden: ["console.log"] };
    await explored({ data: { objective: "limit", patterns: { framework: "fastify", idioms } } });
    const answer = await save({ framework: "", idioms: {} });
    expect(answer.data()).toMatchObject({ framework: "fastify", idioms });
    expect(answer.text(CALLS)).toContain("note: framework and idioms taken from the exploration");
  });
});

describe("start and report", () => {
  test("action=start: binds a task, whose limits it tells", async () => {
    await save();
    expect(await text("start", { seq: "001" })).toContain("src/part-1.ts");
    expect(await refusal("start", { seq: "002" })).toContain("001");
    expect(await refusal("start")).toMatch(/^seq is missing/);
  });

  test("action=report: of a task that was never begun, one line", async () => {
    await save();
    expect(await refusal("report", { status: "blocked", summary: "no key" })).not.toContain("\n");
  });

  test("status=blocked: is always accepted", async () => {
    await save();
    await text("start", { seq: "001" });
    await text("report", { status: "blocked", summary: "the API key is missing" });
    expect((await data("status")).tasks[0]).toMatchObject({ status: "blocked", report: { status: "blocked" } });
  });

  test("summary: is needed, and says what later tasks and people read", async () => {
    await save();
    await text("start", { seq: "001" });
    expect(await refusal("report", { status: "blocked" })).toMatch(/^summary is missing/);
    await text("report", { status: "blocked", summary: "the API key is missing" });
    expect(await text("status")).toContain("blocked: the API key is missing");
  });

  test.each([
    "utilized: ids that name no note are told",
    "misled: ids that name no note are told",
    "evidence: alone judges nothing",
  ])("%s", async (name) => {
    await save();
    await text("start", { seq: "001" });
    const parameter = name.split(":")[0]!;
    const given = parameter === "evidence" ? {} : { evidence: "@0000000009: did it" };
    const reported = await data("report", {
      status: "blocked",
      summary: "the API key is missing",
      [parameter]: parameter === "evidence" ? "did it" : "@0000000009",
      ...given,
    });
    expect([reported.judged, reported.missing.length]).toEqual([[], parameter === "evidence" ? 0 : 1]);
  });
});

test("budget: a long plan comes in pages", async () => {
  const tasks = Array.from({ length: 30 }, (_, at) =>
    taskOf(at + 1, { objective: `Do part ${at + 1} ${"of it ".repeat(20)}` }),
  );
  await save({ tasks });
  const first = await text("show", { budget: 500 });
  expect(first).toContain("page");
  expect(await text("show", { budget: 20_000 })).toContain("030 task-30 ");
});

test("page: reads on, where nothing is changed", async () => {
  await save({ tasks: Array.from({ length: 30 }, (_, at) => taskOf(at + 1, { objective: "do ".repeat(60) })) });
  expect(await text("show", { budget: 500, page: 2 })).not.toContain("001 task-1 ");
  expect(await refusal("save", { data: PLAN, page: 2 })).toMatch(/^page reads on in a list/);
});

test("action: is needed, and no other is accepted", async () => {
  expect(await refusal("plan")).toMatch(/^action="plan" is not accepted: give one of explore, save, show, /);
  expect(await refusal("status", { seq: "001" })).toBe('plan action="status" takes no seq; it takes plan');
});
