// The texts of the plugin: agents and skills name tools and actions that there are, under both names of the server, and
// what they have an assistant write is taken by helix.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LEARN_ACTIONS } from "../../../../../src/features/learn/parameters.ts";
import { PLAN_ACTIONS } from "../../../../../src/features/plan/parameters.ts";
import { topicsParameters } from "../../../../../src/features/topics/parameters.ts";
import { APPROVED_TOOLS } from "../../../../../src/hooks/approval/own-tools.ts";
import { endMarker } from "../../../../../src/plan/decision/end-marker.ts";
import { readExploration } from "../../../../../src/plan/documents/read-exploration.ts";
import { readPlan } from "../../../../../src/plan/documents/read-plan.ts";

const FILES = new URL("../../../../../src/clients/claude-code/plugin/files", import.meta.url).pathname;
/** What a text may cost whoever is given it, in bytes. */
const BODY_BYTES_MAX = 2200;
const DESCRIPTION_MAX = 160;

interface Text {
  readonly path: string;
  readonly head: Readonly<Record<string, string>>;
  readonly body: string;
}

const texts = readdirSync(FILES, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".md"))
  .sort()
  .map((path): Text => {
    const [, head = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(join(FILES, path), "utf8"))!;
    const fields = head.split("\n").map((line) => {
      const colon = line.indexOf(": ");
      return [line.slice(0, colon), line.slice(colon + 2)] as const;
    });
    return { path, head: Object.fromEntries(fields), body };
  });
const agent = (name: string) => texts.find(({ path }) => path === `agents/${name}.md`)!;
const wordsOf = (list = "") => list.split(", ").filter((word) => word !== "");
const foreign = (list = "") => wordsOf(list).filter((word) => !word.startsWith("mcp__"));

test("are four agents and three skills", () => {
  expect(texts.map(({ path }) => path)).toEqual([
    ...["builder", "explorer", "observer", "planner"].map((name) => `agents/${name}.md`),
    ...["helix-query", "helix-stats", "helix"].map((name) => `skills/${name}/SKILL.md`),
  ]);
});

describe.each(texts)("$path", ({ path, head, body }) => {
  test("has the name of its place, and is short", () => {
    expect(path).toContain(head.name);
    expect(head.description!.length).toBeLessThanOrEqual(DESCRIPTION_MAX);
    expect(head.description).not.toContain(": ");
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(BODY_BYTES_MAX);
  });

  test("names each tool of helix under both names of its server", () => {
    const tools = wordsOf(head.tools ?? head["allowed-tools"]);
    const bare = tools.flatMap((tool) => /^mcp__helix__(\w+)$/.exec(tool)?.[1] ?? []);
    const plugged = tools.flatMap((tool) => /^mcp__plugin_helix_helix__(\w+)$/.exec(tool)?.[1] ?? []);
    expect(bare).toEqual(plugged);
    expect(bare.filter((tool) => !APPROVED_TOOLS.includes(tool))).toEqual([]);
    expect(tools).toHaveLength(2 * bare.length + foreign(head.tools ?? head["allowed-tools"]).length);
  });

  test("asks for tools that it has, and for actions that there are", () => {
    const tools = wordsOf(head.tools ?? head["allowed-tools"]);
    const actions: Readonly<Record<string, readonly unknown[]>> = {
      plan: Object.keys(PLAN_ACTIONS),
      learn: Object.keys(LEARN_ACTIONS),
      topics: topicsParameters.action.choices,
    };
    const asked = [...body.matchAll(/`(\w+)`(?:, | \()action="(\w+)"/g)].map(([, tool, action]) => [tool!, action!]);
    const unknown = asked.filter(
      ([tool, action]) => !tools.includes(`mcp__helix__${tool}`) || actions[tool!]?.includes(action) !== true,
    );
    expect(unknown).toEqual([]);
    if (head.name !== "helix-query") expect(asked.length).toBeGreaterThan(0);
  });
});

test.each([
  ["explorer", "haiku", "6"],
  ["planner", "opus", undefined],
  ["builder", "opus", undefined],
  ["observer", "opus", "10"],
])("%s has the model %s and so many turns: %s", (name, model, turns) => {
  expect([agent(name).head.model, agent(name).head.maxTurns]).toEqual([model, turns]);
});

test("only the builder has tools that write", () => {
  const writing = /^(?:Edit|Write|NotebookEdit|MultiEdit|Bash|Agent)$/;
  const writers = ["explorer", "planner", "builder", "observer"].filter((name) =>
    foreign(agent(name).head.tools).some((tool) => writing.test(tool)),
  );
  expect(writers).toEqual(["builder"]);
});

/** The JSON object behind the words, with something in each empty text. */
function jsonIn(body: string, before: string): string {
  const from = body.indexOf("{", body.indexOf(before));
  for (let to = from + 1; to <= body.length; to++) {
    try {
      const text = body.slice(from, to);
      JSON.parse(text);
      return text.replaceAll('""', '"src/a.ts"');
    } catch {
      // Not yet whole.
    }
  }
  throw new Error("no JSON");
}

test("what the explorer ends with is an exploration", () => {
  const text = jsonIn(agent("explorer").body, "nothing around it");
  expect(() => readExploration(text, "an objective")).not.toThrow();
});

test("what the planner saves is a plan, or asks first", () => {
  const { body } = agent("planner");
  const asking = jsonIn(body, "only the questions");
  const planned = jsonIn(body, "save the tasks");
  expect(readPlan(asking)).toMatchObject({ decision: "CLARIFY", questions: ["src/a.ts"] });
  expect(readPlan(planned)).toMatchObject({ decision: "PROCEED", tasks: [{ seq: "001", budget: 7 }] });
});

test("what the observer ends with is JSON", () => {
  const text = jsonIn(agent("observer").body, "nothing around it");
  expect(Object.keys(JSON.parse(text) as object)).toEqual(["scores", "stored", "left", "related"]);
});

test("what the builder ends with is known as its last words", () => {
  const line = agent("builder")
    .body.split("\n")
    .find((each) => each.startsWith("DELIVERED"))!;
  expect(endMarker(line)).toMatchObject({ status: "delivered" });
});
