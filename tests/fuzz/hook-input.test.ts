// Events of any bytes, parsed as the process of a hook does it and as the server's tool does it, through all nine hooks
// over a store with notes: nothing throws, and what is said is nothing or what the client takes. The compiled process
// gets a part of them, too, and so does the guard of a plan, which refuses what it cannot read.

import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { GUARD_PLACES } from "../../src/clients/claude-code/guard-hooks.ts";
import { HOOK_TYPES } from "../../src/hooks/common/hook-types.ts";
import { putWorkspace, workspaceOf } from "../support/guard-state.ts";
import { checkedOutput } from "../support/hook-events.ts";
import { endOfHook } from "../support/hook-process.ts";
import { useFolders } from "../support/temporary-folder.ts";
import { type Check, fuzz } from "./engine/campaign.ts";
import type { Random } from "./engine/mutate.ts";

/** One in so many inputs goes to a process as well. */
const PROCESS_EVERY = 60;
/** The guard gets more: it has to say something to each. */
const GUARD_EVERY = 8;

/** The hooks of the guard, each once. */
const GUARD_TYPES = [...new Set(GUARD_PLACES.map(({ type }) => type))];
/** No control character, and none that nobody sees. */
const UNFIT = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b]/;

const folder = useFolders("all");

/** The guard in a process, while a workspace is active: it allows with code 0, or refuses, and says nothing unfit. */
async function guarded(): Promise<(type: string, input: Buffer) => Promise<void>> {
  const top = folder();
  const [home, project, directory] = ["home", "shop", "kb"].map((name) => join(top, name)) as [string, string, string];
  for (const path of [home, project, directory]) mkdirSync(path);
  putWorkspace({ home, project, directory }, workspaceOf({ root: project, session: "s1", agent: "" }));
  const environment = { HOME: home, PATH: "/usr/bin:/bin", CLAUDE_PROJECT_DIR: project };
  const answers = z.object({
    decision: z.literal("block").optional(),
    reason: z.string().optional(),
    hookSpecificOutput: z.record(z.string(), z.string()).optional(),
  });
  return async (type, input) => {
    const { code, output, errors } = await endOfHook(type, input, { cwd: project, environment, words: [directory] });
    expect([0, type === "guard" ? 1 : 0]).toContain(code);
    if (code === 1) expect([output, errors]).toEqual(["", expect.stringMatching(/^helix could not decide: [^\n]+\n$/)]);
    const said = output === "" ? {} : answers.parse(JSON.parse(output));
    const texts = [errors.trimEnd(), said.reason ?? "", ...Object.values(said.hookSpecificOutput ?? {})];
    for (const text of texts) if (UNFIT.test(text)) throw new Error(`unfit: ${JSON.stringify(text).slice(0, 300)}`);
    expect(readdirSync(project)).toEqual([]);
  };
}

async function load(): Promise<Check> {
  const { HookSession } = await import("../support/hook-session.ts");
  const { parseEvent } = await import("../../src/surfaces/hooks/parse-event.ts");
  const { runHelix } = await import("../support/command-line.ts");
  const [cwd, base] = [folder(), folder()];
  runHelix(["store", "build", "Linker breaks with arm64 in src/linker.rs"], { base, cwd });
  const session = new HookSession();
  await session.store(
    { topic: "build", text: "Linker breaks with arm64 in src/linker.rs", tags: ["gotcha"] },
    { topic: "build", text: "[source: src/linker.rs:3]\nlink_all needs the lock", project: "engine" },
    { topic: "shop", text: "checkout rounds prices", project: "shop" },
  );
  const guard = await guarded();
  let count = 0;
  return async (input) => {
    count++;
    if (count % GUARD_EVERY === 0)
      await guard(GUARD_TYPES[(count / GUARD_EVERY) % GUARD_TYPES.length]!, Buffer.from(input));
    const type = HOOK_TYPES[(input.length + (input[0] ?? 0)) % HOOK_TYPES.length]!;
    const event = parseEvent(input);
    // Leave to use a tool is no text; the process below gives it.
    if (event !== null && type !== "approve-mcp") {
      // The tool of the server gets every field as text.
      const strings = Object.fromEntries(
        Object.entries(event).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
      );
      for (const fields of [event, strings]) await session.ask(type, { ...(fields as object) });
    }
    if (count % PROCESS_EVERY === 0) {
      const { code, output, errors } = await endOfHook(type, Buffer.from(input), { cwd, base });
      expect([code, errors]).toEqual([0, ""]);
      checkedOutput(type, output);
    }
  };
}

