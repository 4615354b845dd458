// What is kept of a failed run, and what is added to it when a run of its kind passes.

import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { editFeature } from "../../../../src/features/edit/edit.ts";
import { applyCapture } from "../../../../src/hooks/capture/apply-capture.ts";
import { diskFileSystem } from "../../../../src/platform/disk-file-system.ts";
import { printed, RunSession } from "../../../support/run-session.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");

function shop(): RunSession {
  const session = new RunSession(folder());
  session.put("src/cache.rs", "line\n".repeat(60));
  session.put("src/cart.rs", "line\n".repeat(120));
  return session;
}

describe("a failure is kept", () => {
  test("with its errors, its place, and how it was come by", async () => {
    const session = shop();
    const { updates } = await session.failed("cargo build --color always", printed("cargo-build-types"), 101);
    const [entry] = await session.captured();
    expect(entry).toMatchObject({
      topic: "build-errors",
      tags: ["build-error", "captured"],
      confidence: 0.3,
      source: "src/cache.rs:42",
      text: [
        "E0308 mismatched types: expected `u32`, found `&str`",
        "at src/cache.rs:42:9, in cargo build",
        "also: E0599 no method named `evict_all` found for struct `Cache` in the current scope: method not found in `Cache` (src/main.rs:7:11)",
      ].join("\n"),
    });
    expect(entry!.projects).toHaveLength(1);
    expect(updates.at(-1)).toMatch(/^k cargo=build\/\w+ 0 build-errors\tE0308 mismatched types: /);
  });

  test("under another topic when a test failed", async () => {
    const session = shop();
    await session.failed("cargo test", printed("cargo-test"), 101);
    expect(await session.captured()).toMatchObject([
      {
        topic: "test-failures",
        tags: ["captured", "test-failure"],
        source: "src/cart.rs:88",
        text: "cart::tests::rounds_total: assertion `left == right` failed: totals differ, left: 1999, right: 2000\nat src/cart.rs:88:9, in cargo test",
      },
    ]);
  });

  test("also when a pipe hid it", async () => {
    const session = shop();
    await session.succeeded("cargo test 2>&1 | tail -40", printed("cargo-test"));
    expect(await session.captured()).toHaveLength(1);
  });

  test("with its place below the root, wherever the command ran", async () => {
    const session = shop();
    session.put("web/src/cart/total.ts", "line\n".repeat(20));
    await session.failed("cd web && npx tsc --noEmit", printed("tsc-plain"));
    expect(await session.captured()).toMatchObject([{ source: "web/src/cart/total.ts:10" }]);
  });

  test("without a source where the file is not there", async () => {
    const session = new RunSession(folder());
    await session.failed("npx tsc", printed("tsc-plain"));
    expect(await session.captured()).toMatchObject([{ source: null }]);
  });

  test("once, however often it comes, whatever its numbers are", async () => {
    const session = shop();
    await session.failed("cargo test", printed("cargo-test"));
    await session.failed("cargo test", printed("cargo-test"));
    await session.failed(
      "cargo test",
      printed("cargo-test").replace("1999", "1998").replace("src/cart.rs:88", "src/cart.rs:89"),
    );
    session.begin("s2");
    await session.failed("cargo test --release", printed("cargo-test"));
    expect(await session.captured()).toHaveLength(1);
    expect(session.state().captured).toMatchObject({ topic: "test-failures", index: 0 });
  });

  test("and in another session it is only looked up", async () => {
    const session = shop();
    await session.failed("cargo test", printed("cargo-test"));
    session.begin("s2");
    const { outcome, updates } = await session.failed("cargo test", printed("cargo-test"));
    expect(outcome.capture).toBeUndefined();
    expect(updates).toEqual([
      "- cargo test",
      expect.stringMatching(/^k cargo=test\/\w+ 0 test-failures\tcart::tests::rounds_total: /),
    ]);
  });

  test("once, when the same failure arrives twice at a time", async () => {
    const session = shop();
    await Promise.all([1, 2, 3, 4].map(() => session.failed("cargo test", printed("cargo-test"))));
    expect(await session.captured()).toHaveLength(1);
  });

  test("five times a session at most", async () => {
    const session = shop();
    const words = ["apple", "banana", "cherry", "date", "elder", "fig", "grape"];
    for (const word of words) await session.failed("make", `src/a.c:1:2: error: '${word}' undeclared`);
    expect(await session.captured()).toHaveLength(5);
  });

  test.each([
    ["no error in it", "make", "all is lost", 2],
    ["only what followed from errors", "make", "make: *** [Makefile:9: all] Error 1", 2],
    ["an error outside of the project", "make", "/usr/include/stdio.h:3:1: error: unknown type name 'FILE'", 2],
    ["an error above the project", "make", "../other/a.c:3:1: error: unknown type name 'FILE'", 2],
    ["words of another program", "git pull && make", "error: Your local changes would be overwritten", 1],
    ["no run in it", "git push", "error: failed to push some refs to 'origin'", 1],
  ])("not with %s", async (_, command, output, code) => {
    const session = shop();
    await session.failed(command, output, code);
    expect(await session.captured()).toEqual([]);
  });

  test.each([
    ["a program that ran", "cargo run -- --port x", "   Running `target/debug/shop`\nerror: invalid value 'x'", 0],
    ["a panic of it", "cargo run", "   Running `target/debug/shop`\nthread 'main' panicked at src/cart.rs:4:5:\nno", 0],
    ["a program that was not built", "cargo run", printed("cargo-build-types"), 1],
    ["a program of go", "go run .", "panic: no\n\ngoroutine 1 [running]:\nmain.main()\n\t/a/main.go:4 +0x1", 0],
    ["one that was not built", "go run .", "# shop\n./main.go:5:2: undefined: total", 1],
  ])("what %s said is kept so many times: %s", async (_, command, output, count) => {
    const session = shop();
    await session.failed(command, output, 101);
    expect(await session.captured()).toHaveLength(count);
  });

  test("not outside of a project: it would come up in all of them", async () => {
    const session = new RunSession(folder(), false);
    await session.failed("cargo build", printed("cargo-build-types"));
    expect(await session.captured()).toEqual([]);
  });

  test("without secrets, of the output and of the command", async () => {
    const session = shop();
    const token = ["ghp", "_16C7e42F292c6912E7710c838347Ae178B4a"].join("");
    const output = `error: cannot clone https://user:Xk9fQ2vLm7pR@git.acme.io/a.git with ${token}\nTOKEN=${token}`;
    await session.failed(`TOKEN=${token} cargo build --config net.token=${token}`, output);
    await session.failed(`TOKEN=${token} cargo build --config net.token=${token}`, output);
    const entries = await session.captured();
    expect(entries).toHaveLength(1);
    expect(JSON.stringify(entries)).not.toMatch(/16C7e42F|Xk9fQ2vLm7pR|TOKEN/);
    expect(entries[0]!.text).toContain("[redacted: ");
    session.edited("Cargo.toml");
    await session.succeeded("cargo build");
    expect((await session.captured())[0]!.text).toContain("Resolved: edited Cargo.toml; then cargo build passed");
  });

  test("not as another project's, which keeps its own", async () => {
    const session = shop();
    await session.base.change(() => [
      {
        kind: "add",
        topic: "test-failures",
        minutes: 0,
        body: "[tags: captured]\ncart::tests::rounds_total: assertion `left == right` failed: totals differ, left: 1, right: 2\n[project: other/repo]",
      },
    ]);
    await session.failed("cargo test", printed("cargo-test"));
    expect(await session.captured()).toHaveLength(2);
  });

  test("not where the same text is there already, in whatever topic", async () => {
    const session = shop();
    const capture = (topic: string) => {
      const note = { topic, text: "error: undefined total", tags: ["captured"], confidence: 0.3, source: null };
      return { key: "make/1", printed: "undefined", note: () => note };
    };
    expect(await applyCapture(session.base, null, capture("build-errors"), { now: session.now })).toEqual({
      kind: "k",
      value: "make/1 0 build-errors\terror: undefined total",
    });
    expect(await applyCapture(session.base, null, capture("test-failures"), { now: session.now })).toEqual({
      kind: "k",
      value: "make/1 0 build-errors\terror: undefined total",
    });
    expect((await session.base.view()).topicCount("test-failures")).toBe(0);
  });

  test("not while somebody else writes, and nothing is said about that", async () => {
    const session = shop();
    await session.store("a", "b");
    const lock = diskFileSystem.tryLock(`${session.base.directory}/.lock`)!;
    const note = { topic: "build-errors", text: "undefined", tags: [], confidence: 0.3, source: null };
    const capture = { key: "make/1", printed: "undefined", note: () => note };
    expect(await applyCapture(session.base, null, capture, { now: session.now })).toBeNull();
    lock.release();
    await session.store("a", "c");
    expect((await session.base.view()).topicCount("build-errors")).toBe(0);
  });
});

