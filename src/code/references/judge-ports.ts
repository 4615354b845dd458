// What judging references needs of a tree. Only types and tables.

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
/** In these languages members are seen without a receiver. */
export const BARE_MEMBERS: ReadonlySet<Language> = new Set<Language>([
  "c",
  "cpp",
  "csharp",
  "dart",
  "elixir",
  "java",
  "kotlin",
  "php",
  "ruby",
  "scala",
  "swift",
]);
/** In these languages a file sees its own names and those that it imports. */
export const IMPORTED_NAMES: ReadonlySet<Language> = new Set<Language>([
  "javascript",
  "python",
  "rust",
  "tsx",
  "typescript",
]);
/** Types that have the methods of an interface are of it, in these languages, without saying so. */
export const IMPLICIT: ReadonlySet<Language> = new Set<Language>(["go"]);
/** In these languages methods can be assigned to. */
export const ASSIGNED_METHODS: ReadonlySet<Language> = new Set<Language>([
  "javascript",
  "python",
  "ruby",
  "tsx",
  "typescript",
]);
