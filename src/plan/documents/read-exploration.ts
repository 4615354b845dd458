// Reads an exploration from JSON. Every part may be missing: helix fills what it can know itself.
// Invariants:
// - Every refusal is one line that says where, what was wrong and what is accepted.

import type { ExploredFunction, Idioms } from "./plan-documents.ts";
import { type JsonFields, onlyKnown, PlanFlaw, recordFrom, shownValue, textField, textsField } from "./read-json.ts";
import { readIdioms } from "./read-plan.ts";

/** What was given of an exploration; undefined where nothing was. */
export interface GivenExploration {
  readonly objective: string;
  readonly directories: readonly string[] | undefined;
  readonly entryPoints: readonly string[] | undefined;
  readonly testPatterns: readonly string[] | undefined;
  readonly configs: readonly string[] | undefined;
  readonly framework: string | undefined;
  readonly confidence: number | undefined;
  readonly idioms: Idioms;
  readonly failures: readonly string[] | undefined;
  readonly patterns: readonly string[] | undefined;
  readonly files: readonly string[] | undefined;
  readonly functions: readonly ExploredFunction[] | undefined;
}

const LENGTH_MAX = 512 * 1024;
const LIST_MAX = 200;
const TEXT_MAX = 2000;
const NAME_MAX = 1000;
const EXAMPLE =
  '{"objective": "limit the retries", "patterns": {"idioms": {"required": [], "forbidden": ["console.log"]}}}';

/** Reads an exploration; `objective` is what is meant where it names none. Throws PlanFlaw. */
export function readExploration(text: string, objective: string): GivenExploration {
  const value = recordFrom("data", text, LENGTH_MAX, EXAMPLE);
  onlyKnown("the exploration", value, ["objective", "structure", "patterns", "memory", "targets"]);
  const structure = part(value, "structure", ["directories", "entry_points", "test_patterns", "configs"]);
  const patterns = part(value, "patterns", ["framework", "confidence", "idioms"]);
  const memory = part(value, "memory", ["failures", "patterns"]);
  const targets = part(value, "targets", ["files", "functions"]);
  const list = (from: JsonFields, name: string, where: string, lengthMax = NAME_MAX) =>
    from[name] === undefined || from[name] === null
      ? undefined
      : textsField(from, name, `${where}.${name}`, { max: LIST_MAX, lengthMax });
  const given = textField(value, "objective", "objective", { lengthMax: TEXT_MAX, isOptional: true });
  return {
    objective: given || objective,
    directories: list(structure, "directories", "structure"),
    entryPoints: list(structure, "entry_points", "structure"),
    testPatterns: list(structure, "test_patterns", "structure"),
    configs: list(structure, "configs", "structure"),
    framework:
      patterns.framework === undefined
        ? undefined
        : textField(patterns, "framework", "patterns.framework", { lengthMax: 200, isOptional: true }),
    confidence: confidenceOf(patterns.confidence),
    idioms: readIdioms(patterns.idioms, "patterns.idioms"),
    failures: list(memory, "failures", "memory", TEXT_MAX),
    patterns: list(memory, "patterns", "memory", TEXT_MAX),
    files: list(targets, "files", "targets"),
    functions: functionsOf(targets.functions),
  };
}

function part(value: JsonFields, name: string, known: readonly string[]): JsonFields {
  const given = value[name] ?? {};
  if (typeof given !== "object" || Array.isArray(given)) {
    throw new PlanFlaw(`${name} is no object: give its fields ${known.join(", ")}`);
  }
  onlyKnown(name, given as JsonFields, known);
  return given as JsonFields;
}

function confidenceOf(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number === "number" && number >= 0 && number <= 1) return number;
  throw new PlanFlaw(`patterns.confidence=${shownValue(value)} is not accepted: give a number from 0 to 1, e.g. 0.8`);
}

function functionsOf(value: unknown): ExploredFunction[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value))
    throw new PlanFlaw("targets.functions is no list: give objects with name, file, line, reason");
  if (value.length > LIST_MAX) throw new PlanFlaw(`targets.functions has ${value.length} items: at most ${LIST_MAX}`);
  return value.map((each: unknown, index) => {
    const where = `targets.functions[${index}]`;
    if (typeof each === "string") return { name: each.slice(0, NAME_MAX), file: "", line: null, reason: "" };
    if (typeof each !== "object" || each === null || Array.isArray(each)) {
      throw new PlanFlaw(`${where} is no object: give name, file, line and reason`);
    }
    const fields = each as JsonFields;
    onlyKnown(where, fields, ["name", "file", "line", "reason"]);
    const text = (name: string, lengthMax: number) =>
      textField(fields, name, `${where}.${name}`, { lengthMax, isOptional: name !== "name" });
    return {
      name: text("name", NAME_MAX),
      file: text("file", NAME_MAX),
      line: lineOf(fields.line, where),
      reason: text("reason", TEXT_MAX),
    };
  });
}

function lineOf(value: unknown, where: string): number | null {
  if (value === undefined || value === null || value === "") return null;
  const line = typeof value === "string" ? Number(value) : value;
  if (typeof line === "number" && Number.isInteger(line) && line > 0 && line < 1e9) return line;
  throw new PlanFlaw(`${where}.line=${shownValue(value)} is not accepted: give a line number, e.g. 12`);
}
