// What a hook's process loads, read off the chunks of the binary: each event pays for its own code and for no other
// event's.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { HOOK_TYPES, type HookType } from "../../src/hooks/common/hook-types.ts";
import { helixBinary, repositoryRoot } from "../support/helix-binary.ts";

interface Chunk {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly imports: readonly { readonly path: string; readonly kind: string }[];
  readonly entryPoint?: string;
}

/** What decides between hooks and commands, and what commands begin with. */
const ENTRY = "src/main.ts";
const COMMANDS = "src/surfaces/cli/main.ts";
const COMPLETIONS = "src/surfaces/completion/answer.ts";
const RUN = "src/surfaces/run/run-line.ts";
const STATUS_LINE = "src/surfaces/status-line.ts";
/**
 * What the hooks load only when there is something to store or to tidy up, after the answer is out; and once for
 * another clone.
 */
const SELDOM = [
  // Only a server has sources beside the notes to route.
  "src/hooks/router/router.ts",
  "src/surfaces/hooks/keep.ts",
  "src/surfaces/hooks/sweep-records.ts",
  "src/surfaces/hooks/settle-project.ts",
  // An output that may be shortened, where the settings ask for it.
  "src/surfaces/hooks/output-shortener.ts",
  // Lessons, where there are any, and signs for and against notes that were shown.
  "src/hooks/lessons/lesson-scope.ts",
  "src/hooks/lessons/lessons.ts",
  "src/hooks/lessons/lesson-records.ts",
  "src/hooks/lessons/signs.ts",
  "src/surfaces/hooks/brief-judgements.ts",
];
const NOTES = ["src/notes/store/brief-opening.ts", "src/notes/store/log-follower.ts"];
/** What a process loads first to find out that a command builds nothing. Then it needs no parser. */
const OTHER_COMMAND = ["src/hooks/runs/may-run.ts", "src/hooks/post-build/other-command.ts"];
const CHECKPOINT = "src/surfaces/hooks/checkpoint-reading.ts";
const FALLBACK = "src/surfaces/hooks/hook-fallback.ts";
/** The guard's process, which runs at every call while a workspace is active: what it loads. */
const GUARD = "src/surfaces/hooks/guard-hook.ts";
const DECISION = "src/surfaces/hooks/guard-decision.ts";
const SHELL_WRITES = "src/plan/guard/shell-writes.ts";
const GUARDS: readonly { readonly what: string; readonly loads: readonly string[] }[] = [
  { what: "of another session", loads: [GUARD] },
  { what: "before a call", loads: [GUARD, DECISION] },
  { what: "behind a call", loads: [GUARD, DECISION, "src/surfaces/hooks/guard-after.ts"] },
  { what: "before a call of the tool plan", loads: [GUARD, "src/surfaces/hooks/guard-binding.ts"] },
];
/** What each event loads when it is needed. The parser of shell commands is larger than all the rest. */
const EVENTS: Readonly<Record<HookType, { readonly loads: readonly string[] }>> = {
  session: { loads: ["src/hooks/session/session.ts", ...NOTES, CHECKPOINT] },
  prompt: { loads: ["src/hooks/prompt/prompt.ts", ...NOTES] },
  ambient: { loads: ["src/hooks/ambient/ambient.ts", ...NOTES] },
  "post-build": { loads: ["src/hooks/post-build/post-build.ts", ...OTHER_COMMAND, ...NOTES] },
  "error-context": { loads: ["src/hooks/post-build/error-context.ts", ...NOTES] },
  "pre-compact": { loads: ["src/hooks/session/pre-compact.ts", CHECKPOINT] },
  stop: { loads: ["src/hooks/session/stop.ts"] },
  subagent: { loads: ["src/hooks/session/subagent.ts", ...NOTES] },
  "approve-mcp": { loads: [] },
};
/** The most that a process may load to ask a server. */
const ASKING_BYTES_MAX = 4_800;
const HEAVY = /node_modules|^src\/surfaces\/(?:cli|mcp)\//;
/** The only package in a hook, and the events that may load it. */
const PARSER = /node_modules\/unbash\//;
const PARSING: readonly HookType[] = ["post-build", "error-context"];
const SLOW_MODULES = /from\s+"(?:node:(?!process)[^"]+|fs|path|os|crypto|zod[^"]*|consola|@modelcontextprotocol[^"]*)"/;

