// One command of the command line: its arguments, and what it does.

import type { Answer } from "../../base/answer.ts";
import { invalid } from "../../base/errors.ts";
import { COMMANDS } from "../../base/wording.ts";
import { forTerminal } from "../../engine/text/clean.ts";
import type { FeatureContext } from "../../features/common/feature.ts";
import { noticeLines } from "../../features/common/notices.ts";
import { BUDGET_MAX } from "../../features/common/page-request.ts";
import type { Parameter, ParameterTable } from "../../features/common/parameters.ts";
import type { KnowledgeBase } from "../../notes/store/knowledge-base.ts";
import { indexingProgress } from "../../notes/store/long-work.ts";
import { SOCKET_NAME } from "../../platform/hook-socket.ts";
import {
  clientSession,
  currentDirectory,
  currentProject,
  knowledgeBaseDirectory,
  openKnowledgeBase,
} from "../environment.ts";
import { ProjectHere, ProjectJudge } from "../project-judge.ts";
import { complain } from "../standard-error.ts";

/** A word that a command takes, or an option with or without a value. */
export interface Argument {
  readonly type: "positional" | "string" | "boolean";
  readonly description: string;
  /** Of a word: whether it may be left out. */
  readonly isOptional?: boolean;
  /** Of an option with a value: how help shows the value. */
  readonly valueHint?: string;
  /** The only values that are accepted. */
  readonly choices?: readonly string[];
}

/**
 * Arguments by name. A flag that is on by default is declared as `no-NAME`: people write `--no-NAME`, `--NAME=false` or
 * `--NAME false`.
 */
export type Arguments = Readonly<Record<string, Argument>>;

/** Options that every command takes. */
export const COMMON_ARGUMENTS: Arguments = {
  kb: {
    type: "string",
    description: "Knowledge base directory (default: HELIX_KB, else ~/.helix-kb)",
    valueHint: "DIR",
  },
  json: { type: "boolean", description: "Print data as JSON" },
  help: { type: "boolean", description: "Show this help" },
};

/** The words of a command line, and the values of its options by name. */
export type ParsedValues = Record<string, unknown> & { _: string[] };

export interface Command {
  readonly arguments: Arguments;
  /** Returns an answer, or the exit code of a command that prints by itself. */
  run(values: ParsedValues): Promise<Answer | number>;
}

/** A word that is read as an option. Others that begin with a dash (`-5 degrees`, `- item`, `---`) are plain words. */
const OPTION = /^(?:--([A-Za-z][\w-]*)(?:=([\s\S]*))?|-[A-Za-z]\S*)$/;
/** Beginning of the name under which a flag is declared that is on by default. */
const NEGATION = "no-";

/**
 * Reads a command's arguments. Throws INVALID_ARGUMENT for options that the command does not have, and for missing
 * words.
 */
export function readArguments(name: string, command: Command, raw: readonly string[]): ParsedValues {
  const declared = { ...command.arguments, ...COMMON_ARGUMENTS };
  const values: ParsedValues = { _: [] };
  const left = [...raw];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === "--") values._ = [...values._, ...left.splice(0)];
    else if (OPTION.test(word)) readOption(name, declared, word, left, values);
    else values._.push(word);
  }
  const needed = Object.keys(declared).filter(
    (key) => declared[key]!.type === "positional" && !declared[key]!.isOptional,
  );
  const missing = needed[values._.length];
  if (missing !== undefined)
    throw invalid(`helix ${name} needs a ${missing.toUpperCase()}, e.g. helix ${name} build-gotchas`);
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
  // People write `--match-str` where the tools say `match_str`.
  const key = Object.hasOwn(declared, option) ? option : option.replaceAll("-", "_");
  const { type, valueHint = "VALUE" } = (Object.hasOwn(declared, key) ? declared[key] : undefined) ?? {};
  if (type === "boolean") {
    if (!["true", "false", undefined].includes(given))
      throw invalid(`${word} is not accepted: give --${key} or --${key}=false`);
    values[key] = given !== "false";
  } else if (type === "string") {
    const isThere = behind[0] !== undefined && behind[0] !== "--" && !OPTION.test(behind[0]);
    if (given === undefined && !isThere) throw invalid(`--${key} needs a value, e.g. --${key}=${valueHint}`);
    values[key] = given ?? behind.shift();
  } else {
    const options = Object.keys(declared).filter((each) => declared[each]!.type !== "positional");
    throw invalid(
      `helix ${command} has no option ${word}; it has: ${options.map((each) => `--${each}`).join(", ")} (write text that begins with a dash after --)`,
    );
  }
}

function isTruth(value: string): boolean {
  return /^(?:true|false)$/i.test(value);
}

