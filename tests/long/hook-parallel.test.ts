// All hooks of an event run at once, and servers beside them: a session's file gets every update, and what was injected
// is known to all that come later.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runHelix } from "../support/command-line.ts";
import { makeRepository } from "../support/git-repository.ts";
import { type Note, writeProject } from "../support/hook-events.ts";
import { askHook } from "../support/hook-process.ts";
import { useRawServers } from "../support/raw-server.ts";
import { isThorough } from "../support/runs.ts";
import { useFolders } from "../support/temporary-folder.ts";

const makeFolder = useFolders("each");
const startRaw = useRawServers();
const PROCESSES = isThorough ? 50 : 20;

function prepared(): { base: string; folder: string; notes: Note[] } {
  const [base, folder] = [join(makeFolder(), "kb"), makeRepository(join(makeFolder(), "project"))];
  const notes = writeProject(folder, PROCESSES);
  const entries = JSON.stringify(notes.map(({ topic, text }) => ({ topic, text })));
  expect(runHelix(["import", "-"], { base, cwd: folder, input: entries }).status).toBe(0);
  return { base, folder, notes };
}

/** The case numbers of the notes in an answer. */
const casesIn = (text: string) => [...text.matchAll(/\(case (\d+)\)/g)].map((match) => Number(match[1]));

test("many processes of one session: every update is kept, and nothing comes twice later", async () => {
  const { base, folder, notes } = prepared();
  const event = (at: number) => ({
    session_id: "one",
    cwd: folder,
    tool_name: "Edit",
    tool_input: {
      file_path: join(folder, `made/file-${at}.rs`),
      old_string: `struct ${/^\w+/.exec(notes[at]!.text)![0]} {`,
      new_string: "struct Other {",
    },
  });
  const answers = await Promise.all(notes.map((_, at) => askHook("ambient", event(at), { cwd: folder, base })));
  answers.forEach((text, at) => {
    expect(casesIn(text)).toContain(at);
  });
  const lines = readFileSync(join(base, "sessions", "one"), "utf8").split("\n");
  const edited = lines.filter((line) => line.startsWith("e ")).map((line) => Number(/file-(\d+)/.exec(line)![1]));
  expect(edited.sort((a, b) => a - b)).toEqual(notes.map((_, at) => at));
  const shown = answers.reduce((sum, text) => sum + casesIn(text).length, 0);
  const injected = lines.filter((line) => line.startsWith("i "));
  const [here, keys] = [
    injected.filter((line) => line.startsWith("i at-")),
    injected.filter((line) => !line.startsWith("i at-")),
  ];
  expect(keys).toHaveLength(shown);
  // Each note is known at the file that it is about, too.
  expect(here).toHaveLength(notes.length);
  const later = await Promise.all(notes.map((_, at) => askHook("ambient", event(at), { cwd: folder, base })));
  expect(later.flatMap(casesIn)).toEqual([]);
});

test("a process and the server share a session", async () => {
  const { base, folder, notes } = prepared();
  const server = startRaw({ directory: base });
  await server.initialize();
  const name = /^\w+/.exec(notes[3]!.text)![0];
  const event = { session_id: "both", cwd: folder, prompt: `Why does ${name} break?` };
  expect(casesIn(await server.call(1, "hook", { ...event, type: "prompt" }))).toContain(3);
  expect(casesIn(await askHook("prompt", event, { cwd: folder, base }))).toEqual([]);
  expect(casesIn(await askHook("prompt", { ...event, session_id: "other" }, { cwd: folder, base }))).toContain(3);
  // What a compaction has taken out of the conversation may come again.
  await askHook("session", { session_id: "both", cwd: folder, source: "clear" }, { cwd: folder, base });
  expect(casesIn(await server.call(2, "hook", { ...event, type: "prompt" }))).toContain(3);
});
