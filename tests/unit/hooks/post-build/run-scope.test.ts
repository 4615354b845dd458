// Where a run works and what of it its arguments narrow it to: whose errors are kept, by which success they are
// resolved, and that no file of another place is named.

import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeRepository } from "../../../support/git-repository.ts";
import { printed, RunSession } from "../../../support/run-session.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");

function shop(): RunSession {
  const session = new RunSession(folder());
  session.put("src/cache.rs", "line\n".repeat(60));
  session.put("web/package.json", "{}");
  return session;
}

describe("a failure is kept", () => {
  test.each([
    'D=../other; cd "$D" && cargo build',
    "cd ../other && npm test",
    "cd - && npm test",
    "cd && npm test",
    "cd nowhere && npm test",
    "cd nested && npm test",
    "(cd ../other && npm test)",
    "cargo build --manifest-path ../other/Cargo.toml",
    "cargo build --manifest-path=/code/other/Cargo.toml",
    "pnpm -C ../other test",
    "pnpm --dir=../other test",
    "npm --prefix ~/other test",
    "yarn --cwd ../other test",
    "npx tsc -p ../other",
    "make -C../other",
    "make -C $DIRECTORY test",
    "env -C ../other npm test",
    "uv run --directory ../other pytest",
    "pytest ../other/tests",
    "go test ../other/...",
    "dotnet test --project ../other/a.csproj",
    "bash ../other/build.sh",
  ])("not of another project, or of one that nobody knows: %s", async (command) => {
    const session = shop();
    makeRepository(join(session.root, "nested"));
    await session.failed(command, "src/cache.rs:4:1: error: 'apple' undeclared");
    expect(await session.captured()).toEqual([]);
  });

  test.each([
    "cd src && cargo build",
    "cd ../shop && cargo build",
    "(cd ../other && ls); cargo build 2>&1 | tail",
    "gcc -o /tmp/a src/a.c",
    "npx tsc -p . --outDir /tmp/out",
    "cargo build --target-dir /tmp/target --message-format short",
    "pytest --junitxml /tmp/report.xml",
  ])("of this one: %s", async (command) => {
    const session = shop();
    await session.failed(command, "src/cache.rs:4:1: error: 'apple' undeclared");
    expect(await session.captured()).toHaveLength(1);
  });
});

describe("a failure is resolved", () => {
  test.each([
    ["npx vitest run", "npx vitest run src/other.test.ts", false],
    ["npx vitest run", "npx vitest run --reporter verbose", true],
    ["npx vitest run src/a.test.ts", "npx vitest run", true],
    ["npx vitest run src/a.test.ts", "npx vitest run src/a.test.ts", true],
    ["npx vitest run src/a.test.ts", "npx vitest run src/b.test.ts", false],
    ["npx vitest run -t adds", "npx vitest run -t 'adds twice'", false],
    ["pytest", "pytest -k slow", false],
    ["pytest -x tests/a.py", "pytest .", true],
    ["pytest", "pytest --lf", false],
    ["npm test", "npm test -- --grep=adds", false],
    ["pnpm -r test", "pnpm --filter web test", false],
    ["yarn workspace app test", "yarn workspace web test", false],
    ["npm --workspace app test", "npm --workspace web test", false],
    ["npm test -w app", "npm test", true],
    ["node --test", "node --test tests/a.mjs", false],
    ["node --test tests/a.mjs", "node --test", true],
    ["sbt test", "sbt 'testOnly CartSpec'", false],
    ["sbt 'testOnly CartSpec'", "sbt 'testOnly PaySpec'", false],
    ["pytest -n auto", "pytest", true],
    ["cargo test", "cargo test -p engine", false],
    ["cargo test -p engine", "cargo test --workspace --release", true],
    ["cargo build -p engine", "cargo test -p engine", true],
    ["cargo build", "cargo test one_name", false],
    ["go test ./...", "go test", false],
    ["go test ./engine", "go test ./...", true],
    ["make test", "make test ONLY=adds", false],
    ["make test", "make build", false],
    ["mvn verify", "mvn -pl core verify", false],
    ["gradle test", "gradle test --tests CartTest", false],
    ["npm test", "cd web && npm test", false],
    ["cd web && npm test", "npm test", false],
    ["cd web && npm test", "npm --prefix web test", true],
    ["(cd web && npm test)", "npm test --prefix=web", true],
    ["make -C web test", "(cd src && ls); cd web && make test", true],
    ["cd web && cargo check", "cargo check", true],
    ["cargo check", "cd web && cargo check", false],
    ["cargo check", "cargo check --manifest-path ../other/Cargo.toml", false],
    ["cargo check", 'cd "$OTHER" && cargo check', false],
  ])("%s by %s: %s", async (failed, passed, isOver) => {
    const session = shop();
    await session.failed(failed, "src/cache.rs:4:1: error: 'apple' undeclared");
    await session.succeeded(passed);
    expect((await session.captured()).map(({ text }) => text.includes("Resolved"))).toEqual([isOver]);
  });
});

describe("a note", () => {
  test("has no paths of other projects", async () => {
    const session = shop();
    const output = `error[E1]: cannot read /opt/me/other/plan.rs, ${session.root}/src/a.rs or ~/b.rs; see https://x.example/opt/y
 --> src/cache.rs:1:1

error[E2]: there
 --> /opt/me/other/b.rs:3:4`;
    await session.failed("cargo build", output, 101);
    expect((await session.captured())[0]!.text.split("\n")).toEqual([
      "E1 cannot read plan.rs, src/a.rs or b.rs; see https://x.example/opt/y",
      "at src/cache.rs:1:1, in cargo build",
      "also: E2 there",
    ]);
  });

  test("names no file that lies outside of the project", async () => {
    const session = shop();
    await session.failed("cargo test", printed("cargo-test"));
    session.edited("/opt/me/.claude/plans/acquisition.md");
    await session.succeeded("cargo test");
    const [entry] = await session.captured();
    expect(entry!.text).not.toContain("acquisition");
    expect(entry).toMatchObject({ confidence: 0.3 });
    session.begin("s2");
    await session.failed("cargo test", printed("cargo-test"));
    session.edited("/opt/me/notes.md");
    session.edited("src/cart.rs");
    await session.succeeded("cargo test");
    expect((await session.captured())[0]!.text).toContain("Resolved: edited src/cart.rs; then cargo test passed");
  });
});
