// What comes out of the command line on pipes and on terminals: no colour where it is piped, no terminal sequence of a
// stored text anywhere, and no complaint when the reader goes away.

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runHelix } from "../support/command-line.ts";
import { skipLoudly } from "../support/confined.ts";
import { helixBinary } from "../support/helix-binary.ts";
import { longEntries, manyEntries, writeOriginalLog } from "../support/original-log.ts";
import { NOW, ZONE } from "../support/served.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
const lasting = useFolders("all");
let cwd = "";
let base = "";

beforeEach(() => {
  cwd = folder();
  base = join(folder(), "base");
});

const run = (...words: string[]) => runHelix(words, { base, cwd });

/** Runs a shell command in which $HELIX is the binary. */
function shell(command: string, environment: Record<string, string> = {}) {
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: cwd,
    TZ: ZONE,
    HELIX_NOW: NOW,
    HELIX_KB: base,
    HELIX: helixBinary(),
  };
  return spawnSync("sh", ["-c", command], { cwd, env: { ...env, ...environment }, encoding: "utf8", input: "" });
}

test("search --explain: as data, and the parts make up the score", () => {
  writeOriginalLog(base, [
    { topic: "rebuilds", body: "[confidence: 0.5]\nrebuild the index while the log is locked" },
    { topic: "other", body: "an index of words" },
  ]);
  const { results } = JSON.parse(run("search", "index rebuild locked release", "--explain", "--json").stdout);
  expect(results.map((result: { topic: string }) => result.topic)).toEqual(["rebuilds", "other"]);
  for (const { score, explanation } of results) {
    const { terms, proximity, feedback, confidence, age, project } = explanation;
    const words = terms.reduce((sum: number, term: { score: number }) => sum + term.score, 0);
    expect((words + proximity + feedback) * confidence * age * project).toBeCloseTo(score, 9);
  }
  expect(results[0].explanation).toMatchObject({ confidence: 0.5, missing: ["release"] });
  expect(results[0].explanation.proximity).toBeGreaterThan(0);
  expect(run("search", "index", "--explain").stdout).toMatch(/^= score /m);
});

test("search --diverse and --no-diverse: help names both, and hints say what they leave out", () => {
  writeOriginalLog(
    base,
    Array.from({ length: 5 }, (_, at) => ({ topic: "linkers", body: `linker ${at}` })),
  );
  for (const words of [["--diverse"], ["--diverse", "true"], ["--diverse=TRUE"]]) {
    expect(run("search", "linker", ...words).stdout).toMatch(
      /5 match\(es\); 2 held back \(3 a topic\): give --topic=TOPIC to see all of one$/m,
    );
  }
  for (const words of [[], ["--no-diverse"], ["--diverse", "false"], ["--diverse=FALSE"], ["--topic=linkers"]]) {
    expect(run("search", "linker", ...words).stdout).toMatch(/^5 match\(es\)$/m);
  }
  const { stdout } = run("search", "--help");
  expect(stdout).toMatch(/^ *--diverse +List at most 3 of a topic *$/m);
  expect(stdout).toMatch(/^ *--no-diverse +List near-duplicates one by one *$/m);
  expect(stdout).toMatch(/^ *--no-recency +Rank whatever the age *$/m);
  expect(stdout).not.toMatch(/--no-no-/);
});

describe("stored text on a terminal", () => {
  // What somebody else's program may have written into the log: titles, colours, cursor moves, C1 controls, overrides
  // of direction.
  const hostile =
    "\u001b]0;owned\u0007 \u001b[31mred\u001b[0m \u001b[2J\u009b31m \u0085 \u0008\u007f \u202Eesrever\u202C end";
  const harmless = /^[\n\t\u0020-\u007e\u00a0-\uffff]*$/;

  beforeEach(() => {
    writeOriginalLog(base, [
      { topic: `evil\u001b[31m\u009b1m`, body: `[tags: a\u001b[1mb]\n[source: x\u001b[7m.ts]\n${hostile}\n${hostile}` },
      { topic: "good", body: "plain" },
    ]);
  });

  test.each([
    ["search", "end"],
    ["search", "end", "--detail=full"],
    ["search", "end", "--detail=brief"],
    ["search", "end", "--detail=grouped"],
    ["search", "end", "--detail=topics"],
    ["search", "end red\u001b[1m\u202ered \u009b1m", "--explain"],
    ["search", "end", "--json"],
    ["topics"],
    ["topics", "--json"],
    ["stats", "--detail=tags"],
    ["read", "evil\u001b[31m\u009b1m"],
    ["read", "evil\u001b[31m\u009b1m", "--json"],
    ["export"],
    ["inspect"],
    ["inspect", "--json"],
  ])("is harmless: helix %s %s %s", (...words) => {
    const { status, stdout, stderr } = run(...words.filter((word) => word !== undefined));
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(harmless);
    if (!words.includes("--json") && words[0] !== "export") expect(stdout).not.toMatch(/[\u202a-\u202e]/);
  });

  test("is harmless in errors, and so is what was typed", () => {
    const { status, stderr } = run("read", "evil");
    expect(status).toBe(1);
    expect(stderr).toContain("nearest: evil");
    expect(stderr).toMatch(harmless);
    expect(run("read", "\u001b[31mred").stderr).toMatch(harmless);
    expect(run("search", "x", "--detail=\u001b[31m").stderr).toMatch(harmless);
    expect(run("\u001b[31m").stderr).toMatch(harmless);
  });

  test("means the same in JSON", () => {
    const [evil] = JSON.parse(run("export").stdout);
    expect(evil.body).toContain(hostile);
    const [record] = JSON.parse(run("inspect", "--json").stdout);
    expect(record.body).toContain(hostile);
  });
});

