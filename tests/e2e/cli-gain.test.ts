// helix gain on a log with known truth, through the compiled program: figures, losses, history, prices, chart, the bill of
// a session, the status line, and what is refused.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { encodeEvents } from "../../src/events/log/event-line.ts";
import type { NewEvent } from "../../src/events/log/event-types.ts";
import { runHelix } from "../support/command-line.ts";
import { countedEventIds } from "../support/memory-events.ts";
import { useFolders } from "../support/temporary-folder.ts";

const folder = useFolders("all");
const DAY_MS = 86_400_000;
const FIRST_MS = Date.UTC(2026, 10, 2, 12);
const SESSION = "0a1b2c3d-0000-4000-8000-000000000001";

let base = "";
let home = "";
const run = (...words: string[]) => runHelix(["gain", ...words], { base, cwd: home, environment: { HOME: home } });
const statusLine = (input: string) => runHelix(["gain", "--status-line"], { base, cwd: home, input });

function output(filter: string, key: string, before: number, after: number): NewEvent {
  return { type: "filter", by: "Bash", command: filter.replace("-", " "), filter, key, before, after };
}

beforeAll(() => {
  base = folder();
  home = folder();
  const newId = countedEventIds();
  const write = (days: number, project: string, events: NewEvent[]) =>
    encodeEvents({ at: FIRST_MS + days * DAY_MS, session: SESSION, agent: "", project: [project] }, events, newId);
  mkdirSync(join(base, "events"), { mode: 0o700 });
  const lines = [
    write(0, "ada/shop", [output("cargo-build", "AAAA1111", 41_000, 1000), output("git-log", "BBBB2222", 9000, 1000)]),
    write(1, "ada/shop", [{ type: "fetched", key: "BBBB2222", bytes: 12_000 }]),
    write(8, "ada/blog", [output("cargo-build", "CCCC3333", 5000, 1000)]),
  ];
  writeFileSync(join(base, "events", "active.jsonl"), lines.join(""), { mode: 0o600 });
});

describe("helix gain", () => {
  test("says what was taken away, what was fetched again, and what is a loss", () => {
    const { stdout, status } = run();
    expect(status).toBe(0);
    expect(stdout).toMatch(/^3 outputs shortened, from 2026-11-02 to 2026-11-10\. Tokens are bytes \/ 4\.$/m);
    expect(stdout).toMatch(/^taken away +52,000 +13,000$/m);
    expect(stdout).toMatch(/^fetched again, 1 time +12,000 +3,000$/m);
    expect(stdout).toMatch(/^net +40,000 +10,000$/m);
    expect(stdout).toMatch(/^cargo-build +2 +11,000 +0 +0 +11,000$/m);
    expect(stdout).toMatch(/^git-log +1 +2,000 +1 +3,000 +-1,000 LOSS$/m);
    expect(stdout).toMatch(
      /^git-log is a loss: 3,000 tokens were fetched again of 2,000 .* Switch it off: \[filters\.git-log\]/m,
    );
    expect(stdout).not.toContain("$");
  });

  test("keeps to a project, and to days", () => {
    expect(run("--project", "ADA/blog").stdout).toMatch(/^net +4,000 +1,000$/m);
    expect(run("--since", "2026-11-03").stdout).toMatch(/^net: a LOSS +-8,000 +-2,000$/m);
    expect(run("--project=ada/none")).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^nothing was shortened yet/),
    });
    expect(run("--since=soon").stderr).toMatch(/"soon" is no date; use YYYY-MM-DD/);
    expect(run("--project=here").stderr).toMatch(/this directory is in no git work tree/);
  });

  test("has a table by day, week and month", () => {
    expect(run("--history").stdout).toMatch(/^2026-11-03 +0 +0 +1 +3,000 +-3,000 LOSS$/m);
    expect(run("--history", "week").stdout).toMatch(
      /^2026-11-02 +2 +12,000 +1 +3,000 +9,000\n2026-11-09 +1 +1,000 +0 +0 +1,000$/m,
    );
    expect(run("--history=month").stdout).toMatch(/^2026-11 +3 +13,000 +1 +3,000 +10,000$/m);
    expect(run("--history=year").stderr).toMatch(/give day, week or month, e\.g\. --history=week/);
  });

  test("has all as data", () => {
    const { total, filters } = JSON.parse(run("--json").stdout);
    expect(total).toEqual({ shortened: 3, before: 55_000, after: 3000, fetches: 1, fetched: 12_000, net: 40_000 });
    expect(filters.map(({ name, net }: { name: string; net: number }) => [name, net])).toEqual([
      ["cargo-build", 44_000],
      ["git-log", -4000],
    ]);
    expect(JSON.parse(run("--history", "--json").stdout).rows).toHaveLength(3);
  });
});

describe("prices", () => {
  test("are shown when asked for, with their day", () => {
    expect(run("--prices", "claude-opus-5-5").stdout).toMatch(
      /^claude-opus-5-5 +2026-10-24 +4 +5 +0\.2 +20 +\$0\.0400$/m,
    );
    expect(run("--prices").stdout.match(/^(?:claude|gpt|gemini)-\S+.* 2026-\d\d-\d\d .*\$/gm)!.length).toBeGreaterThan(
      20,
    );
  });

  test("are none for an unknown model, and it is said", () => {
    const { stdout } = run("--prices=mega-9");
    expect(stdout).toMatch(/"mega-9" has no price here/);
    expect(stdout).not.toContain("$");
    expect(JSON.parse(run("--prices=mega-9", "--json").stdout)).toMatchObject({ prices: [], unpriced: "mega-9" });
  });

  test("are those of the user's file first; a file that is wrong is refused", () => {
    const path = join(base, "prices.json");
    writeFileSync(path, '{"models":[{"model":"mega-9","asOf":"2026-11-24","input":100,"output":1}]}');
    expect(run("--prices", "mega-9").stdout).toMatch(/^mega-9 +2026-11-24 +100 +- +- +1 +\$1\.00$/m);
    writeFileSync(path, '{"models":[{"model":"mega-9","input":100}]}');
    expect(run("--prices")).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/prices\.json: models\[0\] of "mega-9" needs "asOf".*e\.g\. \{"models"/),
    });
    expect(run().status).toBe(0);
    writeFileSync(path, '{"models":[]}');
  });
});

