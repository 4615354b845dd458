// What refuses DELIVERED and what is only said: verify as it was seen, calls that the guard did not see, changes outside of
// the delta, whose they may be, forbidden lines, and what a person overrode.

import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { attributed } from "../../../../src/plan/workspace/attribution.ts";
import { NO_DIGEST } from "../../../../src/plan/workspace/delta-digest.ts";
import { forbiddenLines } from "../../../../src/plan/workspace/forbidden-lines.ts";
import { judgeReport, type ReportFacts } from "../../../../src/plan/workspace/judge-report.ts";
import type { ChangeKind, TreeChange } from "../../../../src/plan/workspace/snapshot-diff.ts";
import { type TranscriptCall, transcriptGap } from "../../../../src/plan/workspace/transcript-gap.ts";
import { verifySeen } from "../../../../src/plan/workspace/verify-seen.ts";
import { diskTreeEntries } from "../../../../src/platform/tree-entries.ts";
import { callRecord, overrideOf, taskOf, verifyRecord, workspaceOf } from "../../../support/plan-workspace.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");

function change(path: string, kind: ChangeKind = "content", from: string | null = null): TreeChange {
  return { path, kind, from, isHidden: false };
}

describe("verify", () => {
  const digests = { start: "start", now: "now" };
  const cases: readonly [string, Parameters<typeof verifySeen>[0], string][] = [
    ["never ran", [callRecord("x")], "was not seen to run"],
    ["succeeded last on what is there now", [verifyRecord({ ok: false }), verifyRecord()], ""],
    ["failed last on what is there now", [verifyRecord(), verifyRecord({ ok: false })], "failed when it ran last"],
    [
      "succeeded before the last change",
      [verifyRecord({ digest: "between" })],
      "succeeded, but files in the delta were changed after that",
    ],
    [
      "failed before the last change",
      [verifyRecord({ digest: "between", ok: false })],
      "failed when it ran last (1 failed run), and files in the delta were changed after that",
    ],
    [
      "ran in another directory",
      [verifyRecord({ flaw: "it ran in another directory than the root of the work tree" })],
      "was not seen whole: it ran in another directory than the root of the work tree",
    ],
    [
      "succeeded, and a run that does not count came later",
      [verifyRecord(), verifyRecord({ ok: false, flaw: "it ran in the background" })],
      "",
    ],
    ["succeeded on the old text again", [verifyRecord(), verifyRecord({ digest: "other", ok: false })], ""],
  ];
  for (const [what, records, instead] of cases) {
    test(`${what}: ${instead || "green"}`, () => {
      expect(verifySeen(records, digests)).toMatchObject({ isGreen: instead === "", instead });
    });
  }

  test("what it showed before the first change is told", () => {
    const red = verifyRecord({ digest: "start", ok: false });
    expect(verifySeen([red, verifyRecord()], digests).before).toBe("red");
    expect(verifySeen([verifyRecord({ digest: "start" }), verifyRecord()], digests).before).toBe("green");
    expect(verifySeen([verifyRecord()], digests).before).toBe("unseen");
    expect(verifySeen([{ ...red, flaw: "it was interrupted" } as never, verifyRecord()], digests).before).toBe(
      "unseen",
    );
  });

  test("nothing counts for a delta that cannot be told", () => {
    const seen = verifySeen([verifyRecord({ digest: NO_DIGEST })], { start: NO_DIGEST, now: NO_DIGEST });
    expect(seen.isGreen).toBe(false);
  });
});

