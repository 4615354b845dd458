// Which filters count: the project's once it is trusted, then the user's, then the bundled ones.

import { describe, expect, test } from "vitest";
import { beginningsOf } from "../../../src/filters/beginnings.ts";
import { bundledFiles, type FilterFiles, FilterSet, loadFilterSet } from "../../../src/filters/filter-set.ts";
import { readFilters } from "../../../src/filters/read-filters.ts";
import { PROJECT_FILE, TRUST_FILE, withoutTrusted, withTrusted } from "../../../src/filters/trusted-files.ts";

const BASE = "/kb";
const PROJECT = "/shop";
const PROJECT_PATH = `${PROJECT}/${PROJECT_FILE}`;
const filter = (name: string, expression: string) =>
  `[filters.${name}]\nmatch_command = '${expression}'\nmax_lines = 9\n`;

function filesOf(texts: Readonly<Record<string, string>>): FilterFiles {
  return {
    readText: (path) => texts[path] ?? null,
    kind: (path) => (texts[path] === undefined ? null : "file"),
    names: (folder) =>
      Object.keys(texts)
        .filter((path) => path.startsWith(`${folder}/`))
        .map((path) => path.slice(folder.length + 1)),
  };
}

const load = (texts: Readonly<Record<string, string>>, project: string | null = PROJECT) =>
  loadFilterSet({ files: filesOf(texts), directory: BASE, project });
const sourceOf = (set: FilterSet, command: string) => {
  const found = set.find(command);
  return found === null ? null : `${found.source} ${found.name}`;
};

describe("where a filter comes from", () => {
  const own = filter("build", "^frobnicate build\\b");
  const project = filter("build", "^frobnicate\\b");
  const trust = { [`${BASE}/${TRUST_FILE}`]: withTrusted(new Map(), PROJECT_PATH, project) };

  test("the user's stand before the bundled ones", () => {
    const set = load({ [`${BASE}/filters/a.toml`]: filter("mine", "^git\\s+log\\b") });
    expect(sourceOf(set, "git log")).toBe("user mine");
    expect(sourceOf(load({}), "git log")).toMatch(/^bundled /);
  });

  test("the project's count only while they are trusted", () => {
    const texts = { [PROJECT_PATH]: project, [`${BASE}/filters/a.toml`]: own };
    const untrusted = load(texts);
    expect(sourceOf(untrusted, "frobnicate build")).toBe("user build");
    expect(untrusted.problems).toEqual([`${PROJECT_FILE}: not trusted: helix filter trust shows it`]);
    const trusted = load({ ...texts, ...trust });
    expect(sourceOf(trusted, "frobnicate build")).toBe("project build");
    expect(trusted.problems).toEqual([]);
    expect(
      trusted
        .list()
        .map(({ filter: { source }, isOverridden }) => [source, isOverridden])
        .slice(0, 2),
    ).toEqual([
      ["project", false],
      ["user", true],
    ]);
  });

  test("an edit takes the trust away, and so does another place", () => {
    expect(sourceOf(load({ ...trust, [PROJECT_PATH]: `${project}# edited\n` }), "frobnicate x")).toBeNull();
    const elsewhere = { ...trust, [`/other/${PROJECT_FILE}`]: project };
    expect(sourceOf(load(elsewhere, "/other"), "frobnicate x")).toBeNull();
    const forgotten = { [`${BASE}/${TRUST_FILE}`]: withoutTrusted(new Map([[PROJECT_PATH, "x"]]), PROJECT_PATH) };
    expect(sourceOf(load({ ...forgotten, [PROJECT_PATH]: project }), "frobnicate x")).toBeNull();
  });

  test.each(["", "{", "[]", "3", '{"/shop/.helix/filters.toml": 3}'])(
    "a record of trust that says %j trusts nothing",
    (text) => {
      const set = load({ [PROJECT_PATH]: project, [`${BASE}/${TRUST_FILE}`]: text });
      expect(sourceOf(set, "frobnicate x")).toBeNull();
    },
  );

  test("a broken file is named, and the others count", () => {
    const set = load({
      [`${BASE}/filters/a.toml`]: "[filters",
      [`${BASE}/filters/b.toml`]: own,
      [`${BASE}/filters/c.txt`]: "x",
    });
    expect(set.problems).toEqual([expect.stringMatching(/^a\.toml: line 1, column \d+: /)]);
    expect(sourceOf(set, "frobnicate build")).toBe("user build");
  });

  test("the user's files are read in the order of their names", () => {
    const set = load({
      [`${BASE}/filters/b.toml`]: filter("b", "^frob"),
      [`${BASE}/filters/a.toml`]: filter("a", "^frob"),
    });
    expect(sourceOf(set, "frob")).toBe("user a");
  });

  test("a folder that cannot be listed is none", () => {
    const files = {
      ...filesOf({}),
      names: () => {
        throw new Error("EACCES");
      },
    };
    expect(loadFilterSet({ files, directory: BASE, project: null }).list().length).toBeGreaterThan(0);
  });
});

