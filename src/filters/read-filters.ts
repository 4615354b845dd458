// Reads a file of filters: TOML in RTK's format. A filter that is wrong is left out and reported; the others count.
//
// Left to others: whether expressions compile (filter-check.ts), which files there are (filter-set.ts).

import { parse, TomlError } from "smol-toml";
import { messageOf } from "../base/errors.ts";
import { nearestNames } from "../engine/text/near-names.ts";
import {
  emptyFilter,
  FILTER_KEYS,
  type FilterDefinition,
  type FilterSource,
  type InlineTest,
  type KeyKind,
  type OutputRule,
  type Replacement,
  type RunRule,
} from "./filter-definition.ts";

/** Bounds of one file: bytes, filters, and expressions of one filter. */
export const FILE_BYTES_MAX = 256 * 1024;
export const FILTERS_MAX = 200;
export const EXPRESSIONS_MAX = 200;
/** The greatest count of lines or characters that a key accepts. */
const COUNT_MAX = 1_000_000;
const TOP_KEYS = ["schema_version", "filters", "tests"];
const RUN_KEYS = ["pattern", "keep", "last", "above", "group"];
const NAME = /^[\w][\w.+-]{0,63}$/;

/** What a file of filters holds. */
export interface FilterFile {
  readonly filters: readonly FilterDefinition[];
  readonly tests: readonly InlineTest[];
  /** What is wrong in it, each in one line. */
  readonly problems: readonly string[];
}

type Table = Readonly<Record<string, unknown>>;

/** Files that were read before: the same text is not read twice. */
const known = new Map<string, FilterFile>();
const KNOWN_MAX = 256;

/** Reads the text of a file, or takes what was read of the same text before. `file` is its name for readers. */
export function readFiltersOnce(text: string, source: FilterSource, file: string): FilterFile {
  const key = `${source}\0${file}\0${text}`;
  const read = known.get(key) ?? readFilters(text, source, file);
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(key, read);
  return read;
}

/** Reads the text of a file. `file` is its name for readers. */
export function readFilters(text: string, source: FilterSource, file: string): FilterFile {
  const nothing = (problem: string): FilterFile => ({ filters: [], tests: [], problems: [`${file}: ${problem}`] });
  if (Buffer.byteLength(text) > FILE_BYTES_MAX)
    return nothing(`${Buffer.byteLength(text)} bytes: at most ${FILE_BYTES_MAX} are accepted`);
  let table: Table;
  try {
    table = parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    if (!(error instanceof TomlError)) return nothing(messageOf(error));
    // Below its first line the message quotes the file.
    const what = error.message.split("\n", 1)[0]!.replace("Invalid TOML document: ", "");
    return nothing(`line ${error.line}, column ${error.column}: no TOML: ${what}`);
  }
  const { schema_version: version = 1, filters = {}, tests = {} } = table;
  if (version !== 1) return nothing(`schema_version ${JSON.stringify(version)} is not known: 1 is accepted`);
  const problems = Object.keys(table)
    .filter((key) => !TOP_KEYS.includes(key))
    .map((key) => `${file}: ${unknownKey(key, TOP_KEYS)}, e.g. [filters.make]`);
  if (!isTable(filters) || !isTable(tests)) return nothing("filters and tests are tables, e.g. [filters.make]");
  const read = readAll(filters, source, file, problems);
  return { filters: read, tests: readTests(tests, file, problems), problems };
}

function readAll(filters: Table, source: FilterSource, file: string, problems: string[]): FilterDefinition[] {
  const entries = Object.entries(filters);
  if (entries.length > FILTERS_MAX)
    problems.push(`${file}: ${entries.length} filters: at most ${FILTERS_MAX} are read`);
  return entries.slice(0, FILTERS_MAX).flatMap(([name, given]) => {
    try {
      return [readFilter(name, given, source, file)];
    } catch (error) {
      problems.push(`${file}: filter ${name.slice(0, 64)}: ${messageOf(error)}`);
      return [];
    }
  });
}

function readFilter(name: string, given: unknown, source: FilterSource, file: string): FilterDefinition {
  if (!NAME.test(name)) throw new Error("its name is not accepted: letters, digits, - and _, e.g. [filters.git-log]");
  if (!isTable(given)) throw new Error(`it is no table, e.g. [filters.${name}]`);
  const read: Record<string, unknown> = { ...emptyFilter(name, source, file) };
  for (const [key, value] of Object.entries(given)) {
    const known = Object.hasOwn(FILTER_KEYS, key) ? FILTER_KEYS[key] : undefined;
    if (known === undefined) throw new Error(unknownKey(key, Object.keys(FILTER_KEYS)));
    const taken = READERS[known.kind](value, known.choices ?? []);
    if (taken === undefined) throw new Error(`${key} ${ACCEPTED[known.kind]}, e.g. ${known.example}`);
    read[known.field] = taken;
  }
  const filter = read as unknown as FilterDefinition;
  if (filter.matchCommand === "")
    throw new Error(`match_command is missing, e.g. ${FILTER_KEYS.match_command!.example}`);
  if (filter.stripLines.length > 0 && filter.keepLines.length > 0)
    throw new Error("strip_lines_matching and keep_lines_matching cannot go together: give one");
  return filter;
}

