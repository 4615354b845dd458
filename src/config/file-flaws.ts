// Says what is wrong with the text of a file of settings, with the line: where it is no JSON, and names that stand in
// one object twice. What counts is what JSON.parse makes of the text.

import { type ParseError, printParseErrorCode, visit } from "jsonc-parser";
import { orElse } from "../base/errors.ts";
import { shown } from "./shown-text.ts";

/** So many flaws are told. */
const FLAWS_MAX = 5;
const DEPTH_MAX = 200;
const OPTIONS = { allowTrailingComma: false, disallowComments: true };

/** What is wrong with a text, at most five flaws, each as a text that follows the name of the file; none: nothing is. */
export function fileFlaws(text: string): string[] {
  const plain = text.startsWith("\uFEFF") ? text.slice(1) : text;
  // A parser that calls itself would end where the stack does, which is not the same everywhere.
  if (depthOf(plain) > DEPTH_MAX) return ["is nested too deep"];
  return orElse(["is nested too deep"], () => (isJson(plain) ? twiceIn(plain) : [errorIn(plain)]));
}

function isJson(text: string): boolean {
  return orElse(false, () => {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
  });
}

/** How deep brackets are nested at most, outside of strings. */
function depthOf(text: string): number {
  let [depth, most] = [0, 0];
  for (const [sign] of text.matchAll(/"(?:[^"\\\n]|\\.)*"|[[\]{}]/g)) {
    if (sign === "{" || sign === "[") most = Math.max(most, ++depth);
    else if (sign === "}" || sign === "]") depth--;
  }
  return most;
}

function errorIn(text: string): string {
  if (text.trim() === "") return "is empty: write {} or remove it";
  let first: { error: ParseError["error"]; line: number } | null = null;
  visit(text, { onError: (error, _offset, _length, line) => (first ??= { error, line }) }, OPTIONS);
  const found = first as { error: ParseError["error"]; line: number } | null;
  if (found === null) return "is no JSON object";
  const what = printParseErrorCode(found.error);
  const said =
    what === "InvalidCommentToken" ? "JSON has no comments" : what.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return `is no JSON (line ${found.line + 1}: ${said})`;
}

function twiceIn(text: string): string[] {
  const flaws: string[] = [];
  const open: Set<string>[] = [];
  visit(
    text,
    {
      onObjectBegin: () => void open.push(new Set()),
      onObjectEnd: () => void open.pop(),
      onObjectProperty(name, _offset, _length, line) {
        const names = open.at(-1)!;
        if (names.has(name) && flaws.length < FLAWS_MAX)
          flaws.push(`line ${line + 1}: ${shown(name)} stands there twice: the last one counts`);
        names.add(name);
      },
    },
    OPTIONS,
  );
  return flaws;
}