describe("a pipe", () => {
  let many = "";

  beforeAll(() => {
    many = lasting();
    writeOriginalLog(many, manyEntries(4000));
    expect(runHelix(["index"], { base: many, cwd: lasting() }).status).toBe(0);
  });

  test.each(["search --detail=brief", "export", "inspect", "topics", "read topic-3", "--help"])(
    "whose reader goes away early ends helix %s quietly",
    (words) => {
      const line = `{ "$HELIX" ${words}; echo "$?" >status; } | head -n 1; cat status`;
      const { stdout, stderr } = shell(line, { HELIX_KB: many });
      const [first, status] = stdout.split("\n");
      expect(first).not.toBe("");
      expect({ status, stderr }).toEqual({ status: "0", stderr: "" });
    },
  );

  test("that is closed from the start", () => {
    writeOriginalLog(base, [{ topic: "t", body: "a note" }]);
    const { stdout, stderr } = shell('"$HELIX" topics >&-; echo "$?"');
    expect(stdout).toMatch(/^[02]\n$/);
    expect(stderr).toMatch(/^(\[error\] [^\n]+\n)?$/);
  });

  test("gets all of a long answer, also when it is read slowly", () => {
    const { stdout } = shell('"$HELIX" export | { read first; cat; } | wc -l', { HELIX_KB: many });
    expect(Number(stdout)).toBe(4001);
  });

  test("gets no colour, not even when the terminal has many", () => {
    writeOriginalLog(base, [{ topic: "t", body: "[tags: gotcha]\na note" }]);
    const environment = { TERM: "xterm-256color", COLORTERM: "truecolor" };
    for (const words of ["search note", "--help"]) {
      expect(shell(`"$HELIX" ${words}`, environment).stdout).not.toContain("\u001b");
    }
    for (const words of ["read t", "search --help", "topics"]) {
      expect(runHelix(words.split(" "), { base, cwd, environment }).stdout).not.toContain("\u001b");
    }
    expect(shell('"$HELIX" read nothing', { TERM: "xterm-256color" }).stderr).not.toContain("\u001b");
  });
});

describe("a terminal", () => {
  const hasScript = spawnSync("script", ["-qec", "true", "/dev/null"], { input: "" }).status === 0;

  /** Runs helix on a pseudo-terminal; returns what it shows. */
  function onTerminal(words: string, environment: Record<string, string> = {}): string {
    const command = `stty cols 60; exec \\"$HELIX\\" ${words}`;
    // A pager would wait for a key.
    const terminal = { TERM: "xterm-256color", HELIX_PAGER: "", ...environment };
    const { stdout } = shell(`script -qec "${command}" /dev/null`, terminal);
    return stdout.replaceAll("\r\n", "\n");
  }

  const plain = (text: string) => text.replaceAll(/\u001b\[[\d;]*m/g, "");

  beforeEach(({ skip }) => {
    if (!hasScript) {
      skipLoudly("there is no script(1) to make a pseudo-terminal with");
      skip();
    }
    writeOriginalLog(base, [
      { topic: "t", body: `[tags: gotcha]\na note \u001b]0;owned\u0007 with ${"many words ".repeat(10)}` },
    ]);
  });

  test("gets colour, lines cut to its width, and nothing else that moves it", () => {
    const shown = onTerminal("search note");
    expect(shown).toMatch(/\u001b\[36m\[t @\w{10}\]\u001b\[0m/);
    expect(shown).toContain("\u001b[2m 2026-02-20\u001b[0m");
    expect(plain(shown)).toMatch(/^ {2}\[t @\w{10}\] 2026-02-20 a note \uFFFD with many words .*…\n1 match\(es\)\n$/);
    for (const line of plain(shown).split("\n")) expect([...line].length).toBeLessThanOrEqual(60);
  });

  test.each([
    ["topics", "\u001b[36mt\u001b[0m (1) 2026-02-20"],
    ["brief t", "\u001b[1mTOPICS\u001b[0m: t (1)"],
    ["doctor", "  \u001b[31mproblem\u001b[0m  its permissions are 755"],
  ])("gets colour from helix %s", (words, painted) => {
    expect(onTerminal(words).replaceAll(/\u001b\[31m {2}/g, "  \u001b[31m")).toContain(painted);
  });

  test("gets whole texts: they are not cut", () => {
    const shown = plain(onTerminal("read t"));
    expect(shown).toContain("many words ".repeat(10).trim());
    expect(shown).not.toContain("\u001b");
    expect(shown).not.toContain("owned");
  });

  test.each([{ NO_COLOR: "1" }, { TERM: "dumb" }])("gets no colour with %j", (environment) => {
    expect(onTerminal("search note", environment)).not.toContain("\u001b");
    expect(onTerminal("--help", environment)).not.toContain("\u001b");
  });

  test.each([
    ["index", "indexing"],
    ["search needle1 --detail=count", "indexing"],
    ["check", "checking"],
    ["import notes.json", "storing"],
  ])("sees how far helix %s is, and then no more of it", (words, what) => {
    const entries = [...longEntries()];
    writeFileSync(join(cwd, "notes.json"), JSON.stringify(entries.map(({ topic, body }) => ({ topic, text: body }))));
    if (words !== "import notes.json") writeOriginalLog(base, entries);
    const shown = onTerminal(words);
    expect(shown).toMatch(new RegExp(`\\r\\u001b\\[K${what} \\d+%`));
    expect(shown).toMatch(/\r\u001b\[K[^\r]*\n$/);
  });

  test("gets JSON without colour", () => {
    const shown = onTerminal("search note --json");
    expect(shown).not.toContain("\u001b");
    expect(JSON.parse(shown)).toMatchObject({ total: 1 });
  });
});
