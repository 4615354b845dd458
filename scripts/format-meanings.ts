// What the fields and sections of the layouts mean: the comments before them, read from the sources.
//
// Left to others: the page (format-tables.ts).

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * The comment before each name of the table that `constant` declares in `file` of src/. Throws when there is no
 * such table.
 */
export function meaningsIn(file: string, constant: string): Map<string, string> {
  const source = readFileSync(fileURLToPath(new URL(`../src/${file}`, import.meta.url)), "utf8");
  const declared = new RegExp(`^export const ${constant} = (?:structure\\()?\\{\\n([\\s\\S]*?)^\\}`, "m").exec(source);
  if (declared === null) throw new Error(`src/${file} declares no table ${constant}`);
  const commented = declared[1]!.matchAll(/^ {2}\/\*\*\s([\s\S]*?)\s\*\/\n {2}"?([\w.]+)"?:/gm);
  return new Map(
    Array.from(commented, ([, comment, name]) => [name!, comment!.replace(/^\s*\*\s*|\s*\n\s*\*?\s*/g, " ").trim()]),
  );
}

/** Of one name. Throws when nothing stands before it. */
export function meaningOf(meanings: ReadonlyMap<string, string>, name: string): string {
  const meaning = meanings.get(name);
  if (meaning === undefined) throw new Error(`no comment stands before ${name}`);
  return meaning;
}
