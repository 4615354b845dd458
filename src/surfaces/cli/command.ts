// One command of the command line: its arguments, and what it does.

import type { Answer } from "../../base/answer.ts";
import { invalid } from "../../base/errors.ts";
import { COMMANDS } from "../../base/wording.ts";
import { forTerminal } from "../../engine/text/clean.ts";
import { CitedSymbols } from "../../features/code/cited-symbols.ts";
import type { FeatureContext } from "../../features/common/feature.ts";
import { noticeLines } from "../../features/common/notices.ts";
import { BUDGET_MAX } from "../../features/common/page-request.ts";
import type { Parameter, ParameterTable } from "../../features/common/parameters.ts";
import type { KnowledgeBase } from "../../notes/store/knowledge-base.ts";
import { indexingProgress } from "../../notes/store/long-work.ts";
import { SOCKET_NAME } from "../../platform/hook-socket.ts";
import { DiskCodeTrees, gitPorts } from "../code-trees.ts";
import { noteVectorsOf } from "../embedding.ts";
import {
  clientSession,
  currentDirectory,
  currentProject,
  knowledgeBaseDirectory,
  openKnowledgeBase,
} from "../environment.ts";
import { judgementLog } from "../judgement-log.ts";
import { outputAccess } from "../kept-outputs.ts";
import { commandCaller } from "../plan-caller.ts";
import { ProjectHere, ProjectJudge } from "../project-judge.ts";
import { complain } from "../standard-error.ts";
import { withProgress } from "./progress-line.ts";
import { isTypedByPerson } from "./typed-by-person.ts";

/** A word that a command takes, or an option with or without a value. */
export interface Argument {
  readonly type: "positional" | "string" | "boolean";
  readonly description: string;
  /** Of a word: whether it may be left out. */
  readonly isOptional?: boolean;
  /** Of an option with a value: how help shows the value. */
  readonly valueHint?: string;
  /** Of an option with a value: whether the value may be left out; then it is "". */
  readonly isValueOptional?: boolean;
  /** The only values that are accepted. */
  readonly choices?: readonly string[];
}

/**
 * Arguments by name. A flag that is on by default is declared as `no-NAME`: people write `--no-NAME`, `--NAME=false` or
 * `--NAME false`. Help shows an underscore in a name as a dash.
 */
export type Arguments = Readonly<Record<string, Argument>>;

/** The names of a command's words, in order. */
export function wordNames(declared: Arguments): string[] {
  return Object.keys(declared).filter((name) => declared[name]!.type === "positional");
}

/** Options that every command takes. */
export const COMMON_ARGUMENTS: Arguments = {
  kb: {
    type: "string",
    description: "Knowledge base directory (default: HELIX_KB, else ~/.helix-kb)",
    valueHint: "DIR",
  },
  json: { type: "boolean", description: "Print data as JSON" },
  "no-pager": { type: "boolean", description: "Print long answers without a pager" },
  help: { type: "boolean", description: "Show this help" },
};

/** What a command declares, and the common options that it knows. */
export function listedArguments({ arguments: own, common }: Command): Arguments {
  const known = Object.entries(COMMON_ARGUMENTS).filter(([name]) => common?.includes(name) ?? true);
  return { ...own, ...Object.fromEntries(known) };
}

/** Beginning of the name under which a flag is declared that is on by default. */
export const NEGATION = "no-";

/** The words of a command line, and the values of its options by name. */
export type ParsedValues = Record<string, unknown> & { _: string[] };

export interface Command {
  readonly arguments: Arguments;
  /** Which of the common options it knows, as its help lists them; left out: all. */
  readonly common?: readonly string[];
  /** Whether all words behind its first plain one, or behind `--`, are no options of helix. */
  readonly takesRest?: boolean;
  /** Returns an answer, or the exit code of a command that prints by itself. */
  run(values: ParsedValues): Promise<Answer | number>;
}

/** What a whole number may be, and an example. */
interface NumberRange {
  readonly example: number;
  readonly min?: number;
  readonly max?: number;
}

