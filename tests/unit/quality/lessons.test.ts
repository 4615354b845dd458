// Failures that come back: how a history becomes lessons and failures, what a round judges, and that a replay of a world
// in which judgements are all there is to know learns from them.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { ArgumentError } from "../../../bench/arguments.ts";
import { type Fix, functionName, readFixes } from "../../../quality/lessons/fixes.ts";
import { type LessonSet, lessonSet, setOfFixes, type Worth } from "../../../quality/lessons/lesson-set.ts";
import { type LessonResult, lessonsTable, measureSet } from "../../../quality/lessons/measure-lessons.ts";
import { type Counts, ROUNDS, replay, type Scoring, SHOWN } from "../../../quality/lessons/replay.ts";
import { git, gitAt, makeRepository } from "../../support/git-repository.ts";
import { useFolders } from "../../support/temporary-folder.ts";

const makeFolder = useFolders("each");

it.each([
  ["    def send(self, request):", "send"],
  ["async def read(stream):", "read"],
  ["res.send = function send(body) {", "send"],
  ["exports.parse = (text) => {", "parse"],
  ["static int readQuery(client *c) {", "readQuery"],
  ["class Session(Base):", null],
  ["export default class View extends Base(Other) {", null],
  ["if (a) {", null],
  ["describe('send', function () {", null],
  ["const x = 1", null],
])("knows the function that a line begins: %s", (line, name) => {
  expect(functionName(line)).toBe(name);
});

describe("the fixes of a history", () => {
  const body = (first: string, second: string) =>
    `def send(a):\n    x = 1\n    return ${first}\n\n\ndef close(a):\n    y = 1\n    return ${second}\n`;

  test("are commits that say that something is mended, with what they changed, the oldest first", () => {
    const folder = makeRepository(join(makeFolder(), "sample"));
    const commit = (day: number, message: string, files: Readonly<Record<string, string>>) => {
      for (const [path, content] of Object.entries(files)) writeFileSync(join(folder, path), content);
      git(folder, "add", "-A");
      gitAt(`2026-01-0${day}T12:00:00Z`, folder, "commit", "-q", "-m", message);
    };
    commit(1, "fix the first version of it", { "net.py": body("a", "a"), "test_net.py": "def test():\n    pass\n" });
    commit(2, "fix: sending fails without a host (#12)\n\nSee https://example.org/12 in net.py", {
      "net.py": body("a or 1", "a"),
    });
    commit(3, "speed up what is sent often", { "net.py": body("a or 2", "a") });
    commit(4, "fix a test that fails on Tuesdays", { "test_net.py": "def test():\n    assert True\n" });
    commit(5, "avoid an error when it is closed twice", { "net.py": body("a or 2", "a and 3") });
    expect(readFixes(folder)?.map(({ text, functions, files, added }) => ({ text, functions, files, added }))).toEqual([
      {
        text: "sending fails without a host See in",
        functions: ["net.py send"],
        files: ["net.py"],
        added: ["return a or 1"],
      },
      {
        text: "avoid an error when it is closed twice",
        functions: ["net.py close"],
        files: ["net.py"],
        added: ["return a and 3"],
      },
    ]);
    expect(() => lessonSet(folder)).toThrow(ArgumentError);
    expect(() => lessonSet(makeFolder())).toThrow("there is no git repository");
  });
});

function fix(at: number, functions: readonly string[]): Fix {
  const files = [...new Set(functions.map((each) => each.split(" ")[0]!))];
  return { id: `c${at}`, at, text: `something fails in round ${at}`, functions, files, added: ["x = 1"] };
}

test("earlier fixes are the lessons, later ones the failures that they help with, mislead in, or stand by", () => {
  const earlier = [fix(1, ["a.c one"]), fix(2, ["a.c two"]), fix(3, ["b.c three"]), fix(4, ["a.c one", "b.c four"])];
  const later = [fix(5, ["a.c one"]), fix(6, ["a.c one"]), fix(7, ["a.c one"]), fix(8, ["c.c five"])];
  const { lessons, failures, begin } = setOfFixes("sample", [...earlier, ...later]);
  expect(begin).toBe(5);
  expect(lessons[3]).toEqual({
    id: "c4",
    at: 4,
    trigger: "something fails in round 4",
    resolution: "change one in a.c, four in b.c\nx = 1",
  });
  // The last one is about nothing that was mended before. Every third of a family is asked only.
  expect(failures.map(({ text, family, isJudged }) => [text.at(-1), family, isJudged])).toEqual([
    ["5", "a.c one", true],
    ["6", "a.c one", true],
    ["7", "a.c one", false],
  ]);
  expect(failures[0]!.worth).toEqual(["helps", "by", "misleads", "helps"]);
});

