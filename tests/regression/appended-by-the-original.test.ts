// A note that the original program appended to was of no project any more, and of no known source: what helix writes
// behind the text then stood in the middle of it.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { runHelix } from "../support/command-line.ts";
import { makeRepository } from "../support/git-repository.ts";
import { askHook } from "../support/hook-process.ts";
import { naiveRecords } from "../support/naive-log.ts";
import { appendAsOriginal } from "../support/original-append.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("each");
let [base, own, other] = ["", "", ""];

const helix = (cwd: string, ...words: string[]) => {
  const { status, stdout, stderr } = runHelix(words, { base, cwd });
  expect([words, status === 2 ? stderr : ""]).toEqual([words, ""]);
  return stdout;
};
const bodies = (): string[] => JSON.parse(helix(own, "export")).map(({ body }: { body: string }) => body);
const found = (cwd: string) =>
  /linker wants arm64/.test(helix(cwd, "search", "linker", "--project", "here")) ? "found" : "not found";

/** Everything that tells that the note is of the project, and that its source is known. */
function expectWhole(): void {
  expect([found(own), found(other)]).toEqual(["found", "not found"]);
  expect(helix(own, "read", "builds")).toContain("[source: src/bridge.rs:2] (unchanged)");
  expect(helix(own, "read", "builds")).not.toMatch(/\[(?:project|cited):/);
  expect(helix(other, "read", "builds", "--project", "any")).toMatch(/\n {2}\[project: owner\/own\]\n/);
  expect(helix(own, "search", "linker")).not.toMatch(/\[(?:project|cited):/);
}

async function expectHooks(): Promise<void> {
  const read = (cwd: string) => ({
    session_id: `s${Math.random()}`,
    cwd,
    tool_name: "Read",
    tool_input: { file_path: join(cwd, "src", "bridge.rs") },
  });
  const shown = await askHook("ambient", read(own), { cwd: own, base });
  expect(shown).toContain("the linker wants arm64");
  expect(shown).not.toMatch(/\[(?:project|cited):/);
  expect(await askHook("ambient", read(other), { cwd: other, base })).toBe("");
}

beforeEach(() => {
  const root = folder();
  base = join(root, "kb");
  own = makeRepository(join(root, "own"), "https://example.org/owner/own.git");
  other = makeRepository(join(root, "other"), "https://example.org/owner/other.git");
  for (const repository of [own, other]) {
    mkdirSync(join(repository, "src"));
    writeFileSync(join(repository, "src", "bridge.rs"), "one\ntwo\nthree\n");
  }
  helix(own, "store", "builds", "the linker wants arm64", "--tags", "gotcha", "--source", "src/bridge.rs:2");
  appendAsOriginal(base, "arm64", "and a clean build");
});

describe("a note that the original program appended to", () => {
  test("is of its project and knows its source, in searches, hooks and when it is read, with an index and without", async () => {
    expect(bodies()[0]).toMatch(
      /^\[tags: gotcha\]\n\[source: src\/bridge\.rs:2\]\nthe linker wants arm64\nand a clean build\n\n?\[cited: 1 2 .*\]\n\[project: owner\/own, own-[0-9a-f]{8}\]$/,
    );
    expectWhole();
    await expectHooks();
    helix(own, "index");
    expectWhole();
    await expectHooks();
  });

  test("is so after more of it, by either program", async () => {
    appendAsOriginal(base, "clean build", "third line");
    expectWhole();
    helix(own, "edit", "append", "builds", "fourth line");
    expectWhole();
    const written = naiveRecords(readFileSync(join(base, "data.log"))).at(-2)!;
    expect(written).toMatchObject({ kind: "entry", checksummed: true });
    expect((written as { entry: { body: string } }).entry.body).toMatch(
      /third line\nfourth line\n\[id: .*\]\n\[cited: .*\]\n\[project: owner\/own, .*\]$/,
    );
    appendAsOriginal(base, "fourth line", "fifth line");
    expectWhole();
    await expectHooks();
  });

  test("is so in another topic, when it was deleted and is back, and compacted", async () => {
    helix(own, "edit", "rename", "builds", "--new-name", "linking");
    helix(own, "edit", "rename", "linking", "--new-name", "builds");
    expectWhole();
    appendAsOriginal(base, "clean build", "third line");
    helix(own, "edit", "delete", "builds", "--index", "0");
    helix(own, "undo");
    expectWhole();
    appendAsOriginal(base, "third line", "fourth line");
    helix(own, "compact", "--apply");
    expectWhole();
    await expectHooks();
    expect(naiveRecords(readFileSync(join(base, "data.log")))[0]).toMatchObject({ checksummed: true });
    expect(helix(own, "check")).toMatch(/sound|all is well|no damage/i);
  });

  test("is so after an export and an import, and importing it again adds nothing", () => {
    const json = helix(own, "export");
    const again = JSON.parse(runHelix(["import", "--json"], { base, cwd: own, input: json }).stdout);
    expect(again).toMatchObject({ added: 0, skipped: 1 });
    base = join(folder(), "kb");
    expect(JSON.parse(runHelix(["import", "--json"], { base, cwd: own, input: json }).stdout)).toMatchObject({
      added: 1,
    });
    expectWhole();
  });

  test("is so as the original program exports it", () => {
    const body = naiveRecords(readFileSync(join(base, "data.log"))).at(-2) as unknown as { entry: { body: string } };
    base = join(folder(), "kb");
    const input = JSON.stringify({ builds: [body.entry.body] });
    expect(runHelix(["import"], { base, cwd: own, input }).status).toBe(0);
    expectWhole();
  });
});

describe("a text that quotes a trailer", () => {
  test("gives the note no project and no source, whoever appends to it", () => {
    const quote =
      "a trailer looks so:\n[cited: 1 1 000000000000 1 / @00000000]\n[project: owner/other, other-00000000]";
    const plain = join(folder(), "plain");
    mkdirSync(plain);
    for (const [topic, text] of [
      ["quoted", `${quote}\nand more`],
      ["quoted-last", quote],
    ] as const) {
      helix(plain, "store", topic, text);
      const before = helix(plain, "read", topic);
      expect(before).toContain("[project: owner/other, other-00000000]");
      appendAsOriginal(base, text, "appended");
      const lines = (shown: string) => shown.split("\n").filter((line) => !["", "appended"].includes(line.trim()));
      expect(lines(helix(plain, "read", topic))).toEqual(lines(before));
    }
    expect(helix(other, "search", "trailer", "--project", "owner/other")).not.toContain("a trailer looks so");
    helix(own, "store", "of-own", `${quote}\nin own`);
    appendAsOriginal(base, "in own", "appended");
    expect(helix(own, "search", "trailer", "--project", "here")).toContain("[of-own]");
  });
});
