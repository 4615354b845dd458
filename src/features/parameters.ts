// Parameters, declared once: from one table come the check of what a caller sent (zod), the JSON schema of the MCP tool, the
// options of the command line and its help.
// Invariants: booleans and numbers are taken as JSON values and as strings; null and (for optional parameters) the empty
// string mean "not given"; every refusal is one line that says what was wrong, what is accepted, and an example.

import { z } from "zod";
import { HelixError } from "../errors.ts";

interface Common {
  readonly description: string;
  readonly required?: boolean;
  readonly example: string;
}

export type Parameter =
  /** `mayBeBlank`: white space alone is a value of it, for names that other programs stored. */
  | (Common & { readonly kind: "text"; readonly mayBeBlank?: boolean })
  /** A text that holds JSON; the value itself is taken too. */
  | (Common & { readonly kind: "json" })
  | (Common & { readonly kind: "flag" })
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

/** What zod tells of a value that does not fit. */
interface Misfit {
  readonly input?: unknown;
}

/** The zod error of a parameter: `what` says what is accepted. */
function wants(name: string, { example }: Parameter, what: string) {
  return {
    error: ({ input }: Misfit) =>
      input === undefined || input === null
        ? `${name} is missing: ${what}, e.g. ${example}`
        : `${name}=${shown(input)} is not accepted: ${what}, e.g. ${example}`,
  };
}

/** The zod type of one parameter; its messages name what is accepted. */
function schemaOf(name: string, parameter: Parameter): z.ZodType {
  switch (parameter.kind) {
    case "text":
      return textSchema(name, parameter);
    case "json":
      return z.preprocess(
        (value) => (typeof value === "object" && value !== null ? JSON.stringify(value) : value),
        z.string(wants(name, parameter, "give JSON")),
      );
    case "flag":
      return z
        .preprocess(
          lowered,
          z.union([z.boolean(), z.enum(["true", "false"])], wants(name, parameter, "give true or false")),
        )
        .transform((value) => value === true || value === "true");
    case "count": {
      const { min, max } = parameter;
      const message = wants(name, parameter, `give a whole number from ${min} to ${max}`);
      return z.preprocess(
        numeric,
        z.number(message).refine((value) => Number.isInteger(value) && value >= min && value <= max, message),
      );
    }
    case "fraction": {
      const message = wants(name, parameter, "give a number from 0 to 1");
      return z.preprocess(
        numeric,
        z.number(message).refine((value) => value >= 0 && value <= 1, message),
      );
    }
    case "choice":
      return z.preprocess(
        lowered,
        z.enum(
          parameter.choices as [string, ...string[]],
          wants(name, parameter, `give one of ${parameter.choices.join(", ")}`),
        ),
      );
    case "list":
      return listSchema(name, parameter);
  }
}

function textSchema(name: string, parameter: Parameter & { kind: "text" }): z.ZodType {
  const isMissing = (value: string) => value === "" || (!parameter.mayBeBlank && value.trim() === "");
  return z.preprocess(
    (value) => (typeof value === "number" || typeof value === "boolean" ? String(value) : value),
    z.string(wants(name, parameter, "give a text")).refine((value) => !parameter.required || !isMissing(value), {
      error: emptyText(name, parameter),
    }),
  );
}

/** The refusal of a text that is empty, or blank where that is no value. */
export function emptyText(name: string, { example }: Pick<Parameter, "example">): string {
  return `${name} is empty: give a text, e.g. ${example}`;
}

function listSchema(name: string, parameter: Parameter & { kind: "list" }): z.ZodType {
  const { example, item, max } = parameter;
  const one = (value: unknown, index: number) => {
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return parseArguments(`${name}[${index}]`, item, value as Record<string, unknown>, `${name}[${index}].`);
    }
    throw refusal(`${name}[${index}]=${shown(value)} is not accepted: give an object, e.g. ${example}`);
  };
  return z.preprocess(
    parseJsonText,
    z
      .array(z.unknown(), wants(name, parameter, "give a list"))
      .min(1, { error: `${name} is empty: give at least one, e.g. ${example}` })
      .max(max, {
        error: ({ input }: Misfit) =>
          `${name} has ${(input as unknown[]).length} items: at most ${max} are accepted at once`,
      })
      .transform((items) => items.map(one)),
  );
}

function lowered(value: unknown): unknown {
  return typeof value === "string" ? value.trim().toLowerCase() : value;
}

function numeric(value: unknown): unknown {
  return typeof value === "string" && /^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$/.test(value) ? Number(value) : value;
}

function parseJsonText(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function refusal(message: string): HelixError {
  return new HelixError("INVALID_ARGUMENT", message);
}

const compiled = new WeakMap<ParameterTable, Map<string, z.ZodType>>();

function schemasOf(table: ParameterTable): Map<string, z.ZodType> {
  const known = compiled.get(table);
  if (known) return known;
  const schemas = new Map(Object.entries(table).map(([name, parameter]) => [name, schemaOf(name, parameter)]));
  compiled.set(table, schemas);
  return schemas;
}

/**
 * Checks what a caller sent. Throws INVALID_ARGUMENT with the first thing that is wrong; every message about a parameter begins
 * with its name, and `prefix` says whose it is.
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
  for (const [name, schema] of schemasOf(table)) {
    const parameter = table[name]!;
    const value = raw[name];
    const absent = value === undefined || value === null || (value === "" && !parameter.required);
    if (absent && !parameter.required) continue;
    // What most values are needs no schema: it would let them pass as they are.
    if (parameter.kind === "text" && typeof value === "string" && value.trim() !== "") {
      values[name] = value;
      continue;
    }
    const parsed = schema.safeParse(value);
    if (!parsed.success) throw refusal(prefix + (parsed.error.issues[0]?.message ?? `${name} is not accepted`));
    values[name] = parsed.data;
  }
  return values as Arguments<Table>;
}

/** The JSON schema of a table, short: it is part of every conversation of the client. */
export function jsonSchemaOf(table: ParameterTable): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(table)) properties[name] = jsonSchemaOfParameter(parameter);
  const required = Object.keys(table).filter((name) => table[name]!.required);
  return { type: "object", properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false };
}

function jsonSchemaOfParameter(parameter: Parameter): Record<string, unknown> {
  const { description } = parameter;
  switch (parameter.kind) {
    case "text":
      return { type: "string", description };
    case "json":
      return { type: ["string", "array", "object"], description };
    case "flag":
      return { type: ["boolean", "string"], description };
    case "count":
    case "fraction":
      return { type: ["number", "string"], description };
    case "choice":
      return { type: "string", enum: parameter.choices, description };
    case "list":
      return { type: "array", items: jsonSchemaOf(parameter.item), description };
  }
}
