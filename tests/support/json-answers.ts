// Checks the data of answers by the schemas of src/surfaces/cli/data/answers.ts. The helpers that run commands and tools
// for other tests do it for each answer, so that every test of an answer is one of its data.
//
// Invariants
// - Data are checked as they are printed: what JSON leaves out is left out before.
// - A call that prints no data is an error, unless it is known to print none.

import { z } from "zod";
import { jsonSchemaOf } from "../../src/surfaces/cli/data/answers.ts";

/** Checks the data of a call; `words` as in `jsonSchemaOf`. Throws an error that names each field that is wrong. */
export function checkData(words: readonly string[], data: unknown): void {
  const schema = jsonSchemaOf(words);
  if (schema === undefined) throw new Error(`no schema for the data of: helix ${words.join(" ")}`);
  const { error } = schema.safeParse(data === undefined ? data : JSON.parse(JSON.stringify(data)));
  if (error) throw new Error(`the data of helix ${words.join(" ")} are not as docs/JSON.md says:\n${detailed(error)}`);
}

/** The same for a call of a tool, with its values as they are given. */
export function checkToolData(tool: string, values: Readonly<Record<string, unknown>>, data: unknown): void {
  const { action, ...more } = values;
  const options = Object.entries(more).filter(([, value]) => value !== false && String(value) !== "false");
  const words = options.map(([name, value]) => `--${name}${value === true ? "" : `=${value}`}`);
  checkData(
    [tool, ...(action ? [tool === "trace" ? `--action=${action}` : String(action).trim()] : []), ...words],
    data,
  );
}

/** What is printed where errors are: as much as a reader can use. */
const PRINTED_MAX = 4000;

function detailed(error: z.ZodError): string {
  return z.prettifyError(error).slice(0, PRINTED_MAX);
}

/**
 * Checks what a command printed: with `--json` data, unless it tells an error, which it does on standard error. The
 * lines of events have a test of their own.
 */
export function checkPrinted(words: readonly string[], status: number | null, stdout: string): void {
  const end = words.indexOf("--");
  const options = end < 0 ? words : words.slice(0, end);
  if (options[0] === "export" && options.includes("--events")) return;
  const isAsked = options[0] === "export" || options.includes("--json") || options.includes("--json=true");
  if (!isAsked || options.includes("--help") || options.includes("-h") || stdout === "") return;
  const data = parsed(stdout);
  // What was cut off while it was printed is no answer.
  if (data !== undefined || status === 0 || status === 1) checkData(options, data);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
