// What a parser said of a text, as lines to compare: `39 Cache.get: value key, call [this.store = Store] open`. Behind
// the number of the line stands the symbol around, then how each name is used, and what it is taken from.
//
// Left to others: the texts and the lines that belong to them (tests/fixtures/code/parse/).

import type { Import, ParsedFile, Reference } from "../../src/code/parse/parsed-file.ts";
import { qualifiedName } from "../../src/code/symbol-scanner.ts";

/** Imports first, then references by line and symbol around. */
export function parsedRows({ symbols, references, imports }: ParsedFile): string[] {
  const rows: string[] = imports.map(importRow);
  let head = "";
  for (const reference of references) {
    const within = reference.within < 0 ? "-" : qualifiedName(symbols[reference.within]!);
    const next = `${reference.line} ${within}`;
    const use = useOf(reference);
    if (next === head) rows[rows.length - 1] += `, ${use}`;
    else rows.push(`${next}: ${use}`);
    head = next;
  }
  return rows;
}

function importRow({ line, module, names, isReexport }: Import): string {
  const listed = names.map(({ name, local }) => (name === local ? name : `${name} as ${local}`)).join(", ");
  return `${line} ${isReexport ? "export" : "import"} ${module} {${listed}}`;
}

function useOf({ kind, receiver, name }: Reference): string {
  if (receiver === null) return `${kind} ${name}`;
  return `${kind} [${receiver.text}${receiver.type === null ? "" : ` = ${receiver.type}`}] ${name}`;
}
