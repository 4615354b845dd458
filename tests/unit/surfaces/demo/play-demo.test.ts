// The session of `helix demo` against a made-up world: its order, its pauses, and its end at any moment.

import { expect, test } from "vitest";
import { SCENES } from "../../../../src/surfaces/demo/demo-scenes.ts";
import { filled, type HookCall, type Scene } from "../../../../src/surfaces/demo/demo-step.ts";
import type { DemoWorld } from "../../../../src/surfaces/demo/demo-world.ts";
import { type Ended, playDemo, type Stage } from "../../../../src/surfaces/demo/play-demo.ts";

/** A world that notes what is asked. Answers have so many lines. */
function madeWorld(lines = 4, special: (asked: string) => string | undefined = () => undefined) {
  const asked: string[] = [];
  const answer = (what: string) => {
    asked.push(what);
    return special(what) ?? Array.from({ length: lines }, (_, at) => `line ${at + 1}`).join("\n");
  };
  const world: DemoWorld = {
    root: "/shop",
    command: async (words, input) => answer(`${words.join(" ")}${input === undefined ? "" : ` < ${input}`}`),
    hook: async ({ hook, event }: HookCall) => {
      asked.push(`${hook} ${JSON.stringify(event)}`);
      return special(hook) ?? "";
    },
    tool: async (name, values) => answer(`${name} ${JSON.stringify(values)}`),
    write: (path, text) => void asked.push(`write ${path} ${text.length}`),
    close: async () => undefined,
  };
  return { world, asked };
}

/** A stage that ends at the pause of that number, and adds up the pauses. */
function madeStage(endsAt = Number.POSITIVE_INFINITY, how: Ended = "quit") {
  const shown: string[] = [];
  const paused: number[] = [];
  const stage: Stage = {
    show: (kind, text) => shown.push(`${kind}: ${text}`) > 0,
    pause: async (milliseconds) => (paused.push(milliseconds) >= endsAt ? how : null),
  };
  return { stage, shown, paused };
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

test("takes about two minutes, whatever the answers are", async () => {
  for (const lines of [2, 5, 9]) {
    const { stage, paused } = madeStage();
    await playDemo(SCENES, madeWorld(lines).world, stage);
    expect(sum(paused)).toBeGreaterThan(75_000);
    expect(sum(paused)).toBeLessThan(165_000);
  }
});

test("what an answer said is used by later steps", async () => {
  const { world, asked } = madeWorld(1, (what) => {
    if (what.startsWith("learn remember")) return "added @0123456789 a-lesson in lessons";
    return what === "post-build"
      ? JSON.stringify({ hookSpecificOutput: { updatedToolOutput: { stdout: "[helix output ABCD2345 shows all]" } } })
      : undefined;
  });
  const { stage, shown } = madeStage();
  const { ended } = await playDemo(SCENES, world, stage);
  expect(ended).toBeNull();
  expect(asked).toContainEqual(expect.stringContaining('"utilized":"@0123456789"'));
  expect(asked).toContain("output ABCD2345 --search mocha");
  expect(asked).toContainEqual(expect.stringContaining('"file_path":"/shop/src/tax.ts"'));
  expect([...asked, ...shown].filter((each) => /\{(?:root|lesson|key)\}/.test(each))).toEqual([]);
});

test("it ends at any pause, and nothing is asked behind it", async () => {
  const whole = madeStage();
  await playDemo(SCENES, madeWorld().world, whole.stage);
  for (const endsAt of [1, 2, 3, whole.paused.length]) {
    const { world, asked } = madeWorld();
    const { stage, paused } = madeStage(endsAt, "interrupted");
    const { ended, steps } = await playDemo(SCENES, world, stage);
    expect([ended, paused.length]).toEqual(["interrupted", endsAt]);
    if (endsAt < 3) expect([asked, steps]).toEqual([[], []]);
  }
});

test("it ends when nobody reads", async () => {
  const { world, asked } = madeWorld();
  const unread: Stage = { show: () => false, pause: async () => null };
  expect(await playDemo(SCENES, world, unread)).toEqual({ steps: [], ended: "unread" });
  expect(asked).toEqual([]);
});

test("a refusal is told as one; silence is told; what is cut is counted", async () => {
  const refused = { hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "not yours" } };
  const call = { hook: "guard", event: { tool_name: "Bash" } };
  const scene: Scene = {
    name: "one",
    about: "two",
    steps: [
      { kind: "event", told: "it tries", calls: [call] },
      { kind: "event", told: "it reads", calls: [{ ...call, hook: "ambient" }], silence: "(nothing)" },
      { kind: "command", words: ["search", "a b"], lines: 2 },
    ],
  };
  const { world } = madeWorld(5, (what) => (what === "guard" ? JSON.stringify(refused) : undefined));
  const { stage, shown } = madeStage();
  await playDemo([scene], world, stage);
  expect(shown).toEqual([
    "scene: one: two",
    "told: it tries",
    "answer: refused (Bash): not yours",
    "told: it reads",
    "answer: (nothing)",
    'command: helix search "a b"',
    "answer: line 1",
    "answer: line 2",
    "answer: … 3 more lines",
  ]);
});

test("names in texts are filled wherever they stand; others stay", () => {
  const known = new Map([["key", "K1"]]);
  expect(filled({ a: ["{key}", { b: "x{key}y", by: /{key}/ }], c: "{other} {}" }, known)).toEqual({
    a: ["K1", { b: "xK1y", by: /{key}/ }],
    c: "{other} {}",
  });
});
