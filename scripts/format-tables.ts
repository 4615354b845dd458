// `npm run docs`: writes the generated parts of docs/FORMAT.md and docs/HOOKS.md: tables and drawings of the structures
// that src/ declares, a dump of a log and an event that its encoders write. What a person wrote around them stays.
//
// Invariants
// - A generated part stands between `<!-- generated: NAME -->` and `<!-- end -->`; one that nothing generates is an
//   error.
// - The output depends on src/ alone: no clock, no machine.
//
// Left to others: what fields mean (format-meanings.ts); tests/docs/format.test.ts fails when the page is not what this
// would write.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Structure } from "../src/base/structure.ts";
import * as log from "../src/engine/log/log-layout.ts";
import { MINUTES_2024 } from "../src/engine/log/log-time.ts";
import * as index from "../src/engine/segment/index-layout.ts";
import * as vectors from "../src/engine/vectors/vector-layout.ts";
import { encodeEvent } from "../src/events/log/event-line.ts";
import { EVENT_TYPES, REASONS, SILENCES } from "../src/events/log/event-types.ts";
import * as notes from "../src/notes/index/note-schema.ts";
import { dumpOfExample } from "./format-dump.ts";
import { meaningOf, meaningsIn } from "./format-meanings.ts";

const ROW_BYTES = 8;
const BYTE_COLUMNS = 9;

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function fieldTable(structure: Structure<string>, meanings: ReadonlyMap<string, string>): string {
  const rows = structure.fields.map(({ offset, size, type, name }) => [
    offset,
    size,
    type,
    `\`${name}\``,
    meaningOf(meanings, name),
  ]);
  return `${table(["offset", "bytes", "type", "field", "meaning"], rows)}\n\n${structure.size} bytes.`;
}

/** The fields of a structure, eight bytes a row; one that goes on in the next row is named in each. */
function drawing(structure: Structure<string>): string {
  const border = (bytes: number) => `       +${"-".repeat(bytes * BYTE_COLUMNS - 1)}+`;
  const lines = [
    `        ${Array.from({ length: ROW_BYTES }, (_, at) => String(at).padEnd(BYTE_COLUMNS))
      .join("")
      .trimEnd()}`,
  ];
  for (let start = 0; start < structure.size; start += ROW_BYTES) {
    const end = Math.min(start + ROW_BYTES, structure.size);
    const cells = structure.fields
      .map(({ name, offset, size }) => ({ name, bytes: Math.min(end, offset + size) - Math.max(start, offset) }))
      .filter(({ bytes }) => bytes > 0)
      .map(({ name, bytes }) => ` ${name}`.slice(0, bytes * BYTE_COLUMNS - 1).padEnd(bytes * BYTE_COLUMNS - 1));
    lines.push(
      border(Math.max(end - start, start > 0 ? ROW_BYTES : 0)),
      `${String(start).padStart(5)}  |${cells.join("|")}|`,
    );
    if (end === structure.size) lines.push(border(end - start));
  }
  return `\`\`\`\n${lines.join("\n")}\n\`\`\``;
}

/** A structure that `constant` declares in `file`. */
function structurePart(structure: Structure<string>, file: string, constant: string): string {
  return `${drawing(structure)}\n\n${fieldTable(structure, meaningsIn(file, constant))}`;
}

/** The sections that a table declares, with the types of their elements. */
function sectionsPart(sections: Readonly<Record<string, string>>, file: string, constant: string): string {
  const meanings = meaningsIn(file, constant);
  const rows = Object.entries(sections).map(([name, type]) => [`\`${name}\``, type, meaningOf(meanings, name)]);
  return table(["section", "elements", "meaning"], rows);
}

/** The kinds of columns, with the sections of each. */
function kindsPart(): string {
  const meanings = meaningsIn("engine/segment/index-layout.ts", "COLUMN_SECTIONS");
  const rows = Object.entries(index.COLUMN_SECTIONS).map(([kind, parts]) => [
    `\`${kind}\``,
    Object.entries(parts)
      .map(([part, type]) => `\`COLUMN${part}\` ${type}`)
      .join(", "),
    meaningOf(meanings, kind),
  ]);
  return table(["kind", "sections", "meaning"], rows);
}

