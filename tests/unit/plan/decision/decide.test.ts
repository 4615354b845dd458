// What the guard says of a call, rule by rule.

import { describe, expect, it } from "vitest";
import { decide, REASON_MAX } from "../../../../src/plan/decision/decide.ts";
import type { GuardState } from "../../../../src/plan/decision/guard-state.ts";
import { guardEvent } from "../../../../src/plan/guard/guard-event.ts";
import type { ShellWrites } from "../../../../src/plan/guard/shell-writes.ts";
import type { HeldWorkspace } from "../../../../src/plan/workspace/workspace-store.ts";
import { AGENT, callRecord, held, SESSION, stateOf, verifyRecord } from "../../../support/guard-state.ts";

const ROOT = "/tmp/shop";
const builder = held({ root: ROOT });

function said(
  tool: string,
  input: unknown,
  { state = stateOf([builder]), agent = AGENT, cwd = ROOT }: { state?: GuardState; agent?: string; cwd?: string } = {},
) {
  const event = guardEvent({
    hook_event_name: "PreToolUse",
    session_id: SESSION,
    ...(agent === "" ? {} : { agent_id: agent }),
    tool_use_id: "toolu_9",
    tool_name: tool,
    tool_input: input,
    cwd,
  });
  const decision = decide(event, state);
  if (decision.verdict === "denied") expect(decision.reason.length).toBeLessThanOrEqual(REASON_MAX);
  return decision;
}

const denied = (pattern: RegExp) => ({ verdict: "denied", reason: expect.stringMatching(pattern) });
const writing = (path: string, links: Record<string, string> = {}, workspace: HeldWorkspace = builder) =>
  said("Write", { file_path: path, content: "x" }, { state: stateOf([workspace], links) });

