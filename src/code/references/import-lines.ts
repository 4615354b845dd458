// Which lines of a parsed file belong to statements that import, or that export what is defined or imported elsewhere.

import { importEnd } from "../import-statement.ts";
import type { Language } from "../languages.ts";
import { LineIndex } from "../line-index.ts";
import { OWN_NAMES } from "../parse/languages/parse-rules.ts";
import type { ParsedFile } from "../parse/parsed-file.ts";

export type StatementKind = "import" | "export";

/** A file, perhaps one that no parser reads. */
export interface ImportingFile {
  readonly language: Language | null;
  readonly text: string;
  readonly parsed: ParsedFile | null | undefined;
}

/** The lines, from 1; empty where no parser reads the file. A statement ends where the next one begins. */
export function importedLines({ language, text, parsed }: ImportingFile): Map<number, StatementKind> {
  const found = new Map<number, StatementKind>();
  if (language === null || !parsed || parsed.imports.length === 0) return found;
  const lines = new LineIndex(text);
  const imports = parsed.imports.toSorted((a, b) => a.line - b.line);
  for (const [at, { line, module, isReexport }] of imports.entries()) {
    const kind = isReexport || module === OWN_NAMES ? "export" : "import";
    const next = imports[at + 1]?.line;
    if (next === line) {
      found.set(line, kind);
      continue;
    }
    const start = lines.startOf(line);
    const last = next === undefined ? text.length : lines.startOf(next);
    const end = importEnd(text.slice(start, last), 0, language, module !== OWN_NAMES);
    const lastLine = lines.lineAt(start + Math.max(0, end - 1));
    for (let each = line; each <= lastLine; each++) found.set(each, kind);
  }
  return found;
}