/** The whole number that an option gives; null where it is not given. Throws INVALID_ARGUMENT. */
export function wholeNumber(
  values: ParsedValues,
  name: string,
  { example, min = 0, max = Number.MAX_SAFE_INTEGER }: NumberRange,
): number | null {
  const value = values[name];
  if (value === undefined) return null;
  const number = /^\d{1,15}$/.test(String(value)) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  const range = max < Number.MAX_SAFE_INTEGER ? ` from ${min} to ${max}` : min > 0 ? ` from ${min}` : "";
  throw invalid(`--${name}=${String(value)} is not accepted: give a whole number${range}, e.g. --${name}=${example}`);
}

/**
 * The command line options for a feature's parameters. The parameters named in `positional` are left to the command.
 */
export function argumentsOf(table: ParameterTable, positional: readonly string[] = []): Arguments {
  const options: Record<string, Argument> = {};
  for (const [name, parameter] of Object.entries(table)) {
    if (positional.includes(name) || parameter.kind === "list") continue;
    if (parameter.kind === "flag" && parameter.without !== undefined) {
      if (parameter.given !== undefined) options[name] = { type: "boolean", description: parameter.given };
      options[NEGATION + name] = { type: "boolean", description: parameter.without };
    } else options[name] = optionOf(parameter);
  }
  return options;
}

/** How help shows a list, by its separator: as it is typed in a shell. */
const LIST_HINTS = { ",": "A,B", ";": "'A;B'", " ": "'A B'" };

const VALUE_HINTS: Readonly<Partial<Record<Parameter["kind"], string>>> = { text: "TEXT", json: "JSON" };

function optionOf(parameter: Parameter): Argument {
  const description = parameter.help ?? parameter.description ?? "";
  if (parameter.kind === "flag") return { type: "boolean", description };
  if (parameter.kind === "choice") {
    const { choices } = parameter;
    return { type: "string", description, valueHint: choices.join("|"), choices };
  }
  if (parameter.kind === "texts") return { type: "string", description, valueHint: LIST_HINTS[parameter.separator] };
  return { type: "string", description, valueHint: VALUE_HINTS[parameter.kind] ?? "N" };
}

/** Picks the values of a feature's parameters out of the parsed values. */
export function featureValues(table: ParameterTable, values: ParsedValues): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of Object.keys(table)) if (values[name] !== undefined) picked[name] = values[name];
  return picked;
}

/** The knowledge bases that commands have opened. They are closed after the answer is printed. */
const used = new Set<KnowledgeBase>();
const usedCode = new Set<DiskCodeTrees>();

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
  const code = new DiskCodeTrees(base.directory, null);
  usedCode.add(code);
  const judge = new ProjectJudge(base);
  const here = new ProjectHere(currentProject(), judge);
  const result = await withProgress(async (onProgress) => {
    if (!isAboutProjects) await here.settle(base, indexingProgress({ onProgress }));
    return work({
      base,
      project: here.project,
      judgeProject: (found) => judge.judge(found).project,
      code,
      noteVectors: noteVectorsOf(base.directory, currentProject()?.root ?? null),
      symbols: new CitedSymbols(code),
      git: gitPorts(base.directory),
      directory: currentDirectory(),
      wording: COMMANDS,
      budget: BUDGET_MAX,
      ownChanges: "project",
      outputs: outputAccess(base, () => ({ ...author(), session: clientSession() || null })),
      judgements: judgementLog(
        base,
        () => ({ ...author(), agent: "" }),
        async () => ((await isTypedByPerson()) ? "person" : "assistant"),
      ),
      plans: commandCaller(async () => ((await isTypedByPerson()) ? "person" : "program")),
      namesAnyPlace: true,
      onProgress,
    });
  });
  await here.written();
  const remark = isAboutProjects ? undefined : here.remark();
  if (remark !== undefined) complain(`${remark}\n`);
  for (const line of noticeLines(base, COMMANDS)) complain(`helix: ${forTerminal(line)}\n`);
  return result;
}

/**
 * Leaves the opened knowledge bases in good order and closes them. Call it when everything is printed. What fails here
 * is left to later processes.
 */
export async function closeUsed(): Promise<void> {
  for (const code of usedCode) {
    await code.leaveTidy().catch(() => undefined);
    code.close();
  }
  usedCode.clear();
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
