// Credentials in rows: separators within quotes, lines between rows, headers that are many.

import { expect, test } from "vitest";
import { findInTables } from "../../../../../src/engine/text/secrets/tables.ts";

const VALUE = "zzcd1234efgh5678ijkl";

function foundIn(text: string): string[] {
  return findInTables(text).map(({ start, end }) => text.slice(start, end));
}

test.each([
  ["a comma", '"name","password","role"\n"anna","Tr0ub,4dor3x","admin"', ["Tr0ub,4dor3x"]],
  ["a comma and blanks", '"name", "password", "role"\n"anna", "Tr0ub,4dor3x", "admin"', ["Tr0ub,4dor3x"]],
  ["a semicolon", '"name";"password"\n"anna";"Tr0ub;4dor3x"', ["Tr0ub;4dor3x"]],
  ["single quotes", "'name','password'\n'anna','Tr0ub,4dor3x'", ["Tr0ub,4dor3x"]],
  ["a doubled quote", '"name","password"\n"anna","Tr0""ub,4dor3x"', ['Tr0""ub,4dor3x']],
  ["another cell with a comma", `name,password\n"Bob, the builder",${VALUE}`, [VALUE]],
  ["a cell of two lines", `name,note,password\nbob,"two\nlines, here",${VALUE}\nanna,x,${VALUE}`, [VALUE, VALUE]],
  ["its name before it", 'password,"Tr0ub,4dor3x"', ["Tr0ub,4dor3x"]],
  ["a sign of Markdown", "| name | password |\n|---|---|\n| anna | Tr0ub\\|4dor3x |", ["Tr0ub\\|4dor3x"]],
  ["a quote that nothing closes", `name,password\n5" disk,${VALUE}\n"anna,${VALUE}`, [VALUE, VALUE]],
  ["empty lines", `id,name,api_key\n\n1,anna,${VALUE}\n\n2,bob,${VALUE}`, [VALUE, VALUE]],
  ["a comment", `name,password\n# of 2026\nanna,${VALUE}`, [VALUE]],
])("a value behind %s", (_, text, values) => expect(foundIn(text)).toEqual(values));

test("prose behind a table is no row of it", () => {
  expect(foundIn(`user,token\nanna,${VALUE}\n\nThe build, as of 2026, has id\nbuild,${VALUE}`)).toEqual([VALUE]);
});

test.each([
  ["quotes that nothing closes", `name,password\n${'"a,'.repeat(50_000)}`],
  ["open cells", `name,password\n${'"a\n'.repeat(50_000)}`],
  ["empty lines", `name,password\n${"\n".repeat(200_000)}`],
  ["headers", "password,x\n".repeat(10_000)],
  ["headers of open cells", '"password","x\n'.repeat(10_000)],
])("ends on hostile input: %s", (_, text) => expect(foundIn(text)).toEqual([]));
