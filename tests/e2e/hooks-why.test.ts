// `helix hooks why` after real hooks, by a process and by a server: what was shown, what was held back, why nothing was
// said. What hooks recorded is counted, exported and imported.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { runHelix } from "../support/command-line.ts";
import { makeRepository } from "../support/git-repository.ts";
import { askHook } from "../support/hook-process.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
const LINKER = "gotcha: the linker wants arm64 only";

let [cwd, base] = ["", ""];

beforeEach(() => {
  cwd = makeRepository(`${folder()}/app`);
  base = folder();
});

const helix = (...words: string[]) => runHelix(words, { cwd, base });
const prompted = (prompt: string, environment?: Record<string, string>) =>
  askHook(
    "prompt",
    { session_id: "s1", cwd, prompt },
    { cwd, base, isHosted: true, ...(environment && { environment }) },
  );

test("shows what hooks decided, and why", async () => {
  helix("store", "build", LINKER);
  expect(await prompted("why does the linker want arm64 only?")).toContain("arm64 only");
  expect(await prompted("why does the linker want arm64 only?")).toBe("");
  expect(await prompted("how do penguins sleep standing upright?")).toBe("");
  const { status, stdout } = helix("hooks", "why");
  expect(status).toBe(0);
  expect(stdout.replace(/^\d{4}-\d\d-\d\d \d\d:\d\d /gm, "")).toBe(
    [
      "prompt: showed 1 note",
      `  showed build:0 ${LINKER}`,
      "prompt: silent: nothing was left to show",
      `  held back build:0 ${LINKER}`,
      "    this conversation has it already",
      "prompt: silent: no note is about it\n",
    ].join("\n"),
  );
  const { decisions } = JSON.parse(helix("hooks", "why", "--limit", "2", "--json").stdout);
  expect(decisions).toMatchObject([
    { hook: "prompt", session: "s1", silent: "held", shown: [], held: [{ topic: "build", index: 0, reason: "told" }] },
    { hook: "prompt", silent: "unknown", shown: [], held: [] },
  ]);
});

test("keeps to the project, unless all are asked for, and to a session", async () => {
  helix("store", "build", LINKER);
  await prompted("why does the linker want arm64 only?");
  const elsewhere = { cwd: folder(), base };
  const other = runHelix(["hooks", "why"], elsewhere);
  expect(other).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/^no hook has decided anything outside of projects: .*--all/),
  });
  expect(runHelix(["hooks", "why", "--all"], elsewhere).stdout).toContain("showed 1 note");
  expect(runHelix(["hooks", "why", "--session", "s1"], elsewhere).stdout).toContain("showed 1 note");
  expect(helix("hooks", "why", "--session", "s2")).toMatchObject({ status: 1 });
});

test("names a note that was deleted since by its id", async () => {
  helix("store", "build", LINKER);
  await prompted("why does the linker want arm64 only?");
  helix("edit", "delete", "build");
  expect(runHelix(["hooks", "why"], { cwd, base, keepsIds: true }).stdout).toMatch(
    /showed @[0-9a-z]{10} \(deleted since\)/,
  );
});

test.each([
  [["hooks", "why", "--limit", "0"], '--limit "0" is not accepted: give a number from 1 to 500, e.g. --limit 10'],
  [["hooks", "status", "--limit", "3"], "helix hooks status has no option --limit"],
  [["hooks", "why", "--user"], "helix hooks why has no option --user; it has: --limit, --session, --all"],
  [["export", "--events", "--project", "here"], "--events prints the events of all projects: leave --project out"],
])("refuses %j", (words, message) => {
  const { status, stdout, stderr } = helix(...words);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain(message);
});

test("counts, exports and imports what hooks recorded", async () => {
  helix("store", "build", LINKER);
  await prompted("why does the linker want arm64 only?");
  const stats = helix("stats", "--detail", "events");
  expect(stats.stdout).toMatch(/^1 event, \d+ bytes in 1 file\nfrom \S+ to \S+\nnotes shown by hooks: 1\n$/);
  expect(helix("check").stdout).toContain("\nevents: 1, all whole\n");
  const exported = runHelix(["export", "--events"], { cwd, base, keepsIds: true }).stdout;
  expect(JSON.parse(exported)).toMatchObject({ v: 1, type: "shown", hook: "prompt", session: "s1" });
  const into = { cwd, base: folder(), input: exported };
  expect(runHelix(["import", "--events"], into).stdout).toBe("imported 1 event\n");
  expect(runHelix(["import", "--events"], into).stdout).toBe("imported 0 events\n  1 were there already\n");
  expect(runHelix(["import", "--events"], { ...into, input: "{}" })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("no line is an event"),
  });
  expect(readFileSync(`${into.base}/events/active.jsonl`, "utf8")).toContain('"type":"shown"');
});

