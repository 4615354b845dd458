// Sums up a JSON text: its keys, how many items its lists have, and the first of them.

import { orNull } from "../base/errors.ts";

/** Longer texts are not summed up: code units. */
const TEXT_MAX = 4 * 1024 * 1024;
/** What a summary shows: items of a list, keys of an object, characters of a text, levels. */
const ITEMS = 3;
const KEYS = 20;
const TEXT_LENGTH = 80;
const LEVELS = 4;

/** The lines of the summary; null for a text that is not one JSON object or list. */
export function jsonSummary(text: string): string[] | null {
  const start = text.trimStart()[0];
  if ((start !== "{" && start !== "[") || text.length > TEXT_MAX) return null;
  const value = orNull(() => JSON.parse(text) as unknown);
  if (typeof value !== "object" || value === null) return null;
  const lines: string[] = [];
  describe("", value, 0, lines);
  return lines;
}

function describe(label: string, value: unknown, level: number, lines: string[]): void {
  const indent = "  ".repeat(level);
  if (Array.isArray(value)) {
    lines.push(`${indent}${label}list of ${value.length}`);
    if (level >= LEVELS) return;
    for (const item of value.slice(0, ITEMS)) describe("- ", item, level + 1, lines);
    if (value.length > ITEMS) lines.push(`${indent}  ... (${value.length - ITEMS} more items)`);
  } else if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    lines.push(`${indent}${label}object of ${entries.length} keys`);
    if (level >= LEVELS) return;
    for (const [key, item] of entries.slice(0, KEYS)) describe(`${shown(key)}: `, item, level + 1, lines);
    if (entries.length > KEYS) lines.push(`${indent}  ... (${entries.length - KEYS} more keys)`);
  } else lines.push(`${indent}${label}${typeof value === "string" ? JSON.stringify(shown(value)) : String(value)}`);
}

function shown(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length <= TEXT_LENGTH ? line : `${line.slice(0, TEXT_LENGTH).toWellFormed()}...`;
}
