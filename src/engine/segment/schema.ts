// The schema of a segment: what is known of each document besides its terms, as a table of columns. The engine always
// has where the record of a document stands, its origin, the lengths of its fields, and its terms. All else is columns.

import { crc32 } from "../../base/crc32.ts";
import { encodeUtf8 } from "../../base/utf8.ts";
import { COLUMN_SECTIONS, INDEX_HEADER, SECTION_ENTRY, SECTIONS, type SectionType } from "./index-layout.ts";

/** What a column has for each document (see COLUMN_SECTIONS). A `group` is a name that every document has. */
export type ColumnKind = keyof typeof COLUMN_SECTIONS;
export type Columns = Readonly<Record<string, ColumnKind>>;

/** What a document has in a column of a kind. */
type ValueOf<Kind extends ColumnKind> = Kind extends "names"
  ? readonly string[]
  : Kind extends "name"
    ? string | null
    : Kind extends "group"
      ? string
      : number;
export type ColumnValue = ValueOf<ColumnKind>;
/** A document's values, by column. */
export type Values<Table extends Columns> = { readonly [Name in keyof Table]: ValueOf<Table[Name]> };

/** An order of documents: by the numbers of a column. Between equal numbers the origins decide. */
export interface DocumentOrdering {
  readonly column: string;
  /** Negative when a document with the number `a` comes before one with `b`. */
  compare(a: number, b: number): number;
}

export interface Schema {
  readonly columns: Columns;
  /** The order within a group, and of equal results. Null: by origin alone. */
  readonly ordering: DocumentOrdering | null;
  /** All sections in file order, with the types of their elements. */
  readonly sections: readonly (readonly [name: string, type: SectionType])[];
  /** Tells schemas apart. */
  readonly hash: number;
  /** Length of header, section table and the CRC-32 of both, which stands behind them. */
  readonly prefixBytes: number;
}

const CORE: [string, SectionType][] = Object.entries(SECTIONS);

/**
 * Makes a schema. `derived` names sections of 32-bit numbers that the schema's owner makes at a merge (see `Derive`).
 * No column has the name of a section that every schema has. `terms` is raised when the same text gives other terms:
 * an index of the terms before is not used.
 */
export function defineSchema(
  columns: Columns,
  ordering: DocumentOrdering | null = null,
  derived: readonly string[] = [],
  terms = 0,
): Schema {
  const sections: [string, SectionType][] = CORE.slice();
  for (const column in columns) {
    const parts: Readonly<Record<string, SectionType>> = COLUMN_SECTIONS[columns[column]!];
    for (const part in parts) sections.push([column + part, parts[part]!]);
  }
  for (const name of derived) sections.push([name, "u32"]);
  return {
    columns,
    ordering,
    sections,
    hash: crc32(
      encodeUtf8(JSON.stringify([columns, ordering?.column ?? null, derived, ...(terms === 0 ? [] : [terms])])),
    ),
    prefixBytes: INDEX_HEADER.size + sections.length * SECTION_ENTRY.size + 4,
  };
}
