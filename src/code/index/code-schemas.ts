// What the index knows of files, chunks and commits besides their terms, as the schemas of their segments.
//
// | segment | a document is | leading field | other field |
// |---|---|---|---|
// | files | a file | file name | folders |
// | chunks | a chunk of a file | names that it defines | its lines |
// | commits | a commit | subject | body |

import { type Columns, defineSchema } from "../../engine/segment/schema.ts";

export const FILE_COLUMNS = {
  /** path relative to the root, with forward slashes; each path stands once in a segment */
  path: "group",
  /** place in PATH_CLASSES */
  class: "number",
  /** the language; null for other texts */
  language: "name",
  /** 0: read; 1: it is gone; else why it is listed only, as a place in FILE_STATES */
  state: "number",
  /** lines; 0 for files that are not read */
  lines: "number",
  /** the first chunk in the segment of chunks, and how many there are; they stand in the order of lines */
  firstChunk: "number",
  chunks: "number",
  /** upper and lower 32 bits of a hash of what the system says of the file: size, times, inode */
  factsHigh: "u32",
  factsLow: "u32",
  /** upper and lower 32 bits of a hash of the content */
  contentHigh: "u32",
  contentLow: "u32",
} as const satisfies Columns;
export const FILE_SCHEMA = defineSchema(FILE_COLUMNS);

export const CHUNK_COLUMNS = {
  /** document of the file in the segment of files beside it */
  file: "number",
  /** first line from 1, and how many lines */
  from: "number",
  lines: "number",
  /** the full name of the symbol; null for lines at the top of a file */
  symbol: "name",
  /** its kind; null for lines between symbols */
  kind: "name",
  /** how many lines below the first the symbol is declared */
  declared: "number",
} as const satisfies Columns;
export const CHUNK_SCHEMA = defineSchema(CHUNK_COLUMNS);

export const COMMIT_COLUMNS = {
  /** the first 16 digits of its name */
  name: "name",
  /** when it was made, in minutes since 1970 */
  minutes: "u32",
  /** paths that it changed, as they were named then */
  paths: "names",
  /** what it renamed: the path before, a tab, the path after */
  renames: "names",
} as const satisfies Columns;
export const COMMIT_SCHEMA = defineSchema(COMMIT_COLUMNS);
