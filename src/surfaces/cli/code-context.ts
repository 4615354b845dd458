// Code for a text of the user, as `ask` and `enhance` put it beside the text.

import { CALLS } from "../../base/wording.ts";
import { contextOf } from "../../features/ask/prompts.ts";
import type { Feature } from "../../features/common/feature.ts";
import { type ParsedValues, withKnowledgeBase } from "./command.ts";
import { inputOf } from "./run-feature.ts";

/** Tokens of code where the call does not say: as much as fits models with small windows. */
const BUDGET = 2500;
/** The beginning of a text that is searched for, in code units. */
const QUERY_LENGTH_MAX = 8000;
/** What a search would take for filters. */
const FILTER_SIGNS = /(?<=(?:^|\s)(?:path|lang|language|kind|tests?)):(?=\S)/gi;

/** What is looked for: all that a task needs, or in which files it is; with a share of the budget. */
export interface ContextPart {
  readonly action: "context" | "search";
  readonly share: number;
}

/** The words of a command, or standard input for "-" alone; "" where there are none. */
export async function textOf(words: readonly string[], what: string): Promise<string> {
  return words.length === 1 && words[0] === "-" ? inputOf("-", what) : words.join(" ");
}

/** Code that belongs to a text, part by part; "" for a part that finds none. Throws what the search throws. */
export async function codeFor(
  feature: Feature,
  values: ParsedValues,
  text: string,
  parts: readonly ContextPart[],
): Promise<string[]> {
  const query = text.slice(0, QUERY_LENGTH_MAX);
  return withKnowledgeBase(values, async (context) => {
    const found: string[] = [];
    for (const { action, share } of parts) {
      const budget = share === 1 ? (values.budget ?? BUDGET) : Math.floor(Number(values.budget ?? BUDGET) * share);
      const answer = await feature.run(context, {
        action,
        query,
        budget,
        ...(action === "search" && { detail: "files" }),
      });
      found.push(answer.found ? contextOf(answer.text(CALLS)) : "");
    }
    return found;
  });
}

/** A text in which nothing is a filter of a search. */
export function withoutFilters(text: string): string {
  return text.replace(FILTER_SIGNS, " ");
}