/** The whole number that an option gives; null where it is not given. Throws INVALID_ARGUMENT. */
export function wholeNumber(values: ParsedValues, name: string, example: number): number | null {
  const value = values[name];
  if (value === undefined) return null;
  if (typeof value === "string" && /^\d{1,15}$/.test(value)) return Number(value);
  throw invalid(`--${name}=${String(value)} is not accepted: give a whole number, e.g. --${name}=${example}`);
}

/**
 * The command line options for a feature's parameters. The parameters named in `positional` are left to the command.
 */
export function argumentsOf(table: ParameterTable, positional: readonly string[] = []): Arguments {
  const options: Record<string, Argument> = {};
  for (const [name, parameter] of Object.entries(table)) {
    if (positional.includes(name) || parameter.kind === "list") continue;
    if (parameter.kind === "flag" && parameter.without !== undefined) {
      options[NEGATION + name] = { type: "boolean", description: parameter.without };
    } else options[name] = optionOf(parameter);
  }
  return options;
}

/** How help shows a list, by its separator: as it is typed in a shell. */
const LIST_HINTS = { ",": "A,B", ";": "'A;B'", " ": "'A B'" };

function optionOf(parameter: Parameter): Argument {
  const description = parameter.help ?? parameter.description ?? "";
  if (parameter.kind === "flag") return { type: "boolean", description };
  if (parameter.kind === "choice") {
    const { choices } = parameter;
    return { type: "string", description, valueHint: choices.join("|"), choices };
  }
  if (parameter.kind === "texts") return { type: "string", description, valueHint: LIST_HINTS[parameter.separator] };
  return { type: "string", description, valueHint: parameter.kind === "text" ? "TEXT" : "N" };
}

/** Picks the values of a feature's parameters out of the parsed values. */
export function featureValues(table: ParameterTable, values: ParsedValues): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of Object.keys(table)) if (values[name] !== undefined) picked[name] = values[name];
  return picked;
}

/** The knowledge bases that commands have opened. They are closed after the answer is printed. */
const used = new Set<KnowledgeBase>();

/**
 * Opens the knowledge base that the arguments name, and runs `work`. The progress of long work is shown on standard
 * error. So is a remark about a remote that does not count, unless `work` itself is about projects.
 */
export async function withKnowledgeBase<T>(
  values: ParsedValues,
  work: (context: FeatureContext) => Promise<T>,
  { isAboutProjects = false } = {},
): Promise<T> {
  const author = () => ({ session: clientSession(), project: here.project?.keys ?? [] });
  const base = openKnowledgeBase(directoryOf(values), false, () => undefined, author);
  used.add(base);
  const judge = new ProjectJudge(base);
  const here = new ProjectHere(currentProject(), judge);
  const result = await withProgress(async (onProgress) => {
    if (!isAboutProjects) await here.settle(base, indexingProgress({ onProgress }));
    return work({
      base,
      project: here.project,
      judgeProject: (found) => judge.judge(found).project,
      directory: currentDirectory(),
      wording: COMMANDS,
      budget: BUDGET_MAX,
      ownChanges: "project",
      namesAnyPlace: true,
      onProgress,
    });
  });
  await here.written();
  const remark = isAboutProjects ? undefined : here.remark();
  if (remark !== undefined) complain(`${remark}\n`);
  for (const line of noticeLines(base)) complain(`helix: ${forTerminal(line)}\n`);
  return result;
}

/** Runs long work that reports its progress. A terminal shows the progress on standard error. */
export async function withProgress<T>(
  work: (onProgress: NonNullable<FeatureContext["onProgress"]>) => T | Promise<T>,
): Promise<T> {
  const progress = new ProgressLine();
  try {
    return await work((step) => progress.show(step));
  } finally {
    progress.end();
  }
}

/**
 * Leaves the opened knowledge bases in good order and closes them. Call it when everything is printed. What fails here
 * is left to later processes.
 */
export async function closeUsed(): Promise<void> {
  for (const base of used) {
    await base.leaveTidy(() => isServed(base.directory)).catch(() => undefined);
    try {
      base.close();
    } catch {
      // The end of the process closes what is still open.
    }
  }
  used.clear();
}

/** Whether a server has the knowledge base open. */
async function isServed(directory: string): Promise<boolean> {
  const { isListening } = await import("../../platform/published-socket.ts");
  return isListening(directory, SOCKET_NAME);
}

/** The directory that `--kb`, the environment or the default names. */
export function directoryOf(values: ParsedValues): string {
  return knowledgeBaseDirectory(typeof values.kb === "string" ? values.kb : undefined);
}

/** One progress line on standard error that overwrites itself; on terminals only. */
class ProgressLine {
  #shown = false;

  show({ done, total, what }: { done: number; total: number | null; what: string }): void {
    if (process.stderr.isTTY !== true) return;
    const share = total ? ` ${Math.floor((100 * done) / total)}%` : ` ${done}`;
    complain(`\r${what}${share}\u001b[K`);
    this.#shown = true;
  }

  end(): void {
    if (this.#shown) complain("\r\u001b[K");
  }
}
