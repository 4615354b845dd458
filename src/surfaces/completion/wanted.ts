// What is wanted at the end of a command line that is being typed: a command, an option, or the value of an argument. It
// is read off the declarations of the commands, from which their help is made, too.

import { SETTING_NAMES } from "../../config/settings.ts";
import type { Tool } from "../../features/tools.ts";
import { type Argument, type Arguments, COMMON_ARGUMENTS, listedArguments } from "../cli/command.ts";
import { allCommands, commandNamed } from "../cli/commands.ts";

/** What the values of an argument are: one of these words, or what is looked up. */
export type Values =
  | readonly string[]
  | "topic"
  | "topic or id"
  | "ids"
  | "index"
  | "tag"
  | "tags"
  | "project"
  | "file"
  | "directory";

/** A word that may stand at the cursor, and what it means. */
export interface Candidate {
  readonly value: string;
  readonly about: string;
}

/** What a word at the cursor may be. */
export interface Wanted {
  /** Words that are known without looking at the knowledge base. */
  readonly candidates: readonly Candidate[];
  /** What else it may be. */
  readonly values: Values | null;
  /** The typed text that stands before the value: `--topic=`. */
  readonly prefix: string;
  /** Whether a word that begins like an option is taken as a plain one. */
  readonly takesDashes: boolean;
  /** The knowledge base that the line names, and the topic; undefined where it names none. */
  readonly directory: string | undefined;
  readonly topic: string | undefined;
}

/**
 * The values of arguments by name: in one action of a command, in one command, in every command. The names are those
 * that the tools' parameters share, so a new tool needs nothing here. An argument with choices has these.
 */
const VALUES: Readonly<Record<string, Values>> = {
  topic: "topic",
  "read.topic": "topic or id",
  "edit.topic": "topic or id",
  "edit undo.topic": [],
  "edit redo.topic": [],
  "edit history.topic": [],
  "edit rename.text": "topic",
  "edit merge.text": "topic",
  into: "topic",
  "brief.query": "topic",
  "topics entries.subject": "topic",
  "topics xref.subject": "topic",
  "topics stale.subject": "topic",
  "topics graph.subject": "topic",
  links: "ids",
  index: "index",
  tag: "tag",
  tags: "tags",
  remove: "tags",
  project: "project",
  after: ["today", "yesterday", "this-week"],
  before: ["today", "yesterday", "this-week"],
  source: "file",
  path: "file",
  file: "file",
  "config.action": ["set", "unset", ...SETTING_NAMES],
  "config.key": SETTING_NAMES,
  directory: "directory",
  kb: "directory",
};

const OPTION = /^--([A-Za-z][\w-]*)(?:=([\s\S]*))?$/;
const HELP = ["help", "--help", "-h"];
const NOTHING: Wanted = {
  candidates: [],
  values: null,
  prefix: "",
  takesDashes: false,
  directory: undefined,
  topic: undefined,
};

/**
 * What may stand where `typed` is, behind `words` (without the program's name). Null for a command that there is not.
 */
export async function wantedAt(
  words: readonly string[],
  typed: string,
  tools?: readonly Tool[],
): Promise<Wanted | null> {
  if (HELP.includes(words[0]!)) {
    return { ...NOTHING, candidates: words.length > 1 ? [] : await commandsLike(typed, tools) };
  }
  const call = await callOf(words, tools);
  const { declared, name } = call ?? { declared: COMMON_ARGUMENTS, name: "" };
  const line = readWords(call?.others ?? words, declared);
  const value = valueAt(line, typed, name, declared);
  if (value !== null) return value;
  const here = { ...NOTHING, directory: line.directory, topic: topicOf(line, name, declared) };
  const isOption = typed.startsWith("-") && !line.isPlain;
  if (isOption) return { ...here, candidates: optionsOf(declared, line.given, call === null) };
  if (call === null) {
    if (line.plain.length > 0) return null;
    const help = { value: "help", about: "Show the help of a command" };
    return { ...here, candidates: [...(await commandsLike(typed, tools)), help] };
  }
  const word = wordsOf(declared)[line.plain.length];
  if (word === undefined) return here;
  return { ...here, values: valuesOf(name, line.plain, ...word), takesDashes: line.isPlain };
}

/** The command of a line, what it declares, and the words in front of its name and behind. */
interface Call {
  readonly name: string;
  readonly declared: Arguments;
  readonly others: readonly string[];
}

