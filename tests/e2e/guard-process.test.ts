// The guard as a client meets it: the very line of the settings, run by `sh` with the compiled binary. While a workspace
// is active it refuses when anything is wrong; while none is, nothing is started and nothing said.

import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { guardLine } from "../../src/clients/claude-code/guard-hooks.ts";
import type { Binding, GuardRecord } from "../../src/plan/workspace/workspace.ts";
import { skipLoudly, withoutPrivileges } from "../support/confined.ts";
import { AGENT, putWorkspace, SESSION, workspaceOf } from "../support/guard-state.ts";
import { placeBinary } from "../support/helix-binary.ts";
import { useFolders } from "../support/temporary-folder.ts";

const NOBODY = 65534;
const folder = useFolders("each");
let home = "";
let project = "";
let directory = "";
let binary = "";
let workspace = "";

beforeEach(() => {
  const base = folder();
  chmodSync(base, 0o755);
  [home, project, directory, binary] = ["home", "shop", "kb", "helix"].map((name) => join(base, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const path of [home, project, directory, join(project, "src")]) mkdirSync(path);
  writeFileSync(join(project, "src", "a.ts"), "a");
  placeBinary(binary);
});

const activate = (changes: Partial<Parameters<typeof workspaceOf>[0]> = {}) => {
  workspace = putWorkspace({ home, project, directory }, workspaceOf({ root: project, ...changes }));
};
const marker = () => join(home, `.helix-guard${project}`, "active");
const environment = () => ({ HOME: home, PATH: "/usr/bin:/bin", CLAUDE_PROJECT_DIR: project });
const eventOf = (changes: object = {}) => ({
  hook_event_name: "PreToolUse",
  session_id: SESSION,
  agent_id: AGENT,
  tool_use_id: "toolu_1",
  tool_name: "Write",
  tool_input: { file_path: join(project, "src", "a.ts"), content: "b" },
  cwd: project,
  ...changes,
});
const within = { tool_input: { file_path: "src/a.ts", content: "b" } };
const outside = { tool_input: { file_path: "src/b.ts", content: "b" } };

interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(
  event: object | string,
  {
    before = [],
    program = binary,
    isClosed = true,
  }: { before?: readonly string[]; program?: string; isClosed?: boolean } = {},
): Outcome {
  const words = [...before, "sh", "-c", guardLine(`${program} hook guard ${directory}`, isClosed)];
  const { status, stdout, stderr } = spawnSync(words[0]!, words.slice(1), {
    input: typeof event === "string" ? event : JSON.stringify(event),
    env: environment(),
    cwd: project,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

const SILENT: Outcome = { status: 0, stdout: "", stderr: "" };
/** The client takes exit code 2 for a refusal, and shows what is on standard error. */
const refused = (why = "") => ({
  status: 2,
  stdout: "",
  stderr: expect.stringMatching(
    `${why}[\\s\\S]*helix plan release ID \\(here: [\\w ]*\\), or remove the files in ${marker()}`,
  ),
});
const denied = (pattern: string) => ({
  status: 0,
  stderr: "",
  stdout: expect.stringMatching(`"permissionDecision":"deny".*${pattern}`),
});
const records = () =>
  readFileSync(join(workspace, "calls.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as GuardRecord);

describe("with no workspace active", () => {
  test("nothing is said, and helix is not even started", () => {
    expect(run(eventOf(outside), { program: "/none/helix" })).toEqual(SILENT);
    expect(run("no event", { program: "/none/helix" })).toEqual(SILENT);
    expect(readdirSync(home)).toEqual([]);
    activate();
    rmSync(marker(), { recursive: true });
    expect(run(eventOf(outside))).toEqual(SILENT);
  });

  test("a workspace that has ended holds nothing, even if its marker was left", () => {
    activate();
    writeFileSync(join(workspace, "ended.json"), '{"at":1,"how":"delivered"}');
    expect(run(eventOf(outside))).toEqual(SILENT);
  });

  test("one that was left behind holds nothing either", () => {
    activate({ startedUptime: -5 * 3600 });
    expect(run(eventOf(outside))).toEqual(SILENT);
  });

  test("in this session, nothing is said to it, whatever another's is like", () => {
    activate({ session: "another" });
    rmSync(directory, { recursive: true });
    expect(run(eventOf(outside))).toEqual(SILENT);
  });
});

describe("with a workspace active", () => {
  test("a refusal of the shell names it", () => {
    activate();
    const [id = ""] = readdirSync(marker());
    expect(run(eventOf(within), { program: "/none/helix" }).stderr).toContain(
      `helix plan release ID (here: ${id}), or`,
    );
  });

  test("what is within its limits is allowed and recorded, what is not is denied and recorded", () => {
    activate();
    expect(run(eventOf(within))).toEqual(SILENT);
    expect(run(eventOf({ ...outside, tool_use_id: "toolu_2" }))).toMatchObject(denied("status=blocked"));
    expect(run(eventOf({ ...within, agent_id: undefined }))).toMatchObject(denied("a subagent"));
    expect(run(eventOf({ tool_name: "mcp__helix__plan", tool_input: {}, tool_use_id: "toolu_3" }))).toEqual(SILENT);
    expect(records()).toMatchObject([
      { kind: "call", id: "toolu_1", tool: "Write", verdict: "allowed", counted: true },
      { kind: "call", id: "toolu_2", verdict: "denied", counted: false },
      { kind: "call", id: "toolu_3", verdict: "allowed", counted: false },
    ]);
  });

  test("two calls before the end of the budget the assistant is told", () => {
    activate({ task: { budget: 5 } });
    const said = ["a", "b", "c", "d", "e", "f"].map((id) => run(eventOf({ ...within, tool_use_id: id })).stdout);
    expect(
      said.map(
        (text) =>
          /additionalContext.*left|additionalContext.*last call|deny.*used up/.exec(text)?.[0].split(/[ "]/).at(-1) ??
          "",
      ),
    ).toEqual(["", "", "left", "", "call", "up"]);
  });

  test("a refusal when helix's binary is gone, or is another program", () => {
    activate();
    expect(run(eventOf(within), { program: "/none/helix" })).toMatchObject(refused());
    expect(run(eventOf({ session_id: "another" }), { program: "/none/helix" })).toMatchObject(refused());
    expect(run(eventOf(within), { program: "false" })).toMatchObject(refused());
    rmSync(marker(), { recursive: true });
    expect(run(eventOf(within), { program: "/none/helix" })).toEqual(SILENT);
  });

  test("a refusal when the knowledge base cannot be read", () => {
    const words = withoutPrivileges();
    if (words === null) return skipLoudly("no user without privileges can be had");
    activate();
    chmodSync(directory, 0o000);
    try {
      expect(run(eventOf(within), { before: words })).toMatchObject(refused("EACCES"));
      expect(run(eventOf({ tool_name: "Read" }), { before: words })).toMatchObject(refused("EACCES"));
      expect(run(eventOf({ session_id: "another" }), { before: words })).toEqual(SILENT);
    } finally {
      chmodSync(directory, 0o755);
    }
  });

  test("a refusal when the call cannot be recorded", () => {
    const words = withoutPrivileges();
    if (words === null) return skipLoudly("no user without privileges can be had");
    activate();
    for (const path of [directory, join(directory, "plans"), join(directory, "plans", "workspaces"), workspace])
      chmodSync(path, 0o555);
    chmodSync(join(workspace, "workspace.json"), 0o444);
    expect(run(eventOf(within), { before: words })).toMatchObject(refused("could not be recorded"));
    // A report must get through all the same.
    const report = { tool_name: "mcp__helix__plan", tool_input: { action: "report" } };
    expect(run(eventOf(report), { before: words })).toEqual(SILENT);
    if (words.length > 0) {
      chmodSync(workspace, 0o777);
      chownSync(workspace, NOBODY, NOBODY);
      expect(run(eventOf(within), { before: words })).toEqual(SILENT);
    }
    chmodSync(workspace, 0o755);
  });

  test.each([
    ["the knowledge base is gone", () => rmSync(directory, { recursive: true })],
    ["the workspace is damaged", () => writeFileSync(join(workspace, "workspace.json"), '{"id":')],
    [
      "the workspace is another's",
      () =>
        writeFileSync(join(workspace, "workspace.json"), JSON.stringify(workspaceOf({ root: project, agent: "x" }))),
    ],
    [
      "the workspace is a pipe",
      () => {
        rmSync(join(workspace, "workspace.json"));
        spawnSync("mkfifo", [join(workspace, "workspace.json")]);
      },
    ],
    ["the marker is damaged", () => writeFileSync(join(marker(), "w000000002"), "what")],
    ["the marker is a folder", () => mkdirSync(join(marker(), "w000000002"))],
    [
      "the folder of markers is a file",
      () => {
        rmSync(marker(), { recursive: true });
        writeFileSync(marker(), "");
      },
    ],
  ])("a refusal when %s", (_, damage) => {
    activate();
    damage();
    expect(run(eventOf(within))).toMatchObject(refused());
    expect(run(eventOf({ tool_name: "Read" }))).toMatchObject(refused());
  });

  test.each(["", "{", "[]", "null", "7", '"x"', `{"session_id":"${SESSION}"`])(
    "a refusal, or nothing, for the event %j",
    (event) => {
      activate();
      const { status, stdout } = run(event);
      expect([[0, 2].includes(status!), stdout]).toEqual([true, ""]);
      if (event === "" || event.startsWith("{")) expect(status).toBe(2);
    },
  );

  test("a refusal when it is slow beyond its deadline: here the event never ends", async () => {
    activate();
    const child = spawn("sh", ["-c", guardLine(`${binary} hook guard ${directory}`, true)], {
      env: environment(),
      cwd: project,
    });
    let errors = "";
    child.stderr.on("data", (chunk) => {
      errors += chunk;
    });
    child.stdin.write('{"session_id":');
    const code = await new Promise((done) => child.on("close", done));
    expect([code, errors]).toEqual([2, expect.stringContaining(marker())]);
  }, 30_000);

  test("where the hook does not decide, its failure refuses nothing", () => {
    activate();
    const { status } = run(eventOf({ hook_event_name: "PostToolUse" }), { program: "/none/helix", isClosed: false });
    expect(status).toBe(127);
  });
});

describe("after a call", () => {
  const bash = (command: string, changes: object = {}) => ({
    ...eventOf({ tool_name: "Bash", tool_input: { command }, ...changes }),
  });
  const ended = (command: string, changes: object = {}) =>
    run(
      bash(command, {
        hook_event_name: "PostToolUse",
        tool_response: { stdout: "", stderr: "", interrupted: false },
        ...changes,
      }),
      { isClosed: false },
    );

  test("how the verify command ended is recorded, with the digest of the delta, and counts as a try", () => {
    activate();
    run(bash("npm test"));
    expect(ended("npm test")).toEqual(SILENT);
    run(bash("npm test", { tool_use_id: "toolu_2" }));
    const failure = {
      hook_event_name: "PostToolUseFailure",
      error: "Exit code 1\nError: boom",
      tool_use_id: "toolu_2",
    };
    expect(run(bash("npm test", failure), { isClosed: false })).toEqual(SILENT);
    ended("npm test | tail", { tool_use_id: "toolu_3" });
    ended("ls", { tool_use_id: "toolu_4" });
    const found = records().filter((each) => each.kind === "verify");
    expect(found).toMatchObject([
      { id: "toolu_1", ok: true, flaw: "", signature: "" },
      { id: "toolu_2", ok: false, flaw: "" },
      { id: "toolu_3", ok: true, flaw: expect.stringContaining("before or behind") },
    ]);
    expect(found.flatMap((each) => (each.kind === "verify" ? [each.digest] : []))[0]).toMatch(/^[0-9a-f]{16,}$/);
    const events = readFileSync(join(directory, "events", "active.jsonl"), "utf8")
      .trim()
      .split("\n")
      .filter((line) => line !== "");
    expect(events.map((line) => JSON.parse(line))).toMatchObject([
      { type: "attempt", task: "p1a2n3-002", ok: true, agent: AGENT },
      { type: "attempt", task: "p1a2n3-002", ok: false },
    ]);
  });

  test("a subagent that ends without a report is asked for one, once", () => {
    activate();
    const stop = eventOf({ hook_event_name: "SubagentStop", stop_hook_active: false, last_assistant_message: "done" });
    expect(JSON.parse(run(stop, { isClosed: false }).stdout)).toEqual({
      decision: "block",
      reason: expect.stringContaining("plan action=report status=delivered"),
    });
    expect(run(stop, { isClosed: false })).toEqual(SILENT);
    expect(run({ ...stop, agent_id: "another" }, { isClosed: false })).toEqual(SILENT);
    expect(existsSync(join(workspace, "ended.json"))).toBe(false);
  });

  test.each(["last_assistant_message", "agent_transcript_path"])(
    "the second time its last words count, by %s",
    (field) => {
      activate();
      const transcript = join(home, "agent.jsonl");
      const words = "I tried.\n\n**BLOCKED:** the port is taken";
      const content = [{ type: "text", text: words }];
      writeFileSync(transcript, `${JSON.stringify({ type: "assistant", message: { role: "assistant", content } })}\n`);
      const said =
        field === "agent_transcript_path" ? { [field]: transcript, last_assistant_message: "ok" } : { [field]: words };
      const stop = eventOf({ hook_event_name: "SubagentStop", stop_hook_active: true, ...said });
      expect(run(stop, { isClosed: false })).toEqual(SILENT);
      expect(JSON.parse(readFileSync(join(workspace, "ended.json"), "utf8"))).toMatchObject({ how: "blocked" });
      expect(run(eventOf(outside))).toEqual(SILENT);
    },
  );
});

describe("before a call of the tool plan", () => {
  const bind = (event: object | string) =>
    spawnSync(binary, ["hook", "guard-binding", directory], {
      input: typeof event === "string" ? event : JSON.stringify(event),
      env: environment(),
      cwd: project,
      encoding: "utf8",
    });

  test("who calls is recorded by the call's id, once; and nothing stops the call", () => {
    for (const event of [eventOf({ transcript_path: "/t.jsonl" }), eventOf({ agent_id: "later" })])
      expect(bind(event)).toMatchObject(SILENT);
    const binding = JSON.parse(readFileSync(join(directory, "plans", "bindings", "toolu_1.json"), "utf8")) as Binding;
    expect(binding).toEqual({
      toolUseId: "toolu_1",
      session: SESSION,
      agent: AGENT,
      at: expect.any(Number),
      directory: project,
      projectDirectory: project,
      transcript: "/t.jsonl",
      client: expect.stringMatching(/^\d+-\S+$/),
    });
    for (const event of ["", "{", eventOf({ tool_use_id: "../../x" }), eventOf({ hook_event_name: "Stop" })])
      expect(bind(event)).toMatchObject(SILENT);
    expect(readdirSync(join(directory, "plans", "bindings"))).toEqual(["toolu_1.json"]);
    rmSync(directory, { recursive: true });
    writeFileSync(directory, "");
    expect(bind(eventOf())).toMatchObject(SILENT);
    expect(existsSync(join(home, ".helix-kb"))).toBe(false);
  });
});
