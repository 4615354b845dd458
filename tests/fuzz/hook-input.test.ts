// Events of any bytes, parsed as the process of a hook does it and as the server's tool does it, through all nine hooks
// over a store with notes: nothing throws, and what is said is nothing or what the client takes. The compiled process
// gets a part of them, too.

import { expect, test } from "vitest";
import { HOOK_TYPES } from "../../src/hooks/common/hook-types.ts";
import { checkedOutput } from "../support/hook-events.ts";
import { endOfHook } from "../support/hook-process.ts";
import { useFolders } from "../support/temporary-folder.ts";
import { type Check, fuzz } from "./engine/campaign.ts";
import type { Random } from "./engine/mutate.ts";

/** One in so many inputs goes to a process as well. */
const PROCESS_EVERY = 60;

const folder = useFolders("all");

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
  let count = 0;
  return async (input) => {
    count++;
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
    cwd: pick(["/code/engine", "/code/shop", "/", "relative"]),
    tool_name: pick(["Read", "Edit", "Write", "Bash", "Grep", "Glob", "mcp__helix__store", "mcp__other__x"]),
    tool_input: pick<unknown>([
      { file_path: "/code/engine/src/linker.rs", old_string: "fn link_all(", new_string: "fn other(" },
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
