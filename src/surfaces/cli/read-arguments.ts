// Reads a command line: which command it means, and the values of its words and options.
// Invariants:
// - Options may stand in front of the command or behind it.
// - An option with an empty value is refused: `--index "$UNSET"` must not mean "no index".

import { invalid } from "../../base/errors.ts";
import { didYouMean } from "../../engine/text/near-names.ts";
import { type Arguments, COMMON_ARGUMENTS, type Command, NEGATION, type ParsedValues } from "./command.ts";
import { type CommandEntry, commandNamed } from "./commands.ts";

/** A word that is read as an option. Others that begin with a dash (`-5 degrees`, `- item`, `---`) are plain words. */
const OPTION = /^(?:--([A-Za-z][\w-]*)(?:=([\s\S]*))?|-[A-Za-z]\S*)$/;
const END_OF_OPTIONS = "--";
const HELP = ["--help", "-h"];
/** Options without a command. */
const ABOUT = [...HELP, "--version"];

/** A command line whose command is known by its first plain word. */
export interface CommandCall {
  /** The word that names the command; undefined where there is none. */
  readonly name: string | undefined;
  /** The command; undefined where the name is none. */
  readonly entry: CommandEntry | undefined;
  /** All other words: those in front of the name, then those behind it. */
  readonly words: readonly string[];
}

/**
 * Finds the command. Whether a word in front of it is the value of an option depends on the command: `--project any
 * topics`. So the first command is meant that accepts all words before its name.
 */
export async function findCommand(words: readonly string[]): Promise<CommandCall> {
  const all = words.includes(END_OF_OPTIONS) ? words.slice(0, words.indexOf(END_OF_OPTIONS)) : words;
  if (all.some((word) => ABOUT.includes(word)) && accepts({}, all)) return { name: undefined, entry: undefined, words };
  const calls: CommandCall[] = [];
  for (const [at, name] of all.entries()) {
    if (OPTION.test(name)) continue;
    const before = words.slice(0, at);
    const entry = await commandNamed(name);
    const call = { name, entry, words: [...before, ...words.slice(at + 1)] };
    if (accepts((await entry?.load())?.arguments ?? {}, before)) return call;
    if (entry !== undefined) calls.push(call);
  }
  return calls[0] ?? { name: all.find((word) => !OPTION.test(word)), entry: undefined, words };
}

/** Whether these words are options, with the values that belong to them, and nothing else. */
function accepts(declared: Arguments, words: readonly string[]): boolean {
  try {
    const options = words.filter((word) => !ABOUT.includes(word));
    return parse("", { ...declared, ...COMMON_ARGUMENTS }, options)._.length === 0;
  } catch {
    return false;
  }
}

/** The words of a command that takes the rest of the line, with `--` in front of that rest. */
export function markRest(name: string, command: Command, words: readonly string[]): string[] {
  const declared = { ...command.arguments, ...COMMON_ARGUMENTS };
  const rest = [...words];
  while (rest.length > 0 && rest[0] !== END_OF_OPTIONS && OPTION.test(rest[0]!)) {
    const word = rest.shift()!;
    if (!HELP.includes(word)) readOption(name, declared, word, rest, { _: [] });
  }
  const options = words.slice(0, words.length - rest.length);
  return [...options, END_OF_OPTIONS, ...(rest[0] === END_OF_OPTIONS ? rest.slice(1) : rest)];
}

/** Whether help is asked for. */
export function asksForHelp(words: readonly string[]): boolean {
  return words.some((word, at) => HELP.includes(word) && !words.slice(0, at).includes(END_OF_OPTIONS));
}

/** Whether data are asked for; it need not be a command line without mistakes. */
export function asksForJson(words: readonly string[]): boolean {
  return words.some((word, at) => /^--json(?:=true)?$/.test(word) && !words.slice(0, at).includes(END_OF_OPTIONS));
}

/** Examples of words that are no topic. */
const WORD_EXAMPLES: Readonly<Record<string, string>> = { folder: "./helix-plugin", path: "src/cache.ts" };

