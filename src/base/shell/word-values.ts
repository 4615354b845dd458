// The words that a shell makes of a word as it is written, as far as that can be told before the line runs.
// Invariants:
// - What is not known stands as a mark, so that a word that begins in a known folder still says so.
// - A mark SOME stands for a text that leads nowhere up: it has no ".." and does not begin with a slash.

import type { DoubleQuotedChild, Word, WordPart } from "unbash";
import { changedValue } from "./changed-value.ts";

/** Stands for a text that is not known, but stays below what is before it: a glob, a number, a date. */
export const SOME = "\uE000";
/** Stands for any text. */
export const ANY = "\uE001";

/** What is asked about names while words are read. */
export interface WordSources {
  /** The words of a variable, or of `@` and numbers; null where it is not known. */
  variable(name: string): readonly string[] | null;
  /** What a command prints; null where that is not known. */
  output(part: Extract<WordPart, { type: "CommandExpansion" }>): string | null;
}

/** More words than that are not told apart. */
const WORDS_MAX = 64;
const SEQUENCE_MAX = 16;
/** Variables of the shell that hold a number, or a name. */
const PLAIN_NAMES =
  /^(?:[$?#!-]|RANDOM|SECONDS|LINENO|E?UID|PPID|BASHPID|EPOCH\w+|HOSTNAME|USER|LOGNAME|SHLVL|OSTYPE)$/;

/** Whether nothing in the text is unknown. */
export function isKnownText(text: string): boolean {
  return !text.includes(SOME) && !text.includes(ANY);
}

/** The words that the shell makes of one: mostly one, none of an empty list. */
export function wordValues(word: Word, sources: WordSources): string[] {
  const parts = word.parts ?? [];
  let words = [""];
  if (parts.length === 0) return [fromTilde(word.text, word.value, sources)];
  for (const [at, part] of parts.entries()) {
    const fields = fieldsOf(part, sources);
    if (part.type === "Literal" && at === 0) fields[0] = fromTilde(part.text, part.value, sources);
    if (part.type === "BraceExpansion") words = words.flatMap((begun) => fields.map((field) => begun + field));
    else if (fields.length === 0) {
      if (parts.length === 1) return [];
    } else words = words.flatMap((begun) => [begun + fields[0]!, ...fields.slice(1)]);
    if (words.length > WORDS_MAX) return [ANY];
  }
  return words;
}

/** The text of a word that the shell does not split: behind `=`, or of a redirection. */
export function wordText(word: Word, sources: WordSources): string {
  return wordValues(word, sources).join(" ");
}

/** The text of parts that stand between double quotes or in a here-document. */
export function quotedText(parts: readonly WordPart[], sources: WordSources): string {
  return parts.map((part) => wordsOfPart(part, sources)?.join(" ") ?? ANY).join("");
}

function fieldsOf(part: WordPart, sources: WordSources): string[] {
  if (part.type === "DoubleQuoted" || part.type === "LocaleString") return quotedFields(part.parts, sources);
  if (part.type === "BraceExpansion") return bracedWords(part.text);
  const value = wordsOfPart(part, sources);
  if (value === null) return [ANY];
  const isSplit = part.type === "SimpleExpansion" || /^(?:Parameter|Command)Expansion$/.test(part.type);
  return isSplit ? value.flatMap((text) => text.split(/[ \t\n]+/).filter((field) => field !== "")) : [...value];
}

/** `"$@"` and `"${list[@]}"` stay words of their own. */
function quotedFields(parts: readonly DoubleQuotedChild[], sources: WordSources): string[] {
  let words = [""];
  for (const part of parts) {
    const value = wordsOfPart(part, sources) ?? [ANY];
    const isList = part.text === "$@" || part.text.endsWith("[@]}");
    const fields = isList ? value : [value.join(" ")];
    if (fields.length === 0 && parts.length === 1) return [];
    words = [...words.slice(0, -1), (words.at(-1) ?? "") + (fields[0] ?? ""), ...fields.slice(1)];
  }
  return words;
}

/** The words of a part; null where they are not known. */
function wordsOfPart(part: WordPart, sources: WordSources): readonly string[] | null {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return [part.value];
    case "DoubleQuoted":
    case "LocaleString":
      return [quotedText(part.parts, sources)];
    case "Glob":
    case "ExtendedGlob":
    case "ArithmeticExpansion":
      return [SOME];
    case "SimpleExpansion":
      return named(part.text.slice(1), sources);
    case "CommandExpansion": {
      const output = sources.output(part);
      return output === null ? null : [output.replace(/\n+$/, "")];
    }
    case "ProcessSubstitution":
      return ["/dev/fd/63"];
    case "BraceExpansion":
      return [part.text];
    case "ParameterExpansion": {
      const { parameter, prefix, index, operation } = part;
      if (prefix !== undefined) return prefix === "#" ? [SOME] : null;
      const all = named(parameter, sources);
      const at = index?.value ?? "0";
      const list =
        all === null || /^[@*]$/.test(at) || index === undefined ? all : /^\d+$/.test(at) ? [all[+at] ?? ""] : null;
      if (operation === undefined) return list;
      const isScalar = index === undefined && parameter !== "@" && parameter !== "*";
      const value = changedValue(list, operation, (word) => wordText(word, sources));
      return isScalar && value !== null ? [value.join(" ")] : value;
    }
  }
}

function named(name: string, sources: WordSources): readonly string[] | null {
  return sources.variable(name) ?? (PLAIN_NAMES.test(name) ? [SOME] : null);
}

/** A word that begins with `~` names the home folder. */
function fromTilde(text: string, value: string, sources: WordSources): string {
  if (!text.startsWith("~") || !value.startsWith("~")) return value;
  const home = sources.variable("HOME")?.[0];
  return home !== undefined && /^~(?:\/|$)/.test(value) ? home + value.slice(1) : ANY + value.slice(1);
}

/** The words of `{a,b}` and `{1..3}`. */
function bracedWords(text: string): string[] {
  const inner = text.slice(1, -1);
  if (/[{}$`'"\\]/.test(inner)) return [ANY];
  const sequence = /^(-?\d+)\.\.(-?\d+)$/.exec(inner);
  if (sequence === null) return inner.includes("..") && !inner.includes(",") ? [SOME] : inner.split(",");
  const [from, to] = [Number(sequence[1]), Number(sequence[2])];
  const count = Math.abs(to - from) + 1;
  if (!(count <= SEQUENCE_MAX)) return [SOME];
  return Array.from({ length: count }, (_, index) => String(from < to ? from + index : from - index));
}