describe("which filter is for a line", () => {
  const set = new FilterSet([
    readFilters(
      filter("log", "^git\\s+log\\b") +
        filter("npm", "^(?:npm|pnpm) (?:ci|install)\\b") +
        filter("npx-tsc", "^npx tsc\\b") +
        filter("tsc", "^tsc\\b") +
        filter("any", "coverage report$") +
        filter("dot", "^\\./deploy\\.sh"),
      "user",
      "x.toml",
    ),
  ]);

  test.each([
    ["git log", "log"],
    ["git -C api log -3 | head", "log"],
    ["/usr/bin/git log", "log"],
    ["npm ci", "npm"],
    ["cd web && pnpm install && echo done", "npm"],
    ["npm ci && pnpm install", "npm"],
    ["npm ci && git log", null],
    ["npm ci && frob", null],
    ["git log | grep x", null],
    ["npx tsc", "npx-tsc"],
    ["bunx tsc", "tsc"],
    ["uv run coverage report", "any"],
    ["./deploy.sh --all", "dot"],
    ["git logs", null],
    ["", null],
  ])("%s: %s", (line, expected) => {
    expect(set.find(line)?.name ?? null).toBe(expected);
  });

  test("an expression that does not compile matches nothing", () => {
    const broken = new FilterSet([readFilters(filter("x", "^frob(") + filter("y", "^frob"), "user", "x.toml")]);
    expect(broken.find("frob")?.name).toBe("y");
  });
});

test.each([
  ["^git\\s+log\\b", ["git"]],
  ["^make\\b", ["make"]],
  ["^(?:npm|pnpm) ci$", ["npm ci", "pnpm ci"]],
  ["^pip3?\\b", ["pip3", "pip"]],
  ["^docker(?:-compose| compose) up", ["docker-compose up", "docker compose up"]],
  ["^a|^b c", ["a", "b c"]],
  ["^\\./run\\.sh", ["./run.sh"]],
  ["^(npx\\s+)?tsc", ["npx", "tsc"]],
  ["^(commit [0-9a-f]{12})[0-9a-f]{28}", ["commit "]],
  ["^(?P<name>Author): (.*)$", ["Author: "]],
  ["^(?:a|b)c", ["ac", "bc"]],
  ["^(ab)?c", ["c", "abc"]],
  ["^(ab[xy])?c", ["ab", "c"]],
  ["^(?:(?:c8|nyc) (?:-\\S+ )*)?ava\\b", ["c8 ", "nyc ", "ava"]],
  ["^(?:pip[\\d.]*|uv pip) list", ["pip", "uv pip"]],
  ["^(?:\\S+-)?gcc", null],
  ["^(a[)]b)c", ["a"]],
  ["^(?i)error", null],
  ["^(?i:error)", null],
  ["make", null],
  ["^make|ninja", null],
  ["(?i)^make", null],
  ["^[mg]ake", null],
  ["^", null],
  ["^x*make", null],
])("what %s matches begins with %j", (pattern, expected) => {
  expect(beginningsOf(pattern)).toEqual(expected);
});

test("the bundled filters have one name each, and say what they are for", () => {
  const filters = bundledFiles().flatMap((file) => file.filters);
  expect(new Set(filters.map(({ name }) => name)).size).toBe(filters.length);
  expect(filters.filter(({ description }) => description === "").map(({ name }) => name)).toEqual([]);
});