/** Finds the command: the first word that names one which has all options in front of it. Null for none. */
async function callOf(words: readonly string[], tools?: readonly Tool[]): Promise<Call | null> {
  for (const [at, name] of words.entries()) {
    const command = name.startsWith("-") ? undefined : await (await commandNamed(name, tools))?.load();
    if (command === undefined) continue;
    const declared = listedArguments(command);
    const before = readWords(words.slice(0, at), declared);
    if (before.plain.length > 0 || before.open !== null) continue;
    return { name, declared, others: words.toSpliced(at, 1) };
  }
  return null;
}

/** Words of a command line, read by what is declared. */
interface ReadWords {
  readonly plain: readonly string[];
  /** Names of the options that were given, and the values of those that have one. */
  readonly given: readonly string[];
  readonly valued: ReadonlyMap<string, string>;
  /** The option whose value comes next. */
  readonly open: string | null;
  /** Whether every further word is a plain one. */
  readonly isPlain: boolean;
  readonly directory: string | undefined;
}

/** Reads options and plain words. Passes over options that are unknown. */
function readWords(words: readonly string[], declared: Arguments): ReadWords {
  const plain: string[] = [];
  const given: string[] = [];
  const valued = new Map<string, string>();
  let open: string | null = null;
  let isPlain = false;
  for (const word of words) {
    const [, option, value] = (!isPlain && OPTION.exec(word)) || [];
    if (word === "--" && !isPlain) isPlain = true;
    else if (option !== undefined) {
      const key = keyOf(declared, option);
      given.push(key ?? option);
      open = null;
      if (value !== undefined && key !== undefined) valued.set(key, value);
      else if (value === undefined && declared[key ?? ""]?.type === "string") open = key!;
    } else if (open !== null) {
      valued.set(open, word);
      open = null;
    } else if (isPlain || !/^-[A-Za-z]/.test(word)) plain.push(word);
  }
  return { plain, given, valued, open, isPlain, directory: valued.get("kb") };
}

/** The name under which an option is declared: with dashes or underscores, or `no-NAME`; undefined for none. */
function keyOf(declared: Arguments, option: string): string | undefined {
  const names = [option, option.replaceAll("-", "_"), `no-${option}`];
  return names.find((name) => Object.hasOwn(declared, name) && declared[name]!.type !== "positional");
}

/** The value of an option, where that is typed; else null. */
function valueAt(line: ReadWords, typed: string, command: string, declared: Arguments): Wanted | null {
  const [, option, value] = (!line.isPlain && OPTION.exec(typed)) || [];
  const key = value === undefined ? (typed.startsWith("-") ? null : line.open) : keyOf(declared, option!);
  if (value === undefined && key === null) return null;
  const { directory } = line;
  const here = { ...NOTHING, directory, topic: topicOf(line, command, declared), takesDashes: value !== undefined };
  if (key === null || key === undefined || declared[key]!.type !== "string") return here;
  const prefix = value === undefined ? "" : `--${option}=`;
  return { ...here, prefix, values: valuesOf(command, line.plain, key, declared[key]!) };
}

function valuesOf(command: string, [action = ""]: readonly string[], name: string, argument: Argument): Values | null {
  if (argument.choices !== undefined) return argument.choices;
  return VALUES[`${command} ${action}.${name}`] ?? VALUES[`${command}.${name}`] ?? VALUES[name] ?? null;
}

/** The topic that a line names, by an option or a word. */
function topicOf({ plain, valued }: ReadWords, command: string, declared: Arguments): string | undefined {
  const isTopic = ([name, argument]: readonly [string, Argument]) =>
    ["topic", "topic or id"].includes(String(valuesOf(command, plain, name, argument)));
  const option = Object.entries(declared).find((each) => valued.has(each[0]) && isTopic(each));
  const at = wordsOf(declared).findIndex(isTopic);
  return option === undefined ? plain[at] : valued.get(option[0]);
}

function wordsOf(declared: Arguments): (readonly [string, Argument])[] {
  return Object.entries(declared).filter(([, { type }]) => type === "positional");
}

/** The options that were not given yet, as they are written; in front of a command there is one more. */
function optionsOf(declared: Arguments, given: readonly string[], isFirst: boolean): Candidate[] {
  const options = Object.entries(declared)
    .filter(([name, { type }]) => type !== "positional" && !given.includes(name))
    .map(([name, { description }]) => ({ value: `--${name.replaceAll("_", "-")}`, about: description }));
  return isFirst ? [...options, { value: "--version", about: "Show the version" }] : options;
}

/** The commands; those with a leading underscore only where one is typed. */
async function commandsLike(typed: string, tools?: readonly Tool[]): Promise<Candidate[]> {
  return (await allCommands(tools))
    .filter(({ name }) => !name.startsWith("_") || typed.startsWith("_"))
    .map(({ name, description }) => ({ value: name, about: description.replace(/(?:, or)?: helix .*$/s, "") }));
}
