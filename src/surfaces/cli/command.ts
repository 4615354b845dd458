// One command of the command line: its arguments as citty declares them, and what it does. This module refuses unknown
// options, because citty accepts them.

import { type ArgsDef, parseArgs } from "citty";
import type { Answer } from "../../base/answer.ts";
import { HelixError } from "../../base/errors.ts";
import { COMMANDS } from "../../base/wording.ts";
import { forTerminal } from "../../engine/text/clean.ts";
import type { FeatureContext } from "../../features/common/feature.ts";
import { noticeLines } from "../../features/common/notices.ts";
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
import { negatedName, readDefaultFlags } from "./default-flags.ts";

/** Options that every command takes. */
export const COMMON_ARGUMENTS = {
  kb: {
    type: "string",
    description: "Knowledge base directory (default: HELIX_KB, else ~/.helix-kb)",
    valueHint: "DIR",
  },
  json: { type: "boolean", description: "Print data as JSON" },
  help: { type: "boolean", alias: "h", description: "Show this help" },
} as const satisfies ArgsDef;

export type ParsedValues = Record<string, unknown> & { _: string[] };

export interface Command {
  readonly arguments: ArgsDef;
  /** Returns an answer, or the exit code of a command that prints by itself. */
  run(values: ParsedValues): Promise<Answer | number>;
}

/**
 * A word that is read as an option. Other words that begin with a dash (`-5 degrees`, `- item`, `---`) are plain words.
 */
const OPTION = /^(?:--[A-Za-z][\w-]*(?:=[\s\S]*)?|-[A-Za-z]\S*)$/;
/**
 * Marks plain words with a dash for citty, which would take them for options. No word of a command line can hold this
 * character.
 */
const WORD_MARK = "\u0000";

/**
 * Reads a command's arguments. Throws INVALID_ARGUMENT for options that the command does not have, and for missing
 * words.
 */
export function readArguments(name: string, command: Command, raw: readonly string[]): ParsedValues {
  const declared: ArgsDef = { ...command.arguments, ...COMMON_ARGUMENTS };
  const end = raw.indexOf("--") < 0 ? raw.length : raw.indexOf("--");
  const { flags, plain } = readDefaultFlags(declared, raw.slice(0, end));
  const before = plain.map((word) =>
    /^-./.test(word) && !OPTION.test(word) ? WORD_MARK + word : spelled(declared, word),
  );
  for (const [at, word] of before.entries()) if (OPTION.test(word)) checkOption(name, declared, word, before[at + 1]);
  // Required words are checked below, with helix's own error messages; for citty all words are optional.
  const optional = Object.fromEntries(
    Object.entries(declared).map(([key, argument]) => [
      key,
      argument.type === "positional" ? { ...argument, required: false } : argument,
    ]),
  );
  const parsed = parseArgs([...before, ...raw.slice(end)], optional) as unknown as ParsedValues;
  const values: ParsedValues = { _: parsed._.map(unmarked) };
  for (const [key, value] of Object.entries(parsed)) {
    if (key === "_") continue;
    const isFlag = declared[key]?.type === "boolean";
    values[key] = isFlag && typeof value === "string" ? value === "true" : unmarked(value);
  }
  Object.assign(values, flags);
  const needed = Object.keys(declared).filter((key) => isNeeded(declared[key]!));
  const missing = needed[values._.length];
  if (missing !== undefined) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      `helix ${name} needs a ${missing.toUpperCase()}, e.g. helix ${name} build-gotchas`,
    );
  }
  return values;
}

function isNeeded(argument: ArgsDef[string]): boolean {
  return argument.type === "positional" && argument.required !== false;
}

function unmarked<T>(value: T): T {
  return (typeof value === "string" && value.startsWith(WORD_MARK) ? value.slice(WORD_MARK.length) : value) as T;
}

/** The word with the declared name of its option: people write `--match-str` where the tools say `match_str`. */
function spelled(declared: ArgsDef, word: string): string {
  const [, dashed = ""] = /^--([A-Za-z][\w-]*)/.exec(word) ?? [];
  const name = dashed.replaceAll("-", "_");
  return Object.hasOwn(declared, name) ? `--${name}${word.slice(2 + dashed.length)}` : word;
}

/** Throws INVALID_ARGUMENT for an option that the command does not have, or that lacks its value. */
function checkOption(command: string, declared: ArgsDef, word: string, next: string | undefined): void {
  const [, option = "", value] = /^--([A-Za-z][\w-]*)(?:=([\s\S]*))?$/.exec(word === "-h" ? "--help" : word) ?? [];
  const argument = Object.hasOwn(declared, option) ? declared[option]! : undefined;
  if (argument === undefined || argument.type === "positional") {
    const options = Object.keys(declared).filter((key) => declared[key]!.type !== "positional");
    throw new HelixError(
      "INVALID_ARGUMENT",
      `helix ${command} has no option ${word}; it has: ${options.map((key) => `--${key}`).join(", ")} (write text that begins with a dash after --)`,
    );
  }
  if (argument.type === "boolean" && value !== undefined && value !== "true" && value !== "false") {
    throw new HelixError("INVALID_ARGUMENT", `${word} is not accepted: give --${option} or --${option}=false`);
  }
  if (argument.type === "string" && value === undefined && (next === undefined || next.startsWith("--"))) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      `--${option} needs a value, e.g. --${option}=${argument.valueHint ?? "VALUE"}`,
    );
  }
}

/**
 * The command line options for a feature's parameters. The parameters named in `positional` are left to the command.
 */
export function argumentsOf(table: ParameterTable, positional: readonly string[] = []): ArgsDef {
  const options: ArgsDef = {};
  for (const [name, parameter] of Object.entries(table)) {
    if (positional.includes(name) || parameter.kind === "list") continue;
    if (parameter.kind === "flag" && parameter.without !== undefined) {
      options[negatedName(name)] = { type: "boolean", description: parameter.without };
    } else options[name] = optionOf(parameter);
  }
  return options;
}

function optionOf(parameter: Parameter): ArgsDef[string] {
  const { description } = parameter;
  if (parameter.kind === "flag") return { type: "boolean", description };
  if (parameter.kind === "choice") return { type: "string", description, valueHint: parameter.choices.join("|") };
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
