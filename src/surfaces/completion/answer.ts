// `helix _complete SHELL ...`: what the scripts of `helix completions` ask at each Tab. Somebody is typing then: it says
// nothing but the answer, whatever goes wrong, writes no file, and ends in time.
//
// The answer is texts, each ended by a NUL. First its kind: `files` and `directories` leave it to the shell to complete
// these, `words` and `lines` are followed by what may stand there; `lines` have something to say of each. Then a remark.
// Then for bash what is inserted, for fish a value with what it is, for zsh a value and its line in the list.

import { DEFAULT_DIRECTORY, fromHome, pathFrom } from "../../base/path-names.ts";
import { encodeUtf8 } from "../../base/utf8.ts";
import { cleanLine, forTerminal } from "../../engine/text/clean.ts";
import { findProject } from "../../notes/projects/project.ts";
import { openBriefly } from "../../notes/store/brief-opening.ts";
import { endAfter, writeAll } from "../../platform/libc.ts";
import { libcFileSystem, libcFiles } from "../../platform/libc-files.ts";
import { judgedBriefly } from "../brief-judge.ts";
import { timeoutScale } from "../timeout-scale.ts";
import { continueInBash, readBashLine } from "./shell-word.ts";
import { beginsWith, storedValues } from "./stored-values.ts";
import { type Candidate, type Wanted, wantedAt } from "./wanted.ts";

/** When the process gives up, in milliseconds, whatever it is doing. */
const END_MS = 1500 * timeoutScale;
/** The most words that are offered at once. More typed letters find the others. */
const CANDIDATES_MAX = 500;
const NAME_WIDTH_MAX = 32;
const STANDARD_OUTPUT = 1;
/** What a command reads as an option, unless it stands behind `=` or `--`. */
const LIKE_OPTION = /^(?:--?[A-Za-z]|--$)/;

/** What may stand at the cursor. */
interface Completion {
  readonly kind: "words" | "files" | "directories";
  readonly candidates: readonly Candidate[];
  /** How many candidates there are beside those that are offered. */
  readonly more: number;
}

const NONE: Completion = { kind: "words", candidates: [], more: 0 };
const FILES: Completion = { ...NONE, kind: "files" };

/** Answers on standard output. `words`: the shell, then what its script passes on. Never throws. */
export async function answerCompletion(words: readonly string[]): Promise<void> {
  try {
    endAfter(END_MS);
    const texts = await answerFor(words);
    writeAll(STANDARD_OUTPUT, encodeUtf8(texts.map((text) => `${text}\0`).join("")));
  } catch {
    // Nothing that goes wrong here is worth a word on the line that somebody is typing.
  }
}

/** bash passes on the line and the part of its last word that readline replaces; the others all words, the typed last. */
async function answerFor([shell, ...given]: readonly string[]): Promise<string[]> {
  if (shell === "bash") {
    const [line = "", text = ""] = given;
    const { words, typed, quoting, isRedirected } = readBashLine(line);
    const found = isRedirected ? FILES : await complete(words.slice(1), typed, (value) => value.startsWith(typed));
    const inserted = found.candidates.map(({ value }) => continueInBash(text, value.slice(typed.length), quoting));
    return [found.kind, "", ...inserted];
  }
  const typed = given.at(-1) ?? "";
  const { kind, candidates, more } = await complete(given.slice(0, -1), typed, beginsWith(typed));
  if (shell === "fish") {
    // What a value means stands behind a tab there, so no value can have one.
    const values = candidates.filter(({ value }) => !value.includes("\t"));
    return [kind, "", ...values.map(({ value, about }) => (about === "" ? value : `${value}\t${about}`))];
  }
  const isLined = kind === "words" && candidates.some(({ about }) => about !== "");
  const remark = more === 0 ? "" : `${more} more: type on`;
  const width = Math.min(NAME_WIDTH_MAX, Math.max(...candidates.map(({ value }) => value.length)));
  const pairs = candidates.flatMap((each) => [each.value, lineOf(each, width)]);
  return [isLined ? "lines" : kind, remark, ...pairs];
}

/** A candidate in a list: its value in a column of this width, and what it is. */
function lineOf({ value, about }: Candidate, width: number): string {
  const shown = forTerminal(cleanLine(value));
  return about === "" ? shown : `${shown.padEnd(width)}  -- ${about}`;
}

/** Completes `typed` behind `words`, without the program's name. */
async function complete(
  words: readonly string[],
  typed: string,
  fits: (value: string) => boolean,
): Promise<Completion> {
  const wanted = await wantedAt(words, typed);
  if (wanted === null) return NONE;
  const { values, prefix } = wanted;
  if (values === "file") return FILES;
  if (values === "directory") return { ...FILES, kind: "directories" };
  const known = Array.isArray(values) ? values.map((value) => ({ value, about: "" })) : wanted.candidates;
  const stored =
    values === null || Array.isArray(values) ? [] : await fromKnowledgeBase(wanted, typed.slice(prefix.length));
  const plain = stored.filter(({ value }) => wanted.takesDashes || !LIKE_OPTION.test(value));
  const found = [...known, ...plain].map(({ value, about }) => ({ value: prefix + value, about }));
  const fitting = found.filter(({ value }) => fits(value));
  const candidates = fitting.slice(0, CANDIDATES_MAX);
  return { kind: "words", candidates, more: fitting.length - candidates.length };
}

/** The values that the knowledge base of the line has; none where it cannot be read, or not in time. */
async function fromKnowledgeBase({ values, directory: named, topic }: Wanted, typed: string): Promise<Candidate[]> {
  const here = process.cwd();
  const given = expanded(named || process.env.HELIX_KB || DEFAULT_DIRECTORY);
  const directory = pathFrom(here, fromHome(given, process.env.HOME ?? ""));
  const view = await openBriefly(libcFileSystem, directory);
  if (view === null || values === null) return [];
  const found = findProject(here, libcFiles);
  const project = found && judgedBriefly(directory, found, view).project;
  return storedValues(values, { view, project, topic }, typed);
}

/** A path with the variables that it begins with: the line has not been expanded yet. */
function expanded(path: string): string {
  return path.replace(/^\$(?:(\w+)|\{(\w+)\})/, (_, plain = "", braced = "") => process.env[plain || braced] ?? "");
}
