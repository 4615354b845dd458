// Hooks and shortened outputs: hooks see the output as it was, what they say goes along, and the log tells of both.

import { beforeEach, expect, test } from "vitest";
import type { OutputOutcome } from "../../../../src/hooks/outputs/shorten-output.ts";
import { HookSession } from "../../../support/hook-session.ts";

const ERROR = "src/pool.c:12:3: error: use of undeclared identifier 'latch'";
const LONG = `${"cc -c src/other.c\n".repeat(200)}${ERROR}\n`;
const REPLACEMENT = { stdout: "short\n[helix: ...]", stderr: "", interrupted: false };
const SHORTENED: OutputOutcome = {
  replacement: REPLACEMENT,
  event: { type: "filter", by: "Bash", command: "make", filter: "make", key: "K3V9X2MP", before: 4000, after: 90 },
};
const build = (stdout: string, command = "make check; true") => ({
  tool_name: "Bash",
  tool_input: { command },
  tool_response: { stdout, stderr: "", interrupted: false },
  agent_id: "a1",
});

let session: HookSession;
let asked: unknown[];
let outcome: OutputOutcome;

beforeEach(() => {
  session = new HookSession();
  session.economy = "on";
  asked = [];
  outcome = SHORTENED;
  session.shortener = async () => async (event, root) => {
    asked.push(event.toolResponse.stdout, root);
    return outcome;
  };
});

test("a hook finds the errors of the whole output, and both go out in one answer", async () => {
  await session.store({
    topic: "pool",
    text: "use of undeclared identifier latch in pool.c: include latch.h before pool.h",
  });
  const said = await session.ask("post-build", build(LONG));
  expect(said).toContain("include latch.h");
  expect(session.replacement).toEqual(REPLACEMENT);
  expect(asked).toEqual([LONG, "/code/engine"]);
});

test("the log has the filter, the program and the subagent", async () => {
  await session.ask("post-build", build(LONG, "make all"));
  const [event] = session.events.logged().filter(({ type }) => type === "filter");
  expect(event).toMatchObject({ ...SHORTENED.event, agent: "a1", session: "s1" });
});

test("the log has why an output stayed whole", async () => {
  outcome = { replacement: null, why: "a diff" };
  await session.ask("post-build", build(LONG, "git diff"));
  expect(session.replacement).toBeUndefined();
  expect(session.events.all().at(-1)).toMatchObject({ type: "withheld", unsaid: [["output a diff", "whole"]] });
});

test("nothing is loaded while the economy is off, nor for a short output", async () => {
  session.shortener = () => {
    throw new Error("must not be loaded");
  };
  session.economy = "off";
  await session.ask("post-build", build(LONG));
  session.economy = "on";
  await session.ask("post-build", build("short"));
  expect(session.replacement).toBeUndefined();
});

test("a fault of what shortens leaves the output whole, and what hooks say", async () => {
  await session.store({
    topic: "pool",
    text: "use of undeclared identifier latch in pool.c: include latch.h before pool.h",
  });
  session.shortener = async () => async () => {
    throw new Error("a fault");
  };
  expect(await session.ask("post-build", build(LONG))).toContain("include latch.h");
  expect(session.replacement).toBeUndefined();
});

test("a session that cannot be remembered has shorter outputs all the same: they repeat nothing", async () => {
  session.isWritable = false;
  expect(await session.ask("post-build", build(LONG))).toBe("");
  expect(session.replacement).toEqual(REPLACEMENT);
});

test("what the client cut away from a failure is said while the economy is on", async () => {
  const error = `Exit code 2\n${"x".repeat(4990)}\n\n... [3904 characters truncated] ...\n\n${"y".repeat(5000)}`;
  const failed = { tool_name: "Bash", tool_input: { command: "seq 9" }, error };
  expect(await session.ask("error-context", failed)).toMatch(/3,904 characters .*helix run/);
  session.economy = "off";
  expect(await session.ask("error-context", failed)).toBe("");
});
