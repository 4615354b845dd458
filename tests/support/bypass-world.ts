// A work tree with an active task, for attempts to write beyond its limits: a real git repository, a workspace that was
// begun through the tool plan, the guard's own process with the line of the settings around it, and the report.

import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { guardLine } from "../../src/clients/claude-code/guard-hooks.ts";
import { transcriptCalls } from "../../src/clients/claude-code/transcript-calls.ts";
import type { PlanPorts } from "../../src/features/plan/ports.ts";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import { uptimeSeconds } from "../../src/platform/libc-uptime.ts";
import { git } from "./git-repository.ts";
import { helixBinary } from "./helix-binary.ts";
import { type Caller, planOf, StartWorld, taskOf } from "./started-plan.ts";

/** What became of an attempt. */
export type Outcome = "denied" | "report" | "out of reach";

/** The subagent that has the task. */
export const BUILDER: Caller = { session: "s1", agent: "a1" };
/** Its delta, and what is there beside it. `src/caf\u00e9.ts` has the composed letter. */
export const DELTA: readonly string[] = ["src/a.ts", "src/caf\u00e9.ts", "lib/", "package.json"];
const FILES: Readonly<Record<string, string>> = {
  "src/a.ts": "export const a = 1;\n",
  "src/b.ts": "export const b = 1;\n",
  "src/caf\u00e9.ts": "export const c = 1;\n",
  "lib/x.ts": "export const x = 1;\n",
  "package.json": '{"name":"shop","version":"1.0.0","scripts":{"evil":"echo evil > src/b.ts"}}\n',
  "fix.patch": "--- a/src/b.ts\n+++ b/src/b.ts\n@@ -1 +1 @@\n-export const b = 1;\n+export const b = 2;\n",
  Makefile: "evil:\n\techo evil > src/b.ts\n",
  "script.sh": "echo evil > src/b.ts\n",
  ".gitignore": "dist/\n",
  ".claude/settings.json": "{}\n",
};

export class BypassWorld extends StartWorld {
  readonly transcript: string;
  #number = 0;

  constructor(folder: string) {
    super(folder);
    [this.uptime, this.now] = [uptimeSeconds(), Date.now()];
    for (const [path, text] of Object.entries(FILES)) this.put(path, text);
    symlinkSync("../src/b.ts", `${this.root}/lib/link.ts`);
    symlinkSync("../src", `${this.root}/lib/folder`);
    symlinkSync(this.root, `${folder}/alias`);
    git(this.root, "add", "-A");
    git(this.root, "commit", "-qm", "all");
    this.transcript = `${this.home}/.claude/projects/shop/s1.jsonl`;
    mkdirSync(`${dirname(this.transcript)}/s1/subagents`, { recursive: true });
  }

  /** Begins a world whose builder has its task. */
  static async begun(folder: string): Promise<BypassWorld> {
    const world = new BypassWorld(folder);
    const task = taskOf(1, { delta: DELTA, verify: "test -s src/a.ts", budget: 9 });
    world.save(planOf([task, taskOf(2)]));
    await world.text("start", { seq: "001" }, { ...BUILDER, binding: { transcript: world.transcript } });
    return world;
  }

  override ports(caller: Caller = {}): PlanPorts {
    const ports = super.ports(caller);
    const transcripts = (path: string, agent: string) => transcriptCalls(diskFileSystem, path, agent);
    return { ...ports, plans: { ...ports.plans!, transcripts } };
  }

  put(path: string, text: string): void {
    mkdirSync(dirname(`${this.root}/${path}`), { recursive: true });
    writeFileSync(`${this.root}/${path}`, text);
  }

  /** A text in which `ROOT`, `HOME` and `KB` stand for folders. */
  placed(text: string): string {
    return text
      .replaceAll("HOME", this.home)
      .replaceAll("KB", this.directory)
      .replaceAll(/\/?ROOT/g, this.root);
  }

  get environment(): Record<string, string> {
    return { HOME: this.home, PATH: process.env.PATH ?? "/usr/bin:/bin", CLAUDECODE: "1" };
  }

  /** What the guard says of an event: the reason of a refusal, null where the call may run. */
  guard(changes: Readonly<Record<string, unknown>>): string | null {
    const event = {
      hook_event_name: "PreToolUse",
      session_id: "s1",
      agent_id: "a1",
      transcript_path: this.transcript,
      cwd: this.root,
      tool_use_id: `toolu_g${++this.#number}`,
      ...changes,
    };
    const line = guardLine(`${helixBinary()} hook guard ${this.directory}`, true);
    const { status, stdout, stderr } = spawnSync("sh", ["-c", line], {
      input: JSON.stringify(event),
      env: { ...this.environment, CLAUDE_PROJECT_DIR: this.root },
      cwd: this.root,
      encoding: "utf8",
    });
    if (status === 2) return stderr;
    if (status !== 0) throw new Error(`the guard ended with ${status}: ${stderr}`);
    if (stdout === "") return null;
    const { decision, reason, hookSpecificOutput: said = {} } = JSON.parse(stdout);
    if (decision === "block") return reason;
    return said.permissionDecision === "deny" ? said.permissionDecisionReason! : null;
  }

  /** Runs a line as the client would: asked before, told after. The reason of a refusal, null where it ran. */
  bash(line: string): string | null {
    const call = { tool_name: "Bash", tool_input: { command: line }, tool_use_id: `toolu_b${++this.#number}` };
    const refusal = this.guard(call);
    if (refusal !== null) return refusal;
    const status = this.run(line);
    const tool_response = { stdout: "", stderr: "", interrupted: false, isImage: false, noOutputExpected: false };
    const after = status === 0 ? { hook_event_name: "PostToolUse", tool_response } : failed(status);
    this.guard({ ...call, ...after });
    return null;
  }

  /** Runs a line without asking anybody. */
  run(line: string): number {
    const { status } = spawnSync("bash", ["-c", line], { cwd: this.root, env: this.environment, timeout: 20_000 });
    return status ?? 1;
  }

  /** What is wrong with a report of DELIVERED, after the verify command ran; none: it was accepted. */
  async report(): Promise<string> {
    const refusal = this.bash("test -s src/a.ts");
    if (refusal !== null) return `verify: ${refusal}`;
    return this.deliver();
  }

  /** The same without the verify command. */
  async deliver(): Promise<string> {
    this.uptime = uptimeSeconds();
    const values = { status: "delivered", summary: "the part is done" };
    const { refusals } = await this.data("report", values, BUILDER);
    return (refusals as { kind: string; lines: string[] }[])
      .map(({ kind, lines }) => `${kind}: ${lines.join("\n")}`)
      .join("\n");
  }

  /** What becomes of an attempt by a line: whether the guard denies it, or what is said of it at the report. */
  async attempt(line: string): Promise<{ readonly outcome: Outcome; readonly said: string }> {
    const refusal = this.bash(line);
    if (refusal !== null) return { outcome: "denied", said: refusal };
    const said = await this.report();
    return { outcome: said === "" ? "out of reach" : "report", said };
  }
}

function failed(status: number): Record<string, unknown> {
  return { hook_event_name: "PostToolUseFailure", error: `Exit code ${status}\n` };
}
