// Reads manifests as values of unknown shape. A broken manifest is an empty one, and so is a value of another shape.

import { parse } from "jsonc-parser";

export type Values = Readonly<Record<string, unknown>>;

/** A longer manifest says nothing, in code units. */
const LENGTH_MAX = 512 * 1024;
/** At most this many values of one list or table are taken. */
const VALUES_MAX = 2000;

function isUsable(text: string | null): text is string {
  return text !== null && text.length <= LENGTH_MAX;
}

/** The value as a table; an empty one for any other value. */
export function table(value: unknown): Values {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Values) : {};
}

/** The entries of a table. */
export function entries(value: unknown): [string, unknown][] {
  return Object.entries(table(value)).slice(0, VALUES_MAX);
}

/** What a table says of a name. Names that every object has say nothing. */
export function valueAt(value: unknown, ...names: readonly string[]): unknown {
  let found = value;
  for (const name of names) {
    const values = table(found);
    found = Object.hasOwn(values, name) ? values[name] : undefined;
  }
  return found;
}

/** The texts in a list, or a text alone. */
export function texts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value)
    ? value.slice(0, VALUES_MAX).filter((each): each is string => typeof each === "string")
    : [];
}

/** The value as a text; null for any other value. */
export function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** JSON; comments and commas behind the last value are let pass. */
export function readJson(text: string | null): Values {
  if (!isUsable(text)) return {};
  try {
    return table(JSON.parse(text));
  } catch {
    return readCommentedJson(text);
  }
}

function readCommentedJson(text: string): Values {
  try {
    return table(parse(text, [], { allowTrailingComma: true, disallowComments: false }));
  } catch {
    return {};
  }
}

/** TOML. */
export function readToml(text: string | null): Values {
  if (!isUsable(text)) return {};
  try {
    return table(Bun.TOML.parse(text));
  } catch {
    return {};
  }
}

/** The list below a key at the left edge of a YAML text, as `pnpm-workspace.yaml` has it. */
export function readYamlList(text: string | null, key: string): string[] {
  if (!isUsable(text)) return [];
  try {
    return texts(valueAt(Bun.YAML.parse(text), key));
  } catch {
    return [];
  }
}
