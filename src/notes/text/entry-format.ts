// Writes the body of an entry in the form that entry-text.ts reads.

import { cleanLine } from "../../engine/text/clean.ts";
import {
  type EntryText,
  FRONT_KINDS,
  type Kind,
  METADATA_LINE,
  metadataValue,
  OPEN_BRACKET,
  parseEntryText,
  splitBody,
  TRAILER_KINDS,
} from "./entry-text.ts";
import { NOTE_IDS } from "./note-id.ts";

/** Writes the body of an entry; the inverse of `parseEntryText`. */
export function formatEntryText(entry: EntryText): string {
  const values: Record<string, string> = {
    modified: entry.modified ?? "",
    tags: entry.tags.join(", "),
    source: entry.source ?? "",
    confidence: entry.confidence >= 0 && entry.confidence < 1 ? String(entry.confidence) : "",
    links: entry.links.join(" "),
    id: entry.id === null ? "" : [entry.id, ...entry.aliases].join(" "),
    cited: entry.cited ?? "",
    project: entry.projects.join(", "),
  };
  const lines = blockLines(FRONT_KINDS, values);
  const textLines = entry.text === "" ? [] : entry.text.split("\n");
  if (textLines.length > 0 && needsSeparator(textLines[0]!, FRONT_KINDS)) lines.push("");
  for (const line of textLines) lines.push(line);
  if (textLines.length > 0 && needsSeparator(textLines[textLines.length - 1]!, TRAILER_KINDS)) lines.push("");
  return lines.concat(blockLines(TRAILER_KINDS, values)).join("\n");
}

/** The body with the line of an id in its trailer; unchanged if it has one. */
export function bodyWithId(body: string, id: string): string {
  const { text, trailer } = splitBody(body);
  if (trailer.some((line) => kindOf(line) === "id")) return body;
  const line = `[id: ${id}]`;
  if (trailer.length > 0) {
    const length = trailer.join("\n").length;
    return `${body.slice(0, body.length - length)}${line}\n${body.slice(body.length - length)}`;
  }
  if (body === "") return line;
  const last = text.slice(text.lastIndexOf("\n") + 1);
  // An empty last line of the body is a separator already.
  const separator = text !== "" && !body.endsWith("\n") && needsSeparator(last, TRAILER_KINDS) ? "\n" : "";
  return `${body}${separator}\n${line}`;
}

/** The body without the line of its id. */
export function bodyWithoutId(body: string): string {
  const entry = parseEntryText(body);
  return entry.id === null ? body : formatEntryText({ ...entry, id: null, aliases: [] });
}

/** Whether a line of text reads like metadata, so that a reader has to be told that it is none. */
export function looksLikeMetadata(line: string): boolean {
  const kind = kindOf(line);
  return kind !== null && (isOf(FRONT_KINDS, kind) || isOf(TRAILER_KINDS, kind));
}

function kindOf(line: string): string | null {
  if (line.charCodeAt(0) !== OPEN_BRACKET || !METADATA_LINE.test(line)) return null;
  const kind = line.slice(1, line.indexOf(":"));
  return kind === "id" && !NOTE_IDS.test(metadataValue(line, kind)) ? null : kind;
}

function isOf(known: readonly string[], kind: string): boolean {
  return known.includes(kind);
}

function needsSeparator(line: string, known: readonly Kind[]): boolean {
  const kind = kindOf(line);
  return line === "" || (kind !== null && isOf(known, kind));
}

function blockLines(kinds: readonly string[], values: Readonly<Record<string, string>>): string[] {
  const lines: string[] = [];
  for (const kind of kinds) {
    const value = values[kind] === "" ? "" : cleanLine(values[kind]!);
    if (value !== "") lines.push(`[${kind}: ${value}]`);
  }
  return lines;
}
