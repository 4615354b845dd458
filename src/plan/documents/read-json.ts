// Fields of JSON that others wrote. Each refusal is one line: where, what was wrong, what is accepted.

import { cleanLine, cleanText } from "../../engine/text/clean.ts";

export type JsonFields = Readonly<Record<string, unknown>>;

/** What is wrong with a document that was given, in one line. */
export class PlanFlaw extends Error {}

/** The most that is said of why a text is no JSON. */
const WHY_MAX = 100;

/** The object of a JSON text. Throws PlanFlaw. */
export function recordFrom(what: string, text: string, lengthMax: number, example: string): JsonFields {
  if (text.length > lengthMax) throw new PlanFlaw(`${what} has ${text.length} characters: at most ${lengthMax}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const why = cleanLine(error instanceof Error ? error.message : String(error)).slice(0, WHY_MAX);
    throw new PlanFlaw(`${what} is no JSON (${why.toWellFormed()}): give e.g. ${example}`);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonFields;
  throw new PlanFlaw(`${what} is no JSON object: give e.g. ${example}`);
}

interface TextRule {
  readonly lengthMax: number;
  /** Whether it is run or compared: it stays as it is. Prose is kept without control characters. */
  readonly isExact?: boolean;
  readonly isOptional?: boolean;
  readonly example?: string;
}

/** A text, trimmed, as it may be kept; "" for one that is optional and missing. Throws PlanFlaw. */
export function textField(from: JsonFields, name: string, where: string, rule: TextRule): string {
  const value = from[name];
  const text = typeof value === "number" ? String(value) : (value ?? "");
  if (typeof text !== "string") throw new PlanFlaw(`${where} is no text${exampleOf(rule)}`);
  const trimmed = keptText(text, rule);
  if (trimmed === "" && !rule.isOptional) throw new PlanFlaw(`${where} is missing${exampleOf(rule)}`);
  return withinLength(trimmed, where, rule.lengthMax);
}

function exampleOf({ example }: TextRule): string {
  return example === undefined ? "" : `: give e.g. ${example}`;
}

interface ListRule extends Pick<TextRule, "lengthMax" | "isExact"> {
  readonly max: number;
}

/** A list of texts, none of them empty; one text is a list of one. Throws PlanFlaw. */
export function textsField(from: JsonFields, name: string, where: string, rule: ListRule): string[] {
  const { max, lengthMax } = rule;
  const value = from[name] ?? [];
  const items: unknown[] = Array.isArray(value) ? value : [value];
  if (items.length > max) throw new PlanFlaw(`${where} has ${items.length} items: at most ${max} are accepted`);
  return items.flatMap((item, index) => {
    if (typeof item !== "string") throw new PlanFlaw(`${where}[${index}] is no text: give a list of texts`);
    const text = keptText(item, rule);
    return text === "" ? [] : [withinLength(text, `${where}[${index}]`, lengthMax)];
  });
}

function keptText(text: string, { isExact = false }: Pick<TextRule, "isExact">): string {
  return (isExact ? text.toWellFormed() : cleanText(text).text).trim();
}

function withinLength(text: string, where: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  throw new PlanFlaw(`${where} has ${text.length} characters: at most ${lengthMax} are accepted`);
}

/** Refuses fields that there are not. Throws PlanFlaw. */
export function onlyKnown(where: string, value: JsonFields, known: readonly string[]): void {
  for (const name of Object.keys(value)) {
    if (known.includes(name)) continue;
    throw new PlanFlaw(`${where} has no field ${shownValue(name)}; accepted: ${known.join(", ")}`);
  }
}

/** A value for a message. */
export function shownValue(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value);
  return json.length > 60 ? `${json.slice(0, 57).toWellFormed()}...` : json;
}
