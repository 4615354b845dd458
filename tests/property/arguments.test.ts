// Every tool against arguments of every kind, in this process and on a knowledge base in memory. Wrong ones are refused
// in one line that says what about, and change nothing; right ones never end in anything but an answer or such a line.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HelixError } from "../../src/base/errors.ts";
import { SessionLog } from "../../src/events/session-log.ts";
import { CitedSymbols } from "../../src/features/code/cited-symbols.ts";
import type { Feature, FeatureContext } from "../../src/features/common/feature.ts";
import { parseArguments } from "../../src/features/common/parameters.ts";
import { loadTools } from "../../src/features/tools.ts";
import {
  anyText,
  PROTOTYPE_NAMES,
  required,
  rightValue,
  rightValues,
  type Values,
  withOwn,
} from "../support/argument-values.ts";
import { NOW_MINUTES, openKnowledgeBase } from "../support/knowledge.ts";
import { MemoryFileSystem } from "../support/memory-file-system.ts";
import { MemoryTree, treesOf } from "../support/memory-tree.ts";
import { type Rendered, rendered } from "../support/rendered.ts";
import { isThorough, runs } from "../support/runs.ts";
import { useFolders } from "../support/temporary-folder.ts";
import { unknownName, wrongValue } from "../support/wrong-arguments.ts";

const FEATURES = await loadTools();

/** Room for the longest list of what is accepted, and for what is quoted. */
const MESSAGE_LENGTH_MAX = 600;
/** Room for an answer that is full, and for what is said behind it. */
const ANSWER_BYTES_MAX = 85_000;

/** Which parameters the actions of a tool take: what seeds and design say, written down a second time. */
const TAKES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  edit: {
    append: "topic! text! index match_str tag project",
    revise: "topic! text! index match_str project",
    delete: "topic index match_str all where apply project",
    tag: "topic! tags remove index match_str project",
    rename: "topic! new_name! project",
    merge: "topic! into! project",
    undo: "change dry_run",
    redo: "change dry_run",
    history: "",
  },
  code: {
    search: "query! detail explain",
    context: "query!",
    explore: "symbol! path",
    read: "path symbol lines",
    outline: "path",
    symbols: "symbol! path",
    callers: "symbol! path",
    callees: "symbol! path",
    impact: "symbol path depth direction rename diff",
    map: "path format",
    status: "path",
    index: "path force if_stale",
    forget: "path",
  },
  topics: {
    list: "sort project",
    recent: "days hours project",
    entries: "topic! index match_str project",
    stats: "detail",
    xref: "topic! project",
    graph: "focus project",
    stale: "topic refresh",
    prune: "days apply project",
    dedupe: "apply project",
    redate: "apply project",
    compact: "apply log mode project",
    export: "project",
    import: "json!",
    reindex: "",
    session: "",
    checkpoint: "task! done next hypotheses blocked files",
    resume: "",
    clear_checkpoint: "",
  },
};

/** What every action of a tool takes that lists something. */
const OF_ALL = ["budget", "page"];

const folder = useFolders("all");
const tools = FEATURES.map((feature) => [feature.name, feature] as const);

interface Tried {
  readonly context: FeatureContext;
  readonly files: MemoryFileSystem;
  log(): Uint8Array | null;
}

/** A knowledge base in memory with a few notes, asked from a folder that holds one small file. */
async function tried(): Promise<Tried> {
  const directory = folder();
  writeFileSync(join(directory, "cache.ts"), "export function openCache() {}\nopenCache();\n");
  const files = new MemoryFileSystem();
  const base = openKnowledgeBase(directory, { files });
  const topics = ["engine", "engine", "cache", "build-gotchas"];
  await base.change(() =>
    topics.map((topic, index) => ({
      kind: "add",
      topic,
      body: `first note ${index} of ${topic}`,
      minutes: NOW_MINUTES,
    })),
  );
  const code = treesOf(new MemoryTree({ "cache.ts": "export function openCache() {}\nopenCache();\n" }));
  const symbols = new CitedSymbols(code);
  const context = { base, code, symbols, project: null, directory, session: new SessionLog(NOW_MINUTES * 60_000) };
  return { context, files, log: () => files.content(base.logPath) };
}

