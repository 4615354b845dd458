// Parameters are declared once, in a table. From the table come the check of what a caller sent, the JSON schema of the
// MCP tool, and the options and the help of the command line. The check is written by hand: loading zod and making its
// schemas took a fifth of the time of a command.
// Invariants:
// - Booleans and numbers are accepted as JSON values and as strings.
// - null means "not given". For optional parameters the empty string means that too, and so does an empty list.
// - The schema declares one type for each parameter, the one that models give best; some clients warn of several.
// - Every refusal is one line. It says what was wrong and what is accepted, in most cases with an example.

import { type ErrorMessage, HelixError } from "../../base/errors.ts";
import type { TextList } from "../../base/text-list.ts";
import type { Wording } from "../../base/wording.ts";
import { didYouMean } from "../../engine/text/near-names.ts";

interface Common {
  /** Left out for what is described elsewhere, such as the fields of an item. */
  readonly description?: string;
  /** What the command line's help says instead, where that differs. */
  readonly help?: string;
  readonly required?: boolean;
  /** Accepted, but not in the schema that MCP clients are given: an answer names it where it is of use. */
  readonly isUnlisted?: boolean;
  readonly example: string;
}

export type Parameter =
  /** `mayBeBlank`: white space alone is accepted as a value, for names that other programs stored. */
  | (Common & { readonly kind: "text"; readonly mayBeBlank?: boolean })
  /**
   * A list of texts, or one text with `separator` between them, or a JSON list in a text. `isMostlyOne`: the schema
   * declares a text.
   */
  | (Common & { readonly kind: "texts"; readonly separator: "," | ";" | " "; readonly isMostlyOne?: boolean })
  /** A text that holds JSON. The JSON value itself is accepted too: a list of objects, or with `isObject` one object. */
  | (Common & { readonly kind: "json"; readonly isObject?: boolean })
  /**
   * `without`: for a flag of which false says something, what the command line's help says of `--no-NAME`. `given`: what
   * it says of `--NAME` then, if true says something else than leaving it out.
   */
  | (Common & { readonly kind: "flag"; readonly without?: string; readonly given?: string })
  | (Common & { readonly kind: "count"; readonly min: number; readonly max: number })
  | (Common & { readonly kind: "fraction" })
  | (Common & { readonly kind: "choice"; readonly choices: readonly string[] })
  | (Common & { readonly kind: "list"; readonly item: ParameterTable; readonly max: number });

export type ParameterTable = Readonly<Record<string, Parameter>>;

type ValueOf<P extends Parameter> = P extends { kind: "flag" }
  ? boolean
  : P extends { kind: "count" | "fraction" }
    ? number
    : P extends { kind: "choice"; choices: readonly (infer Choice)[] }
      ? Choice
      : P extends { kind: "list"; item: infer Item extends ParameterTable }
        ? Arguments<Item>[]
        : P extends { kind: "texts" }
          ? TextList
          : string;

/** The checked values of a table: required ones are there, the others may be undefined. */
export type Arguments<Table extends ParameterTable> = {
  [Name in keyof Table]: Table[Name] extends { required: true }
    ? ValueOf<Table[Name]>
    : ValueOf<Table[Name]> | undefined;
};

function shown(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value);
  return json.length > 60 ? `${json.slice(0, 57).toWellFormed()}...` : json;
}

/** The refusal of a value that a parameter does not accept; `what` says what it accepts. */
function wants(
  name: string,
  { example }: Parameter,
  what: string | ((say: Wording) => string),
  value: unknown,
  choices: readonly string[] = [],
): HelixError {
  const meant = typeof value === "string" ? didYouMean(value, choices) : "";
  const isMissing = value === undefined || value === null;
  return refusal((say) => {
    const wrong = isMissing ? `${say.name(name)} is missing` : `${say.given(name, shown(value))} is not accepted`;
    const accepted = typeof what === "string" ? what : what(say);
    return `${wrong}: ${accepted}, e.g. ${say.example(example)}${meant}`;
  });
}

/** A choice as the reader gives it: people type dashes. */
export function choiceName(choice: string, say: Wording): string {
  return say.either(choice.replaceAll("_", "-"), choice);
}

/** Checks the value of one parameter, in any form that the parameter accepts. Throws INVALID_ARGUMENT. */
function checkedValue(name: string, parameter: Parameter, raw: unknown): unknown {
  switch (parameter.kind) {
    case "text":
      return textOf(name, parameter, raw);
    case "texts":
      return textsOf(name, parameter, raw);
    case "json": {
      const value = typeof raw === "object" && raw !== null ? JSON.stringify(raw) : raw;
      if (typeof value === "string") return value;
      throw wants(name, parameter, "give JSON", value);
    }
    case "flag": {
      const value = lowered(raw);
      if (typeof value === "boolean") return value;
      if (value === "true" || value === "false") return value === "true";
      throw wants(name, parameter, "give true or false", value);
    }
    case "count": {
      const { min, max } = parameter;
      const value = numeric(raw);
      if (Number.isInteger(value) && isBetween(value, min, max)) return value;
      throw wants(name, parameter, `give a whole number from ${min} to ${max}`, value);
    }
    case "fraction": {
      const value = numeric(raw);
      if (isBetween(value, 0, 1)) return value;
      throw wants(name, parameter, "give a number from 0 to 1", value);
    }
    case "choice": {
      const value = lowered(raw);
      // People type dashes.
      const choice = parameter.choices.find((each) => value === each || value === each.replaceAll("_", "-"));
      if (choice !== undefined) return choice;
      throw wants(
        name,
        parameter,
        (say) => `give one of ${parameter.choices.map((each) => choiceName(each, say)).join(", ")}`,
        value,
        parameter.choices,
      );
    }
    case "list":
      return listOf(name, parameter, raw);
  }
}

