// Events of the client for tests of the hooks: valid ones with what they must bring, mutated ones, and garbage. Equal
// seeds give equal events.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { EVENT_OF, HOOK_TYPES, type HookType } from "../../src/hooks/common/hook-types.ts";

export interface Note {
  readonly topic: string;
  readonly text: string;
  readonly source?: string;
  readonly tags: string;
}

/** One event: what goes to the hook, and the text that has to be in its answer, if any. */
export interface HookSample {
  readonly type: HookType;
  /** What stands on standard input. */
  readonly input: string;
  /** The same as an object, where it is one. */
  readonly event: Readonly<Record<string, unknown>> | null;
  readonly expected: string | null;
}

/** Pseudo-random numbers from a seed (mulberry32). */
export function randomFrom(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) % limit;
  };
}

const NOUNS = "Cache Token Buffer Shader Socket Parser Ledger Cursor Vector Packet Kernel Widget".split(" ");
const VERBS = "evict refill flush replay merge rotate decode balance throttle prefetch".split(" ");
const CONCERNS = "the writer thread|a stale generation|the last page|an empty batch|two owners|a wrapped counter".split(
  "|",
);

/** Names that nothing else in the world has. */
function namesOf(at: number): { type: string; method: string; file: string } {
  const noun = NOUNS[at % NOUNS.length]!;
  const verb = VERBS[Math.floor(at / NOUNS.length) % VERBS.length]!;
  return {
    type: `${noun}${verb[0]!.toUpperCase()}${verb.slice(1)}er${at}`,
    method: `${verb}_${noun.toLowerCase()}_${at}`,
    file: `src/${noun.toLowerCase()}/${verb}${at}.rs`,
  };
}

/** Writes a small project of `count` files, and returns a note on each. */
export function writeProject(folder: string, count: number): Note[] {
  const notes: Note[] = [];
  for (let at = 0; at < count; at++) {
    const { type, method, file } = namesOf(at);
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    const filler = Array.from({ length: 40 }, (_, line) => `    let step_${line} = ${line};`).join("\n");
    writeFileSync(
      path,
      `// Part ${at}.\npub struct ${type} {\n    pages: Vec<u8>,\n}\n\nimpl ${type} {\n    pub fn ${method}(&mut self) {\n${filler}\n    }\n}\n`,
    );
    const concern = CONCERNS[at % CONCERNS.length]!;
    const text = `${type} breaks with ${concern}: call ${method} before the lock is taken (case ${at})`;
    notes.push({
      topic: `part-${at % 20}`,
      text,
      tags: at % 2 === 0 ? "gotcha" : "decision",
      ...(at % 3 === 0 ? { source: `${file}:2` } : {}),
    });
  }
  return notes;
}

/** One kind of event: its hook, its fields, and what it must bring beside the note (null: the note). */
type Made = readonly [hook: HookType, fields: Readonly<Record<string, unknown>>, expected?: string];

const onTool = (tool_name: string, tool_input: object, more: object = {}) => ({
  tool_name,
  tool_input,
  tool_use_id: "use",
  ...more,
});

/** Events about files. */
function fileEvents(folder: string, at: number): Made[] {
  const { type, method, file } = namesOf(at);
  const path = join(folder, file);
  const edit = { file_path: path, old_string: `struct ${type} {`, new_string: "struct Renamed {" };
  const edits = [{ old_string: `fn ${method}(`, new_string: "fn other(" }];
  const content = `fn main() { }\npub struct ${type} {}\n`;
  return [
    ["ambient", onTool("Read", { file_path: path })],
    ["ambient", onTool("Edit", edit)],
    ["ambient", onTool("MultiEdit", { file_path: path, edits })],
    ["ambient", onTool("Write", { file_path: join(folder, "src/new.rs"), content })],
  ];
}

/** Events about what went wrong. */
function failureEvents(folder: string, at: number): Made[] {
  const { type, method, file } = namesOf(at);
  const notFound = `String to replace not found: pub fn ${method}(&mut self)`;
  const build = `Exit code 101\nerror[E0599]: no method named \`${method}\` found for struct \`${type}\`\n  --> ${file}:7:12\n`;
  const stdout = `error[E0425]: cannot find function \`${method}\` in this scope\n  --> ${file}:12:5\n\nerror: aborting due to 1 previous error`;
  const tool_response = { stdout, stderr: "", interrupted: false };
  return [
    ["error-context", onTool("Edit", { file_path: join(folder, file) }, { error: notFound })],
    ["error-context", onTool("Bash", { command: "cargo build" }, { error: build, is_interrupt: false })],
    ["post-build", onTool("Bash", { command: "cargo test 2>&1 | tail -20" }, { tool_response })],
  ];
}

