// Data that are not as docs/JSON.md says are refused: of each answer every change of one value is tried.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadTools } from "../../../../src/features/tools.ts";
import type { KnowledgeBase } from "../../../../src/notes/store/knowledge-base.ts";
import { checkData, checkPrinted, checkToolData } from "../../../support/json-answers.ts";
import { openKnowledgeBase } from "../../../support/knowledge.ts";
import { MemoryFileSystem } from "../../../support/memory-file-system.ts";

type Values = Record<string, unknown>;

const FEATURES = new Map((await loadTools()).map((feature) => [feature.name, feature]));
let base: KnowledgeBase;

beforeAll(async () => {
  base = openKnowledgeBase("/kb", { files: new MemoryFileSystem() });
  const entries = ["the valve sticks in the cold", "oil thickens below zero", "a fan cools the engine"];
  await dataOf("batch", { entries: entries.map((text) => ({ topic: "engine", text, tags: "gotcha" })) });
  await dataOf("store", { topic: "cooling", text: "see engine for the fan", links: "engine:2" });
});

afterAll(() => base.close());

async function dataOf(tool: string, values: Values): Promise<unknown> {
  const answer = await FEATURES.get(tool)!.run({ base, project: null }, values);
  return JSON.parse(JSON.stringify(answer.data()));
}

/** The data with one thing changed, and where: a value of another kind, a field too many, a field that is missing. */
function* mutants(data: unknown, path = ""): Generator<readonly [where: string, data: unknown]> {
  yield [`${path} is of another kind`, typeof data === "boolean" ? "yes" : true];
  if (typeof data !== "object" || data === null) return;
  const copy = (): Values => structuredClone(data) as Values;
  if (!Array.isArray(data)) yield [`${path} has more`, { ...data, surplus: null }];
  for (const [key, value] of Object.entries(data)) {
    for (const [where, mutant] of mutants(value, `${path}.${key}`))
      yield [where, Object.assign(copy(), { [key]: mutant })];
    if (Array.isArray(data)) continue;
    const { [key]: _, ...rest } = data as Values;
    yield [`${path}.${key} is missing`, rest];
  }
}

describe("a changed answer is refused", () => {
  test.each<[tool: string, values: Values, optional: string[]]>([
    ["store", { topic: "engine", text: "the valve sticks in the cold" }, []],
    ["search", { query: "valve" }, []],
    ["search", { query: "valve", explain: true }, [".results.0.explanation is missing"]],
    ["search", { query: "valve", detail: "count" }, []],
    ["search", { query: "valve", detail: "topics" }, [".topics.engine is missing"]],
    ["brief", { query: "cooling" }, []],
    ["brief", { query: "cooling", detail: "full" }, []],
    ["brief", {}, []],
    ["read", { topic: "cooling" }, [".leftOut is missing"]],
    ["edit", { action: "tag", topic: "cooling", tags: "fan" }, []],
    ["edit", { action: "history" }, []],
    ["edit", { action: "undo", dry_run: true }, []],
    ["edit", { action: "delete", where: "tag:gotcha" }, [".topics.engine is missing"]],
    ["topics", {}, []],
    ["topics", { action: "dedupe" }, []],
    ["topics", { action: "recent" }, [".topics.engine is missing", ".topics.cooling is missing"]],
    ["topics", { action: "entries", topic: "cooling" }, []],
    ["topics", { action: "stats" }, []],
    ["topics", { action: "stats", detail: "index" }, []],
    ["topics", { action: "xref", topic: "engine" }, [".referencedBy.cooling is missing"]],
    ["topics", { action: "graph" }, []],
    ["topics", { action: "stale" }, []],
    ["topics", { action: "compact" }, []],
    ["topics", { action: "export" }, []],
    ["topics", { action: "session" }, []],
  ])("%s %j", async (tool, values, optional) => {
    const data = await dataOf(tool, values);
    expect(() => checkToolData(tool, values, data)).not.toThrow();
    const accepted: string[] = [];
    for (const [where, mutant] of mutants(data)) {
      try {
        checkToolData(tool, values, mutant);
        accepted.push(where);
      } catch {
        // As it should be.
      }
    }
    expect(accepted).toEqual(optional);
  });
});

describe("what a command printed", () => {
  const project = '{"root":"/r","folder":"r-1a2b3c4d","remote":null,"counts":false,"standing":"no remote"';

  test("is checked by its command, and the error names the field", () => {
    const whole = `${project},"notes":1,"remoteNotes":0,"from":[]}\n`;
    expect(() => checkPrinted(["project", "--json"], 0, whole)).not.toThrow();
    expect(() => checkPrinted(["project", "--json"], 0, whole.replace('"notes":1', '"notes":"1"'))).toThrow(
      /helix project --json [^\n]*\n[^\n]*\n +→ at notes/,
    );
    expect(() => checkPrinted(["project", "--json"], 0, `${project}}\n`)).toThrow(/at remoteNotes/);
  });

  test("is JSON where data were asked for, and the command did something", () => {
    expect(() => checkPrinted(["project", "--json"], 0, "r-1a2b3c4d (/r)\n")).toThrow();
    expect(() => checkPrinted(["project", "--json"], 2, '{"root":')).not.toThrow();
    expect(() => checkPrinted(["project"], 0, "r-1a2b3c4d (/r)\n")).not.toThrow();
    expect(() => checkPrinted(["project", "--json"], 2, "")).not.toThrow();
    expect(() => checkPrinted(["check", "--json"], 2, '{"logPath":"/kb/data.log"}\n')).toThrow(/at logBytes/);
    expect(() => checkData(["unheard", "of"], {})).toThrow("no schema for the data of: helix unheard of");
  });
});