describe("a file is written", () => {
  it.each([
    "/tmp/shop/src/a.ts",
    "src/a.ts",
    "./src/../src/a.ts",
    "/tmp/shop/lib/deep/new.ts",
    "/tmp/shop/lib",
    "/tmp/scratch/x",
  ])("%s: allowed, counted, nothing said", (path) => {
    expect(writing(path)).toMatchObject({ verdict: "allowed", counted: true, context: "" });
  });

  it.each([
    ["/tmp/shop/src/b.ts", /outside of the task's delta\. Task 002 may change: src\/a\.ts, lib\/\. .*status=blocked/],
    ["/tmp/shop/lib/../src/b.ts", /outside of the task's delta/],
    ["/tmp/shop/src/A.ts", /differs .* in upper and lower case/],
    ["/tmp/shop/LIB/x.ts", /differs .* in upper and lower case/],
    ["/tmp/shop", /a folder that holds the client's settings/],
    ["/tmp", /a folder that holds/],
    ["/tmp/other/x.ts", /outside of the work tree/],
    ["/etc/passwd", /outside of the work tree/],
    ["~/notes.txt", /outside of the task's delta/],
    ["/tmp/shop/lib/.git/config", /git's own/],
    ["/tmp/shop/.GIT/hooks/pre-commit", /git's own/],
    ["", /names no file/],
    ["/tmp/shop/src/a.ts\0/x", /names no file/],
    ["/tmp/ada/.helix-kb/plans/workspaces/w/overrides.jsonl", /helix's knowledge base/],
    ["/tmp/ada/.helix-guard/tmp/shop/active/w", /marker/],
    ["/tmp/ada/.claude/settings.json", /the client's settings/],
    ["/tmp/ada/.claude/projects/x/5e55.jsonl", /the client's transcripts/],
    ["/tmp/ada/.claude.json", /the client's settings/],
    ["/tmp/shop/.mcp.json", /the client's settings/],
    ["/opt/helix", /helix's program/],
  ])("%s: denied", (path, why) => {
    expect(writing(path)).toMatchObject(denied(why));
  });

  it("own places and git's are denied even in the delta", () => {
    const wide = held({ root: ROOT, task: { delta: ["**"] } });
    for (const path of [".git/HEAD", ".claude/settings.local.json", ".mcp.json", ".claude", "lib/.Git/x"])
      expect(writing(`${ROOT}/${path}`, {}, wide).verdict).toBe("denied");
    expect(writing(`${ROOT}/README.md`, {}, wide).verdict).toBe("allowed");
  });

  it.each([
    ["a link in the delta leads out", { "/tmp/shop/lib/l": "/etc" }, "/tmp/shop/lib/l/x", /outside of the work tree/],
    ["a link to a file that is not there yet", { "/tmp/shop/src/a.ts": "../b.ts" }, "src/a.ts", /outside of the task/],
    ["a parent that is a link", { "/tmp/shop/lib": "src" }, "lib/x.ts", /outside of the task/],
    ["up behind a link", { "/tmp/shop/lib/l": "/tmp/shop/other/deep" }, "lib/l/../x", /outside of the task/],
    ["up before a link's name", { "/tmp/shop/src/l": "/tmp/shop/lib/deep" }, "src/l/../x", /outside of the task/],
    ["a loop", { "/tmp/shop/lib/l": "m", "/tmp/shop/lib/m": "l" }, "lib/l/x", /loop of links/],
    [
      "to helix's state, from a temporary folder",
      { "/tmp/scratch/l": "/tmp/ada/.helix-kb" },
      "/tmp/scratch/l/x",
      /knowledge base/,
    ],
    [
      "into the work tree, from a temporary folder",
      { "/tmp/scratch/l": "/tmp/shop/src" },
      "/tmp/scratch/l/b.ts",
      /outside of the task/,
    ],
  ] as const)("%s: denied", (_, links, path, why) => {
    expect(writing(path, links)).toMatchObject(denied(why));
  });

  it("a link that leads into the delta is allowed", () => {
    expect(writing("src/l", { "/tmp/shop/src/l": "../lib/x.ts" }).verdict).toBe("allowed");
  });

  it("another form of the same letters is another file, and that is said", () => {
    const composed = held({ root: ROOT, task: { delta: ["src/caf\u00e9.ts"] } });
    expect(writing("src/cafe\u0301.ts", {}, composed)).toMatchObject(denied(/the form of its characters/));
    expect(writing("src/caf\u00e9.ts", {}, composed).verdict).toBe("allowed");
    const mac = stateOf([composed], {}, { isMac: true });
    expect(said("Write", { file_path: "src/cafe\u0301.ts", content: "" }, { state: mac }).verdict).toBe("allowed");
  });

  it.each(["Edit", "Write", "MultiEdit", "NotebookEdit"])("by %s, by either key", (tool) => {
    expect(said(tool, { file_path: "/etc/x" }).verdict).toBe("denied");
    expect(said(tool, { notebook_path: "/etc/x" }).verdict).toBe("denied");
    expect(said(tool, { file_path: "src/a.ts", notebook_path: "/etc/x" }).verdict).toBe("denied");
    expect(said(tool, { file_path: ["src/a.ts"] })).toMatchObject(denied(/names no file/));
    expect(said(tool, {}).verdict).toBe("denied");
  });

  it("a work tree of its own below the project: the project is no temporary folder, whatever it lies in", () => {
    const tree = held({ root: "/tmp/shop/.trees/one" });
    const own = { ...tree, workspace: { ...tree.workspace, projectDirectory: ROOT } };
    const state = (projectDirectory: string) =>
      stateOf([{ ...own, workspace: { ...own.workspace, projectDirectory } }], {}, { temporary: ["/tmp"] });
    const at = (path: string, project = ROOT) =>
      said("Write", { file_path: path, content: "" }, { state: state(project) });
    expect(at("/tmp/shop/.trees/one/src/a.ts").verdict).toBe("allowed");
    expect(at("/tmp/shop/src/a.ts")).toMatchObject(denied(/outside of the task's delta/));
    expect(at("/tmp/scratch/x").verdict).toBe("allowed");
    for (const above of ["/tmp", "/"]) expect(at("/tmp/scratch/x", above).verdict).toBe("allowed");
  });

  it("what a person allowed beside the delta is allowed", () => {
    const override = { at: 5, reason: "it is needed", delta: ["src/b.ts"], budget: 0, accepts: [] };
    expect(writing("src/b.ts", {}, held({ root: ROOT }, [], [override])).verdict).toBe("allowed");
    expect(writing("src/c.ts", {}, held({ root: ROOT }, [], [override])).verdict).toBe("denied");
  });
});

describe("who calls", () => {
  it("another session, or none with a workspace: silence", () => {
    expect(said("Write", { file_path: "/etc/x" }, { state: stateOf([]) })).toEqual({ verdict: "silent" });
  });

  it("an actor of the session without a workspace may not write, and else may all", () => {
    for (const agent of ["", "other"]) {
      expect(said("Edit", { file_path: "src/a.ts" }, { agent })).toMatchObject(
        denied(/within the work tree\. Task 002 of the plan is being done by a subagent/),
      );
      expect(said("Write", { file_path: "/etc/x" }, { agent }).verdict).toBe("denied");
      for (const tool of ["Read", "Bash", "Agent", "mcp__helix__plan", "WebFetch"])
        expect(said(tool, { command: "ls", file_path: "src/b.ts" }, { agent })).toMatchObject({
          verdict: "allowed",
          counted: false,
        });
    }
  });

  it("two actors with a workspace each have their own limits", () => {
    const other = held({ id: "w2", agent: "b", root: ROOT, task: { delta: ["docs/"] } });
    const state = stateOf([builder, other]);
    expect(said("Write", { file_path: "docs/x" }, { state, agent: "b" }).verdict).toBe("allowed");
    expect(said("Write", { file_path: "docs/x" }, { state }).verdict).toBe("denied");
  });
});

describe("a line of the shell", () => {
  const line = (writes: Partial<ShellWrites>, command = "x", workspace = builder) =>
    said(
      "Bash",
      { command },
      {
        state: stateOf(
          [workspace],
          {},
          { shellWrites: () => ({ targets: [], unknown: [], sweeping: [], own: [], isWhole: true, ...writes }) },
        ),
      },
    );
  const target = (path: string) => ({ targets: [{ path, how: "> redirection" }] });

  it.each(["/tmp/shop/src/a.ts", "/dev/null", "/dev/stderr", "/dev/fd/2", "/dev/../dev/null", "/tmp/scratch/log"])(
    "writes %s: allowed",
    (path) => {
      expect(line(target(path)).verdict).toBe("allowed");
    },
  );

  it.each([
    [target("/tmp/shop/src/b.ts"), /may not write \/tmp\/shop\/src\/b\.ts \(> redirection\): .*delta/],
    [target("/dev/sda"), /outside of the work tree/],
    [{ isWhole: false }, /cannot be read to its end/],
    [{ unknown: [{ text: '> "$X"', how: "a variable" }] }, /cannot tell where > "\$X" writes to \(a variable\)/],
    [{ sweeping: [{ text: "git stash", why: "it changes what it likes" }] }, /may not run git stash/],
    [{ own: [{ text: "helix plan release", why: "that is for a person" }] }, /may not run helix plan release/],
  ])("%j: denied", (writes, why) => {
    expect(line(writes)).toMatchObject(denied(why));
  });

  it("without a command, or in another shell: denied", () => {
    expect(said("Bash", { command: ["rm"] })).toMatchObject(denied(/no command/));
    expect(said("PowerShell", { command: "ls" })).toMatchObject(denied(/use Bash/));
  });

  it("that is the verify command may write what the task declares, and others may not", () => {
    const declared = held({ root: ROOT, task: { writes: ["coverage/"] } });
    expect(line(target("/tmp/shop/coverage/x"), "npm test", declared).verdict).toBe("allowed");
    expect(line(target("/tmp/shop/coverage/x"), "npm test -- x", declared).verdict).toBe("denied");
    expect(line(target("/tmp/shop/src/b.ts"), "npm test", declared).verdict).toBe("denied");
  });
});

describe("tools of other servers", () => {
  it.each([
    ["mcp__fs__write_file", { path: "/tmp/shop/src/b.ts", content: "x" }],
    ["mcp__fs__move_file", { source: "src/a.ts", destination: "src/b.ts" }],
    ["mcp__fs__edit", { options: [{ deep: { target_file: "src/b.ts" } }] }],
    ["mcp__fs__create", { where: "file:///tmp/shop/src/b%2ets" }],
    ["mcp__fs__apply_patch", { patch: "--- a/src/a.ts\n+++ b/src/b.ts\n@@ -1 +1 @@\n-a\n+b\n" }],
    ["mcp__helix__x__write", { path: "src/b.ts" }],
  ])("%s outside of the delta: denied", (tool, input) => {
    expect(said(tool, input).verdict).toBe("denied");
  });

  it.each([
    ["mcp__fs__write_file", { path: "lib/b.ts", content: "/* x */" }],
    ["mcp__hub__create_issue", { repo: "ada/shop", title: "/x is broken", body: "see /etc" }],
    ["mcp__fs__read_file", { path: "/etc/passwd" }],
    ["mcp__helix__edit", { topic: "a/b" }],
  ])("%s otherwise: allowed", (tool, input) => {
    expect(said(tool, input).verdict).toBe("allowed");
  });

  it("that run commands are read as the shell is", () => {
    const lines: string[] = [];
    const shellWrites = (line: string) => {
      lines.push(line);
      return { targets: [], unknown: [], sweeping: [], own: [], isWhole: false };
    };
    expect(
      said("mcp__box__run_command", { command: "rm -rf x" }, { state: stateOf([builder], {}, { shellWrites }) })
        .verdict,
    ).toBe("denied");
    expect(lines).toEqual(["rm -rf x"]);
  });
});

describe("the budget", () => {
  const used = (count: number, overrides = 0) =>
    stateOf([
      held(
        { root: ROOT },
        [
          ...Array.from({ length: count }, (_, at) => callRecord(`toolu_${at}_x`)),
          callRecord("toolu_no", { verdict: "denied", counted: false }),
        ],
        overrides === 0 ? [] : [{ at: 1, reason: "more of it", delta: [], budget: overrides, accepts: [] }],
      ),
    ]);
  const edit = (state: GuardState) =>
    said("Edit", { file_path: "src/a.ts", old_string: "a", new_string: "b" }, { state });

  it("is warned of two before its end and at its end, and then holds", () => {
    const contexts = [0, 3, 4, 5, 6].map((count) => edit(used(count)));
    expect(contexts.map((each) => each.verdict === "allowed" && each.context.slice(0, 40))).toEqual(
      ["", "", "helix: 2 calls are left of the task's bud", "", "helix: that was the last call of the tas"].map(
        (text) => text.slice(0, 40),
      ),
    );
    expect(edit(used(7))).toMatchObject(denied(/budget of 7 calls is used up/));
    expect(edit(used(7, 2)).verdict).toBe("allowed");
  });

  it.each([
    ["Read", {}],
    ["Grep", {}],
    ["Glob", {}],
    ["mcp__helix__plan", { action: "report" }],
    ["mcp__plugin_helix_helix__plan", {}],
    ["ToolSearch", {}],
    ["TodoWrite", {}],
    ["Bash", { command: "npm test" }],
    ["Bash", { command: ` cd ${ROOT} && npm test ` }],
  ])("leaves %s %j", (tool, input) => {
    expect(said(tool, input, { state: used(7) }).verdict).toBe("allowed");
  });

  it.each([
    ["Bash", { command: "npm test | tail" }],
    ["Bash", { command: "ls" }],
    ["WebFetch", {}],
    ["mcp__other__look", {}],
    ["Agent", {}],
  ])("does not leave %s %j", (tool, input) => {
    expect(said(tool, input, { state: used(7) }).verdict).toBe("denied");
  });

  it("is not taken by helix's own tools, lists of tasks and the search for tools", () => {
    for (const tool of ["mcp__helix__code", "mcp__helix___reload", "TaskCreate", "ToolSearch"])
      expect(said(tool, {})).toMatchObject({ verdict: "allowed", counted: false });
    for (const tool of ["Read", "mcp__helix__a__b", "mcp__helixx__plan", "WebFetch"])
      expect(said(tool, {})).toMatchObject({ verdict: "allowed", counted: true });
  });

  it("counts a call once that two settings files record", () => {
    const state = stateOf([
      held(
        { root: ROOT },
        [...Array(7)].flatMap((_, at) => [callRecord(`t${Math.min(at, 5)}`), callRecord(`t${Math.min(at, 5)}`)]),
      ),
    ]);
    expect(edit(state).verdict).toBe("allowed");
  });
});

describe("idioms", () => {
  const strict = held({ root: ROOT, forbidden: ["/console\\.(log|warn)/", "eval(", "Store passwords in plain text"] });
  const edit = (before: string, after: string, changes: Partial<GuardState> = {}) =>
    said(
      "Edit",
      { file_path: "src/a.ts", old_string: before, new_string: after },
      { state: stateOf([strict], {}, changes) },
    );

  it("are looked for in new text, but not in what was there", () => {
    expect(edit("a", "console.log(1)")).toMatchObject(denied(/the plan forbids: \/console/));
    expect(edit("console.log(1)", "console.log(2)").verdict).toBe("allowed");
    expect(edit("console.log(1)", "console.log(2); console.warn(2)").verdict).toBe("denied");
    expect(edit("a", "medieval(1); Store passwords in plain text").verdict).toBe("allowed");
    const write = (content: string, was: string | null) =>
      said("Write", { file_path: "src/a.ts", content }, { state: stateOf([strict], {}, { textOf: () => was }) });
    expect(write("x = eval(y)", null).verdict).toBe("denied");
    expect(write("x = eval(y)", "eval(z)").verdict).toBe("allowed");
    const many = {
      file_path: "src/a.ts",
      edits: [
        { old_string: "a", new_string: "b" },
        { old_string: "c", new_string: "eval(d)" },
      ],
    };
    expect(said("MultiEdit", many, { state: stateOf([strict]) }).verdict).toBe("denied");
  });
});

describe("the verify command", () => {
  it.each([
    ["npm test", ROOT, ""],
    [`cd ${ROOT} && npm test`, "/elsewhere", ""],
    ["npm test", `${ROOT}/lib`, "it ran in another directory than the root of the work tree"],
  ])("%s in %s", (command, cwd, flaw) => {
    expect(said("Bash", { command }, { cwd })).toMatchObject({ verdict: "allowed", verifyFlaw: flaw });
  });

  it("in the background has a flaw; another line has no word of it", () => {
    expect(said("Bash", { command: "npm test", run_in_background: true })).toMatchObject({
      verifyFlaw: expect.stringMatching(/background/),
    });
    expect(said("Bash", { command: "npm test || true" })).not.toHaveProperty("verifyFlaw");
  });

  it("that failed three times in one way ends the editing, until a person allows more", () => {
    const failed = [1, 2, 3].map((at) => verifyRecord(false, "same", at));
    const edit = (calls: Parameters<typeof held>[1], overrides: Parameters<typeof held>[2] = []) =>
      said("Edit", { file_path: "src/a.ts" }, { state: stateOf([held({ root: ROOT }, calls, overrides)]) });
    expect(edit(failed)).toMatchObject(denied(/the same error came 3 times.*status=blocked/));
    expect(edit(failed.slice(1)).verdict).toBe("allowed");
    expect(edit([...failed.slice(1), verifyRecord(true), failed[0]!]).verdict).toBe("allowed");
    expect(edit(failed, [{ at: 9, reason: "go on with it", delta: [], budget: 1, accepts: [] }]).verdict).toBe(
      "allowed",
    );
    expect(said("Read", {}, { state: stateOf([held({ root: ROOT }, failed)]) }).verdict).toBe("allowed");
  });
});
