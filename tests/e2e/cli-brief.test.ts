// The command brief: words and options, JSON, exit codes. What the briefings say is for tests/golden/brief*.test.ts.

import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { runHelix } from "../support/command-line.ts";
import { makeRepository } from "../support/git-repository.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("all");
let cwd = "";
let base = "";

const run = (words: readonly string[], from = cwd) => runHelix(words, { base, cwd: from });

beforeAll(() => {
  cwd = makeRepository(join(folder(), "repository"), "git@github.com:owner/repo.git");
  base = join(folder(), "base");
  const input = JSON.stringify([
    {
      topic: "build-gotchas",
      time: "2026-02-20T09:00:00Z",
      body: "[tags: gotcha]\narm64 only for FFI bridge\nsecond line",
    },
    { topic: "build-gotchas", time: "2026-02-10T09:00:00Z", body: "[tags: how-to]\nrun it twice" },
    { topic: "engine", time: "2026-02-19T09:00:00Z", body: "three layers" },
  ]);
  expect(runHelix(["import"], { base, cwd, input }).status).toBe(0);
  expect(run(["store", "engine", "stored here"]).status).toBe(0);
});

describe("helix brief", () => {
  const summary = [
    "TOPICS: build-gotchas (2)",
    "CATEGORIES: GOTCHAS 1, HOW-TO 1",
    "HOT:",
    "  [build-gotchas:1] 2026-02-20 arm64 only for FFI bridge",
    "  [build-gotchas:0] 2026-02-10 run it twice",
    "GAPS: none",
    "2 entries in build-gotchas\n",
  ].join("\n");

  test.each([
    ["one word", ["brief", "build-gotchas"]],
    ["several words", ["brief", "Build", "Gotchas"]],
    ["a value of detail", ["brief", "build-gotchas", "--detail", "summary"]],
  ])("%s", (_, words) => {
    expect(run(words)).toEqual({ status: 0, stdout: summary, stderr: "" });
  });

  test("without words: the overview", () => {
    expect(run(["brief", "--compact"])).toEqual({
      status: 0,
      stdout: [
        "TOPICS: build-gotchas (2), engine (2)",
        "CATEGORIES: architecture 25%, gotchas 25%, how-to 25%, untagged 25%",
        "HOT (last 48h): engine 2, build-gotchas 1",
        "GAPS: none",
        "STATS: 4 entries, 2 topics, newest: today\n",
      ].join("\n"),
      stderr: "",
    });
  });

  test("options", () => {
    const words = ["brief", "build-*", "--detail=full", "--since=24", "--focus", "gotchas"];
    expect(run(words).stdout).toBe(
      [
        "GOTCHAS (1)",
        "  [build-gotchas:1] 2026-02-20 arm64 only for FFI bridge #gotcha",
        "    second line",
        '1 entry from the last 24 hours in build-gotchas (topics that fit "build-*")\n',
      ].join("\n"),
    );
    expect(run(["brief", "engine", "--project", "here"]).stdout).toMatch(/\n1 entry of this project in engine\n$/);
    expect(run(["brief", "engine", "--project=here"], folder())).toMatchObject({ status: 2, stdout: "" });
  });

  test("--json", () => {
    const { status, stdout } = run(["brief", "build-gotchas", "--json"]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      matchedBy: "name",
      topics: [{ name: "build-gotchas", count: 2 }],
      categories: [{ name: "gotchas", count: 1, entries: [{ topic: "build-gotchas", index: 1 }] }, { name: "how-to" }],
    });
    expect(JSON.parse(run(["brief", "--json"]).stdout)).toMatchObject({
      query: null,
      counts: { entries: 4, topics: 2 },
    });
  });

  test.each([
    ["nothing about it", ["brief", "zzz"], 1],
    ["a glob that fits nothing", ["brief", "zzz-*"], 1],
    ["nothing that new", ["brief", "build-gotchas", "--since", "1"], 1],
    ["nothing in that category", ["brief", "engine", "--focus=decisions"], 1],
    ["an unknown category", ["brief", "engine", "--focus=decision-making"], 2],
    ["an unknown detail", ["brief", "engine", "--detail=brief"], 2],
    ["an unknown option", ["brief", "engine", "--details"], 2],
  ])("exit code: %s", (_, words, code) => {
    expect(run(words).status).toBe(code);
  });

  test("exit code: nothing stored", () => {
    expect(runHelix(["brief"], { base: join(folder(), "empty"), cwd })).toEqual({
      status: 1,
      stdout: "nothing is stored yet\n",
      stderr: "",
    });
  });
});