/** What each kind of value is, for messages. */
const ACCEPTED: Readonly<Record<KeyKind, string>> = {
  text: "is text",
  expression: "is an expression, as text",
  expressions: `is a list of at most ${EXPRESSIONS_MAX} expressions`,
  flag: "is true or false",
  count: `is a whole number from 0 to ${COUNT_MAX}`,
  choice: "is whole or filter",
  replacements: `is a list of at most ${EXPRESSIONS_MAX} { pattern, replacement }`,
  rules: `is a list of at most ${EXPRESSIONS_MAX} { pattern, message, unless }`,
  runs: `is a list of at most ${EXPRESSIONS_MAX} { pattern, keep, last, above, group }: text, counts, and text`,
};

/** Readers of values; undefined for one that is not accepted. */
const READERS: Readonly<Record<KeyKind, (value: unknown, choices: readonly string[]) => unknown>> = {
  text: (value) => (typeof value === "string" ? value : undefined),
  expression: (value) => (typeof value === "string" && value !== "" ? value : undefined),
  expressions: (value) =>
    isList(value) && value.every((each) => typeof each === "string" && each !== "") ? value : undefined,
  flag: (value) => (typeof value === "boolean" ? value : undefined),
  count: (value) =>
    typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= COUNT_MAX ? value : undefined,
  choice: (value, choices) => choices.find((choice) => choice === value),
  replacements: (value) => {
    const read = tablesOf(value, ["pattern", "replacement"], []);
    return read?.map(({ pattern, replacement }): Replacement => ({ pattern: pattern!, replacement: replacement! }));
  },
  rules: (value) => {
    const read = tablesOf(value, ["pattern", "message"], ["unless"]);
    return read?.map(
      ({ pattern, message, unless = null }): OutputRule => ({ pattern: pattern!, message: message!, unless }),
    );
  },
  runs: (value) => (isList(value) ? allOrNone(value.map(runOf)) : undefined),
};

function runOf(given: unknown): RunRule | undefined {
  if (!isTable(given) || Object.keys(given).some((key) => !RUN_KEYS.includes(key))) return undefined;
  const { pattern, keep, last = 0, above = 0, group = null } = given;
  const areCounts = [keep, last, above].every((count) => READERS.count(count, []) !== undefined);
  if (typeof pattern !== "string" || pattern === "" || !areCounts) return undefined;
  if (group !== null && typeof group !== "string") return undefined;
  return { pattern, keep: keep as number, last: last as number, above: above as number, group };
}

function allOrNone<T>(values: readonly (T | undefined)[]): T[] | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length ? known : undefined;
}

/** Tables of texts; undefined where a key is missing, is not known, or has another value. */
function tablesOf(
  value: unknown,
  needed: readonly string[],
  optional: readonly string[],
): Record<string, string>[] | undefined {
  if (!isList(value)) return undefined;
  const isRight = (each: unknown) =>
    isTable(each) &&
    needed.every((key) => Object.hasOwn(each, key)) &&
    each.pattern !== "" &&
    Object.entries(each).every(([key, text]) => [...needed, ...optional].includes(key) && typeof text === "string");
  return value.every(isRight) ? (value as Record<string, string>[]) : undefined;
}

function readTests(tests: Table, file: string, problems: string[]): InlineTest[] {
  return Object.entries(tests).flatMap(([filter, cases]) => {
    const read = Array.isArray(cases) ? cases.map((each) => testOf(filter, file, each)) : [null];
    if (read.includes(null))
      problems.push(`${file}: tests of ${filter.slice(0, 64)}: each has name, input and expected as text`);
    return read.filter((each) => each !== null);
  });
}

function testOf(filter: string, file: string, given: unknown): InlineTest | null {
  if (!isTable(given)) return null;
  const { name, input, expected } = given;
  const isRight = [name, input, expected].every((text) => typeof text === "string") && Object.keys(given).length === 3;
  return isRight ? { filter, file, name: name as string, input: input as string, expected: expected as string } : null;
}

function unknownKey(key: string, known: readonly string[]): string {
  const [nearest] = nearestNames(key, known, 1);
  const shown = JSON.stringify(key.slice(0, 64));
  return nearest === undefined
    ? `${shown} is no key: ${known.join(", ")} are`
    : `${shown} is no key; did you mean ${nearest}?`;
}

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length <= EXPRESSIONS_MAX;
}
