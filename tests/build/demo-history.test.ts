// The notes and search words of `npm start`: whatever the clone looks like, there is something to store and something
// to find.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { chooseWords, type Note, notesOfLog, readHistory, wordsOf } from "../../scripts/demo-history.ts";
import { git as anyGit } from "../support/git-repository.ts";

let directory = "";

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "helix-demo-history-"));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

function git(folder: string, ...words: string[]): void {
  anyGit(folder, "-c", "protocol.file.allow=always", ...words);
}

/** A repository with one commit for each message. */
function repository(messages: string[]): string {
  const folder = join(directory, "repository");
  mkdirSync(folder);
  git(folder, "init", "-q");
  messages.forEach((message, index) => {
    writeFileSync(join(folder, `file ${index} ü.ts`), String(index));
    git(folder, "add", "-A");
    git(folder, "commit", "-q", "-m", message);
  });
  return folder;
}

describe("the history of a repository", () => {
  test("becomes one note a commit, oldest first, with its area as topic and its first file as source", () => {
    const folder = repository([
      "text: merge accents\n\nÜber and uber are one word.",
      "no area here",
      "index, text: merge: again",
    ]);
    expect(readHistory(folder)).toEqual({
      origin: "3 commits of this repository",
      notes: [
        { topic: "text", text: "text: merge accents\n\nÜber and uber are one word.", source: "file 0 ü.ts" },
        { topic: "history", text: "no area here", source: "file 1 ü.ts" },
        { topic: "index-text", text: "index, text: merge: again", source: "file 2 ü.ts" },
      ],
    });
  });

  test("is filled up with built-in notes when a shallow clone has hardly any", () => {
    const folder = repository(["text: one", "text: two", "text: three", "text: four"]);
    const clone = join(directory, "clone");
    git(directory, "clone", "-q", "--depth", "1", `file://${folder}`, clone);
    const { notes, origin } = readHistory(clone);
    expect(origin).toMatch(/^1 commit of this repository \(a shallow clone.*built-in notes$/);
    expect(notes.at(-1)).toMatchObject({ topic: "text", text: "text: four" });
    expect(notes.length).toBeGreaterThan(3);
  });

  test("is replaced by built-in notes where there is none", () => {
    const { notes, origin } = readHistory(directory);
    expect(origin).toContain("no commits can be read here");
    expect(notes.length).toBeGreaterThan(3);
    for (const note of notes) expect(note.text).not.toBe("");
  });

  test("keeps commits without files, and leaves out what no source can hold", () => {
    const log = "\x1ea: merge\x1fbody\x1f\n\x1eb: odd\x1f\x1f\n\nweird].ts\nplain.ts\n";
    expect(notesOfLog(log)).toEqual([
      { topic: "b", text: "b: odd", source: "plain.ts" },
      { topic: "a", text: "a: merge\n\nbody" },
    ]);
  });
});

describe("the words to search for", () => {
  const note = (topic: string, text: string): Note => ({ topic, text });

  test("are the most frequent ones, two that stand together and two that do not", () => {
    const notes = [
      note("storage", "storage: sync the directory after a rename"),
      note("storage", "storage: sync before the rename"),
      note("text", "text: bigrams of scripts without spaces"),
    ];
    expect(chooseWords(notes)).toEqual({
      together: ["rename", "storage"],
      apart: ["rename", "bigrams"],
      topic: "storage",
      topicWord: "rename",
    });
  });

  test("exist for a single note, and for one without any content word", () => {
    expect(chooseWords([note("a", "fix: typo")])).toMatchObject({
      together: ["typo", "typo"],
      apart: ["typo", "typo"],
    });
    expect(chooseWords([note("a", "v1 2")])).toMatchObject({ together: ["v1", "v1"], topic: "a", topicWord: "v1" });
  });

  test("are whole words of letters", () => {
    expect([...wordsOf("The log-reader reads snake_case, Überlauf and x2fold; these are words")]).toEqual([
      "reads",
      "überlauf",
      "words",
    ]);
  });
});
