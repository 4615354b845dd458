// Whatever is stored, and whatever stands in a project: no tool, resource, prompt, completion, hook or command shows a
// character that nobody sees or a terminal obeys as it is, nor a tag that says who speaks. What is new in helix has to be added here.

import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cleanText } from "../../src/engine/text/clean.ts";
import type { Feature } from "../../src/features/common/feature.ts";
import { loadTools } from "../../src/features/tools.ts";
import { HOOK_TYPES } from "../../src/hooks/common/hook-types.ts";
import { allCommands } from "../../src/surfaces/cli/commands.ts";
import { CODE_TEMPLATE, CODE_VARIABLE } from "../../src/surfaces/mcp/code-uri.ts";
import { TOPIC_TEMPLATE, TOPIC_VARIABLE } from "../../src/surfaces/mcp/topic-uri.ts";
import { printFigures } from "../fuzz/engine/campaign.ts";
import { LEFT_OUT, otherActions, RUNS } from "../hostile/engine/command-calls.ts";
import { putOutputs, putProjectFilters } from "../hostile/engine/hostile-outputs.ts";
import { EVENTS, EVIL, evilProject, evilText, foreignLog, PLAIN, STRANGE } from "../hostile/engine/hostile-world.ts";
import { HOSTILE_PLAN } from "../hostile/engine/plan-calls.ts";
import { jsonFaults, SPELLING, shownFaults } from "../hostile/engine/quoting.ts";
import { TOOLS } from "../hostile/engine/tool-calls.ts";
import { type Outcome, runHelix, runLines } from "../support/command-line.ts";
import { checkedOutput } from "../support/hook-events.ts";
import { askHook } from "../support/hook-process.ts";
import { type Served, useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const COMMANDS = await allCommands();
const FEATURES = await loadTools();
const OTHERS = await otherActions(COMMANDS);
const runsOf = (name: string) => [...RUNS[name]!, ...(OTHERS[name] ?? [])];

/** The actions of a tool, by its own table. */
function actionsOf({ parameters }: Feature): string[] {
  const { action } = parameters;
  return action?.kind === "choice" ? [...action.choices] : [];
}

const folder = useFolders("all");
const serve = useServers("all");
const KINDS = ["own", "foreign"] as const;
type Kind = (typeof KINDS)[number];

let cwd = "";
const bases = {} as Record<Kind, string>;
const figures = { shown: 0, marked: 0, faults: 0 };

beforeAll(async () => {
  cwd = evilProject(folder());
  putProjectFilters(cwd);
  for (const kind of KINDS) {
    bases[kind] = folder();
    putOutputs(bases[kind]);
  }
  writeFileSync(join(bases.foreign, "data.log"), foreignLog());
  const own = await serve({ directory: bases.own, cwd });
  for (let at = 0; at < 12; at++) {
    const topic = at % 2 === 0 ? PLAIN : STRANGE;
    const tags = `gotcha, tag${EVIL}`;
    await own.store(topic, evilText(at), {
      tags,
      source: `src/linker.ts:${(at % 3) + 1}`,
      links: `${PLAIN}:0`,
      force: true,
    });
  }
  await own.store(PLAIN, evilText(21), { source: "src/linker.ts#linker1", force: true });
  await own.store("elsewhere", evilText(20), { source: `src/li${EVIL}.ts:1`, force: true });
  await own.client.close();
  for (const kind of KINDS) {
    const task = [
      "checkpoint",
      `task ${EVIL}`,
      "--next",
      EVIL,
      "--done",
      EVIL,
      "--blocked",
      EVIL,
      "--files",
      `src/${EVIL}.ts`,
    ];
    expect(runHelix(task, { base: bases[kind], cwd }).status).toBe(0);
    const plan = ["plan", "save", "--data", JSON.stringify(HOSTILE_PLAN)];
    expect(runHelix(plan, { base: bases[kind], cwd, environment: { HOME: "/" } })).toMatchObject({
      status: 0,
      stderr: "",
    });
  }
  // What is left of the other one's log stands beside each.
  for (const kind of KINDS) {
    const other = KINDS.find((each) => each !== kind)!;
    cpSync(join(bases[other], "data.log"), join(bases[kind], "data.log.aside"));
  }
});

afterAll(() => printFigures("everything-shown", figures));

/** A copy of a knowledge base, for who may change it. */
function copyOf(kind: Kind): string {
  const copy = folder();
  cpSync(bases[kind], copy, { recursive: true });
  return copy;
}

/** Nothing is wrong with what was shown; counted. */
function checkShown(what: string, text: string, isJson = false): void {
  figures.shown++;
  if (text.includes("\uFFFD") || text.includes("\\u200b")) figures.marked++;
  const faults = isJson ? jsonFaults(text) : shownFaults(text);
  figures.faults += faults.length;
  expect(faults, what).toEqual([]);
}

/** All texts in a result of the protocol. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsIn(inner)]);
}

describe.each(KINDS)("in a store %s", (kind) => {
  let served: Served;
  beforeAll(async () => {
    served = await serve({ directory: copyOf(kind), cwd });
  });

  test("no tool", async () => {
    expect(Object.keys(TOOLS).sort()).toEqual(FEATURES.map(({ name }) => name).sort());
    for (const feature of FEATURES) {
      const called = TOOLS[feature.name]!.flatMap(({ action }) => (action === undefined ? [] : [String(action)]));
      // What the tool does without an action counts as called by a call without one.
      const usual = TOOLS[feature.name]!.some(({ action }) => action === undefined) ? ["search"] : [];
      expect([...called, ...usual], feature.name).toEqual(expect.arrayContaining(actionsOf(feature)));
    }
    const { tools } = await served.client.listTools();
    const heads: string[] = [];
    for (const [name, calls] of Object.entries(TOOLS)) {
      for (const values of calls) {
        // All of an answer, not the page that is given first.
        const { properties } = tools.find((tool) => tool.name === name)!.inputSchema;
        const whole = properties!.budget ? { budget: 20_000 } : {};
        const result = await served.client.callTool({ name, arguments: { ...values, ...whole } });
        const texts = (result.content as { text: string }[]).map(({ text }) => text);
        expect(texts.join("")).not.toBe("");
        if (name === "plan") heads.push(texts[0]!.slice(0, 30));
        for (const [at, text] of texts.entries())
          checkShown(`${name} ${JSON.stringify(values)}`, text, values.action === "export" && at === 0);
      }
    }
    for (const head of [/^exploration \w+ \(saved\)/, /^plan \w+ \(/, /^NOT DELIVERED: task 001/, /^blocked: task 001/])
      expect(heads).toContainEqual(expect.stringMatching(head));
  });

  test("no resource, prompt, completion, nor an error of the protocol", async () => {
    const { client } = await serve({ directory: copyOf(kind), cwd });
    const { resources } = await client.listResources();
    expect(resources.length).toBeGreaterThan(1);
    const results: unknown[] = [resources];
    for (const { uri } of resources) results.push(await client.readResource({ uri }));
    await client.callTool({ name: "code", arguments: { action: "index", path: "." } });
    for (const path of ["", "src/linker.ts"]) results.push(await client.readResource({ uri: `helix://code/${path}` }));
    for (const values of [{}, { topic: PLAIN }, { topic: STRANGE }] as Record<string, string>[]) {
      results.push(await client.getPrompt({ name: "brief", arguments: values }).catch(String));
    }
    results.push(await client.getPrompt({ name: "resume" }));
    for (const task of ["linker1 reminder", `linker1 ${EVIL}`, EVIL])
      results.push(await client.getPrompt({ name: "context", arguments: { task } }).catch(String));
    for (const symbol of ["linker1", EVIL])
      results.push(await client.getPrompt({ name: "explore", arguments: { symbol } }).catch(String));
    const explore = { type: "ref/prompt", name: "explore" } as const;
    results.push(await client.complete({ ref: explore, argument: { name: "symbol", value: "l" } }));
    const ref = { type: "ref/resource", uri: TOPIC_TEMPLATE } as const;
    results.push(await client.complete({ ref, argument: { name: TOPIC_VARIABLE, value: "l" } }));
    const code = { type: "ref/resource", uri: CODE_TEMPLATE } as const;
    results.push(await client.complete({ ref: code, argument: { name: CODE_VARIABLE, value: "" } }));
    for (const refused of [
      () => client.readResource({ uri: `helix://topic/li${EVIL}` }),
      () => client.readResource({ uri: `helix://code/li${EVIL}` }),
      () => client.readResource({ uri: EVIL }),
      () => client.getPrompt({ name: EVIL }),
      () => client.getPrompt({ name: "brief", arguments: { [EVIL]: EVIL } }),
      () => client.complete({ ref, argument: { name: EVIL, value: EVIL } }),
      () => client.callTool({ name: EVIL, arguments: {} }),
      () => client.callTool({ name: "read", arguments: { topic: { [EVIL]: EVIL } } }),
      () => client.callTool({ name: "read", arguments: { [EVIL]: EVIL } }),
    ]) {
      results.push(await refused().then(String, (error: Error) => error.message));
    }
    for (const text of results.flatMap(textsIn)) checkShown(text, text);
  });

  test("no hook, whoever is asked", async () => {
    expect(Object.keys(EVENTS).sort()).toEqual([...HOOK_TYPES].sort());
    const alone = copyOf(kind);
    const spoke = new Map<string, number>();
    for (const [way, ask] of [
      ["a process alone", (type, event) => askHook(type, event, { cwd, base: alone })],
      ["a process that asks a server", (type, event) => askHook(type, event, { cwd, base: served.directory })],
      [
        "the tool of a server",
        async (type, event) => {
          const result = await served.client.callTool({ name: "hook", arguments: { type, ...event } });
          const [{ text }] = result.content as [{ text: string }];
          return checkedOutput(type, text === "{}" ? "" : text);
        },
      ],
    ] as [string, (type: keyof typeof EVENTS, event: object) => Promise<string>][]) {
      for (const [at, [type, events]] of Object.entries(EVENTS).entries()) {
        // Each speaks in a conversation that has heard nothing; the last ones in one in which something was done.
        const session_id = `${way.replaceAll(" ", "-")}-${["pre-compact", "stop"].includes(type) ? "worked" : at}`;
        if (type === "pre-compact") {
          for (const event of [...EVENTS["error-context"], ...EVENTS.ambient]) {
            await ask("tool_name" in event && "error" in event ? "error-context" : "ambient", {
              session_id,
              cwd,
              ...event,
            });
          }
        }
        for (const event of events) {
          const said = await ask(type as keyof typeof EVENTS, { session_id, cwd, ...event });
          if (said === "") continue;
          spoke.set(type, (spoke.get(type) ?? 0) + 1);
          checkShown(`${type} by ${way}`, said);
        }
      }
    }
    expect([...spoke.keys()].sort()).toEqual([...HOOK_TYPES].sort());
  });

  test("what is spelling stays", async () => {
    const fresh = await serve({ directory: copyOf(kind), cwd });
    expect(await fresh.read(PLAIN)).toContain(SPELLING);
    expect(runHelix(["read", PLAIN], { base: bases[kind], cwd }).stdout).toContain(SPELLING);
    const exported = JSON.parse(runHelix(["export"], { base: bases[kind], cwd }).stdout) as { body: string }[];
    expect(exported[0]!.body).toContain(kind === "own" ? cleanText(evilText(0)).text : evilText(0));
  });
});

/** A home elsewhere, so that the project is looked at without being asked for. */
const AT_HOME = { environment: { HOME: "/" } };

describe.each(KINDS)("in a store %s, of the commands", (kind) => {
  test("all that end by themselves are run here", () => {
    expect([...Object.keys(RUNS), ...LEFT_OUT].sort()).toEqual(COMMANDS.map(({ name }) => name).sort());
  });

  /** What came of each line, by the command. */
  const shown = new Map<string, { readonly words: string[]; readonly outcome: Outcome }[]>();

  beforeAll(() => {
    const lines = Object.keys(RUNS).flatMap((name) =>
      runsOf(name).flatMap((words) =>
        [[], ["--json"]].map((form) => ({ words: [name, ...words, ...form], base: copyOf(kind) })),
      ),
    );
    for (const isAtHome of [true, false]) {
      const some = lines.filter(({ words }) => (words[0] === "code") === isAtHome);
      const outcomes = runLines(some, { cwd, ...(isAtHome && AT_HOME) });
      for (const [at, { words }] of some.entries()) {
        const name = words[0]!;
        shown.set(name, [...(shown.get(name) ?? []), { words, outcome: outcomes[at]! }]);
      }
    }
  });

  test.each(Object.keys(RUNS))("%s shows none", (name) => {
    expect(shown.get(name)).toHaveLength(2 * runsOf(name).length);
    for (const { words, outcome } of shown.get(name)!) {
      const { stdout, stderr } = outcome;
      const line = words.join(" ");
      expect(stdout + stderr, line).not.toBe("");
      const isJson = /^[[{"]/.test(stdout) && (words.at(-1) === "--json" || name === "export");
      checkShown(`${line}: stdout`, stdout, isJson);
      checkShown(`${line}: stderr`, stderr);
    }
  });
});