/** Events of a conversation. */
function conversationEvents(at: number): Made[] {
  const { type, method } = namesOf(at);
  return [
    ["prompt", { prompt: `Why does ${type} break with ${CONCERNS[at % CONCERNS.length]}?` }],
    ["prompt", { prompt: `how do I call ${method} correctly before the lock` }],
    ["subagent", { agent_id: `agent-${at}`, agent_type: "general-purpose" }, "part-"],
    ["session", { source: ["startup", "clear", "compact", "resume"][at % 4] }, "TOPICS:"],
    ["approve-mcp", { tool_name: "mcp__helix__store", tool_input: { topic: "a" } }, '"allow"'],
  ];
}

/** A valid event about note `at`; of which kind, `kind` says. In a session of its own nothing was said before. */
export function validSample(
  folder: string,
  notes: readonly Note[],
  at: number,
  kind: number,
  session: string,
): HookSample {
  const made = [...fileEvents(folder, at), ...failureEvents(folder, at), ...conversationEvents(at)];
  const [type, fields, expected = notes[at]!.text.slice(0, 40)] = made[kind % made.length]!;
  const event = {
    session_id: session,
    transcript_path: "/none",
    cwd: folder,
    hook_event_name: EVENT_OF[type],
    ...fields,
  };
  return { type, input: JSON.stringify(event), event, expected };
}

/** Values that fields should not have. */
const ODD_VALUES: readonly unknown[] = [
  null,
  0,
  -1,
  1e308,
  true,
  "",
  " ",
  "\0",
  "\ud800",
  "../../../etc/passwd",
  "/dev/zero",
  "/proc/self/mem",
  [],
  {},
  [[[]]],
  { a: { b: {} } },
  "x".repeat(20_000),
  "{",
  '{"file_path": 7}',
  "\u202e\u2028\r\n",
  "%s%n$(id)`id`",
  "a\n- [forged] 2026-01-01 note",
  "日本語".repeat(500),
];

/** A valid event with some of its fields gone, exchanged or spoilt. */
export function mutatedSample(valid: HookSample, random: (limit: number) => number): HookSample {
  const event: Record<string, unknown> = structuredClone(valid.event) as Record<string, unknown>;
  for (let round = 0; round <= random(3); round++) {
    const inner = event.tool_input as Record<string, unknown> | undefined;
    const target =
      random(2) === 0 && typeof inner === "object" && inner !== null && !Array.isArray(inner) ? inner : event;
    const names = Object.keys(target);
    const name = names[random(Math.max(1, names.length))] ?? "prompt";
    if (random(4) === 0) delete target[name];
    else target[name] = structuredClone(ODD_VALUES[random(ODD_VALUES.length)]);
  }
  const type = random(5) === 0 ? HOOK_TYPES[random(HOOK_TYPES.length)]! : valid.type;
  const input = JSON.stringify(event);
  return { type, event, expected: null, input: random(6) === 0 ? spoilt(input, random) : input };
}

function spoilt(text: string, random: (limit: number) => number): string {
  const at = random(text.length);
  return random(2) === 0
    ? text.slice(0, at)
    : text.slice(0, at) + String.fromCharCode(random(0xffff)) + text.slice(at + 1);
}

/** No event at all. */
export function garbageSample(random: (limit: number) => number): HookSample {
  const made = [
    "",
    "null",
    "[]",
    "42",
    '"text"',
    "{",
    "\0\0\0",
    "[".repeat(5000),
    '{"a":'.repeat(3000),
    "true\nfalse",
    "\ufeff{}",
  ];
  const noise = Array.from({ length: random(400) }, () => String.fromCharCode(random(0x3000))).join("");
  const input = random(3) === 0 ? noise : made[random(made.length)]!;
  return { type: HOOK_TYPES[random(HOOK_TYPES.length)]!, input, event: null, expected: null };
}

/**
 * Fails with what is wrong when `output` is nothing that the client takes from this hook. Returns the text for the
 * model.
 */
export function checkedOutput(type: HookType, output: string): string {
  if (output === "") return "";
  if (type === "pre-compact") {
    if (output.startsWith("{") || output.length > 9000) throw new Error(`pre-compact said ${output.slice(0, 200)}`);
    return output;
  }
  const { hookSpecificOutput, ...rest } = JSON.parse(output) as { hookSpecificOutput?: Record<string, unknown> };
  if (hookSpecificOutput === undefined) {
    if (output === "{}") return "";
    throw new Error(`${type} said ${output.slice(0, 200)}`);
  }
  const { hookEventName, additionalContext, decision, ...more } = hookSpecificOutput;
  const unknown = [...Object.keys(rest), ...Object.keys(more)];
  if (unknown.length > 0 || hookEventName !== EVENT_OF[type]) throw new Error(`${type} said ${output.slice(0, 200)}`);
  if (type === "approve-mcp") return JSON.stringify(decision);
  if (typeof additionalContext !== "string" || additionalContext.length > 9000)
    throw new Error(`${type}: ${output.length} characters`);
  return additionalContext;
}