function chunksOfBinary(): Readonly<Record<string, Chunk & { readonly bytes: number }>> {
  helixBinary();
  const report = readFileSync(join(repositoryRoot, "dist", ".helix.chunks.json"), "utf8");
  // Sources are named as they are seen from dist/.
  return JSON.parse(report.replaceAll('"../src/', '"src/').replaceAll('"../node_modules/', '"node_modules/')).outputs;
}

interface LoadedChunk {
  readonly path: string;
  readonly bytes: number;
  readonly inputs: string[];
  readonly entryPoint: string;
}

/** The chunks that a process loads at its start, and behind that those that `loads` names, each with what it imports. */
function chunksLoaded(loads: readonly string[]): LoadedChunk[] {
  const chunks = chunksOfBinary();
  const reached = new Map<string, LoadedChunk>();
  const waiting = [Object.keys(chunks).find((path) => chunks[path]!.entryPoint === ENTRY)!];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const chunk = chunks[path];
    if (chunk === undefined || reached.has(path)) continue;
    const { bytes, imports, inputs, entryPoint = "" } = chunk;
    reached.set(path, { path, bytes, inputs: Object.keys(inputs), entryPoint });
    for (const { path: next, kind } of imports)
      if (kind === "import-statement" || loads.includes(chunks[next]?.entryPoint ?? "")) waiting.push(next);
  }
  return [...reached.values()];
}

/** The chunks that an event's process can load before its answer is out, but for those that it seldom does. */
function hookChunks(type: HookType): LoadedChunk[] {
  return chunksLoaded([FALLBACK, ...EVENTS[type].loads]);
}

function bytesOf(chunks: readonly LoadedChunk[]): number {
  return chunks.reduce((sum, { bytes }) => sum + bytes, 0);
}

const allInputs = () => [...new Set(HOOK_TYPES.flatMap((type) => hookChunks(type).flatMap(({ inputs }) => inputs)))];

/**
 * Whether a module has an `await` outside of its functions: a statement at its margin that has none of those before it.
 */
function waits(source: string): boolean {
  const statements = source.replace(/^\s*(?:\/\/|\/?\*).*$/gm, "").split(/\n(?=[^\s)}])/);
  return statements.some((statement) => {
    const [before, ...behind] = statement.split(/\bawait\b/);
    return behind.length > 0 && !/=>|\b(?:function|class|async)\b/.test(before!);
  });
}

describe.each(HOOK_TYPES)("the hook %s", (type) => {
  test("loads its own code, and no other event's, no command and no server", () => {
    const chunks = hookChunks(type);
    const inputs = chunks.flatMap((chunk) => chunk.inputs);
    expect(inputs.join("\n")).toMatch(new RegExp(`src/hooks/.*\\b${type}\\.ts`));
    const entries = chunks.map(({ entryPoint }) => entryPoint).filter((path) => path !== "");
    expect(entries.sort()).toEqual([ENTRY, FALLBACK, ...EVENTS[type].loads].sort());
    const heavy = inputs.filter((path) => HEAVY.test(path) && !(PARSER.test(path) && PARSING.includes(type)));
    expect(heavy).toEqual([]);
  });
});

test("after a command that builds nothing no parser is loaded", () => {
  const chunks = chunksLoaded([FALLBACK, ...OTHER_COMMAND, ...NOTES]);
  expect(chunks.flatMap(({ inputs }) => inputs).filter((path) => HEAVY.test(path))).toEqual([]);
});

