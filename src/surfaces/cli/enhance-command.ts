// `helix code enhance`: prints a prompt with code of the project beside it. It needs no model and sends nothing.

import { invalid } from "../../base/errors.ts";
import { forTerminal } from "../../engine/text/clean.ts";
import type { EnhancedData } from "../../features/ask/data.ts";
import { enhanced, PLACES, type Place } from "../../features/ask/prompts.ts";
import type { Feature } from "../../features/common/feature.ts";
import { EXIT_DONE, EXIT_NOTHING } from "../exit-codes.ts";
import { complain } from "../standard-error.ts";
import { type ContextPart, codeFor, textOf, withoutFilters } from "./code-context.ts";
import type { ParsedValues } from "./command.ts";
import { print, printJson } from "./output.ts";

/** What is asked for, for each place: what stands before the prompt, and what behind. */
const PARTS: Readonly<Record<Place, readonly ContextPart[]>> = {
  before: [{ action: "context", share: 1 }],
  after: [{ action: "context", share: 1 }],
  around: [
    { action: "search", share: 0.25 },
    { action: "context", share: 0.75 },
  ],
};
const BUDGET_AROUND_MIN = 800;

/** Prints the prompt. Returns the exit code: 1 where no code was found, and the prompt stands alone. */
export async function enhance(feature: Feature, values: ParsedValues, words: readonly string[]): Promise<number> {
  const given = String(values.place ?? "before").toLowerCase();
  const place = PLACES.find((each) => each === given);
  if (place === undefined) {
    throw invalid(
      `--place ${JSON.stringify(given.slice(0, 40))} is not accepted: give one of ${PLACES.join(", ")}, e.g. --place after`,
    );
  }
  if (place === "around" && Number(values.budget ?? BUDGET_AROUND_MIN) < BUDGET_AROUND_MIN)
    throw invalid(`--place around needs room on both sides: give --budget ${BUDGET_AROUND_MIN} or more`);
  const prompt = (await textOf(words, "prompt")).trimEnd();
  if (prompt.trim() === "")
    throw invalid('helix code enhance needs a PROMPT, e.g. helix code enhance "limit the retries"');
  const [first = "", second = ""] = await codeFor(feature, values, withoutFilters(prompt), PARTS[place]);
  const sides =
    place === "before"
      ? { before: first, after: "" }
      : place === "after"
        ? { before: "", after: first }
        : { before: first, after: second };
  const text = enhanced(forTerminal(prompt), sides);
  const contextBytes = Buffer.byteLength(sides.before) + Buffer.byteLength(sides.after);
  if (values.json) printJson({ text, place, contextBytes } satisfies EnhancedData);
  else print(`${text}\n`);
  if (contextBytes > 0) return EXIT_DONE;
  complain("helix: no code matches the prompt, so it stands alone\n");
  return EXIT_NOTHING;
}