function isBetween(value: unknown, min: number, max: number): boolean {
  return typeof value === "number" && value >= min && value <= max;
}

function textOf(name: string, parameter: Parameter & { kind: "text" }, raw: unknown): string {
  const value = scalarText(raw);
  if (value === null) throw wants(name, parameter, "give a text", raw);
  const isMissing = value === "" || (!parameter.mayBeBlank && value.trim() === "");
  if (parameter.required && isMissing) throw refusal(emptyText(name, parameter));
  return value;
}

/** The texts of a list that are not empty, undefined if there are none; or the one text that was given. */
function textsOf(name: string, parameter: Parameter & { kind: "texts" }, raw: unknown): TextList | undefined {
  const list = typeof raw === "string" && raw.trimStart().startsWith("[") ? parseJsonText(raw) : raw;
  const wanted = "give a text or a list of texts";
  if (!Array.isArray(list)) {
    const text = scalarText(list);
    if (text === null) throw wants(name, parameter, wanted, list);
    return text;
  }
  const texts = list.map((item: unknown, index) => {
    const text = scalarText(item);
    if (text === null) throw wants(`${name}[${index}]`, parameter, wanted, item);
    return text;
  });
  const given = texts.filter((text) => text.trim() !== "");
  return given.length === 0 ? undefined : given;
}

/** A text, a number or a boolean as text; null for anything else. */
function scalarText(value: unknown): string | null {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" ? value : null;
}

/** The refusal of a text that is empty, or that is blank where blank is not accepted. */
export function emptyText(name: string, { example }: Pick<Parameter, "example">): ErrorMessage {
  return (say) => `${say.name(name)} is empty: give a text, e.g. ${say.example(example)}`;
}

function listOf(name: string, parameter: Parameter & { kind: "list" }, raw: unknown): unknown[] {
  const { example, item, max } = parameter;
  const items = parseJsonText(raw);
  if (!Array.isArray(items)) throw wants(name, parameter, "give a list", items);
  if (items.length === 0) throw refusal(`${name} is empty: give at least one, e.g. ${example}`);
  if (items.length > max) throw refusal(`${name} has ${items.length} items: at most ${max} are accepted at once`);
  return items.map((value: unknown, index) => {
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return parseArguments(`${name}[${index}]`, item, value as Record<string, unknown>, `${name}[${index}].`);
    }
    throw refusal(`${name}[${index}]=${shown(value)} is not accepted: give an object, e.g. ${example}`);
  });
}

function lowered(value: unknown): unknown {
  return typeof value === "string" ? value.trim().toLowerCase() : value;
}

function numeric(value: unknown): unknown {
  return typeof value === "string" && /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)\s*$/.test(value) ? Number(value) : value;
}

function parseJsonText(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function refusal(message: ErrorMessage): HelixError {
  return new HelixError("INVALID_ARGUMENT", message);
}

/**
 * Checks what a caller sent. Throws INVALID_ARGUMENT for the first mistake. Every message about a parameter begins with
 * its name, after `prefix`, which says what the parameter belongs to.
 */
export function parseArguments<const Table extends ParameterTable>(
  owner: string,
  table: Table,
  raw: Readonly<Record<string, unknown>>,
  prefix = "",
): Arguments<Table> {
  for (const name of Object.keys(raw)) {
    if (!Object.hasOwn(table, name)) {
      const accepted = Object.keys(table).join(", ") || "none";
      throw refusal(`${owner} has no parameter ${shown(name)}; accepted: ${accepted}`);
    }
  }
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(table)) {
    const value = raw[name];
    const absent = value === undefined || value === null || (value === "" && !parameter.required);
    if (absent && !parameter.required) continue;
    try {
      values[name] = checkedValue(name, parameter, value);
    } catch (error) {
      throw prefix === "" || !(error instanceof HelixError) ? error : refusal((say) => prefix + error.messageFor(say));
    }
  }
  return values as Arguments<Table>;
}

/**
 * The JSON schema of a table. It is short, because it is part of every conversation of the client: that no other names
 * are accepted is not said in it, but in the refusal of one.
 */
export function jsonSchemaOf(table: ParameterTable): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(table)) {
    if (!parameter.isUnlisted) properties[name] = jsonSchemaOfParameter(parameter);
  }
  const required = Object.keys(table).filter((name) => table[name]!.required);
  return { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
}

function jsonSchemaOfParameter(parameter: Parameter): Record<string, unknown> {
  const { description } = parameter;
  switch (parameter.kind) {
    case "text":
      return { type: "string", description };
    case "json":
      return parameter.isObject
        ? { type: "object", description }
        : { type: "array", items: { type: "object" }, description };
    case "texts":
      return parameter.isMostlyOne
        ? { type: "string", description }
        : { type: "array", items: { type: "string" }, description };
    case "flag":
      return { type: "boolean", description };
    case "count":
      return { type: "integer", description };
    case "fraction":
      return { type: "number", description };
    case "choice":
      return { type: "string", enum: parameter.choices, description };
    case "list":
      return { type: "array", items: jsonSchemaOf(parameter.item), description };
  }
}