test("nothing of the filters is loaded for an output that is not to be shortened", () => {
  const inputs = HOOK_TYPES.flatMap((type) => hookChunks(type).flatMap((chunk) => chunk.inputs));
  const found = new Set(inputs.filter((path) => /^src\/(?:filters|hooks\/outputs)\//.test(path)));
  expect([...found].sort()).toEqual([
    "src/filters/command-output.ts",
    "src/hooks/outputs/cut-failure.ts",
    "src/hooks/outputs/looked-at.ts",
  ]);
});

describe("the guard", () => {
  test.each(GUARDS)("$what loads its own code only", ({ loads }) => {
    const chunks = chunksLoaded(loads);
    const entries = chunks.map(({ entryPoint }) => entryPoint).filter((path) => path !== "");
    expect(entries.sort()).toEqual([ENTRY, ...loads].sort());
    const inputs = chunks.flatMap((chunk) => chunk.inputs);
    expect(inputs.filter((path) => HEAVY.test(path))).toEqual([]);
  });

  test("loads the parser for a line of the shell only, and the expressions for forbidden idioms only", () => {
    const chunks = chunksOfBinary();
    const decision = chunksLoaded([GUARD, DECISION]).flatMap(({ path }) => chunks[path]!.imports);
    const seldom = decision
      .filter(({ kind }) => kind !== "import-statement")
      .map(({ path }) => chunks[path]?.entryPoint);
    expect(seldom).toContain("src/plan/guard/idioms.ts");
    expect(seldom).toContain(SHELL_WRITES);
    const shell = chunksLoaded([GUARD, DECISION, SHELL_WRITES]).flatMap(({ inputs }) => inputs);
    expect(shell.filter((path) => HEAVY.test(path) && !PARSER.test(path))).toEqual([]);
  });

  test("loads none of Node's own modules, and nothing that waits", () => {
    const before = chunksLoaded([GUARD, DECISION, "src/surfaces/hooks/guard-binding.ts"]);
    const inputs = before.flatMap((chunk) => chunk.inputs).filter((path) => path !== ENTRY);
    const sources = inputs.map((path) => ({ path, text: readFileSync(join(repositoryRoot, path), "utf8") }));
    expect(sources.filter(({ text }) => SLOW_MODULES.test(text) || waits(text)).map(({ path }) => path)).toEqual([]);
  });
});

describe("the hook path", () => {
  test("loads nothing that the table does not know of", () => {
    const chunks = chunksOfBinary();
    const known = new Set([
      ENTRY,
      COMMANDS,
      COMPLETIONS,
      RUN,
      STATUS_LINE,
      GUARD,
      FALLBACK,
      ...SELDOM,
      ...Object.values(EVENTS).flatMap(({ loads }) => loads),
    ]);
    const loaded = HOOK_TYPES.flatMap(hookChunks).flatMap(({ path }) => chunks[path]!.imports);
    const entries = loaded
      .filter(({ kind }) => kind !== "import-statement")
      .map(({ path }) => chunks[path]?.entryPoint);
    expect(entries.length).toBeGreaterThan(HOOK_TYPES.length);
    expect(entries.filter((path) => path !== undefined && !known.has(path))).toEqual([]);
  });

  test("has no module that waits when it is loaded: all that import it would", () => {
    const inputs = allInputs();
    expect(inputs).toContain(FALLBACK);
    const waiting = inputs.filter((path) => path !== ENTRY && waits(readFileSync(join(repositoryRoot, path), "utf8")));
    expect(waiting).toEqual([]);
    expect(waits('const ffi =\n  Bun.FFI ?? (await import("bun:ffi"));\n')).toBe(true);
    expect(waits("const load = async () =>\n  await import(where);\n")).toBe(false);
  });

  test("loads none of Node's own modules", () => {
    const inputs = allInputs();
    expect(inputs.length).toBeGreaterThan(20);
    const slow = inputs.filter((path) => SLOW_MODULES.test(readFileSync(join(repositoryRoot, path), "utf8")));
    expect(slow).toEqual([]);
  });

  test("what asks a server is very small and one piece", () => {
    const asking = chunksLoaded([]);
    expect(asking.flatMap(({ inputs }) => inputs)).toEqual(["src/surfaces/hooks/hook-client.ts", ENTRY]);
    expect(asking).toHaveLength(1);
    expect(bytesOf(asking)).toBeLessThan(ASKING_BYTES_MAX);
  });
});
