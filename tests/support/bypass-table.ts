// The table of attempts in docs/GUARD.md, from the rows that tests try.

import { BEYOND_ROWS, DENIED_ROWS, EDIT_ROWS, REPORT_ROWS } from "./bypass-rows.ts";

/** All attempts: the file that tries each, the name, what becomes of it. */
export const BYPASS_ROWS: readonly (readonly [file: string, name: string, outcome: string])[] = [
  ...EDIT_ROWS.map(({ name }) => ["tools", name, "denied"] as const),
  ...DENIED_ROWS.map(({ name, outcome }) => ["shell", name, outcome] as const),
  ...REPORT_ROWS.map(({ name, outcome }) => ["shell", name, outcome] as const),
  ...BEYOND_ROWS.map(({ name, outcome }) => ["beyond", name, outcome] as const),
];

/** The table as Markdown. */
export function bypassTable(): string {
  const lines = BYPASS_ROWS.map(([file, name, outcome]) => `| ${name} | ${outcome} | ${file} |`);
  return ["| attempt | becomes | tried in |", "| --- | --- | --- |", ...lines].join("\n");
}
