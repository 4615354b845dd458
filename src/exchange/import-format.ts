// Reads the three forms of JSON that an import accepts: helix's own export (an array of {topic, time, body}), an array
// of {topic, text}, and the object {topic: entries} of the original program. In that object a topic may occur more than
// once.

import { HelixError, messageOf } from "../base/errors.ts";
import { cleanText, quote } from "../engine/text/clean.ts";
import { cutLine } from "../engine/text/cut-line.ts";
import { formatNoteId, parseNoteId } from "../notes/text/note-id.ts";

/** One entry of an import. `minutes` (UTC since 1970) is null where the file gives no time. */
export interface ImportedEntry {
  /** The id that it was exported with; null: none is given, or what is given is no id. */
  readonly id: string | null;
  readonly topic: string;
  readonly body: string;
  readonly minutes: number | null;
  /** True: the body is a stored one, with its metadata lines. False: plain text with separate tags and source. */
  readonly stored: boolean;
  /** True: a stored body as the original program gives it. That program may have appended to an entry of helix. */
  readonly foreign: boolean;
  /** True: helix's own export, whose topic is a stored name. False: a name as people write it. */
  readonly topicStored: boolean;
  readonly tags?: string;
  readonly source?: string;
}

/** How much of the JSON parser's message is passed on. The message may quote the text that could not be parsed. */
const REASON_LENGTH_MAX = 200;
const EXAMPLE = '[{"topic": "test", "text": "imported"}]';
/** 1900-01-01 and 4000-01-01, in milliseconds: times outside do not fit the log. */
const TIME_MIN_MS = Date.UTC(1900, 0, 1);
const TIME_MAX_MS = Date.UTC(4000, 0, 1);

function refuse(what: string): HelixError {
  return new HelixError(
    "INVALID_ARGUMENT",
    (say) =>
      `${what}; accepted: an array of {topic, time, body} or {topic, text}, or {"topic": [entries]}, e.g. ${say.either(EXAMPLE, `json=${EXAMPLE}`)}`,
  );
}

/** Parses an import. Throws INVALID_ARGUMENT naming the first entry that is wrong. */
export function parseImport(json: string): ImportedEntry[] {
  const start = json.search(/\S/);
  const trimmed = json.trimStart();
  if (start < 0) throw refuse("the import is empty");
  if (trimmed.startsWith("{")) {
    // Parses the whole text before it is cut up. Repeated keys, which this parse loses, are found below.
    const whole = parseJson(trimmed) as Record<string, unknown>;
    if (isEntry(whole)) return [entryOf(whole, "the entry", false)];
    return objectMembers(trimmed).flatMap(([topic, value]) => entriesOfTopic(topic, parseJson(value)));
  }
  const value = parseJson(trimmed);
  if (!Array.isArray(value)) throw refuse("the import is neither an array nor an object");
  return value.map((item, index) => entryOf(item, `entry ${index}`, false));
}

/**
 * Whether the object is a single entry that was not put into an array. In the original program's form, a topic named
 * "topic" would hold a list, or would have no "text" beside it.
 */
function isEntry({ topic, text, body }: Record<string, unknown>): boolean {
  return typeof topic === "string" && (typeof text === "string" || typeof body === "string");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refuse(`the import is not JSON (${messageOf(error, REASON_LENGTH_MAX)})`);
  }
}

function entriesOfTopic(topic: string, value: unknown): ImportedEntry[] {
  const items = Array.isArray(value) ? value : [value];
  return items.map((item, index) => {
    const where = `entry ${index} of topic ${quote(topic)}`;
    return entryOf(typeof item === "string" ? { text: item, topic } : { topic, ...asObject(item, where) }, where, true);
  });
}

function asObject(value: unknown, where: string): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw refuse(`${where} is not an object`);
}

/** `original`: the value comes from the original program, whose texts are bodies. Elsewhere only `body` is a body. */
function entryOf(value: unknown, where: string, original: boolean): ImportedEntry {
  const item = asObject(value, where);
  const { topic, body, text } = item;
  if (typeof topic !== "string" || topic === "") throw refuse(`${where} has no topic`);
  const content = body ?? text ?? item.content;
  const minutes = minutesOf(item.time ?? item.timestamp ?? item.date, where);
  // A stored entry may have an empty body, and an import has to bring it back.
  const isExported = typeof body === "string" && minutes !== null;
  if (typeof content !== "string" || (!isExported && cleanText(content).text === ""))
    throw refuse(`${where} has no body and no text`);
  const labels = { ...label(item, "tags", where), ...label(item, "source", where) };
  const isBody = original && Object.keys(labels).length === 0;
  const key = typeof item.id === "string" ? parseNoteId(item.id) : null;
  return {
    id: key === null ? null : formatNoteId(key),
    topic,
    body: content,
    minutes,
    stored: typeof body === "string" || isBody,
    foreign: isBody,
    topicStored: isExported,
    ...labels,
  };
}

function label(
  item: Record<string, unknown>,
  name: "tags" | "source",
  where: string,
): { tags?: string; source?: string } {
  const value = item[name];
  if (value === undefined || value === null) return {};
  if (typeof value === "string") return { [name]: value };
  if (Array.isArray(value) && value.every((part) => typeof part === "string")) return { [name]: value.join(",") };
  throw refuse(`${where} has ${name} that are not text`);
}

function minutesOf(time: unknown, where: string): number | null {
  if (time === undefined || time === null || time === "") return null;
  const ms =
    typeof time === "number"
      ? time * 60_000
      : typeof time === "string"
        ? Date.parse(time.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d)/, "$1T$2"))
        : Number.NaN;
  if (Number.isNaN(ms)) throw refuse(`${where} has a time that is no date: ${shown(time)}`);
  if (ms < TIME_MIN_MS || ms >= TIME_MAX_MS) throw refuse(`${where} has a time outside 1900 to 3999: ${shown(time)}`);
  return Math.floor(ms / 60_000);
}

function shown(value: unknown): string {
  return typeof value === "string" ? quote(value) : cutLine(JSON.stringify(value), 60);
}

/**
 * The members of a JSON object in order, keys decoded, values as text. Repeated keys are kept. `json` is known to be an
 * object.
 */
function objectMembers(json: string): [string, string][] {
  const members: [string, string][] = [];
  let at = 1;
  while (at < json.length) {
    const keyStart = json.indexOf('"', at);
    if (keyStart < 0 || json.slice(at, keyStart).includes("}")) break;
    const keyEnd = endOfString(json, keyStart);
    const valueStart = json.indexOf(":", keyEnd) + 1;
    const valueEnd = endOfValue(json, valueStart);
    members.push([JSON.parse(json.slice(keyStart, keyEnd)) as string, json.slice(valueStart, valueEnd)]);
    at = valueEnd + 1;
  }
  return members;
}

function endOfString(json: string, quote: number): number {
  let at = quote + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
  return at + 1;
}

/** Where the value that begins at `from` ends: at the comma or brace of the object around it. */
function endOfValue(json: string, from: number): number {
  let depth = 0;
  for (let at = from; at < json.length; at++) {
    const character = json[at];
    if (character === '"') at = endOfString(json, at) - 1;
    else if (character === "{" || character === "[") depth++;
    else if (character === "]") depth--;
    else if (character === "}" && depth-- === 0) return at;
    else if (character === "," && depth === 0) return at;
  }
  return json.length;
}
