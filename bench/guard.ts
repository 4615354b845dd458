// What the guard of plans costs before a call: its own line of the settings, as the client runs it. Without an active
// workspace beside `sh -c :`; with one beside an empty compiled program. Each in turn with its floor.

import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Programs } from "./programs.ts";
import { runProgram } from "./run-program.ts";
import type { Recorder } from "./run-record.ts";
import { timed } from "./samples.ts";

const RUNS = 150;
const EARLIER = 10;
const SESSION = "5e551011";
const ID = "w000000001";
const BUDGET = 9;

/** Measures the guard; nothing of a helix that has none. */
export async function measureGuard(recorder: Recorder, { helix, empty }: Programs, scratch: string): Promise<void> {
  const home = mkdtempSync(join(scratch, "guard-"));
  const project = join(home, "shop");
  mkdirSync(project);
  const before = { HOME: process.env.HOME, CLAUDE_PROJECT_DIR: process.env.CLAUDE_PROJECT_DIR };
  Object.assign(process.env, { HOME: home, CLAUDE_PROJECT_DIR: project });
  try {
    const line = guardLine(helix, home, project);
    if (line === null) return;
    const write = callOf(
      "Write",
      { file_path: join(project, "src", "a.ts"), content: "export const a = 1;\n" },
      project,
    );
    const bash = callOf("Bash", { command: "grep -rn total src | head -20 > /dev/null" }, project);
    const run = (input: string) => runProgram(["sh", "-c", line], project, input);
    const none = await inTurn(
      () => run(write),
      () => runProgram(["sh", "-c", ":"], project, write),
    );
    recorder.times("machine", "guard-none", "guard, no workspace active", none.samples);
    recorder.times("machine", "guard-none-floor", "sh -c :", none.floor);
    for (const [id, what, input] of [
      ["guard-write", "guard, one active: an edit", write],
      ["guard-bash", "guard, one active: a line of the shell", bash],
    ] as const) {
      const activate = () => putWorkspace(home, project);
      const active = await inTurn(
        () => run(input),
        () => runProgram([empty], project, input),
        activate,
      );
      recorder.times("machine", id, what, active.samples);
      recorder.times("machine", `${id}-floor`, "empty compiled program", active.floor);
    }
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

/** The line before a call, as this helix installs it; null where it installs none. */
function guardLine(helix: string, home: string, project: string): string | null {
  runProgram([helix, "hooks", "install", "--user", "--no-mcp"], project);
  const settings = JSON.parse(readFileSync(join(home, ".claude", "settings.json"), "utf8"));
  const commands: string[] = settings.hooks.PreToolUse.flatMap((group: { hooks: { command?: string }[] }) =>
    group.hooks.flatMap(({ command }) => command ?? []),
  );
  return commands.find((command) => command.includes(".helix-guard")) ?? null;
}

async function inTurn(run: () => void, floor: () => void, prepare: () => void = () => undefined) {
  const found = { samples: [] as number[], floor: [] as number[] };
  for (let round = 0; round < EARLIER + RUNS; round++) {
    prepare();
    const [sample] = await timed(1, run);
    const [least] = await timed(1, floor);
    if (round < EARLIER) continue;
    found.samples.push(sample!);
    found.floor.push(least!);
  }
  return found;
}

/** An active workspace of which half of the budget is used. */
function putWorkspace(home: string, project: string): void {
  const directory = join(home, ".helix-kb");
  const folder = join(directory, "plans", "workspaces", ID);
  const marker = join(home, `.helix-guard${project}`, "active");
  const texts = {
    session: SESSION,
    agent: "",
    plan: "p",
    of: "make it work",
    framework: "",
    snapshot: "s",
    marker: join(marker, ID),
  };
  const task = {
    seq: "001",
    slug: "it",
    objective: "do it",
    delta: ["src/"],
    verify: "npm test",
    depends: [],
    budget: BUDGET,
    writes: [],
  };
  const lists = { project: [], lessons: [], beside: [], parents: [] };
  const started = { startedAt: Date.now(), startedUptime: uptime() };
  const rest = {
    hold: "guard",
    root: project,
    projectDirectory: project,
    toolUseId: "",
    transcript: "",
    deltaDigest: "",
  };
  const idioms = { required: [], forbidden: [] };
  const call = { kind: "call", at: 1, uptime: uptime(), tool: "Read", verdict: "allowed", counted: true };
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "workspace.json"),
    JSON.stringify({ id: ID, ...texts, task, ...lists, ...started, ...rest, idioms }),
  );
  writeFileSync(
    join(folder, "calls.jsonl"),
    [1, 2, 3, 4].map((id) => `${JSON.stringify({ ...call, id: `t${id}` })}\n`).join(""),
  );
  mkdirSync(marker, { recursive: true });
  writeFileSync(join(marker, ID), `helix-guard 1 ${ID} ${SESSION} - ${directory}\n`);
}

/** Seconds since the machine was started, without a fraction. Where it is not told, what was heard is of this moment. */
function uptime(): number {
  try {
    return Math.trunc(Number(readFileSync("/proc/uptime", "utf8").split(" ", 1)[0]));
  } catch {
    return 0;
  }
}

function callOf(tool: string, input: object, project: string): string {
  return JSON.stringify({
    session_id: SESSION,
    transcript_path: "/tmp/transcript.jsonl",
    cwd: project,
    permission_mode: "default",
    hook_event_name: "PreToolUse",
    tool_name: tool,
    tool_input: input,
    tool_use_id: "toolu_bench",
  });
}
