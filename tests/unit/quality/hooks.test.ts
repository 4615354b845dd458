// The judged events are in order, and their figures are those that one counts by hand.

import { describe, expect, test } from "vitest";
import { faultsOf, hookFigures } from "../../../quality/hooks/hook-figures.ts";
import {
  beginningOf,
  eventFields,
  JUDGED_HOOKS,
  JUDGED_PROJECTS,
  type JudgedEvent,
  type JudgedNote,
  readJudgedEvents,
  shownNotes,
} from "../../../quality/hooks/judged-events.ts";

describe.each(JUDGED_PROJECTS)("the set for hooks of %s", (project) => {
  const { notes, sources, events } = readJudgedEvents(project);

  test("is large enough, and a third of it is silence", () => {
    const count = (of: string) => notes.filter((note) => note.of === of).length;
    expect(count("project")).toBeGreaterThanOrEqual(50);
    expect(Math.min(count("other"), count("chatter"))).toBeGreaterThanOrEqual(10);
    expect(events.length).toBeGreaterThanOrEqual(120);
    expect(events.filter(({ wanted }) => wanted.length === 0).length).toBeGreaterThanOrEqual(events.length / 3);
    for (const hook of JUDGED_HOOKS) expect(events.some(({ type }) => type === hook)).toBe(true);
  });

  test("refers to notes and files that there are", () => {
    const names = new Set(notes.map(({ name }) => name));
    expect(names.size).toBe(notes.length);
    const referred = events.flatMap(({ wanted, fitting = [] }) => [...wanted, ...fitting]);
    expect(referred.filter((name) => name !== "*" && !names.has(name))).toEqual([]);
    const touched = events.flatMap(({ type, tool, file }) =>
      type === "ambient" && (tool === "Read" || tool === "Edit") ? [file!] : [],
    );
    expect(touched.filter((file) => sources[file] === undefined)).toEqual([]);
    const cited = notes.flatMap(({ source }) => (source === undefined ? [] : [source.split(":")]));
    expect(cited.filter(([file, line]) => !(Number(line) <= (sources[file!]?.length ?? 0)))).toEqual([]);
  });

  test("edits what the files hold", () => {
    const edits = events.filter(({ tool, before }) => tool === "Edit" && before !== undefined);
    expect(edits.filter(({ file, before }) => !sources[file!]!.join("\n").includes(before!))).toEqual([]);
  });

  test("has notes that are told apart by how they begin", () => {
    expect(new Set(notes.map(beginningOf)).size).toBe(notes.length);
    for (const note of notes) expect(shownNotes(`- [topic] ${note.text}`, notes)).toEqual([note.name]);
  });
});

describe("the fields of an event", () => {
  test("of a command that failed are those of the client", () => {
    const event: JudgedEvent = { type: "error-context", wanted: [], command: "make", error: "Exit code 2\nno" };
    expect(eventFields(event, "/project")).toMatchObject({
      tool_name: "Bash",
      tool_input: { command: "make" },
      error: "Exit code 2\nno",
    });
  });

  test("of a read name the file in the project", () => {
    const event: JudgedEvent = { type: "ambient", wanted: [], tool: "Read", file: "src/a.ts" };
    expect(eventFields(event, "/project")).toMatchObject({ tool_input: { file_path: "/project/src/a.ts" } });
  });
});

describe("the figures of hooks", () => {
  const note = (name: string, of: JudgedNote["of"] = "project"): JudgedNote => ({
    name,
    of,
    topic: "t",
    tags: "",
    text: name,
  });
  const all = [note("a"), note("b"), note("c"), note("talk", "chatter"), note("far", "other")];
  const answer = (event: Partial<JudgedEvent>, shown: string[], text = "") => ({
    event: { type: "prompt", wanted: [], ...event } as JudgedEvent,
    shown,
    text,
    ms: 1,
  });

  test("count what was shown rightly, what was missed, and silence", () => {
    const answers = [
      answer({ wanted: ["a", "b"], fitting: ["c"] }, ["a", "c", "talk"], "x".repeat(40)),
      answer({}, []),
      answer({}, ["b"], "x".repeat(20)),
      answer({ fitting: ["b"] }, ["b"], "x".repeat(20)),
    ];
    expect(hookFigures(answers, all)).toEqual(
      ["prompt", "all"].map((hook) => ({
        hook,
        events: 4,
        precision: 3 / 5,
        recall: 1 / 2,
        silence: 1 / 2,
        silentEvents: 2,
        characters: 20,
        tokens: 5,
      })),
    );
    expect(faultsOf(answers[0]!, all)).toBe("missed b; wrong talk");
    expect(faultsOf(answers[3]!, all)).toBe("");
  });

  test("of an event that any note of its project fits leave out chatter and other projects", () => {
    const session = answer({ type: "session", wanted: ["a"], fitting: ["*"] }, ["a", "b", "talk", "far"]);
    expect(faultsOf(session, all)).toBe("wrong talk, far");
  });
});
