// A small log, written by the encoders of src/engine/log/, spelled out field by field for docs/FORMAT.md.
//
// Left to others: the page (format-tables.ts).

import type { Field, Structure } from "../src/base/structure.ts";
import { encodeEntry, encodeTombstone } from "../src/engine/log/log-encoding.ts";
import { CHANGE_DELETED, CHANGE_REPLACED, ENTRY_HEADER, LOG_HEADER, TOMBSTONE } from "../src/engine/log/log-layout.ts";
import { encodeLogHeader } from "../src/engine/log/log-record.ts";
import { MINUTES_2024 } from "../src/engine/log/log-time.ts";

const LINE_BYTES = 12;
const HEX_COLUMNS = LINE_BYTES * 3 + 1;
const MINUTE_MS = 60_000;
/** 2026-02-21 12:00 UTC, in minutes since 2024 and since 1970. */
const NOON_1970 = Date.UTC(2026, 1, 21, 12) / MINUTE_MS;
const NOON_2024 = NOON_1970 - MINUTES_2024;

interface Piece {
  readonly title: string;
  readonly bytes: Uint8Array;
  readonly structure: Structure<string>;
  /** What is said of some fields' values. */
  readonly notes: Readonly<Record<string, string>>;
}

const text = (value: string) => new TextEncoder().encode(value);

function entryPiece(title: string, bytes: Uint8Array, minutes: string): Piece {
  const checksum = bytes[ENTRY_HEADER.at.checksum]! + bytes[ENTRY_HEADER.at.checksum + 1]! === 0 ? "none" : "";
  return { title, bytes, structure: ENTRY_HEADER, notes: { type: "entry", minutes, checksum } };
}

/** An entry, the same edited, one as the original program writes it, and that one deleted. */
function examplePieces(): Piece[] {
  const first = encodeEntry(text("build"), text("[tags: gotcha]\nlinker wants arm64"), NOON_2024);
  const edited = encodeEntry(text("build"), text("linker wants one architecture"), NOON_2024, true);
  const original = encodeEntry(text("engine"), text("a note"), NOON_1970);
  original.fill(0, ENTRY_HEADER.at.checksum, ENTRY_HEADER.at.checksum + 2);
  const header = encodeLogHeader();
  const originalAt = header.length + first.length + edited.length + TOMBSTONE.size;
  const replaced = encodeTombstone(CHANGE_REPLACED, LOG_HEADER.size);
  const deleted = encodeTombstone(CHANGE_DELETED, originalAt);
  const noon = "2026-02-21 12:00 UTC, from 2024";
  const tombstone = { structure: TOMBSTONE };
  return [
    { title: "header", bytes: header, structure: LOG_HEADER, notes: { magic: '"AMRL"' } },
    entryPiece("entry, stored by helix", first, noon),
    entryPiece("the same entry after an edit: new text, the other first value of the checksum", edited, noon),
    {
      ...tombstone,
      title: "tombstone that makes the edit count",
      bytes: replaced,
      notes: { type: "tombstone", change: "replaced by the record just before", target: "the first entry" },
    },
    entryPiece("entry, stored by the original program", original, "2026-02-21 12:00 on the wall, from 1970"),
    {
      ...tombstone,
      title: "tombstone of that entry",
      bytes: deleted,
      notes: {
        type: "tombstone",
        change: "deleted",
        target: "the entry just before, which it therefore does not replace",
      },
    },
  ];
}

function shownValue(bytes: Uint8Array, { type, offset }: Field): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (type === "bytes") return "";
  const value = {
    u8: view.getUint8,
    u16: view.getUint16,
    u32: view.getUint32,
    i32: view.getInt32,
    f64: view.getFloat64,
  }[type];
  return String(value.call(view, offset, true));
}

function line(offset: string, bytes: Uint8Array, said: string): string {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
  return `${offset.padStart(6)}  ${hex.padEnd(HEX_COLUMNS)}${said}`.trimEnd();
}

/** Text as rows of bytes, each with its characters. */
function textLines(start: number, bytes: Uint8Array, name: string): string[] {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += LINE_BYTES) {
    const part = bytes.subarray(at, at + LINE_BYTES);
    lines.push(line(String(start + at), part, `${name.padEnd(12)} ${JSON.stringify(new TextDecoder().decode(part))}`));
  }
  return lines;
}

/** The dump: offset in the log, bytes, field, value and what it means. */
export function dumpOfExample(): string {
  const lines: string[] = [];
  let start = 0;
  for (const { title, bytes, structure, notes } of examplePieces()) {
    lines.push(...(start > 0 ? [""] : []), `-- ${title}`);
    for (const field of structure.fields) {
      const said = [shownValue(bytes, field), notes[field.name] ?? ""].filter((each) => each !== "").join("  ");
      const part = bytes.subarray(field.offset, field.offset + field.size);
      lines.push(line(String(start + field.offset), part, `${field.name.padEnd(12)} ${said}`));
    }
    if (structure === ENTRY_HEADER) {
      const bodyAt = structure.size + bytes[ENTRY_HEADER.at.topicLength]!;
      lines.push(...textLines(start + structure.size, bytes.subarray(structure.size, bodyAt), "topic"));
      lines.push(...textLines(start + bodyAt, bytes.subarray(bodyAt), "body"));
    }
    start += bytes.length;
  }
  return lines.join("\n");
}
