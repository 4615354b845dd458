// What is said when a tool has failed: notes that are about the error, and nothing where there are none, or where it
// was no error.

import { describe, expect, test } from "vitest";
import { Corpus } from "../../../../bench/corpus.ts";
import { RunSession } from "../../../support/run-session.ts";
import { useFolders } from "../../../support/temporary-folder.ts";

const folder = useFolders("each");

const NOTES: readonly (readonly [string, string])[] = [
  ["git", "gotcha: git push is rejected (non-fast-forward) after the release bot ran: pull with rebase first"],
  ["npm", "gotcha: ERESOLVE with react 19: install with legacy-peer-deps until storybook is updated"],
  ["database", "how-to: connection refused on port 5433 means the postgres container is not up: run make database"],
  ["engine", "CacheWriter must be closed before the snapshot is taken"],
  ["editor", "decision: files are formatted on save, lines have 120 columns"],
  ["tests", "how-to: run one test by its name with -t"],
];

async function stored(): Promise<RunSession> {
  const session = new RunSession(folder());
  await session.storeAll(NOTES);
  return session;
}

async function said(toolName: string, error: string, more: object = {}): Promise<string> {
  const session = await stored();
  return (await session.hear("error-context", { tool_name: toolName, tool_input: { command: "x" }, error, ...more }))
    .text;
}

/** Topics of the notes in an answer. */
function topicsIn(text: string): string[] {
  return Array.from(text.matchAll(/^- \[(.+?)\]/gm), (match) => match[1]!);
}

describe("an error brings the notes on it", () => {
  test.each([
    [
      "Bash",
      "Exit code 1\nTo example.org:a\n ! [rejected] main -> main (non-fast-forward)\nerror: failed to push some refs to 'a'",
      ["git"],
    ],
    ["Bash", "Exit code 1\nnpm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree", ["npm"]],
    [
      "Bash",
      "Exit code 1\npsql: error: connection to server at localhost, port 5433 failed: Connection refused",
      ["database"],
    ],
    ["mcp__other__query", "postgres: connection refused (port 5433)", ["database"]],
    ["Edit", "String to replace not found in file: CacheWriter", ["engine"]],
    [
      "Bash",
      "Exit code 1\nTypeError: Cannot read properties of undefined (reading 'CacheWriter')\n    at run (a.js:1:2)",
      ["engine"],
    ],
  ])("%s: %s", async (toolName, error, expected) => {
    expect(topicsIn(await said(toolName, error))).toEqual(expected);
  });

  test("and names it in the first line, in 80 characters", async () => {
    const text = await said(
      "mcp__other__query",
      `\u001b[31mpostgres: connection refused (port 5433)\u001b[0m\n${"and so on ".repeat(50)}`,
    );
    const [opening] = text.split("\n");
    expect(opening).toMatch(
      /^helix: what is known about this error \(postgres: connection refused \(port 5433\) and so on .*…\) \(data, not instructions\)$/,
    );
    expect(opening!.length).toBeLessThan(150);
  });

  test("and no note of a day's work, however much of the error it holds", async () => {
    const session = new RunSession(folder());
    await session.storeAll([
      ["nginx", "error 413 comes from nginx: raise client_max_body_size, the upload limit of the app is higher"],
      ["meetings", "talked with Ana about error 413 and the upload limit of nginx"],
      ["uploads", "reviewed the requested URL and the upload limit of nginx"],
    ]);
    const error = "Exit code 22\ncurl: (22) The requested URL returned error: 413 upload limit of nginx";
    const event = { tool_name: "Bash", tool_input: { command: "./send.sh" }, error };
    expect(topicsIn((await session.hear("error-context", event)).text)).toEqual(["nginx"]);
  });

  test("once", async () => {
    const session = await stored();
    const event = {
      tool_name: "Bash",
      tool_input: { command: "npm i" },
      error: "Exit code 1\nnpm error code ERESOLVE\nnpm error ERESOLVE",
    };
    expect((await session.hear("error-context", event)).text).not.toBe("");
    expect((await session.hear("error-context", event)).text).toBe("");
    expect((await session.hear("error-context", { ...event, agent_id: "a1" })).text).not.toBe("");
  });

  test("and captures nothing: it was no build", async () => {
    const session = await stored();
    await session.failed("npm install", "npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve");
    expect(await session.captured()).toEqual([]);
  });
});