describe("the chart", () => {
  test("is written, over an older one, and over nothing else", () => {
    const file = join(home, "gain.svg");
    for (let turn = 0; turn < 2; turn++) expect(run("--svg", "gain.svg").stdout).toBe(`wrote ${file}: 9 days\n`);
    expect(readFileSync(file, "utf8")).toMatch(/^<svg .*<\/svg>\n$/s);
    writeFileSync(join(home, "notes.txt"), "mine");
    expect(run("--svg", "notes.txt").stderr).toMatch(/notes\.txt is there and is no SVG; nothing was written/);
    expect(readFileSync(join(home, "notes.txt"), "utf8")).toBe("mine");
    expect(run("--svg=none.svg", "--project=ada/none").status).toBe(1);
    expect(existsSync(join(home, "none.svg"))).toBe(false);
  });
});

describe("the bill", () => {
  const usage = {
    input_tokens: 10,
    cache_creation_input_tokens: 200,
    cache_read_input_tokens: 3000,
    output_tokens: 40,
  };
  const line = (uuid: string, parentUuid: string | null, more: object) =>
    JSON.stringify({ uuid, parentUuid, timestamp: "2026-11-02T12:00:00.000Z", ...more });
  const asks = (uuid: string, parent: string | null, content: object[] = []) =>
    line(uuid, parent, { type: "assistant", message: { id: uuid, model: "claude-opus-5-5", usage, content } });

  beforeAll(() => {
    const project = join(home, ".claude", "projects", home.replace(/[^a-zA-Z0-9]/g, "-"));
    mkdirSync(project, { recursive: true });
    const content = [{ type: "tool_result", tool_use_id: "t1", content: "[helix: helix output AAAA1111 shows all]" }];
    const lines = [
      asks("a1", null, [{ type: "tool_use", id: "t1", name: "Bash", input: {} }]),
      line("r1", "a1", { type: "user", message: { role: "user", content } }),
      asks("a2", "r1"),
      asks("a3", "a2"),
      'damaged, with a "uuid"',
    ];
    writeFileSync(join(project, `${SESSION}.jsonl`), `${lines.join("\n")}\n`);
  });

  test("is what the transcript says, and what an output was not carried", () => {
    const { stdout } = run("--session", SESSION);
    expect(stdout).toMatch(/^claude-opus-5-5 +3 +30 +600 +9,000 +120$/m);
    expect(stdout).toMatch(/1 of 3 are in the transcript, 10,000 tokens shorter\.$/m);
    expect(stdout).toMatch(/^kept away +2 +20,000$/m);
    expect(stdout).toMatch(/not seen in the transcript, and not counted: 2/);
    expect(stdout).toMatch(/fetched outside of this session's conversations, and not counted: 1/);
    expect(stdout).toMatch(/1 line could not be understood/);
    expect(stdout).not.toContain("$");
    expect(run("--session").stdout).toBe(stdout);
  });

  test("has a cost where prices are asked for", () => {
    const { stdout } = run("--session", SESSION, "--prices");
    // 30 x $4, 600 x $5, 9,000 x $0.2, 120 x $20; kept away: 10,000 x $5 once, then 10,000 x $0.2.
    expect(stdout).toMatch(/^\$0\.0073 at list prices as of 2026-10-24; without shortened outputs \$0\.0593$/m);
    expect(run("--session", "--prices=mega-8").stdout).toMatch(/"mega-8" has no price here/);
  });

  test("of a session without a transcript, or of what is none, is refused", () => {
    expect(run("--session", "unknown")).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/there is no transcript of session unknown in /),
    });
    expect(run("--session", "../../etc/passwd").stderr).toMatch(/is no session: give the client's name of one/);
    expect(run("--session", "--history").stderr).toMatch(/--session and --history are two answers: give one/);
    expect(run("--session", "--since=today").stderr).toMatch(/--since does not go with --session/);
    expect(run("--history", "--prices").stderr).toMatch(/--prices goes with the figures as a whole or with --session/);
  });
});

describe("the status line", () => {
  test("is short, and of the session", () => {
    expect(statusLine(JSON.stringify({ session_id: SESSION, cost: {} })).stdout).toBe(
      "helix 13k tokens kept away, 3k fetched again\n",
    );
  });

  test.each(["", "{", "[]", '{"session_id":7}', '{"session_id":"another"}'])(
    "says nothing of %j, and fails never",
    (input) => {
      expect(statusLine(input)).toEqual({ status: 0, stdout: "", stderr: "" });
    },
  );

  test("says nothing where there is no log", () => {
    const input = JSON.stringify({ session_id: SESSION });
    expect(runHelix(["gain", "--status-line"], { base: join(home, "nowhere"), cwd: home, input })).toEqual({
      status: 0,
      stdout: "",
      stderr: "",
    });
    expect(existsSync(join(home, "nowhere"))).toBe(false);
  });
});
