// helix at a terminal of 80 columns, with and without colour: help, search, topics, the pager, progress.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { runHelix } from "../support/command-line.ts";
import { skipLoudly } from "../support/confined.ts";
import { useFolders } from "../support/temporary-folder.ts";
import { hasTerminals, inTerminal, type TerminalOptions, withoutColour } from "../support/terminal.ts";

const folder = useFolders("all");
let cwd = "";
let base = "";
const WORDS = "a line that is so long that no terminal of eighty columns has the room for all of its words";
const NOTES = 3000;

if (!hasTerminals) skipLoudly("this runtime makes no pseudo-terminals");

beforeAll(() => {
  cwd = folder();
  base = join(folder(), "base");
  const notes = Array.from({ length: NOTES }, (_, at) => ({
    topic: `topic-${at % 60}`,
    time: "2026-02-20T09:00:00Z",
    body: at === 7 ? `[tags: gotcha]\nwalrus ${WORDS}` : `note ${at}`,
  }));
  expect(runHelix(["import"], { base, cwd, input: JSON.stringify(notes) }).status).toBe(0);
});

const run = (command: string, environment: Record<string, string> = {}, more: Partial<TerminalOptions> = {}) =>
  inTerminal(command, { base, cwd, environment, ...more });

const widest = (screen: string) =>
  Math.max(
    ...withoutColour(screen)
      .split("\n")
      .map((line) => line.length),
  );