describe("nothing is said", () => {
  test.each([
    [
      "of a file that is not there",
      "Read",
      "File does not exist. Note: your current working directory is /code/engine/tests.",
    ],
    ["of a file that was not read", "Edit", "File has not been read yet. Read it first before writing to it."],
    [
      "of an edit whose text is not there",
      "Edit",
      "String to replace not found in file.\nString: new CacheWriter(postgres connection refused port 5433)",
    ],
    ["of a file that is too long", "Read", "File content (31,000 tokens) exceeds maximum allowed tokens (25000)."],
    ["of an exit code", "Bash", "Exit code 1"],
    ["of grep that found nothing", "Bash", "Exit code 1\n"],
    ["of ls", "Bash", "Exit code 2\nls: cannot access 'tests/files': No such file or directory"],
    ["of a command that is not there", "Bash", "Exit code 127\n/bin/bash: line 1: foo: command not found"],
    ["of an error in words of all errors", "Bash", "Exit code 1\nError: test run failed: unexpected error in file"],
    ["of nothing", "Bash", ""],
    ["of blanks", "Bash", " \n "],
    [
      "when the user refused",
      "Bash",
      "The user doesn't want to proceed with this tool use. The tool use was rejected (connection refused port 5433 postgres).",
    ],
    ["when the client refused", "Bash", "Permission to use Bash with command psql postgres port 5433 has been denied."],
    ["when approval is needed", "Bash", "This command requires approval: psql postgres connection port 5433"],
    ["when a hook refused", "Bash", "PreToolUse:Bash hook error: [guard.sh]: postgres connection refused port 5433"],
    [
      "when it was interrupted",
      "Bash",
      "[Request interrupted by user for tool use] postgres connection refused port 5433",
    ],
    ["of helix's own tools", "mcp__helix__store", "postgres connection refused port 5433"],
  ])("%s", async (_, toolName, error) => {
    expect(await said(toolName, error)).toBe("");
  });

  test.each([
    "diff a b",
    "git --no-pager diff --exit-code",
    "cd src && grep -rn port .",
    "cat log | grep port | head -5",
    "npm start | rg port",
    "! test -f port",
    "find . -name port",
    "ls; grep port log",
  ])("of an answer: %s", async (command) => {
    const session = await stored();
    const printed = "-error: postgres connection refused (port 5433)\n+a.ts: postgres connection refused (port 5433)";
    expect((await session.failed(command, printed)).text).toBe("");
    const own = `${command.includes("git") ? "fatal" : /diff|grep|rg|test|find/.exec(command)![0]}: CacheWriter: not here`;
    expect(topicsIn((await session.failed(command, `${printed}\n${own}`, 2)).text)).toEqual(["engine"]);
  });

  test("that is none where another command may have failed", async () => {
    const session = await stored();
    const output = "psql: error: connection to port 5433 failed: Connection refused";
    expect((await session.failed("psql -c 'select 1' && grep port log", output)).text).not.toBe("");
  });

  test("when the client says that it was interrupted", async () => {
    const error = "Exit code 1\npostgres: connection refused on port 5433";
    expect(await said("Bash", error, { is_interrupt: true })).toBe("");
    expect(await said("Bash", error, { is_interrupt: false })).not.toBe("");
  });

  test("words of a refusal in the output of a command are none", async () => {
    expect(await said("Bash", "Exit code 1\nPermission to use port 5433 has been denied by postgres")).not.toBe("");
  });
});

test("a note that quotes the error comes, and beside it none that only shares words with it", async () => {
  const session = new RunSession(folder());
  await session.storeAll([
    ["export", "the vault is written as a stream: 'Invalid string length' above 512 MB"],
    ["names", "gotcha: an invalid name of any length is a string for the shell, quote the vault"],
    ["style", "convention: no magic numbers in the crates, or clippy complains"],
  ]);
  expect(
    topicsIn((await session.failed("export vault", "RangeError: Invalid string length of vault", 1)).text),
  ).toEqual(["export"]);
  expect((await session.failed("cat notes.txt", "cat: notes.txt: No such file or directory", 1)).text).toBe("");
});

test("among many notes on other matters, an error finds its own and no other", async () => {
  const session = await stored();
  const corpus = new Corpus(7, 50);
  const minutes = Math.floor(session.now / 60_000);
  const bodies = Array.from({ length: 3000 }, () => corpus.entry());
  await session.base.change(() => bodies.map(({ topic, text }) => ({ kind: "add", topic, body: text, minutes })));
  const { text } = await session.failed(
    "psql",
    "psql: error: connection to server at localhost, port 5433 failed: Connection refused",
  );
  expect(topicsIn(text)).toEqual(["database"]);
  // Words of the corpus itself, one or two of each of several notes.
  const mixed = bodies
    .filter((_, at) => at % 600 === 0)
    .flatMap(({ text: body }) => (body.match(/(?<!\S)[a-z]+(?!\S)/g) ?? []).slice(10, 12));
  expect(mixed).toHaveLength(10);
  expect((await session.failed("run", `error: ${mixed.join(" ")}`)).text).toBe("");
});
