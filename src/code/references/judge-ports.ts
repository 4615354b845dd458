// What judging references needs of a tree. Only types and a table.

import type { ImportResolver } from "../imports/import-resolver.ts";
import type { Language } from "../languages.ts";
import type { ParsedFile } from "../parse/parsed-file.ts";
import type { LeftFiles } from "./found-once.ts";

/** A file whose references are judged. */
export interface JudgedFile {
  readonly path: string;
  readonly language: Language;
  readonly parsed: ParsedFile;
}

/** What judging needs. */
export interface JudgePorts {
  readonly resolver: ImportResolver;
  /** A file of the tree as the parser reads it; null where it does not. */
  readonly parse: (path: string) => Promise<JudgedFile | null> | JudgedFile | null;
  /** Files that define a name. Without it no type of another file of a package is known. */
  readonly defining?: (name: string) => readonly string[];
  /** Takes note of files that `parse` could not give. */
  readonly leftFiles?: LeftFiles;
  /** Files that hold a name. */
  readonly holding?: (name: string) => readonly string[];
}

/** In these languages files of one folder see each other's names. */
export const FOLDER_PACKAGES: ReadonlySet<Language> = new Set<Language>([
  "go",
  "java",
  "kotlin",
  "scala",
  "csharp",
  "swift",
]);
