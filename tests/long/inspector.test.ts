// The MCP Inspector's command line against the compiled binary: it lists everything, calls every tool, reads a
// resource, gets both prompts. The Inspector is fetched when it is needed (see fetched-package.ts).

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type FetchedPackage, fetchedPackage } from "../support/fetched-package.ts";
import { helixBinary } from "../support/helix-binary.ts";
import { useFolders } from "../support/temporary-folder.ts";

const INSPECTOR: FetchedPackage = { name: "@modelcontextprotocol/inspector", version: "2.12.0", asOf: "2026-11-20" };
/** Its exit code for a tool that answers with `isError`. */
const EXIT_TOOL_ERROR = 5;

/** Every tool that is listed here, in that order, with arguments and what the answer looks like. */
const CALLS: Readonly<Record<string, readonly [object, RegExp]>> = {
  store: [{ topic: "engine", text: "the cache is opened once", confidence: 0.9 }, /^stored in engine/],
  batch: [{ entries: [{ topic: "engine", text: "and closed at the end" }] }, /^1 entry stored across 1 topic$/],
  search: [{ query: "linker", limit: 3 }, /arm64 only/],
  brief: [{ query: "build-gotchas" }, /arm64 only/],
  read: [{ topic: "build-gotchas", index: 0 }, /arm64 only/],
  edit: [{ action: "append", topic: "build-gotchas", text: "also on the old runner" }, /build-gotchas/],
  topics: [{ action: "stats" }, /topics/],
  learn: [{ action: "recall", query: "linker" }, /lesson/],
  plan: [{ action: "status" }, /no plan is saved/],
  code: [{ action: "index", path: "." }, /files: \d+ read/],
  output: [{}, /^no outputs of this session are kept/],
  trace: [{ path: "cache.ts", action: "symbols" }, /openCache/],
};

const inspector = await fetchedPackage(INSPECTOR);
const folder = useFolders("all");
let directory = "";
let project = "";

interface Inspected {
  readonly status: number | null;
  readonly result: Record<string, unknown> & { content?: { text: string }[]; isError?: boolean };
}

function inspect(method: string, ...words: string[]): Inspected {
  const program = join(inspector!, "clients", "launcher", "build", "index.js");
  const target = ["-q", "--format", "json", helixBinary(), "serve", directory];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [program, "--cli", ...target, "--method", method, ...words],
    {
      encoding: "utf8",
      cwd: project,
      env: { PATH: process.env.PATH ?? "", HOME: project, NO_COLOR: "1" },
    },
  );
  expect(stdout, stderr).toMatch(/^\{/);
  return { status, result: (JSON.parse(stdout) as { result: Inspected["result"] }).result };
}

/** The text that a tool answers to these arguments; it must not refuse them. */
function called(tool: string, values: object): string {
  const { status, result } = inspect("tools/call", "--tool-name", tool, "--tool-args-json", JSON.stringify(values));
  expect(status, JSON.stringify(result)).toBe(0);
  return result.content![0]!.text;
}

describe.skipIf(inspector === null)("the Inspector", () => {
  beforeAll(() => {
    directory = folder();
    project = folder();
    writeFileSync(join(project, "cache.ts"), "export function openCache() {}\n");
    called("store", { topic: "build-gotchas", text: "arm64 only: the x64 runner has no linker", tags: "gotcha" });
  });

  test("lists tools, resources, templates and prompts", () => {
    const names = (method: string, list: string) =>
      (inspect(method).result[list] as { name: string }[]).map(({ name }) => name);
    expect(names("tools/list", "tools")).toEqual(Object.keys(CALLS));
    expect(names("resources/list", "resources")).toContain("build-gotchas");
    expect(names("resources/templates/list", "resourceTemplates")).toEqual(["topic", "code"]);
    expect(names("prompts/list", "prompts")).toEqual(["brief", "resume", "context", "explore"]);
  });

  test.each(Object.entries(CALLS))("calls %s", (tool, [values, answer]) => {
    expect(called(tool, values)).toMatch(answer);
  });

  test("is told of a tool's refusal", () => {
    const { status, result } = inspect("tools/call", "--tool-name", "read", "--tool-arg", "topic=nowhere");
    expect(status).toBe(EXIT_TOOL_ERROR);
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^there is no topic/) }] });
  });

  test("reads a topic as a resource", () => {
    const { result } = inspect("resources/read", "--uri", "helix://topic/build-gotchas");
    expect(result).toMatchObject({ contents: [{ text: expect.stringContaining("arm64 only") }] });
  });

  test.each([
    ["brief", ["--prompt-args", "topic=build-gotchas"], /arm64 only/],
    ["resume", [], /checkpoint/],
  ] as const)("gets the prompt %s", (name, words, text) => {
    const { result } = inspect("prompts/get", "--prompt-name", name, ...words);
    expect(result).toMatchObject({ messages: [{ content: { text: expect.stringMatching(text) } }] });
  });
});
