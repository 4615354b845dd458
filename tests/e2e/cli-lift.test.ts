// The command lift: what it says while it is off, what it refuses, and who may turn it on.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { type Outcome, runHelix } from "../support/command-line.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
let cwd = "";
let base = "";

beforeEach(() => {
  cwd = folder();
  base = join(folder(), "base");
});

const lift = (...words: string[]): Outcome => runHelix(["lift", ...words], { base, cwd });
const STATE = { on: true, seed: "s", since: Date.UTC(2026, 1, 21), share: 0.25, earlier: [] };

test("off, it says so, as `learn lift` does, and leaves nothing behind", () => {
  const { status, stdout } = lift();
  expect([status, stdout.split("\n")[0]]).toEqual([0, "lift is off: nothing is withheld, and nothing is compared"]);
  expect(lift("status").stdout).toBe(stdout);
  expect(runHelix(["learn", "lift"], { base, cwd }).stdout).toBe(stdout);
  expect(JSON.parse(lift("status", "--json").stdout)).toMatchObject({ changed: false, on: false, kinds: [] });
});

test.each(["on", "off"])("%s: only a person at a terminal turns it", (action) => {
  mkdirSync(base);
  expect(lift(action)).toEqual({
    status: 2,
    stdout: "",
    stderr: `[error] only a person can turn it ${action}, since sessions go without help: type it in a terminal of your own, e.g. helix lift ${action}\n`,
  });
  expect(readdirSync(base)).not.toContain("lift.json");
});

test("plan says how many sessions an effect takes: the smaller it is, the more", () => {
  const sessions = (effect: string) =>
    Number(/^0\.5 +([\d,]+)/m.exec(lift("plan", "--effect", effect).stdout)?.[1]?.replaceAll(",", ""));
  expect(sessions("0.1")).toBeGreaterThan(2 * sessions("0.2"));
  expect(lift("plan").stdout).toBe(lift("plan", "--effect", "0.2").stdout);
});

test.each([
  [["plan", "--effect", "9"], "--effect=9 is not accepted: give a number below 1 like 0.2, e.g. --effect=0.2"],
  [["plan", "--effect", "abc"], "--effect=abc is not accepted: give a number below 1 like 0.2"],
  [["plan", "--share", "0.5"], "--share is an option of helix lift on"],
  [["sideways"], '"sideways" is not accepted: give one of on, off, status, plan'],
  [["plan", "more"], 'helix lift takes 1 word, "more" is one too many'],
])("%j is refused in one line", (words, message) => {
  const { status, stdout, stderr } = lift(...words);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(message);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});

test("on, it says since when, and for each kind that nothing was counted yet; a look changes nothing", () => {
  mkdirSync(base);
  const path = join(base, "lift.json");
  writeFileSync(path, JSON.stringify(STATE));
  const { status, stdout } = lift("status");
  expect(status).toBe(0);
  expect(stdout).toContain("lift is on since 2026-02-21");
  expect(stdout).toContain("a share of 0.25 of the sessions goes without; pinned notes and invariants never");
  expect(stdout.match(/nothing can be said yet: no session without counts so far/g)).toHaveLength(4);
  expect(readFileSync(path, "utf8")).toBe(JSON.stringify(STATE));
});

test("a state that cannot be read is none", () => {
  mkdirSync(base);
  writeFileSync(join(base, "lift.json"), "garbage");
  expect(lift("status").stdout).toContain("lift is off: nothing is withheld");
});