/**
 * Reads a command's arguments. Throws INVALID_ARGUMENT for options that the command does not have, and for missing
 * words.
 */
export function readArguments(name: string, command: Command, raw: readonly string[]): ParsedValues {
  const declared = { ...command.arguments, ...COMMON_ARGUMENTS };
  const values = parse(name, declared, raw);
  const needed = Object.keys(declared).filter(
    (key) => declared[key]!.type === "positional" && !declared[key]!.isOptional,
  );
  const missing = needed[values._.length];
  if (missing !== undefined) {
    const example = command.takesRest === true ? "-- make test" : (WORD_EXAMPLES[missing] ?? "build-gotchas");
    throw invalid(`helix ${name} needs a ${missing.toUpperCase()}, e.g. helix ${name} ${example}`);
  }
  return values;
}

function parse(name: string, declared: Arguments, raw: readonly string[]): ParsedValues {
  const values: ParsedValues = { _: [] };
  const left = [...raw];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === END_OF_OPTIONS) values._ = [...values._, ...left.splice(0)];
    else if (OPTION.test(word)) readOption(name, declared, word, left, values);
    else values._.push(word);
  }
  return values;
}

/** Reads one option into `values`. Takes its value from the words behind it where it is not within the word. */
function readOption(command: string, declared: Arguments, word: string, behind: string[], values: ParsedValues): void {
  const [, option = "", given] = OPTION.exec(word)!;
  const flag = option.replace(/^no-/, "");
  if (Object.hasOwn(declared, NEGATION + flag)) {
    const isNegated = flag !== option;
    const value = given ?? (!isNegated && isTruth(behind[0] ?? "") ? behind.shift()! : "true");
    if (!isTruth(value)) throw invalid(`${word} is not accepted: give --no-${flag} or --${flag}=false`);
    values[flag] = (value.toLowerCase() === "true") !== isNegated;
    return;
  }
  // Parameters are called `match_str`, their options `--match-str`; people write either.
  const key = [option, option.replaceAll("-", "_")].find((each) => Object.hasOwn(declared, each)) ?? option;
  const {
    type,
    valueHint = "VALUE",
    isValueOptional,
  } = (Object.hasOwn(declared, key) ? declared[key] : undefined) ?? {};
  const shown = optionName(key);
  if (type === "boolean") {
    if (!["true", "false", undefined].includes(given))
      throw invalid(`${word} is not accepted: give ${shown} or ${shown}=false`);
    values[key] = given !== "false";
  } else if (type === "string") {
    const isThere = behind[0] !== undefined && behind[0] !== END_OF_OPTIONS && !OPTION.test(behind[0]);
    if (given === undefined && !isThere && isValueOptional === true) {
      values[key] = "";
      return;
    }
    if (given === undefined && !isThere) throw invalid(`${shown} needs a value, e.g. ${shown}=${valueHint}`);
    const value = given ?? behind.shift();
    if (value === "") throw invalid(`${shown} is empty: give a value, e.g. ${shown}=${valueHint}, or leave it out`);
    values[key] = value;
  } else throw unknownOption(command, declared, word);
}

function unknownOption(command: string, declared: Arguments, word: string): Error {
  const options = Object.keys(declared).filter((each) => declared[each]!.type !== "positional");
  const names = options.map(optionName);
  const given = word.replace(/=.*$/s, "");
  // What is near `no-` alone is near every flag that is on by default.
  const meant = didYouMean(
    given.replace(/^-+(?:no-)?/, ""),
    names.map((name) => name.replace(/^--/, "")),
  );
  const accepted = meant === "" ? `; it has: ${names.join(", ")}` : meant.replace(/mean | or /g, "$&--");
  return invalid(`helix ${command} has no option ${given}${accepted} (write text that begins with a dash after --)`);
}

/** An option as people write it. */
export function optionName(key: string): string {
  return `--${key.replaceAll("_", "-")}`;
}

function isTruth(value: string): boolean {
  return /^(?:true|false)$/i.test(value);
}