/** The columns of notes. */
function columnsPart(): string {
  const meanings = meaningsIn("notes/index/note-schema.ts", "NOTE_COLUMNS");
  const rows = Object.entries(notes.NOTE_COLUMNS).map(([name, kind]) => [
    `\`${name}\``,
    kind,
    meaningOf(meanings, name),
  ]);
  return table(["column", "kind", "meaning"], rows);
}

/** The types of events, with their fields. */
function eventsPart(): string {
  const meanings = meaningsIn("events/log/event-types.ts", "EVENT_TYPES");
  const fieldsOf = (fields: object) => Object.entries(fields).map(([name, kind]) => `\`${name}\` ${kind}`);
  const rows = Object.entries(EVENT_TYPES).map(([type, fields]) => [
    `\`${type}\``,
    meaningOf(meanings, type),
    fieldsOf(fields).join(", "),
  ]);
  return table(["type", "meaning", "fields"], rows);
}

/** One event as it is written. */
function eventExample(): string {
  const head = {
    id: "7k3v9xq2mp",
    at: Date.UTC(2026, 1, 21, 12),
    session: "0d7a1b5e",
    agent: "",
    project: ["acme/api"],
  };
  return `\`\`\`json\n${encodeEvent({ ...head, type: "shown", hook: "prompt", notes: ["hrt4mja04e"] })}\n\`\`\``;
}

/** Words that the event log holds, and what each means. */
function wordsPart(words: Readonly<Record<string, string>>): string {
  return table(
    ["word", "meaning"],
    Object.entries(words).map(([word, meaning]) => [`\`${word}\``, meaning]),
  );
}

const hex = (value: number) => `0x${value.toString(16).padStart(4, "0")}`;
const decimal = (value: number) => value.toLocaleString("en-US");