describe("calls in the transcript", () => {
  let count = 0;
  const call = (over: Partial<TranscriptCall> = {}): TranscriptCall => ({
    id: `toolu_${++count}`,
    tool: "Bash",
    message: `msg_${count}`,
    result: "ran",
    ...over,
  });
  const start = call({ id: "start", tool: "mcp__helix__plan", message: "msg_start" });

  test("one that ran unseen is a gap", () => {
    const [seen, unseen] = [call(), call({ tool: "Edit" })];
    const gap = transcriptGap({ calls: [call(), start, seen, unseen], flaws: [] }, "start", new Set([seen.id]));
    expect(gap).toEqual({ unseen: [unseen], compared: 2, notes: [] });
  });

  test("what did not run, came before or with the start, or is of helix is none", () => {
    const calls = [
      call(),
      start,
      call({ message: "msg_start" }),
      call({ result: "unrun" }),
      call({ result: "none" }),
      call({ tool: "mcp__plugin_helix_helix__plan" }),
      call({ tool: "mcp__helix__plan" }),
      call({ tool: "ToolSearch" }),
      call({ tool: "TodoWrite" }),
    ];
    expect(transcriptGap({ calls, flaws: [] }, "start", new Set())).toEqual({ unseen: [], compared: 0, notes: [] });
  });

  test("a transcript that is missing, or does not show the start, proves nothing, and that is said", () => {
    const missing = transcriptGap({ calls: [], flaws: ["there is none"] }, "start", new Set());
    expect(missing.notes).toEqual(["calls were not compared with the transcript: there is none"]);
    const other = transcriptGap({ calls: [call(), call()], flaws: [] }, "start", new Set());
    expect(other.unseen).toEqual([]);
    expect(other.notes[0]).toContain("does not show the call that began the workspace");
  });

  test("one that is damaged in part is compared as far as it goes", () => {
    const unseen = call();
    const gap = transcriptGap(
      { calls: [start, unseen], flaws: ["1 line could not be understood"] },
      "start",
      new Set(),
    );
    expect(gap.unseen).toEqual([unseen]);
    expect(gap.notes).toEqual(["not all calls were compared with the transcript: 1 line could not be understood"]);
  });
});

describe("whose a change is", () => {
  const mine = workspaceOf({ task: taskOf({ delta: ["src/a/"], writes: ["coverage/"] }) });
  const other = {
    workspace: workspaceOf({ id: "O", task: taskOf({ seq: "002", delta: ["src/b/", "src/a/shared.ts"] }) }),
    overrides: [],
  };

  test("own, written by verify, another's, nobody's", () => {
    const changes = ["coverage/out", "other.ts", "src/a/shared.ts", "src/a/x.ts", "src/b/y.ts"].map((path) =>
      change(path),
    );
    const found = attributed(changes, mine, [], [other]);
    expect(found.own.map(({ path }) => path)).toEqual(["src/a/shared.ts", "src/a/x.ts"]);
    expect(found.shared.map((each) => [each.change.path, each.other.id])).toEqual([["src/a/shared.ts", "O"]]);
    expect(found.written.map(({ path }) => path)).toEqual(["coverage/out"]);
    expect(found.unattributed.map((each) => [each.change.path, each.other.id])).toEqual([["src/b/y.ts", "O"]]);
    expect(found.outside.map(({ path }) => path)).toEqual(["other.ts"]);
  });

  test("what a person allowed beside is own, and what another was allowed is its", () => {
    const changes = [change("docs/x.md"), change("lib/y.ts")];
    const found = attributed(changes, mine, [{ delta: ["docs/"] }], [{ ...other, overrides: [{ delta: ["lib/"] }] }]);
    expect(found.own.map(({ path }) => path)).toEqual(["docs/x.md"]);
    expect(found.unattributed.map((each) => each.change.path)).toEqual(["lib/y.ts"]);
  });

  test("where the form of characters tells no files apart, it does not tell whose a change is", () => {
    const [one, two] = ["caf\u00e9", "cafe\u0301"];
    const ours = workspaceOf({ task: taskOf({ delta: [`src/${one}.ts`], writes: [`${two}/`] }) });
    const theirs = { workspace: workspaceOf({ id: "O", task: taskOf({ delta: [`lib/${one}.ts`] }) }), overrides: [] };
    const changes = [`src/${two}.ts`, `${one}/out`, `lib/${two}.ts`, `src/${two}s.ts`].map((path) => change(path));
    const onMac = attributed(changes, ours, [], [theirs], true);
    expect(onMac.own.map(({ path }) => path)).toEqual([`src/${two}.ts`]);
    expect(onMac.written.map(({ path }) => path)).toEqual([`${one}/out`]);
    expect(onMac.unattributed.map((each) => each.change.path)).toEqual([`lib/${two}.ts`]);
    expect(onMac.outside.map(({ path }) => path)).toEqual([`src/${two}s.ts`]);
    // Elsewhere these are other files.
    expect(attributed(changes, ours, [], [theirs], false).outside).toEqual(changes);
  });

  test("another's work tree may lie in this one", () => {
    const inner = { workspace: workspaceOf({ id: "I", root: "/tmp/shop/trees/x", task: taskOf() }), overrides: [] };
    const found = attributed([change("trees/x/src/a.ts"), change("trees/x/b.ts")], mine, [], [inner]);
    expect(found.unattributed.map((each) => each.change.path)).toEqual(["trees/x/src/a.ts"]);
    expect(found.outside.map(({ path }) => path)).toEqual(["trees/x/b.ts"]);
  });
});

