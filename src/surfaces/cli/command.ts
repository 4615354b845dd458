// One command of the command line: its arguments as citty declares them, and what it does. Unknown options are refused here,
// for citty lets them pass.

import { type ArgsDef, parseArgs } from "citty";
import { HelixError } from "../../errors.ts";
import type { FeatureContext, FeatureResult } from "../../features/feature.ts";
import type { Parameter, ParameterTable } from "../../features/parameters.ts";
import { currentProject, knowledgeBaseDirectory, openKnowledgeBase } from "../environment.ts";

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
  run(values: ParsedValues): Promise<FeatureResult | number>;
}

/** Reads a command's arguments. Throws INVALID_ARGUMENT for options it does not have and for missing or surplus words. */
export function readArguments(name: string, command: Command, raw: readonly string[]): ParsedValues {
  const declared: ArgsDef = { ...command.arguments, ...COMMON_ARGUMENTS };
  const end = raw.indexOf("--");
  for (const word of end < 0 ? raw : raw.slice(0, end)) {
    const option = /^--?([A-Za-z][\w-]*)/.exec(word)?.[1];
    if (option === undefined || Object.hasOwn(declared, option) || (option === "h" && !word.startsWith("--"))) continue;
    const options = Object.keys(declared).filter((key) => declared[key]!.type !== "positional");
    throw new HelixError(
      "INVALID_ARGUMENT",
      `helix ${name} has no option ${word}; it has: ${options.map((key) => `--${key}`).join(", ")} (write text that begins with a dash after --)`,
    );
  }
  for (const [option, argument] of Object.entries(declared)) {
    if (argument.type !== "string") continue;
    const at = raw.indexOf(`--${option}`);
    const value = raw[at + 1];
    if (at >= 0 && (value === undefined || value.startsWith("--"))) {
      throw new HelixError(
        "INVALID_ARGUMENT",
        `--${option} needs a value, e.g. --${option}=${argument.valueHint ?? "VALUE"}`,
      );
    }
  }
  return parseArgs([...raw], declared) as unknown as ParsedValues;
}

/** The options of a command line for a feature's parameters; those named in `positional` are left to the command. */
export function argumentsOf(table: ParameterTable, positional: readonly string[] = []): ArgsDef {
  const options: ArgsDef = {};
  for (const [name, parameter] of Object.entries(table)) {
    if (positional.includes(name) || parameter.kind === "list") continue;
    options[name] = optionOf(parameter);
  }
  return options;
}

function optionOf(parameter: Parameter): ArgsDef[string] {
  const { description } = parameter;
  if (parameter.kind === "flag") return { type: "boolean", description };
  if (parameter.kind === "choice") return { type: "string", description, valueHint: parameter.choices.join("|") };
  return { type: "string", description, valueHint: parameter.kind === "text" ? "TEXT" : "N" };
}

/** The values of a feature's parameters out of what was parsed. */
export function featureValues(table: ParameterTable, values: ParsedValues): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of Object.keys(table)) if (values[name] !== undefined) picked[name] = values[name];
  return picked;
}

/** Opens the knowledge base that the arguments name, runs `work`, closes it. Long work is reported on standard error. */
export async function withKnowledgeBase<T>(
  values: ParsedValues,
  work: (context: FeatureContext) => Promise<T>,
): Promise<T> {
  const base = openKnowledgeBase(directoryOf(values), false, () => undefined);
  const progress = new ProgressLine();
  try {
    const wantsData = values.json === true;
    return await work({ base, project: currentProject(), wantsData, onProgress: (step) => progress.show(step) });
  } finally {
    progress.end();
    base.close();
  }
}

/** The directory that `--kb`, the environment or the default names. */
export function directoryOf(values: ParsedValues): string {
  return knowledgeBaseDirectory(typeof values.kb === "string" ? values.kb : undefined);
}

/** One line on standard error that is written over, on terminals only. */
class ProgressLine {
  #shown = false;

  show({ done, total, what }: { done: number; total: number | null; what: string }): void {
    if (process.stderr.isTTY !== true) return;
    const share = total ? ` ${Math.floor((100 * done) / total)}%` : ` ${done}`;
    process.stderr.write(`\r${what}${share}\u001b[K`);
    this.#shown = true;
  }

  end(): void {
    if (this.#shown) process.stderr.write("\r\u001b[K");
  }
}