test("damaged events are told by check and the doctor, and cost no note; what was cut off is no damage", async () => {
  helix("store", "build", LINKER);
  await prompted("why does the linker want arm64 only?");
  const path = `${base}/events/active.jsonl`;
  const text = readFileSync(path, "utf8");
  await Bun.write(path, text.replace('"prompt"', '"prOmpt"'));
  const checked = () => {
    const { status, stdout } = helix("check");
    return { status, last: stdout.trimEnd().split("\n").at(-1) };
  };
  expect(checked()).toEqual({ status: 2, last: "events: 0, DAMAGED: 1 line, passed over" });
  const doctor = helix("doctor");
  expect(doctor.stdout).toContain("1 line of the event log is damaged and passed over: a judgement, or what became of");
  expect(helix("search", "linker").stdout).toContain("arm64");
  // Where counts were kept of what is damaged since, it is read all the same.
  await Bun.write(path, text.repeat(3000));
  helix("stats", "--detail", "events");
  expect(readdirSync(`${base}/events`)).toContain("note-counters.json");
  await Bun.write(path, text.replace('"prompt"', '"prOmpt"') + text.repeat(2999));
  expect(checked()).toEqual({ status: 2, last: "events: 3000, DAMAGED: 1 line, passed over" });
  // A write that was cut off, which nobody was told of; then one behind it.
  await Bun.write(path, text.slice(0, -10));
  expect(checked()).toEqual({
    status: 0,
    last: expect.stringMatching(/^events: 0, the last \d+ bytes are no whole line \(an interrupted write\)$/),
  });
  await Bun.write(path, text.slice(0, -10) + text);
  expect(checked()).toEqual({ status: 0, last: "events: 1, 1 part of a line (interrupted writes), passed over" });
});

test("check looks over events and plans where there is no note yet", () => {
  const tasks = [{ seq: "001", slug: "a", objective: "do a", delta: ["a.ts"], verify: "npm test" }];
  const input = JSON.stringify({ objective: "ship it", tasks });
  expect(runHelix(["plan", "save"], { base, cwd, input }).status).toBe(0);
  const checked = () => {
    const { status, stdout } = helix("check");
    return { status, lines: stdout.trimEnd().split("\n") };
  };
  const sound = [`no notes yet in ${base}`, "events: 1, all whole"];
  expect(checked()).toEqual({ status: 1, lines: [...sound, "documents of plans: 1, all whole"] });
  const [name = ""] = readdirSync(`${base}/plans/documents`);
  writeFileSync(`${base}/plans/documents/${name}`, "{");
  const damaged = `documents of plans: 1, DAMAGED: ${name.slice(0, 10)}, which count for nothing`;
  expect(checked()).toEqual({ status: 2, lines: [...sound, damaged] });
});

test("records every silence where HELIX_TRACE asks for it", async () => {
  const event = { session_id: "s1", cwd, tool_name: "Bash", tool_input: { command: "ls" }, tool_response: {} };
  await askHook("post-build", event, { cwd, base });
  expect(helix("hooks", "why").status).toBe(1);
  const environment = { PATH: process.env.PATH ?? "", HOME: cwd, HELIX_TRACE: "1" };
  await askHook("post-build", event, { cwd, base, environment });
  expect(helix("hooks", "why").stdout).toContain("post-build: silent: nothing to look for\n");
});

test("explains lessons: shown as notes, held back since others came first, or since they were told", async () => {
  const rules = ["cache warms", "cache evicts", "cache shrinks", "cache grows"];
  for (const rule of rules) {
    helix(
      "store",
      "lessons",
      `the session ${rule} at midnight\nresolution: look at the ${rule} job`,
      "--tags",
      "failure",
    );
  }
  const question = "why does the session cache change at midnight?";
  expect((await prompted(question)).match(/^- failure/gm)).toHaveLength(3);
  await prompted(question);
  const { decisions } = JSON.parse(helix("hooks", "why", "--json").stdout);
  expect(decisions).toHaveLength(2);
  const [first, second] = decisions;
  expect(first.shown).toHaveLength(4);
  expect(first.said).toEqual(["lessons report"]);
  expect(second).toMatchObject({ silent: "held", shown: [] });
  expect(second.held.map(({ reason }: { reason: string }) => reason)).toContain("told");
});