describe("forbidden lines", () => {
  const forbidden = ["eval(", "/TODO\\d+/", "Store passwords in plain text"];

  function found(before: string | null, after: string, kind: ChangeKind = "content") {
    const root = folder();
    writeFileSync(`${root}/a.ts`, after);
    const texts = new Map(before === null ? [] : [["a.ts", before]]);
    return forbiddenLines(forbidden, [change("a.ts", kind)], { root, texts }, diskTreeEntries);
  }

  test("stand in new lines, with their numbers", () => {
    expect(found("one\n", "one\neval(x)\n// TODO12\n").found).toEqual([
      { path: "a.ts", line: 2, entry: "eval(" },
      { path: "a.ts", line: 3, entry: "/TODO\\d+/" },
    ]);
    expect(found(null, "eval(x)", "added").found).toHaveLength(1);
  });

  test("what was there before is no fault, wherever it stands now", () => {
    expect(found("eval(x)\nb\n", "b\neval(x)\nc\n")).toEqual({ found: [], notes: [] });
    expect(found("eval(x)\n", "eval(x)\neval(x)\n").found).toEqual([{ path: "a.ts", line: 2, entry: "eval(" }]);
  });

  test("a file of unknown text is not looked through, and that is said", () => {
    expect(found(null, "eval(x)")).toEqual({
      found: [],
      notes: ["not looked through for what the plan forbids: 1 file of unknown or large text"],
    });
  });
});

