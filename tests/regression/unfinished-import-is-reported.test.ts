// One byte was missing at the end of a log whose last act was an import of 2,000 notes: all of them were gone, nobody
// said so, and the next write moved them out of the log. Now an import is written in parts that each count, whoever
// comes next is told of what is missing, and `helix recover` brings it back.

import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { runHelix } from "../support/command-line.ts";
import { useServers } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const NOTES = 2000;
/** One part of an import. */
const PART = 100;
/** What is named of an unfinished write of a part. */
const HELD = /(\d+) notes of 3 topics \(topic-\d, topic-\d, topic-\d\)/;

const folder = useFolders("each");
const serve = useServers("each");
let cwd: string;
let base: string;
let log: string;

const run = (...words: string[]) => runHelix(words, { base, cwd });
const output = (...words: string[]) => {
  const { status, stdout, stderr } = run(...words);
  expect({ status, stderr }, words.join(" ")).toEqual({ status: 0, stderr: "" });
  return stdout;
};
const liveNotes = () => JSON.parse(run("export").stdout).length as number;
const keptNames = () => readdirSync(base).filter((name) => name.startsWith("data.log."));

/** Cuts the log. What was acknowledged in the last minutes is forgotten, else it would be stored again at once. */
function cutLastByte(): void {
  truncateSync(log, statSync(log).size - 1);
  rmSync(join(base, "recent.jsonl"));
}

beforeEach(() => {
  cwd = folder();
  base = join(cwd, "kb");
  log = join(base, "data.log");
  const notes = Array.from({ length: NOTES }, (_, at) => ({
    topic: `topic-${at % 3}`,
    time: new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString(),
    body: `note ${at} of the import, about the linker and word${at}`,
  }));
  writeFileSync(join(cwd, "notes.json"), JSON.stringify(notes));
  expect(output("import", join(cwd, "notes.json"))).toContain(`imported ${NOTES} entries`);
  cutLastByte();
});

describe("a log that lacks its last byte", () => {
  test("keeps all but the last part of the import", () => {
    expect(liveNotes()).toBe(NOTES - PART);
  });

  test("check, doctor, stats and the next answer say what is missing", () => {
    const check = run("check");
    expect(check.status).toBe(2);
    expect(check.stdout).toMatch(/^UNFINISHED: 100 notes of 3 topics \(.*helix recover/m);
    expect(JSON.parse(run("check", "--json").stdout).unfinished).toMatchObject({ notes: PART, topics: 3 });
    expect(run("doctor").stdout).toMatch(/problem.*unfinished write of 100 notes of 3 topics/);
    expect(run("stats").stdout).toMatch(/^unfinished: a write of 100 notes of 3 topics/m);
    const { stdout, stderr, status } = run("search", "word7");
    expect({ status, lines: stdout.split("\n").length }).toEqual({ status: 0, lines: 3 });
    expect(stderr).toMatch(/^helix: note: the log ends in an unfinished write of 100 notes .*helix recover.*\n$/);
  });

  test("a server says it once, beside its next answer, and again when a write has moved it aside", async () => {
    const helix = await serve({ directory: base, cwd });
    const call = async (name: string, values: Record<string, unknown>) => {
      const { content } = await helix.client.callTool({ name, arguments: values });
      return (content as { text: string }[]).map(({ text }) => text);
    };
    const [found, notice] = await call("search", { query: "word7" });
    expect(found).toContain("word7");
    expect(notice).toMatch(HELD);
    expect(await call("search", { query: "word7" })).toHaveLength(1);
    const [, moved] = await call("store", { topic: "other", text: "stored behind it" });
    expect(moved).toMatch(/unfinished write of 100 notes .* was moved to data\.log\.torn-\d+: helix recover/);
    expect(await call("search", { query: "word7" })).toHaveLength(1);
  });

  test("recover lists them and brings them back, before and behind the next write, and nothing twice", () => {
    for (const isMoved of [false, true]) {
      if (isMoved) {
        cutLastByte();
        expect(run("store", "other", "stored behind it").stderr).toMatch(/was moved to data\.log\.torn-\d+/);
        expect(run("doctor").stdout).toMatch(
          /problem.*whole notes? stands? aside, in copies of cut off bytes: data\.log\.torn-/,
        );
        expect(run("check").stdout).toMatch(
          /^kept copy of removed bytes: data\.log\.torn-\d+ \(\d+ whole notes?: helix recover\)$/m,
        );
      }
      const before = liveNotes();
      const listed = output("recover");
      expect(listed).toMatch(
        /(the end of data\.log|data\.log\.torn-\d+): \d+ whole notes, \d+ of them not in the knowledge base/,
      );
      expect(listed).toMatch(/^ {2}\[topic-\d\] 2026-01-0\d note \d+ of the import/m);
      expect(liveNotes()).toBe(before);
      expect(output("recover", "--apply")).toMatch(/^recovered \d+ entries into 3 topics/);
      expect(liveNotes()).toBe(NOTES + Number(isMoved));
      expect(keptNames().every((name) => name.startsWith("data.log.recovered-torn-"))).toBe(true);
      expect(run("check").status).toBe(0);
      expect(run("recover")).toMatchObject({ status: 1, stdout: expect.stringContaining("nothing to recover") });
    }
    const notes = JSON.parse(output("export")) as { topic: string; time: string; body: string }[];
    const own = notes.filter(({ topic }) => topic !== "other");
    expect(new Set(own.map(({ body }) => body)).size).toBe(NOTES);
    expect(
      own.every(({ body, time }) => Date.parse(time) === Date.UTC(2026, 0, 1) + Number(/\d+/.exec(body)) * 60_000),
    ).toBe(true);
  });
});

test("recover takes the live notes of another log, and skips what is there, whatever its topic", () => {
  const copy = join(cwd, "old.log");
  writeFileSync(copy, readFileSync(log));
  run("edit", "delete", "topic-1", "--index", "0");
  run("edit", "rename", "topic-2", "renamed");
  const { stdout } = run("recover", copy);
  expect(stdout).toContain(`${copy}: ${NOTES} whole notes, ${PART + 1} of them not in the knowledge base`);
  expect(output("recover", copy, "--apply")).toContain(`skipped ${NOTES - PART - 1}: already there`);
  expect(liveNotes()).toBe(NOTES);
  expect(readFileSync(copy).length).toBeGreaterThan(0);
});

test("recover says in a line what it cannot read", () => {
  expect(run("recover", join(cwd, "nothing.log"))).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /there is no file .*nothing\.log: helix recover without a file lists those beside the log\n$/,
    ),
  });
  writeFileSync(join(cwd, "some.txt"), "no log at all");
  expect(run("recover", join(cwd, "some.txt"))).toMatchObject({
    status: 1,
    stdout: expect.stringContaining("no whole note"),
  });
});