/** A world of one failure; what its lessons are worth, by place. */
function world(worth: readonly Worth[]): LessonSet {
  return {
    name: "world",
    lessons: worth.map((_, at) => ({ id: `l${at}`, at, trigger: `trigger ${at}`, resolution: "" })),
    failures: [{ text: "it fails", family: "f", isJudged: true, worth }],
    begin: 0,
  };
}

/** Ranks by what was judged; of equal ones the first. */
const judging: Scoring = {
  name: "judging",
  learns: true,
  rank: (_text, _now, counts) =>
    counts
      .map(({ helped, misled }, place) => ({ place, score: helped - misled }))
      .sort((a, b) => b.score - a.score || a.place - b.place)
      .map(({ place }) => place),
};

describe("a replay", () => {
  test("tries lessons in their order until one helps, and only those that are shown", () => {
    const seen: (readonly Counts[])[] = [];
    const fixed: Scoring = {
      ...judging,
      rank(_text, _now, counts) {
        seen.push(structuredClone(counts) as Counts[]);
        return [0, 1, 2, 3, 4, 5, 6];
      },
    };
    const judgedWith = (worth: readonly Worth[]) => {
      seen.length = 0;
      for (let seed = 0; seed < 20; seed++) replay(world(worth), fixed, seed);
      return worth.map((_, place) => Math.max(...seen.map((counts) => counts[place]!.helped + counts[place]!.misled)));
    };
    const judged = judgedWith(["misleads", "by", "helps", "misleads", "helps"]).map((count) => count > 0);
    expect(judged).toEqual([true, false, true, false, false]);
    const hidden: Worth[] = [...Array.from({ length: SHOWN }, (): Worth => "by"), "helps", "misleads"];
    expect(judgedWith(hidden)).toEqual(hidden.map(() => 0));
  });

  test("learns where judgements tell, is the same for the same seed, and stands still without learning", () => {
    const worth: Worth[] = ["misleads", "misleads", "misleads", "helps", "by"];
    const rounds = replay(world(worth), judging, 3);
    expect(rounds).toHaveLength(ROUNDS + 1);
    expect(rounds[0]!.again).toMatchObject({ helping: 1 / 4, first: 0, misleading: 1, wrong: 1 });
    expect(rounds[ROUNDS]!.again).toMatchObject({ helping: 1, first: 1, wrong: 0, byFailure: [1] });
    expect(replay(world(worth), judging, 3)).toEqual(rounds);
    const still = replay(world(worth), { ...judging, learns: false }, 3);
    expect(still.every(({ again }) => again.helping === 1 / 4)).toBe(true);
  });
});

test("the product learns in a world of one failure: the table says so, and without learning nothing changes", async () => {
  const words = ["crash", "parser", "comment"];
  const lesson = (at: number, more: string) => ({
    id: `l${at}`,
    at: Date.UTC(2026, 0, at + 1),
    trigger: `${words.join(" ")} ${more}`,
    resolution: `change ${more}`,
  });
  const set: LessonSet = {
    name: "world",
    lessons: [...["alpha", "beta", "gamma"].map((more, at) => lesson(at, more)), lesson(3, "delta")],
    failures: [
      { text: words.join(" "), family: "f", isJudged: true, worth: ["helps", "misleads", "misleads", "misleads"] },
    ],
    begin: Date.UTC(2026, 3, 1),
  };
  const result = await measureSet(set, 1, makeFolder());
  const rowOf = (name: string) => result.rows.find(({ scoring }) => scoring === name)!;
  for (const name of ["recall", "recall, additive", "search"]) {
    const { rounds } = rowOf(name);
    expect(rounds[ROUNDS]!.again.helping).toBeGreaterThan(rounds[0]!.again.helping);
    expect(rounds[ROUNDS]!.again.misleading).toBeLessThan(rounds[0]!.again.misleading);
  }
  for (const name of ["recall, no learning", "search, no learning"]) {
    const { rounds, p } = rowOf(name);
    expect(p).toBeNull();
    expect(rounds[ROUNDS]).toEqual(rounds[0]);
  }
  const lines = lessonsTable(result satisfies LessonResult).split("\n");
  expect(lines[0]).toBe("world: 4 lessons; 1 failures of 1 families come back, 0 are asked in new words");
  expect(lines).toHaveLength(3 + result.rows.length);
});
