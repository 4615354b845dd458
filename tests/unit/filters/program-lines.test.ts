// A tool that runs a program: the filter takes what the tool itself says, and nothing of the program.

import { describe, expect, test } from "vitest";
import { Deadline } from "../../../src/filters/deadline.ts";
import { bundledFiles, FilterSet } from "../../../src/filters/filter-set.ts";
import { applyFilter } from "../../../src/filters/pipeline.ts";
import { programSections } from "../../../src/filters/program-sections.ts";
import { shorten } from "../../../src/filters/shorten.ts";

const filters = new FilterSet(bundledFiles());
const runners = filters.list().flatMap(({ filter }) => (filter.runsPrograms ? [[filter.name, filter] as const] : []));
const deadline = new Deadline(() => 0);

/** What a program of a project may print, much like what tools say. */
const PROGRAM = `
/api/users/7 -> UsersController#show
Order7 -> Customer3
  Order7 -> Customer3
✓ service7 answers on port 8007 in 20 ms
  ✔ the table is there
✗ nothing there
> Migrated table number 7 with 21 rows
> de.json has no text for login.title
$ 12.50 is the price of 7
[7/120] Deployed service-7 to eu-0 version 1.7
[ 50%] Building the index of customers
[7/9] Compiling template seven
[7/9] Linking accounts of customers
ok 7 of 9 pages
ok: 7 rows
  ok cart case 7
PASS the seventh page
PASSED 7 of 9
(pass) the seventh
- item 7
    Updating record 7 in index of customer 3
  Building model 7 with depth 3 score 0.7
Downloading report 7 of 9
Downloaded 7 reports
Compiling 7 reports for customers
   Compiling template 7
Running order 7
Checking account 7
Fetching page 7
Installing module 7
[INFO] order 7 is paid
[INFO] Installing module 7
[INFO] Deleting order 7
INFO: order 7 is paid
-- Looking up customer 7
-- Checking order 7
strip 7 rows
ar 7 is empty
mv order 7 to the archive
  LINK customers 7 and 9
  RM seven old orders
1..7
---
7% of the orders
asset management for 7 customers
Restored 7 orders
Starting daemon 7
Resolving address 7
Transform of order 7
:seven
==> order 7
`
  .split("\n")
  .filter((line) => line !== "");

describe.each(runners)("the filter %s", (_, filter) => {
  test.each(PROGRAM)("leaves %s", (line) => {
    const text = ["first", line, "last"].join("\n");
    const { lines } = applyFilter(filter, text, { isGuarded: true, deadline })!;
    expect(lines.map((each) => each.text)).toContain(line);
  });
});

describe("a program's output is shortened, and said to be", () => {
  const rows = Array.from({ length: 400 }, (_, at) => `Order${at} -> Customer${(at * 7) % 60}`);
  test.each([
    "npm run orders",
    "pnpm run orders",
    "yarn run orders",
    "bun run orders",
    "cargo run",
    "dotnet run",
    "uv run python orders.py",
    "uvx orders",
    "go run .",
    "make orders",
    "ninja orders",
    "cmake --build . --target orders",
    "gradle orders",
    "./gradlew bootRun",
    "mvn exec:java",
    "swift run orders",
    "mix run orders.exs",
    "mix phx.server",
    "rake orders",
    "bundle exec rake orders",
    "nx run shop:orders",
    "turbo run orders",
    "lerna run orders",
    "docker run --rm shop orders",
    "docker compose run web npm run orders",
    "kubectl exec shop -- npm run orders",
    "ssh host make orders",
    "poetry run python orders.py",
    "npx orders",
    "php artisan orders",
    "bundle exec rails runner orders.rb",
    "deno task orders",
    "just orders",
    "time nohup make orders",
  ])("%s", (command) => {
    const result = shorten({ command, text: rows.join("\n"), isFailure: false }, filters, { now: () => 0 });
    expect(result.kind).toBe("shortened");
    const { text = "" } = result as { text?: string };
    for (const row of [rows[0]!, rows.at(-1)!]) expect(text).toContain(row);
    const counted = [...text.matchAll(/(\d+) lines?\b/g)].reduce((sum, [, count]) => sum + Number(count), 0);
    expect(counted + text.split("\n").filter((line) => line.startsWith("Order")).length).toBeGreaterThanOrEqual(400);
  });
});

describe("the command that a tool says it runs", () => {
  const commandsOf = (text: string) =>
    programSections(text.split("\n")).sections.map(({ command, lines }) => `${command}: ${lines.length}`);

  test.each([
    ["npm", "\n> shop@1.0.0 test\n> vitest run\n\na\nb", ["vitest run: 3"]],
    ["npm without a version", "> test\n> vitest run\na", ["vitest run: 1"]],
    [
      "npm, one script within another",
      "> shop@1.0.0 ci\n> npm test\n\n> shop@1.0.0 test\n> vitest run\na",
      ["npm test: 1", "vitest run: 1"],
    ],
    ["pnpm", "> shop@1.0.0 test /srv/shop\n> vitest run\na", ["vitest run: 1"]],
    [
      "pnpm in folders",
      "packages/a test$ vitest run\npackages/a test: x\npackages/b test$ jest\npackages/b test: y",
      ["vitest run: 1", "jest: 1"],
    ],
    ["yarn", "yarn run v1.22.22\n$ vitest run\na", ["vitest run: 1"]],
    ["bun", "$ vitest run\na\n$ jest", ["vitest run: 2"]],
    [
      "turbo",
      "shop:test: > shop@1.0.0 test\nweb:test: > web@1.0.0 test\nshop:test: > vitest run\nweb:test: > jest\nweb:test: a\nshop:test: b\nshop:test: c",
      ["vitest run: 2", "jest: 1"],
    ],
    ["a program", "> nothing\nis said\n> vitest run\na", []],
    [
      "a script that goes on",
      "> shop@1.0.0 ci\n> npm test && node end.js\n\n> shop@1.0.0 test\n> vitest run\na",
      ["npm test && node end.js: 1"],
    ],
    ["scripts side by side", "> shop@1.0.0 ci\n> run-p a b\n\n> shop@1.0.0 a\n> vitest run\na", ["run-p a b: 1"]],
  ])("%s", (_name, text, expected) => {
    expect(commandsOf(text)).toEqual(expected);
  });

  test("has its own filter, and only for its own lines", () => {
    const passed = Array.from({ length: 120 }, (_, at) => ` ✓ src/cart.test.ts > adds ${at} items 3ms`);
    const seeded = Array.from({ length: 20 }, (_, at) => `✓ seeded table ${at}`);
    const text = [
      "> shop@1.0.0 pretest",
      "> node seed.js",
      "",
      ...seeded,
      "",
      "> shop@1.0.0 test",
      "> vitest run",
      "",
      ...passed,
      "      Tests  120 passed (120)",
    ].join("\n");
    const result = shorten({ command: "npm test", text, isFailure: false }, filters, { now: () => 0 });
    expect(result).toMatchObject({
      kind: "shortened",
      filter: "npm-script",
      text: ["> shop@1.0.0 pretest", ...seeded, "> shop@1.0.0 test", "      Tests  120 passed (120)"].join("\n"),
    });
  });
});