describe("a failure that is over", () => {
  test("says what was edited, and is surer", async () => {
    const session = shop();
    await session.failed("cargo test", printed("cargo-test"));
    session.edited("src/cart.rs");
    session.edited("src/total.rs");
    session.edited("src/cart.rs");
    await session.succeeded("cargo test", printed("cargo-test-passed"));
    const [entry] = await session.captured();
    expect(entry!.text.split("\n").slice(0, 3)).toEqual([
      "cart::tests::rounds_total: assertion `left == right` failed: totals differ, left: 1999, right: 2000",
      "Resolved: edited src/total.rs, src/cart.rs; then cargo test passed",
      "at src/cart.rs:88:9, in cargo test",
    ]);
    expect(entry!.confidence).toBe(0.6);
    expect(session.state().captured).toBeNull();
  });

  test("is brought up when it comes back, and not before it is over", async () => {
    const session = shop();
    await session.failed("cargo test", printed("cargo-test"));
    session.begin("s2");
    expect((await session.failed("cargo test", printed("cargo-test"))).text).toBe("");
    session.edited("src/cart.rs");
    await session.succeeded("cargo test");
    session.begin("s3");
    const { text } = await session.failed("cargo test", printed("cargo-test"));
    expect(text).toContain("Resolved: edited src/cart.rs; then cargo test passed");
  });

  test("does not keep back what somebody wrote about it", async () => {
    const session = shop();
    await session.store("cache", "gotcha: mismatched types in the cache: limits are u32");
    await session.failed("cargo build", printed("cargo-build-types"));
    session.edited("src/cache.rs");
    await session.succeeded("cargo build");
    session.begin("s2");
    const { text } = await session.failed("cargo build", printed("cargo-build-types"));
    expect(text.match(/^- \[[\w-]+\]/gm)).toEqual(["- [cache]", "- [build-errors]"]);
  });

  test("leads to what was stored meanwhile", async () => {
    const session = shop();
    await session.store("rounding", "decision: we round half to even");
    await session.failed("cargo test", printed("cargo-test"));
    await session.store("rounding", "gotcha: totals are rounded before the discount");
    await session.store("money", "invariant: cents are integers");
    await session.succeeded("cargo test");
    expect((await session.captured())[0]!.leadsTo).toEqual(["rounding:1", "money:0"]);
  });

  test("is changed by one act, which undo takes back", async () => {
    const session = shop();
    await session.failed("cargo build", printed("cargo-build-types"));
    await session.failed("cargo build", printed("cargo-build-borrow-colours"));
    const before = await session.captured();
    session.edited("src/cart.rs");
    await session.succeeded("cargo build");
    expect((await session.captured()).map(({ confidence }) => confidence)).toEqual([0.6, 0.6]);
    await editFeature.run({ base: session.base, project: null }, { action: "undo" });
    expect(await session.captured()).toEqual(before);
  });

  test.each([
    ["the same run", "cargo build", true],
    ["the same run in a chain", "cd . && cargo build --release", true],
    ["tests of the same program, which had to compile", "cargo test", true],
    ["another run", "npm test", false],
    ["another check of the same program", "cargo clippy", false],
    ["a run whose end is not known", "cargo build | grep x", false],
  ])("%s", async (_, command, isOver) => {
    const session = shop();
    await session.failed("cargo build", printed("cargo-build-types"));
    session.edited("src/cache.rs");
    await session.succeeded(command, command.includes("grep") ? "x" : "");
    expect((await session.captured())[0]!.text.includes("Resolved")).toBe(isOver);
  });

  test("without an edit says so, and is no surer", async () => {
    const session = shop();
    await session.failed("cargo test", printed("cargo-test"));
    await session.succeeded("cargo test");
    const [entry] = await session.captured();
    expect(entry!.text).toContain("Resolved: cargo test passed, with no file of the project edited in between");
    expect(entry!.confidence).toBe(0.3);
  });

  test("is found where it moved to, and left alone when it is gone or another's", async () => {
    const session = shop();
    await session.failed("cargo build", printed("cargo-build-types"));
    await session.failed("make", "src/a.c:1:2: error: 'apple' undeclared");
    await editFeature.run(
      { base: session.base, project: null },
      { action: "delete", topic: "build-errors", index: "0" },
    );
    session.edited("src/a.c");
    await session.succeeded("cargo build && make");
    const entries = await session.captured();
    expect(entries).toHaveLength(1);
    expect(entries[0]!.text).toContain("then make passed");
    await editFeature.run(
      { base: session.base, project: null },
      { action: "revise", topic: "build-errors", index: "0", text: "[tags: gotcha]\nmine now" },
    );
    await session.failed("make", "src/a.c:1:2: error: 'banana' undeclared");
    await editFeature.run(
      { base: session.base, project: null },
      { action: "delete", topic: "build-errors", index: "1" },
    );
    await session.succeeded("make");
    expect(await session.captured()).toEqual([]);
  });

  test("says what resolved it the last few times", async () => {
    const session = shop();
    for (let at = 0; at < 5; at++) {
      session.begin(`s${at}`);
      await session.failed("cargo test", printed("cargo-test"));
      session.edited(`src/file${at}.rs`);
      await session.succeeded("cargo test");
    }
    const [entry] = await session.captured();
    expect(entry!.text.match(/file\d/g)).toEqual(["file4", "file3", "file2"]);
  });

  test("is one that git knows nothing of: nothing is written into the repository", async () => {
    const session = shop();
    await session.failed("cargo test", printed("cargo-test"));
    const { stdout } = spawnSync("git", ["status", "--porcelain", "-uall"], { cwd: session.root, encoding: "utf8" });
    expect(stdout.trim().split("\n").sort()).toEqual(["?? src/cache.rs", "?? src/cart.rs"]);
  });
});