/** What a tool says to these arguments: an answer, or the line of its refusal. Anything else fails the test. */
async function said(feature: Feature, context: FeatureContext, values: Values): Promise<Rendered | string> {
  try {
    return await rendered(feature.run(context, values));
  } catch (error) {
    expect(error, `${feature.name} threw something else`).toBeInstanceOf(HelixError);
    const { message } = error as HelixError;
    expect(message).toMatch(/\S/);
    expect(message).not.toMatch(/[\n\r\u0000\u001b]/);
    expect(message.length).toBeLessThan(MESSAGE_LENGTH_MAX);
    expect(message.isWellFormed()).toBe(true);
    return message;
  }
}

/** Expects a refusal that names one of these, and that nothing was written. */
async function expectRefused(on: Tried, feature: Feature, values: Values, names: readonly string[]): Promise<void> {
  const before = on.log();
  const operations = on.files.operations.length;
  const message = await said(feature, on.context, values);
  expect(typeof message, `${feature.name} accepted it`).toBe("string");
  expect(
    names.some((name) => (message as string).includes(name)),
    `${message} names none of ${names.join(", ")}`,
  ).toBe(true);
  expect(on.log()).toEqual(before);
  expect(on.files.operations.slice(operations)).toEqual([]);
}

/** The parameters that a table requires, one of them with this value instead, or another name beside them. */
const withValue = (feature: Feature, name: string, value: fc.Arbitrary<unknown>) =>
  fc.tuple(required(feature.parameters), value).map(([values, wrong]) => withOwn(values, name, wrong));

/** Values for one action: all that it needs, and some that it takes, but not `without`. */
function valuesOf(feature: Feature, action: string, without?: string): fc.Arbitrary<Values> {
  const takes = TAKES[feature.name]![action]!.split(" ").filter((name) => name !== "");
  const model = Object.fromEntries(
    takes
      .map((name) => name.replace("!", ""))
      .filter((name) => name !== without)
      .map((name) => [name, given(feature, name)]),
  );
  const requiredKeys = takes.filter((name) => name.endsWith("!")).map((name) => name.slice(0, -1));
  return fc
    .record(model, { requiredKeys: requiredKeys.filter((name) => name !== without), noNullPrototype: true })
    .map((values) => ({ ...values, action }));
}

/** A right value that is not as good as none. */
const given = (feature: Feature, name: string) =>
  rightValue(feature.parameters[name]!).filter((value) => value !== "" && value !== null);

describe.each(tools)("%s: wrong arguments", (_, feature) => {
  test.each(Object.keys(feature.parameters))("%s", async (name) => {
    const on = await tried();
    await fc.assert(
      fc.asyncProperty(withValue(feature, name, wrongValue(feature.parameters[name]!)), (values) =>
        expectRefused(on, feature, values, [name]),
      ),
      { numRuns: runs(60) },
    );
  });

  test("a name that is no parameter", async () => {
    const on = await tried();
    const values = fc
      .tuple(required(feature.parameters), unknownName(feature.parameters), anyText)
      .map(([right, name, value]) => withOwn(right, name, value));
    await fc.assert(
      fc.asyncProperty(values, (wrong) => expectRefused(on, feature, wrong, [`${feature.name} has no parameter`])),
      { numRuns: runs(100) },
    );
  });
});

