// Rules about single files: names, headers, exports, doc comments, lengths, and what must not stand in any file.
//
// Invariants
// - Functions are measured by their indentation, which the formatter guarantees; no parser is needed.
// - A comment `tidy: long because ...` inside a file or a function excuses its length, and has to give the reason.
//
// Left to others: reading files (source-tree.ts), imports (import-rules.ts), Markdown (document-rules.ts).

import { blankNonCode, isCode, lineOf, type SourceFile } from "./source-tree.ts";

const FILE_LINES_MAX = 400;
const FUNCTION_LINES_MAX = 70;
const HEADER_LINES_MAX = 15;
const EXCUSE = /tidy: long because \S+/;

/** File and folder names of code that are not kebab-case. */
export function nameProblems(files: SourceFile[]): string[] {
  return files
    .filter(isCode)
    .filter((file) => !file.path.split("/").every((part) => /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+)*$/.test(part)))
    .map((file) => `${file.path}:1: names are kebab-case`);
}

/** Modules that do not open with a comment, or with one that is too long to be read. */
export function headerProblems(files: SourceFile[]): string[] {
  const problems: string[] = [];
  for (const file of files.filter(isCode)) {
    const lines = file.text.replace(/^#!.*\n/, "").split("\n");
    const isBlock = /^\/\*/.test(lines[0]!);
    const end = isBlock
      ? lines.findIndex((line) => line.includes("*/")) + 1
      : lines.findIndex((line) => !line.startsWith("//"));
    if (!isBlock && !lines[0]!.startsWith("// "))
      problems.push(`${file.path}:1: a module opens with a comment: what it owns`);
    else if (end > HEADER_LINES_MAX)
      problems.push(`${file.path}:1: the opening comment has ${end} lines, at most ${HEADER_LINES_MAX}`);
  }
  return problems;
}

/** Default exports and `export *`. Configuration files in the root must export a default. */
export function exportProblems(files: SourceFile[]): string[] {
  const problems: string[] = [];
  for (const file of files.filter((each) => isCode(each) && each.path.includes("/"))) {
    const code = blankNonCode(file.text);
    for (const match of code.matchAll(/\bexport\s+default\b|\bexport\s*\{[^}]*\bas\s+default\b/g)) {
      problems.push(`${file.path}:${lineOf(code, match.index)}: no default exports`);
    }
    for (const match of code.matchAll(/\bexport\s*\*/g)) {
      problems.push(`${file.path}:${lineOf(code, match.index)}: no export *, name what is exported`);
    }
  }
  return problems;
}

const EXPORTED_FUNCTION = /^export (?:async )?function\b\*? ?(\w+)|^export const (\w+)\b.*=>\s*(?:\{|\(|$)/;

/** Exported functions without a doc comment right before them. Further overloads share the comment of the first. */
export function docCommentProblems(files: SourceFile[]): string[] {
  const problems: string[] = [];
  for (const file of files.filter((each) => isCode(each) && /^(?:src|scripts|bench|quality)\//.test(each.path))) {
    const lines = file.text.split("\n");
    const codeLines = blankNonCode(file.text).split("\n");
    let previousName = "";
    codeLines.forEach((line, index) => {
      const match = EXPORTED_FUNCTION.exec(line);
      if (match === null) return;
      const name = (match[1] ?? match[2])!;
      const hasComment = index > 0 && lines[index - 1]!.trimEnd().endsWith("*/");
      if (!hasComment && name !== previousName) problems.push(`${file.path}:${index + 1}: ${name} has no doc comment`);
      previousName = name;
    });
  }
  return problems;
}

/** One function of a file; lines count from 1 and include the signature and the closing brace. */
export interface MeasuredFunction {
  name: string;
  firstLine: number;
  lastLine: number;
}

const FUNCTION_START = /^(\s*)(?:export )?(?:async )?function\b\*? ?(\w+)/;
const METHOD_START = /^(\s+)(?:(?:public|private|protected|static|override|async|get|set) )*\*?(#?\w+)(?:<[^(]*>)?\(/;
const ARROW_START = /^(\s*)(?:export )?(?:const|let) (\w+)\b/;
const NO_METHOD = new Set(["if", "for", "while", "switch", "catch", "return", "function"]);

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/**
 * The line that opens the body of what starts at `index`, or -1 when that is no function. Signatures may take several
 * lines.
 */
function bodyStart(lines: string[], index: number, opening: RegExp): number {
  const indent = indentOf(lines[index]!);
  for (let at = index; at < lines.length; at++) {
    const line = lines[at]!.trimEnd();
    const isOwnLine = at === index || (line.trim() !== "" && indentOf(line) <= indent);
    if (isOwnLine && opening.test(line)) return at;
    if (at > index && isOwnLine && !/^\s*[)}>]/.test(line)) return -1;
    if (at === index && !/[({<=,]$/.test(line)) return -1;
    if (at > index && isOwnLine && !/[({<=,]$/.test(line)) return -1;
  }
  return -1;
}

/** Finds functions, methods and named arrow functions that have a body in braces. */
export function functionsOf(text: string): MeasuredFunction[] {
  const lines = blankNonCode(text).split("\n");
  const found: MeasuredFunction[] = [];
  lines.forEach((line, index) => {
    const plain = FUNCTION_START.exec(line);
    const arrow = ARROW_START.exec(line);
    const method = METHOD_START.exec(line);
    const name = plain?.[2] ?? arrow?.[2] ?? method?.[2];
    if (name === undefined || (!plain && !arrow && NO_METHOD.has(name))) return;
    const opening = plain || !arrow ? /\)(?:: [^=]*)? \{$|\): \{$/ : /=> \{$/;
    if (!plain && !arrow && /=>/.test(line)) return;
    const start = bodyStart(lines, index, opening);
    if (start < 0) return;
    const indent = indentOf(line);
    const end = lines.findIndex(
      (each, at) => at > start && indentOf(each) === indent && /^\s*\}/.test(each) && !each.trimEnd().endsWith("{"),
    );
    if (end > 0) found.push({ name, firstLine: index + 1, lastLine: end + 1 });
  });
  return found;
}

/** Files and functions that are too long and do not say why. */
export function lengthProblems(files: SourceFile[]): string[] {
  const problems: string[] = [];
  for (const file of files.filter(isCode)) {
    const lines = file.text.trimEnd().split("\n");
    if (lines.length > FILE_LINES_MAX && !EXCUSE.test(lines.slice(0, HEADER_LINES_MAX + 5).join("\n"))) {
      problems.push(`${file.path}:1: ${lines.length} lines, at most ${FILE_LINES_MAX}`);
    }
    for (const { name, firstLine, lastLine } of functionsOf(file.text)) {
      const length = lastLine - firstLine + 1;
      const isExcused = EXCUSE.test(lines.slice(Math.max(0, firstLine - 6), lastLine).join("\n"));
      if (length > FUNCTION_LINES_MAX && !isExcused) {
        problems.push(`${file.path}:${firstLine}: ${name} has ${length} lines, at most ${FUNCTION_LINES_MAX}`);
      }
    }
  }
  return problems;
}

// Put together from pieces, so that this file does not hold what it looks for.
const MACHINE_PATH = new RegExp(
  `(?<![\\w$.~}\\])\\\\-])/(?:${["work", "root", "home", "Users"].join("|")})(?![\\w-])`,
  "g",
);
const HOSTS = [
  ["pypi", "org"],
  ["rubygems", "org"],
  ["crates", "io"],
]
  .map((parts) => parts.join("\\."))
  .join("|");
const REGISTRY = new RegExp(
  `\\bregistry\\.[\\w-]+\\.[a-z]{2,}|\\b(?:${HOSTS})\\b|"resolved": *"http|${["_auth", "Token"].join("")}`,
  "g",
);

/** Paths of somebody's machine and hosts of package registries, in any file. */
export function leakProblems(files: SourceFile[]): string[] {
  const problems: string[] = [];
  for (const file of files) {
    for (const match of file.text.matchAll(MACHINE_PATH)) {
      problems.push(`${file.path}:${lineOf(file.text, match.index)}: a path of a machine: ${match[0]}`);
    }
    for (const match of file.text.matchAll(REGISTRY)) {
      problems.push(`${file.path}:${lineOf(file.text, match.index)}: a package registry: ${match[0]}`);
    }
  }
  return problems;
}
