// What the demonstration stores: the commits of this repository as notes, or a few built-in ones where there is no
// history.
//
// Invariants
// - Any history makes valid notes: texts are cut to a sane size, topics and sources hold nothing that would be refused.
//
// Left to others: storing and searching them (demo.ts).

import { spawnSync } from "node:child_process";

const COMMITS_MAX = 500;
const TEXT_LENGTH_MAX = 20_000;
/** A history shorter than this is filled up with the built-in notes: there would be little to find. */
const NOTES_MIN = 3;

/** One entry for the `batch` tool. */
export interface Note {
  topic: string;
  text: string;
  source?: string;
}

/** The notes, and a line for the reader that says where they come from. */
export interface History {
  notes: Note[];
  origin: string;
}

const BUILT_IN: Note[] = [
  {
    topic: "storage",
    text: "gotcha: a rename is durable only after the directory was synced",
    source: "src/platform/disk-file-system.ts",
  },
  {
    topic: "storage",
    text: "invariant: bytes are cut off a log only under the write lock, after a copy of them is on the disk",
  },
  {
    topic: "text",
    text: "decision: text of unspaced scripts is indexed as overlapping bigrams, so that any part of a word finds it",
  },
  {
    topic: "build",
    text: "gotcha: macOS kills a binary whose signature does not hold over every page",
    source: "scripts/macho-sign.ts",
  },
  {
    topic: "build",
    text: "decision: a binary is built under a temporary name and renamed when it is whole",
    source: "scripts/build.mjs",
  },
];

function git(root: string, args: string[]): string | null {
  const settings = ["-c", "core.quotePath=false", "-c", "log.showSignature=false", "-c", "color.ui=false"];
  const result = spawnSync("git", ["-C", root, ...settings, ...args], { encoding: "utf8", maxBuffer: 2 ** 28 });
  return result.status === 0 ? result.stdout : null;
}

/** The topic of a commit: its area, which is what stands before the first colon of the subject. */
function topicOf(subject: string): string {
  const area = /^([^:]{1,40}):\s/.exec(subject)?.[1] ?? "history";
  const topic = area
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  return topic === "" ? "history" : topic;
}

/** Makes notes of the output of `git log` in the format that `readHistory` asks for; the oldest commit comes first. */
export function notesOfLog(log: string): Note[] {
  const notes: Note[] = [];
  for (const commit of log.split("\x1e").slice(1)) {
    const [subject = "", body = "", files = ""] = commit.split("\x1f");
    const text = `${subject}\n\n${body}`.trim().slice(0, TEXT_LENGTH_MAX);
    if (text === "") continue;
    const source = files.split("\n").find((line) => line.trim() !== "" && !/[\]"\\]/.test(line));
    notes.push({ topic: topicOf(subject), text, ...(source === undefined ? {} : { source }) });
  }
  return notes.reverse();
}

/**
 * Reads the newest commits of the repository at `root`. Never fails: without a usable history it gives the built-in
 * notes.
 */
export function readHistory(root: string): History {
  const format = "--format=%x1e%s%x1f%b%x1f";
  const log = git(root, ["log", "--no-merges", `--max-count=${COMMITS_MAX}`, format, "--name-only", "--no-renames"]);
  const notes = log === null ? [] : notesOfLog(log);
  const builtIn = `${BUILT_IN.length} built-in notes`;
  if (notes.length === 0) {
    return {
      notes: BUILT_IN,
      origin: `no commits can be read here (no git, or a checkout without .git), so ${builtIn} are used`,
    };
  }
  const isShallow = git(root, ["rev-parse", "--is-shallow-repository"])?.trim() === "true";
  const commits = `${notes.length} commit${notes.length === 1 ? "" : "s"} of this repository`;
  const shallow = isShallow ? " (a shallow clone: the older ones are not here; git fetch --unshallow brings them)" : "";
  if (notes.length >= NOTES_MIN) return { notes, origin: `${commits}${shallow}` };
  return { notes: [...BUILT_IN, ...notes], origin: `${commits}${shallow}, and ${builtIn}` };
}

const STOP_WORDS = new Set(
  "that this with have been which would about their could other there after these where being should still those using before during while between from into only when than then they them such each more most must does also over same very will what says said were because every".split(
    " ",
  ),
);

/** The content words of a text, each once, in lower case. */
export function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/(?<![\p{L}\p{N}_-])\p{L}{4,}(?![\p{L}\p{N}_-])/gu) ?? [];
  return new Set(words.filter((word) => !STOP_WORDS.has(word)));
}

/** Words that are worth searching for in these notes. */
export interface Choice {
  /** Two words that stand together in a note, the more frequent one first; the same word twice when no note has two. */
  together: [string, string];
  /** Two words that need not stand together. */
  apart: [string, string];
  /** A topic with the most notes, and a word of one of them. */
  topic: string;
  topicWord: string;
}

function mostFrequent(sets: Set<string>[], without: Set<string> = new Set()): string | undefined {
  const counts = new Map<string, number>();
  for (const word of sets.flatMap((set) => [...set])) counts.set(word, (counts.get(word) ?? 0) + 1);
  const words = [...counts].filter(([word]) => !without.has(word));
  return words.sort(
    ([left, leftCount], [right, rightCount]) => rightCount - leftCount || (left < right ? -1 : 1),
  )[0]?.[0];
}

/** Chooses words and a topic out of the notes themselves, so that something is found in any clone. */
export function chooseWords(notes: Note[]): Choice {
  const sets = notes.map((note) => wordsOf(note.text));
  const first = mostFrequent(sets) ?? wordsFallback(notes);
  const withFirst = sets.filter((set) => set.has(first));
  const second = mostFrequent(withFirst, new Set([first])) ?? first;
  const other = mostFrequent(
    sets.filter((set) => !set.has(first)),
    new Set([first]),
  );
  const topics = mostFrequent(notes.map((note) => new Set([note.topic])));
  const topic = topics ?? notes[0]!.topic;
  const ofTopic = sets.filter((_, index) => notes[index]!.topic === topic);
  return {
    together: [first, second],
    apart: [first, other ?? second],
    topic,
    topicWord: mostFrequent(ofTopic) ?? first,
  };
}

/** A history without any content word still has a first word. */
function wordsFallback(notes: Note[]): string {
  return notes[0]!.text.split(/\s+/)[0]!;
}
