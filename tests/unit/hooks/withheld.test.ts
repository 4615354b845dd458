// `helix lift` in hooks: a session goes without the kinds of help that its name was drawn for, and without no other; pinned
// notes and invariants come to every session; while lift is off, nothing is withheld; tools answer in every arm.

import { beforeEach, describe, expect, test } from "vitest";
import { CALLS } from "../../../src/base/wording.ts";
import { armOf, encodeLift, LIFT_KINDS, type LiftKind, type LiftState } from "../../../src/events/lift.ts";
import type { FeatureContext } from "../../../src/features/common/feature.ts";
import { loadTools } from "../../../src/features/tools.ts";
import { HookSession } from "../../support/hook-session.ts";
import { openKnowledgeBase } from "../../support/knowledge.ts";
import { MemoryFileSystem } from "../../support/memory-file-system.ts";

const STATE: LiftState = { on: true, seed: "seed", since: 0, share: 0.5, earlier: [] };
const NAMES = Array.from({ length: 500 }, (_, at) => `session-${at}`);
const without = (...kinds: readonly LiftKind[]): string =>
  NAMES.find((name) => LIFT_KINDS.every((kind) => (armOf(STATE, name, kind) === "without") === kinds.includes(kind)))!;

const QUESTIONS = ["why does the linker want arm64 only?", "why does the connection pool starve when busy?"];
const NOTE = "gotcha: the linker wants arm64 only";
const LESSON = "the connection pool starves when it is busy\nresolution: retry around it";
const SHORT = { stdout: "short\n[helix: ...]", stderr: "", interrupted: false };

/** What a session gets of each kind at its events. */
interface Got {
  readonly kinds: readonly LiftKind[];
  readonly withheld: readonly string[];
  readonly text: string;
}

let tags: readonly string[];
let lift: object | null;

beforeEach(() => {
  tags = [];
  lift = STATE;
});

async function got(session_id: string): Promise<Got> {
  const session = new HookSession();
  if (lift !== null) session.putLift(lift);
  session.economy = "on";
  session.sources = [
    {
      name: "code",
      offers: async ({ type }) =>
        type === "prompt"
          ? { opening: "helix: from code", offers: [{ name: "a.ts:1", lines: ["- a.ts:1"], value: 1 }] }
          : null,
    },
  ];
  session.shortener = async () => async () => ({
    replacement: SHORT,
    event: { type: "filter", by: "Bash", command: "make", filter: "make", key: "K3V9X2MP", before: 4000, after: 90 },
  });
  await session.store(
    { topic: "build", text: NOTE, project: "engine", tags },
    { topic: "lessons", text: LESSON, project: "engine", tags: ["failure", ...tags] },
  );
  const answers: string[] = [];
  for (const prompt of QUESTIONS) answers.push(await session.ask("prompt", { prompt, session_id }));
  const said = answers.join("\n");
  const tool_response = { stdout: "cc -c src/other.c\n".repeat(200), stderr: "", interrupted: false };
  await session.ask("post-build", { tool_name: "Bash", tool_input: { command: "make" }, tool_response, session_id });
  const begun = await session.ask("session", { source: "startup", session_id });
  const kinds = {
    notes: said.includes(NOTE),
    lessons: said.includes("- failure: "),
    code: said.includes("- a.ts:1"),
    filters: session.replacement !== undefined || session.events.all().some(({ type }) => type === "filter"),
  };
  const events = session.events.all().filter(({ type }) => type === "withheld");
  const reasons = events.flatMap(({ held, unsaid }) => [...((held ?? []) as []), ...((unsaid ?? []) as [])]);
  return {
    kinds: LIFT_KINDS.filter((kind) => kinds[kind]),
    withheld: reasons.flatMap(([name, why]: [string, string]) => (why === "lift" ? name.split(" ", 1) : [])),
    text: `${said}\n${begun}`,
  };
}

describe("a session", () => {
  test("that was drawn for nothing has all kinds", async () => {
    expect(await got(without())).toMatchObject({ kinds: LIFT_KINDS, withheld: [] });
  });

  test.each(LIFT_KINDS)("that was drawn for %s goes without them alone, and that is recorded", async (kind) => {
    const { kinds, withheld, text } = await got(without(kind));
    expect(kinds).toEqual(LIFT_KINDS.filter((each) => each !== kind));
    const name = { notes: /^\w{10}$/, lessons: /^(?:lessons|\w{10})$/, code: /^code$/, filters: /^output$/ }[kind];
    expect(withheld.length).toBeGreaterThan(0);
    for (const each of withheld) expect(each).toMatch(name);
    // The summary at its beginning goes without, too.
    expect(text.includes(NOTE)).toBe(kind !== "notes");
  });

  test("that was drawn for all goes without all", async () => {
    const { kinds, text } = await got(without(...LIFT_KINDS));
    expect(kinds).toEqual([]);
    expect([text.includes(NOTE), text.includes("pool starves")]).toEqual([false, false]);
  });

  test("without a name goes without nothing", async () => {
    expect((await got("")).withheld).toEqual([]);
  });
});

describe("pinned notes and invariants", () => {
  test.each(["pinned", "invariant"])("%s: come to every session, as notes and as lessons", async (tag) => {
    tags = [tag];
    for (const kinds of [[], ["notes"], ["lessons"], ["notes", "lessons"]] as const) {
      const { kinds: had, text } = await got(without(...kinds));
      expect(had).toEqual(expect.arrayContaining(["notes", "lessons"]));
      expect(text).toContain(NOTE);
    }
  });
});

describe("nothing is withheld", () => {
  test.each([
    ["never turned on", null],
    ["turned off", { ...STATE, on: false, earlier: [[0, 1]] }],
    ["a state that cannot be read", { ...STATE, share: 7 }],
  ])("%s", async (_, state) => {
    lift = state;
    for (const session of [without(...LIFT_KINDS), without("notes"), without()]) {
      expect(await got(session)).toMatchObject({ kinds: LIFT_KINDS, withheld: [] });
    }
  });
});

test("tools answer in every arm", async () => {
  const files = new MemoryFileSystem();
  const session = new HookSession(openKnowledgeBase("/base", { files }));
  await session.store(
    { topic: "build", text: NOTE, project: "engine" },
    { topic: "lessons", text: LESSON, project: "engine", tags: ["failure"] },
  );
  const handle = files.open("/base/lift.json", "create");
  handle.append(new TextEncoder().encode(encodeLift(STATE)));
  handle.close();
  const tools = new Map((await loadTools()).map((tool) => [tool.name, tool]));
  for (const name of [without(), without(...LIFT_KINDS)]) {
    session.putLift(STATE);
    const judgements = { acting: { session: name, agent: "", project: ["acme/engine"] }, observe: () => undefined };
    const context = {
      base: session.base,
      directory: null,
      project: { root: "/code/engine", name: "engine", keys: ["acme/engine"] },
      judgements: { ...judgements, read: () => session.events.judgements(), forRanking: () => null },
    } as unknown as FeatureContext;
    const answer = async (tool: string, values: Record<string, unknown>) =>
      (await tools.get(tool)!.run(context, values)).text(CALLS);
    expect(await answer("search", { query: "linker arm64" })).toContain(NOTE);
    expect(await answer("read", { topic: "build" })).toContain(NOTE);
    expect(await answer("brief", { query: "linker" })).toContain(NOTE);
    expect(await answer("learn", { action: "recall", query: "connection pool starves" })).toContain("retry around it");
  }
});