describe("the judgement", () => {
  const good: ReportFacts = {
    workspace: workspaceOf(),
    overrides: [],
    treeFlaw: "",
    changes: { own: [change("src/a.ts")], shared: [], written: [], unattributed: [], outside: [] },
    others: [],
    verify: { isGreen: true, instead: "", before: "red" },
    gap: { unseen: [], compared: 3, notes: [] },
    forbidden: [],
    notes: [],
  };
  const bad: ReportFacts = {
    ...good,
    changes: {
      own: [],
      shared: [],
      written: [],
      unattributed: [],
      outside: [change("SRC/a.ts", "added", "src/a.ts"), change("b\nc.ts", "deleted")],
    },
    verify: { isGreen: false, instead: "was not seen to run", before: "unseen" },
    gap: { unseen: [{ id: "toolu_9", tool: "Edit", message: "m", result: "ran" }], compared: 1, notes: [] },
    forbidden: [{ path: "src/a.ts", line: 3, entry: "eval(" }],
  };

  test("is good where nothing is wrong, and says what verify showed before", () => {
    expect(judgeReport(good)).toEqual({
      refusals: [],
      overridden: [],
      notes: ["the verify command failed before anything was changed"],
      changed: ["src/a.ts"],
      unattributed: [],
    });
  });

  test("lists all that is wrong at once", () => {
    const { refusals } = judgeReport(bad);
    expect(refusals.map(({ kind }) => kind)).toEqual(["outside", "verify", "gap", "idioms"]);
    expect(refusals[0]!.lines).toEqual([
      "2 paths changed outside of the task's delta: take it back, or report the task as blocked",
      "SRC/a.ts added (was src/a.ts), which is not src/ of the delta",
      "b\\u{a}c.ts deleted",
    ]);
    expect(refusals[1]!.lines).toEqual([
      "the verify command was not seen to run",
      'run it as it stands, in /tmp/shop or behind "cd /tmp/shop && ", with nothing else around it: npm test',
    ]);
    expect(refusals[2]!.lines[0]).toContain("did not see 1 call of Edit");
    expect(refusals[3]!.lines[1]).toBe("src/a.ts:3 has eval(");
  });

  test("a person's override accepts one kind, with its reason, and no other", () => {
    const overrides = [overrideOf({ accepts: ["outside"], delta: ["docs/"], budget: 2 })];
    const { refusals, overridden } = judgeReport({ ...bad, overrides });
    expect(refusals.map(({ kind }) => kind)).toEqual(["verify", "gap", "idioms"]);
    expect(overridden).toEqual([
      "allowed beside the limits: docs/, 2 calls more (by a person: the reviewer asked for it)",
      "outside: 2 paths changed outside of the task's delta: take it back, or report the task as blocked (accepted by a person: the reviewer asked for it)",
    ]);
  });

  test("what is not attributable refuses nothing and is told", () => {
    const other = workspaceOf({ id: "O", task: taskOf({ seq: "002" }) });
    const { refusals, notes, unattributed } = judgeReport({
      ...good,
      others: [{ workspace: other, overrides: [] }],
      changes: { ...good.changes, unattributed: [{ change: change("lib/x.ts"), other }] },
    });
    expect(refusals).toEqual([]);
    expect(unattributed).toEqual(["lib/x.ts"]);
    expect(notes).toContain("not attributable: lib/x.ts changed is in the delta of 002, active meanwhile");
  });

  test("what another task may change, too, is the task's, and it is told that it may be the other's", () => {
    const other = workspaceOf({ id: "O", task: taskOf({ seq: "002" }) });
    const { refusals, notes, changed } = judgeReport({
      ...good,
      others: [{ workspace: other, overrides: [] }],
      changes: { ...good.changes, shared: [{ change: change("src/a.ts"), other }] },
    });
    expect([refusals, changed]).toEqual([[], ["src/a.ts"]]);
    expect(notes).toContain("counted as this task's: src/a.ts changed is in the delta of 002, too, active meanwhile");
    expect(notes.at(-1)).toContain("git worktree add");
  });

  test("a tree that cannot be compared refuses, and what is known to lie outside is said all the same", () => {
    const { refusals } = judgeReport({ ...bad, treeFlaw: "/tmp/shop is gone, or cannot be listed" });
    expect(refusals.map(({ kind }) => kind)).toEqual(["tree", "outside", "verify", "gap", "idioms"]);
  });

  test("without a guard, the way out is another", () => {
    const { refusals, notes } = judgeReport({ ...bad, workspace: workspaceOf({ hold: "report" }) });
    expect(refusals[1]!.lines[1]).toContain("helix plan approve");
    expect(notes).toContain("no guard held the limits: they were only looked at now");
  });

  test("a long list is cut, and says so", () => {
    const outside = Array.from({ length: 30 }, (_, at) => change(`x${at}`));
    const { refusals } = judgeReport({ ...good, changes: { ...good.changes, outside } });
    expect(refusals[0]!.lines).toHaveLength(22);
    expect(refusals[0]!.lines.at(-1)).toBe("and 10 more");
  });
});
