// What is told of lines of the shell: those that write, and those that write nothing.

import { describe, expect, test } from "vitest";
import { shellWrites } from "../../../../src/plan/guard/shell-writes.ts";
import { HARMLESS_LINES } from "../../../support/harmless-lines.ts";
import { WRITING_LINES } from "../../../support/writing-lines.ts";

const PLACE = { directory: "/tree", root: "/tree", variables: { HOME: "/users/ada" } };

function told(line: string, place: Parameters<typeof shellWrites>[1] = PLACE): string {
  const { targets, unknown, sweeping, own, isWhole } = shellWrites(line, place);
  const paths = targets.map(({ path }) => path.replace("/tree/", "").replace("any/of/the/files/below", "**"));
  const others = [...unknown.map(() => "?"), ...sweeping.map(() => "sweeping"), ...own.map(() => "own")];
  return [...paths, ...others, ...(isWhole ? [] : ["not whole"])].join(" ");
}

describe("lines that write", () => {
  test.each(WRITING_LINES)("%s", (line, expected) => expect(told(line)).toBe(expected));
});

describe("harmless lines", () => {
  test("there are many", () => expect(new Set(HARMLESS_LINES).size).toBeGreaterThan(350));
  test.each(HARMLESS_LINES)("%s", (line) => expect(told(line)).toBe(""));
});

describe("where a line is", () => {
  const folders = (...names: string[]) => ({ ...PLACE, isFolder: (path: string) => names.includes(path) });

  test("a folder that is there is entered", () =>
    expect(told("cd src; rm b.ts", folders("/tree/src"))).toBe("src/b.ts"));
  test("a folder that is not there may not have been entered", () =>
    expect(told("cd /tmp/none; rm -rf src/b.ts", folders("/tree/src"))).toBe("/tmp/none/src/b.ts src/b.ts"));
  test("behind && it was", () => expect(told("cd /tmp/none && rm b.ts", folders())).toBe("/tmp/none/b.ts"));
  test("a folder that the line makes is there", () =>
    expect(told("mkdir -p /tmp/new\ncd /tmp/new\necho x > b.ts", folders())).toBe("/tmp/new/b.ts"));
  test("a branch may have been taken or not", () =>
    expect(told("[ -d x ] && cd /tmp; rm b.ts", folders("/tmp"))).toBe("/tmp/b.ts b.ts"));
  test("a variable has the value of either branch", () =>
    expect(told("if a; then d=/tmp; else d=src; fi; echo > $d/b.ts")).toBe("src/b.ts /tmp/b.ts"));
  test("a value that may not have been set counts too", () =>
    expect(told("f=src/b.ts; false && f=/tmp/x; echo > $f")).toContain("src/b.ts"));
  test("a copy into a folder is told by its place there", () =>
    expect(told("cp a.ts lib", folders("/tree/lib"))).toBe("lib/a.ts"));
  test("a file is removed as one, whatever the options", () => expect(told("rm -rf lib", folders())).toBe("lib"));
  test("temporary files are told by their folder", () =>
    expect(told('t=$(mktemp -d); echo x > "$t/a"; rm -rf "$t"', folders())).toBe("/tmp/*/a /tmp/* /tmp/*/**"));
  test("what a name may hold does not lead out of a folder unseen", () =>
    expect(told("echo x > /tmp/$(cat name)")).toBe("?"));
  test("what goes through a link that the line makes is not known", () => {
    expect(told("ln -s /tree/src /tmp/y && echo x > /tmp/y/b.ts", folders())).toBe("/tmp/y ?");
    expect(told("ln -sfn /tree/src /tmp/y; cd /tmp/y; rm b.ts", folders("/tmp/y"))).toBe("/tmp/y /tmp/y/src ?");
    expect(told("ln -s src /tmp/y; rm /tmp/y", folders())).toBe("/tmp/y /tmp/y");
  });
  test("git in a temporary folder sweeps nothing of the tree", () =>
    expect(told("cd /tmp/x && git checkout main")).toBe(""));
});

test("a line that cannot be read to its end is told as such", () => {
  expect(told("if true; then echo x > src/b.ts")).toContain("not whole");
  expect(told(`echo ${"a".repeat(20_000)}`)).toBe("not whole");
  expect(told("f() { f; }; f")).toBe("not whole");
  expect(told("((echo x > src/b.ts))")).toBe("not whole");
});