describe.each(tools.filter(([name]) => name in TAKES))("%s: actions", (owner, feature) => {
  const actions = Object.keys(TAKES[owner]!);
  const { action } = feature.parameters;

  test("are those that are expected, and each parameter belongs to one", () => {
    expect(action).toMatchObject({ kind: "choice", choices: actions });
    const taken = new Set(Object.values(TAKES[owner]!).flatMap((names) => names.replaceAll("!", "").split(" ")));
    expect([...taken].filter((name) => name !== "").sort()).toEqual(
      Object.keys(feature.parameters)
        .filter((name) => name !== "action" && !OF_ALL.includes(name))
        .sort(),
    );
  });

  test.each(actions)("%s refuses what belongs to others", async (one) => {
    const on = await tried();
    const takes = TAKES[owner]![one]!.replaceAll("!", "").split(" ");
    const others = Object.keys(feature.parameters).filter(
      (name) => name !== "action" && !takes.includes(name) && !OF_ALL.includes(name),
    );
    const values = fc
      .constantFrom(...others)
      .chain((name) => fc.tuple(valuesOf(feature, one), fc.constant(name), given(feature, name)));
    await fc.assert(
      fc.asyncProperty(values, ([right, name, value]) =>
        expectRefused(on, feature, { ...right, [name]: value }, [name]),
      ),
      { numRuns: runs(60) },
    );
  });

  const needed = actions.flatMap((one) =>
    TAKES[owner]![one]!.split(" ")
      .filter((name) => name.endsWith("!"))
      .map((name) => [one, name.slice(0, -1)] as const),
  );
  test.each(needed)("%s refuses to do without %s", async (one, name) => {
    const on = await tried();
    const absent = fc.constantFrom<unknown>(undefined, null, "");
    await fc.assert(
      fc.asyncProperty(fc.tuple(valuesOf(feature, one, name), absent), ([values, nothing]) =>
        expectRefused(on, feature, { ...values, [name]: nothing }, [name]),
      ),
      { numRuns: runs(30) },
    );
  });
});

describe.each(tools)("%s: arguments of the right kind", (_, feature) => {
  /** Paths are of this folder: what a path may do elsewhere is no matter of arguments. */
  const paths = fc.constantFrom(".", "cache.ts", "nowhere.ts", "cache.ts/", "..\u0000");
  const some =
    feature.parameters.path === undefined ? rightValues(feature.parameters) : withValue(feature, "path", paths);

  test("end in an answer or in one line, one after another", async () => {
    const one = TAKES[feature.name];
    const likely =
      one === undefined ? some : fc.constantFrom(...Object.keys(one)).chain((action) => valuesOf(feature, action));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(some, likely), { minLength: 1, maxLength: 4 }), async (calls) => {
        const { context } = await tried();
        for (const values of calls) {
          expect(() => parseArguments(feature.name, feature.parameters, values)).not.toThrow();
          const result = await said(feature, context, values);
          if (typeof result === "string") continue;
          expect(result.text.isWellFormed()).toBe(true);
          expect(Buffer.byteLength(result.text)).toBeLessThan(ANSWER_BYTES_MAX);
        }
      }),
      { numRuns: runs(100) },
    );
  });

  test("are not taken from the prototype", async () => {
    for (const name of PROTOTYPE_NAMES) {
      const { context } = await tried();
      for (const parameter of Object.keys(feature.parameters)) {
        if (feature.parameters[parameter]!.kind === "text") await said(feature, context, { [parameter]: name });
      }
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test("of a size that nobody means", async () => {
    const { context } = await tried();
    const texts = ["x".repeat(2_000_000), "a-b ".repeat(300_000), "é\n".repeat(500_000)];
    for (const [at, [name, parameter]] of Object.entries(feature.parameters).entries()) {
      if (parameter.kind !== "text" || name === "path") continue;
      const [right] = fc.sample(required(feature.parameters), { numRuns: 1, seed: 1 });
      // The quick tests try one of them for each parameter.
      for (const long of isThorough ? texts : [texts[at % texts.length]!]) {
        const result = await said(feature, context, withOwn(right!, name, long));
        if (typeof result !== "string") expect(Buffer.byteLength(result.text)).toBeLessThan(ANSWER_BYTES_MAX);
      }
    }
  });
});