/** Each generated part by its name. */
const PARTS: Record<string, () => string> = {
  "log header": () => structurePart(log.LOG_HEADER, "engine/log/log-layout.ts", "LOG_HEADER"),
  "entry record": () => structurePart(log.ENTRY_HEADER, "engine/log/log-layout.ts", "ENTRY_HEADER"),
  "tombstone record": () => structurePart(log.TOMBSTONE, "engine/log/log-layout.ts", "TOMBSTONE"),
  "log numbers": () =>
    table(
      ["number", "value", "what for"],
      [
        ["`TOPIC_BYTES_MAX`", decimal(log.TOPIC_BYTES_MAX), "longest topic, in bytes"],
        ["`BODY_BYTES_MAX`", decimal(log.BODY_BYTES_MAX), "longest body made of a text that is given, in bytes"],
        [
          "`BODY_BYTES_PLAUSIBLE_END`",
          decimal(log.BODY_BYTES_PLAUSIBLE_END),
          "no reader takes a body of this length or more",
        ],
        ["`LOG_BYTES_MAX`", decimal(log.LOG_BYTES_MAX), "no record ends behind this offset"],
        ["`CHECKSUM_SEED`", hex(log.CHECKSUM_SEED), "first value of the checksum of a record"],
        ["`CHECKSUM_SEED_REPLACEMENT`", hex(log.CHECKSUM_SEED_REPLACEMENT), "first value for the entry of an edit"],
        ["`CHANGE_DELETED`", log.CHANGE_DELETED, "change of a tombstone: its target was deleted"],
        ["`CHANGE_REPLACED`", log.CHANGE_REPLACED, "replaced by the entry right before the tombstone"],
        ["`CHANGE_MOVED`", log.CHANGE_MOVED, "moved to another topic: the entry right before the tombstone"],
        [
          "`CHANGE_RESTORED`",
          log.CHANGE_RESTORED,
          "deletes nothing: the entry right before it is back, at the place named",
        ],
        ["`MARK_TRANSACTION`", log.MARK_TRANSACTION, "mark: ends a transaction, which begins at `target` - 1"],
        ["`MARK_UNDO`", log.MARK_UNDO, "mark: ends a transaction that takes back another"],
        ["`MARK_REWRITTEN`", log.MARK_REWRITTEN, "mark: nothing before it can be taken back"],
        ["`MARK_BEGIN`", log.MARK_BEGIN, "mark: begins a transaction, which ends at `target` + 1"],
        ["`MARK_OF`", log.MARK_OF, "mark: the transaction around it is about the one that begins at `target` - 1"],
        ["`MARK_REDO`", log.MARK_REDO, "mark: ends a transaction that makes another again"],
        [
          "`MINUTES_2024`",
          decimal(MINUTES_2024),
          "minutes from 1970-01-01 to 2024-01-01; tells the two time bases apart",
        ],
      ],
    ),
  "event types": eventsPart,
  "event example": eventExample,
  "reasons to hold back": () => wordsPart(REASONS),
  "reasons for silence": () => wordsPart(SILENCES),
  "log dump": () => `\`\`\`\n${dumpOfExample()}\n\`\`\``,
  "index header": () => structurePart(index.INDEX_HEADER, "engine/segment/index-layout.ts", "INDEX_HEADER"),
  "section table entry": () => structurePart(index.SECTION_ENTRY, "engine/segment/index-layout.ts", "SECTION_ENTRY"),
  sections: () => sectionsPart(index.SECTIONS, "engine/segment/index-layout.ts", "SECTIONS"),
  "kinds of columns": kindsPart,
  "columns of notes": columnsPart,
  "derived sections of notes": () => sectionsPart(notes.NOTE_SECTIONS, "notes/index/note-schema.ts", "NOTE_SECTIONS"),
  "vector header": () => structurePart(vectors.VECTOR_HEADER, "engine/vectors/vector-layout.ts", "VECTOR_HEADER"),
  "vector record": () => structurePart(vectors.VECTOR_RECORD, "engine/vectors/vector-layout.ts", "VECTOR_RECORD"),
  "index numbers": () =>
    table(
      ["number", "value", "what for"],
      [
        ["`INDEX_VERSION`", index.INDEX_VERSION, "of the format described here"],
        ["`prefixBytes`", decimal(notes.NOTE_SCHEMA.prefixBytes), "header, section table of notes and their checksum"],
        ["`SECTION_ALIGNMENT`", index.SECTION_ALIGNMENT, "sections begin on multiples of this, zeros between"],
        [
          "`FINGERPRINT_BYTES`",
          decimal(log.FINGERPRINT_BYTES),
          "bytes at each end of the covered log in the fingerprint",
        ],
        ["`CONFIDENCE_SCALE`", decimal(notes.CONFIDENCE_SCALE), "confidence 1 as it is stored"],
      ],
    ),
};

/** The page with its generated parts as they should be. Throws when it names a part that there is not. */
export function renderFormat(page: string): string {
  return page.replace(/<!-- generated: ([^>]+) -->\n[\s\S]*?<!-- end -->/g, (_, name: string) => {
    const part = PARTS[name];
    if (part === undefined)
      throw new Error(`docs/FORMAT.md wants a part "${name}"; there are: ${partNames().join(", ")}`);
    return `<!-- generated: ${name} -->\n${part()}\n<!-- end -->`;
  });
}

/** Names of all generated parts. */
export function partNames(): string[] {
  return Object.keys(PARTS);
}

if (import.meta.main) {
  const path = fileURLToPath(new URL("../docs/FORMAT.md", import.meta.url));
  const page = readFileSync(path, "utf8");
  const rendered = renderFormat(page);
  if (rendered !== page) writeFileSync(path, rendered);
  process.stdout.write(rendered === page ? "docs/FORMAT.md is up to date\n" : "docs/FORMAT.md was written\n");
}
