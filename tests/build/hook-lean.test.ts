// What a hook's process loads, read off the chunks of the binary: each event pays for all of it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { HOOK_TYPES } from "../../src/hooks/common/hook-types.ts";
import { helixBinary, repositoryRoot } from "../support/helix-binary.ts";

interface Chunk {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly imports: readonly { readonly path: string; readonly kind: string }[];
  readonly entryPoint?: string;
}

/** What decides between hooks and commands, and what commands begin with. */
const ENTRY = "src/main.ts";
const COMMANDS = "src/surfaces/cli/main.ts";
/**
 * What the hooks load only when there is something to store or to tidy up, after the answer is out; and once for
 * another clone.
 */
const SELDOM = [
  "src/surfaces/hooks/keep.ts",
  "src/surfaces/hooks/sweep-records.ts",
  "src/surfaces/hooks/settle-project.ts",
];
const HEAVY = /node_modules|^src\/surfaces\/(?:cli|mcp)\//;
const SLOW_MODULES =
  /from\s+"(?:node:(?!process)[^"]+|fs|path|os|crypto|zod[^"]*|citty|consola|@modelcontextprotocol[^"]*)"/;
/**
 * The most that a process may load to ask a server, and that all hooks may load together, in bytes of minified code.
 */
const ASKING_BYTES_MAX = 4_000;
const BYTES_MAX = 217_000;

function chunksOfBinary(): Readonly<Record<string, Chunk & { readonly bytes: number }>> {
  helixBinary();
  const report = readFileSync(join(repositoryRoot, "dist", ".helix.chunks.json"), "utf8");
  // Sources are named as they are seen from dist/.
  return JSON.parse(report.replaceAll('"../src/', '"src/').replaceAll('"../node_modules/', '"node_modules/')).outputs;
}

/**
 * The chunks that the hook path can load before its answer is out, but for those that it seldom does; with
 * `onlyStatic`, those that it loads whatever comes.
 */
function hookChunks(onlyStatic = false): { path: string; bytes: number; inputs: string[] }[] {
  const chunks = chunksOfBinary();
  const entry = Object.keys(chunks).find((path) => chunks[path]!.entryPoint === ENTRY)!;
  const reached = new Set<string>();
  const waiting = [entry];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const chunk = chunks[path];
    if (chunk === undefined || reached.has(path)) continue;
    if ([COMMANDS, ...SELDOM].includes(chunk.entryPoint ?? "")) continue;
    reached.add(path);
    const imports = chunk.imports.filter(({ kind }) => !onlyStatic || kind === "import-statement");
    waiting.push(...imports.map((each) => each.path));
  }
  return [...reached].map((path) => ({ path, bytes: chunks[path]!.bytes, inputs: Object.keys(chunks[path]!.inputs) }));
}

/**
 * Whether a module has an `await` outside of its functions: a statement at its margin that has none of those before it.
 */
function waits(source: string): boolean {
  const statements = source.replace(/^\s*(?:\/\/|\/?\*).*$/gm, "").split(/\n(?=\S)/);
  return statements.some((statement) => {
    const [before, ...behind] = statement.split(/\bawait\b/);
    return behind.length > 0 && !/=>|\b(?:function|class|async)\b/.test(before!);
  });
}

describe("the hook path", () => {
  test("holds every hook, and no package, no command and no server", () => {
    const inputs = hookChunks().flatMap((chunk) => chunk.inputs);
    for (const type of HOOK_TYPES) expect(inputs.join("\n")).toMatch(new RegExp(`src/hooks/.*\\b${type}\\.ts`));
    expect(inputs.filter((path) => HEAVY.test(path))).toEqual([]);
  });

  test("has no module that waits when it is loaded: all that import it would", () => {
    const inputs = hookChunks().flatMap((chunk) => chunk.inputs);
    expect(inputs).toContain("src/surfaces/hooks/hook-fallback.ts");
    const waiting = inputs.filter((path) => path !== ENTRY && waits(readFileSync(join(repositoryRoot, path), "utf8")));
    expect(waiting).toEqual([]);
    expect(waits('const ffi =\n  Bun.FFI ?? (await import("bun:ffi"));\n')).toBe(true);
    expect(waits("const load = async () =>\n  await import(where);\n")).toBe(false);
  });

  test("loads none of Node's own modules", () => {
    const inputs = hookChunks().flatMap((chunk) => chunk.inputs);
    expect(inputs.length).toBeGreaterThan(20);
    const slow = inputs.filter((path) => SLOW_MODULES.test(readFileSync(join(repositoryRoot, path), "utf8")));
    expect(slow).toEqual([]);
  });

  test("is small, and what asks a server very small and one piece", () => {
    const bytesOf = (chunks: { bytes: number }[]) => chunks.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(bytesOf(hookChunks())).toBeLessThan(BYTES_MAX);
    const asking = hookChunks(true);
    expect(asking.flatMap(({ inputs }) => inputs)).toEqual(["src/surfaces/hooks/hook-client.ts", ENTRY]);
    expect(asking).toHaveLength(1);
    expect(bytesOf(asking)).toBeLessThan(ASKING_BYTES_MAX);
  });
});
