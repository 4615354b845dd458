// helix economy: on, off, what came of it, and the section of an instruction file.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { EVENT_OF } from "../../src/hooks/common/hook-types.ts";
import { runHelix } from "../support/command-line.ts";
import { endOfHook } from "../support/hook-process.ts";
import { useFolders } from "../support/temporary-folder.ts";

const makeFolder = useFolders("each");
let [base, folder] = ["", ""];

beforeEach(() => {
  folder = makeFolder();
  base = join(folder, "kb");
});

const run = (...words: string[]) => runHelix(["economy", ...words], { base, cwd: folder });

test("is off until it is turned on, in the user's own settings, and says what it does", () => {
  expect(run().stdout).toContain("outputs are shortened: off (default)\n");
  expect(run("on")).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(`set economy.filters to on in ${base}/config.json\n`),
  });
  expect(run("status").stdout).toContain(`outputs are shortened: on (${base}/config.json)`);
  expect(run("on").stdout).toContain("economy.filters is on already in");
  expect(JSON.parse(readFileSync(join(base, "config.json"), "utf8"))).toEqual({ economy: { filters: "on" } });
  run("off");
  expect(run("status").stdout).toContain("outputs are shortened: off (");
});

test("counts what was shortened and asked for again", async () => {
  run("on");
  mkdirSync(join(base, "filters"), { recursive: true });
  writeFileSync(
    join(base, "filters", "numbers.toml"),
    '[filters.numbers]\nmatch_command = "^seq\\\\b"\nhead_lines = 2\n',
  );
  const stdout = Array.from({ length: 1000 }, (_, at) => at).join("\n");
  const event = {
    session_id: "s",
    cwd: folder,
    tool_name: "Bash",
    tool_input: { command: "seq 999" },
    tool_response: { stdout, stderr: "" },
  };
  const { output } = await endOfHook("post-build", JSON.stringify(event), { cwd: folder, base });
  expect(JSON.parse(output).hookSpecificOutput.hookEventName).toBe(EVENT_OF["post-build"]);
  const key = /helix output (\w{8})/.exec(output)![1]!;
  runHelix(["output", key], { base, cwd: folder });
  const told = run("status").stdout;
  expect(told).toMatch(
    /last 7 days: 1 output shortened, 3\.9 KB to \d+ bytes; originals were asked for 1 time, 3\.9 KB/,
  );
  expect(told).toMatch(/originals: 1 kept, 4\.\d KB, each for 24 hours/);
  expect(JSON.parse(run("--json").stdout)).toMatchObject({
    changed: false,
    lately: { outputs: 1, fetched: 1 },
    kept: { count: 1 },
  });
  const why = runHelix(["hooks", "why"], { base, cwd: folder }).stdout;
  expect(why).toMatch(
    new RegExp(`post-build: shortened an output of seq by numbers, 3\\.9 KB to \\d+ bytes: helix output ${key}`),
  );
});

test("puts the section into a file, once, and takes it out again", () => {
  const file = join(folder, "CLAUDE.md");
  writeFileSync(file, "# Shop\n");
  expect(run("section", "CLAUDE.md", "--dry-run").stdout).toMatch(
    /^dry run, nothing was changed: put the section into .*\n\n<!-- helix economy: begin -->\n/,
  );
  expect(readFileSync(file, "utf8")).toBe("# Shop\n");
  run("section", "CLAUDE.md");
  expect(readFileSync(file, "utf8")).toMatch(
    /^# Shop\n\n<!-- helix economy: begin -->\n## Search with helix\n[\s\S]*end -->\n$/,
  );
  expect(run("section", "CLAUDE.md").stdout).toContain("has the section as it is now");
  run("section", "CLAUDE.md", "--remove");
  expect(readFileSync(file, "utf8")).toBe("# Shop\n");
  writeFileSync(file, "# Shop, not ended");
  run("section", "CLAUDE.md");
  run("section", "CLAUDE.md", "--remove");
  expect(readFileSync(file, "utf8")).toBe("# Shop, not ended");
  run("section", "AGENTS.md");
  expect(run("section", "AGENTS.md", "--remove").stdout).toMatch(
    /^removed, with nothing but the section in it, .*AGENTS/,
  );
  expect(existsSync(join(folder, "AGENTS.md"))).toBe(false);
});

test("refuses what it does not know in one line, and changes nothing", () => {
  expect(run("onn")).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^\[error\] "onn" is not accepted: give one of on, off, status, section/),
  });
  expect(run("section")).toMatchObject({ status: 2, stderr: expect.stringContaining("the file is missing") });
  expect(run("on", "--remove").status).toBe(2);
  expect(run("section", "CLAUDE.md", "--remove").status).toBe(1);
  expect(existsSync(base)).toBe(false);
});