const BUILD = "Exit code 101\nerror[E0599]: no method named `link_all` found\n  --> src/linker.rs:7:12\n";

function generate(next: Random): string {
  const pick = <Value>(values: readonly Value[]) => values[next(values.length)]!;
  const odd = () =>
    pick<unknown>([
      null,
      0,
      true,
      "",
      "\u0000",
      "\ud800",
      [],
      {},
      "x".repeat(5000),
      "../../../etc/passwd",
      "/dev/zero",
      "s1",
      "{",
      "\u2028",
    ]);
  const event: Record<string, unknown> = {
    session_id: pick(["s1", "s2", "../s", "x".repeat(300)]),
    hook_event_name: pick([...new Set(GUARD_PLACES.map(({ event }) => event))]),
    tool_use_id: pick(["toolu_1", "../x", "a\u001b[31m\n"]),
    task_subject: pick(["001 do-it", "1: a\u202e", ""]),
    last_assistant_message: pick(["DELIVERED: a\u001b[31m", "BLOCKED", ""]),
    cwd: pick(["/code/engine", "/code/shop", "/", "relative"]),
    tool_name: pick(["Read", "Edit", "Write", "Bash", "Grep", "Glob", "mcp__helix__store", "mcp__other__x"]),
    tool_input: pick<unknown>([
      { file_path: "/code/engine/src/linker.rs", old_string: "fn link_all(", new_string: "fn other(" },
      { file_path: "src/a\u001b[31m\u202e\u200b.ts", content: "x" },
      {
        command: pick([
          "echo > 'a\u001b]0;t\u0007\u202e'",
          "rm -rf \u2066*",
          "git push \u009b1m",
          "helix plan release \u001b",
        ]),
      },
      { command: pick(["cargo build", "npm test 2>&1 | tail", "make; echo '", 'sh -c "cargo test', "$(cargo build)"]) },
      { pattern: "Linker", path: "src" },
      "{}",
    ]),
    tool_response: pick<unknown>([{ stdout: BUILD, stderr: "" }, { stdout: "", stderr: BUILD.repeat(50) }, BUILD]),
    error: pick([BUILD, "String to replace not found", ""]),
    prompt: pick(["Why does the Linker break with arm64?", "```\ncode\n``` how do I link_all", "?".repeat(600)]),
    source: pick(["startup", "compact", "clear", "resume"]),
    trigger: pick(["auto", "manual"]),
    agent_id: pick(["", "", "agent"]),
    stop_hook_active: pick<unknown>([false, true, "true"]),
  };
  for (let times = next(4); times > 0; times--) event[pick(Object.keys(event))] = odd();
  return JSON.stringify(event);
}

test("events of any bytes are answered with nothing or with what the client takes", async () => {
  await fuzz({
    name: "hook-input",
    executions: 600,
    seeds: [
      "{}",
      "",
      "null",
      "[]",
      '{"prompt": "Why does the Linker break?"}',
      '{"a":'.repeat(3000),
      "[".repeat(5000),
      BUILD,
    ],
    dictionary: [
      '"tool_name":"Bash"',
      '"tool_input":{"command":"cargo build"}',
      '"tool_response":',
      '"prompt":',
      '"session_id":',
      "error:",
      "-->",
      "\\n",
    ],
    generate,
    lengthMax: 32_768,
    load,
  });
});