describe.skipIf(!hasTerminals)("at a terminal of 80 columns", () => {
  const LOOKS: [string, Record<string, string>, boolean][] = [
    ["with colour", {}, true],
    ["without colour", { NO_COLOR: "1" }, false],
    ["without colour, dumb", { TERM: "dumb" }, false],
  ];

  describe.each(LOOKS)("%s", (_, environment, isColourful) => {
    const OPTIONS = { ...environment, HELIX_PAGER: "" };

    test.each([
      ["$HELIX --help", /^ {2}search +Search the notes$/m],
      ["$HELIX search --help", /^ {2}--limit=<N> +Most results/m],
      ["$HELIX topics recent", /note \d+/],
    ])("%s fits, and is coloured where it may be", async (command, shown) => {
      const { status, screen } = await run(command, OPTIONS);
      expect(status).toBe(0);
      expect(withoutColour(screen)).toMatch(shown);
      expect(widest(screen)).toBeLessThanOrEqual(80);
      expect(screen.includes("\u001b[")).toBe(isColourful);
    });

    test("search cuts the lines of its list", async () => {
      const { status, screen } = await run("$HELIX search walrus --detail brief", OPTIONS);
      expect(status).toBe(0);
      const [line = ""] = withoutColour(screen).split("\n");
      expect(line).toMatch(/^ {2}\[topic-7.*walrus a line that .*…$/);
      expect(line).toHaveLength(80);
      expect(screen.includes("\u001b[")).toBe(isColourful);
    });
  });

  test("a narrower terminal has shorter lines, and a wider one longer ones", async () => {
    for (const columns of [60, 132]) {
      const { screen } = await run("$HELIX search --help", { HELIX_PAGER: "" }, { columns });
      expect(widest(screen)).toBeLessThanOrEqual(columns);
      expect(widest(screen)).toBeGreaterThan(columns < 80 ? 40 : 80);
    }
  });

  test("a pipe gets the lines whole", async () => {
    const { screen } = await run("$HELIX search walrus --detail brief | cat");
    expect(screen).toContain(WORDS);
    expect(screen).not.toContain("\u001b[");
  });
});

describe.skipIf(!hasTerminals)("the pager", () => {
  const PAGER = "sed 's/^/paged: /'";
  const LONG = "$HELIX topics recent";

  test("shows what is longer than the screen, and nothing else", async () => {
    expect((await run(LONG, { HELIX_PAGER: PAGER })).screen).toMatch(/^paged: /);
    expect((await run(LONG, { PAGER })).screen).toMatch(/^paged: /);
    expect((await run(LONG, { PAGER: "false", HELIX_PAGER: PAGER })).screen).toMatch(/^paged: /);
    expect((await run("$HELIX check", { PAGER })).screen).toMatch(/records/);
    for (const command of ["$HELIX check", "$HELIX stats", `${LONG} --json`, `${LONG} | cat`, "$HELIX index --help"]) {
      const { status, screen } = await run(command, { PAGER });
      expect({ command, status }).toEqual({ command, status: 0 });
      expect(screen).not.toContain("paged: ");
    }
    expect((await run(LONG, { PAGER }, { rows: 4000 })).screen).not.toContain("paged: ");
    expect((await run("$HELIX index --help", { PAGER }, { rows: 8 })).screen).toMatch(/^paged: /);
    expect((await run("$HELIX inspect", { PAGER })).screen.match(/paged: /g)?.length).toBeGreaterThan(NOTES);
  });

  test.each([
    ["--no-pager", `${LONG} --no-pager`, { PAGER }],
    ["--no-pager before the command", "$HELIX --no-pager topics recent", { PAGER }],
    ["HELIX_PAGER is empty", LONG, { PAGER, HELIX_PAGER: "" }],
    ["PAGER is cat", LONG, { PAGER: "cat" }],
  ])("is off: %s", async (_, command, environment) => {
    const { status, screen } = await run(command, environment);
    expect(status).toBe(0);
    expect(screen).not.toContain("paged: ");
    expect(withoutColour(screen)).toContain("\n");
    expect(screen.split("\n").length).toBeGreaterThan(24);
  });

  test("is not for what was done: that ends with what to do next", async () => {
    const environment = { PAGER, HOME: folder() };
    const done = await run("$HELIX setup", environment);
    expect([done.status, withoutColour(done.screen)]).toEqual([0, expect.stringContaining("\ntry next:\n")]);
    expect(done.screen.split("\n").length).toBeGreaterThan(24);
    expect(done.screen).not.toContain("paged: ");
    expect((await run("$HELIX hooks uninstall --user --dry-run", environment)).screen).toMatch(/^paged: /);
  });

  test("that is not there, or reads nothing, is no error", async () => {
    const missing = await run(LONG, { HELIX_PAGER: "no-such-pager" });
    expect(missing.status).toBe(0);
    expect(missing.screen.split("\n").length).toBeGreaterThan(24);
    for (const pager of ["true", "head -3", "false"]) {
      const { status, screen } = await run("$HELIX inspect", { HELIX_PAGER: pager });
      expect({ pager, status }).toEqual({ pager, status: 0 });
      expect(screen.split("\n").length).toBeLessThan(8);
    }
  });

  test("keeps the exit code of what was found", async () => {
    const damaged = await run("$HELIX --kb nowhere search walrus", { PAGER }, { rows: 1 });
    expect(damaged.status).toBe(1);
    expect(damaged.screen).toMatch(/^paged: /);
  });

  test("less: quitting early is no error", async ({ skip }) => {
    if (Bun.which("less") === null) {
      skipLoudly("there is no less to page with");
      skip();
    }
    const { status, screen } = await run("$HELIX inspect", {}, { keys: { waitsFor: "\n:", pressed: "q" } });
    expect(status).toBe(0);
    expect(screen.split("\n").length).toBeLessThan(40);
  });
});

describe.skipIf(!hasTerminals)("progress", () => {
  const STEP = /\r\u001b\[K(?:[a-z][a-z ]+ \d+%|power cuts \d+)/;

  test.each([
    ["index", /indexing \d+%/],
    ["check", /checking \d+%/],
    ["export > export.json", /exporting \d+%/],
    ["import --kb copy < notes.json", /checking \d+%/],
    ["compact --apply --kb copy", /compacting \d+%/],
    ["prove --seconds 1 --seed 3 --json > /dev/null", /power cuts \d+/],
  ])("helix %s shows a line, and clears it", async (words, step) => {
    const made = "$HELIX export > notes.json; ";
    const copied = words.includes("--kb copy") ? "$HELIX import --kb copy < notes.json > /dev/null 2>&1; " : "";
    await run(
      `${made}${words.startsWith("import") ? "" : copied}`.replaceAll("$HELIX export >", "$HELIX export 2>/dev/null >"),
    );
    const { status, screen } = await run(`$HELIX ${words}`, { HELIX_PAGER: "" });
    expect(status).toBe(0);
    expect(screen).toMatch(step);
    // What comes behind the last step begins on a cleared line.
    const behind = screen.slice(screen.search(new RegExp(`${STEP.source}(?![\\s\\S]*${STEP.source})`)));
    expect(behind).toMatch(/^\r\u001b\[K[^\r\n]+\r\u001b\[K/);
  });

  test("is not for pipes and files", async () => {
    const { status } = await run("$HELIX check 2> errors.txt > /dev/null");
    expect(status).toBe(0);
    expect(existsSync(join(cwd, "errors.txt"))).toBe(true);
    expect(readFileSync(join(cwd, "errors.txt"), "utf8")).toBe("");
    expect(runHelix(["index"], { base, cwd }).stderr).toBe("");
  });
});
