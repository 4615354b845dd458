// What the actions of `code` need.

import { HelixError } from "../../base/errors.ts";
import type { CodeTree } from "../../code/store/code-trees.ts";
import type { CodeView } from "../../code/store/code-view.ts";
import type { LongWork } from "../../notes/store/long-work.ts";
import type { FeatureContext } from "../common/feature.ts";
import { LONGEST_PAGE, type Paged, TOKEN_BYTES } from "../common/page-request.ts";

/** What the actions need. */
export type CodePorts = LongWork &
  Pick<
    FeatureContext,
    | "code"
    | "git"
    | "page"
    | "directory"
    | "project"
    | "budget"
    | "namesAnyPlace"
    | "symbols"
    | "staleSources"
    | "isRehearsed"
    | "plans"
  > & {
    /** `view`: the notes; left out where none are shown. */
    readonly base: Pick<FeatureContext["base"], "clock"> & Partial<Pick<FeatureContext["base"], "view" | "directory">>;
  };

/** A view of the tree as it is now, with progress. */
export function viewOf({ source }: CodeTree, { signal, onProgress }: LongWork): Promise<CodeView> {
  return source.view((done, total) => onProgress?.({ done, total, what: "indexing code" }), signal);
}

/** The same after all code was parsed, as far as that is done in the time of an answer. */
export async function parsedViewOf(tree: CodeTree, ports: LongWork): Promise<CodeView> {
  const { signal, onProgress } = ports;
  const view = await viewOf(tree, ports);
  // A look at a large tree takes a while: where nothing is to be done, one is enough.
  if (view.pending === 0 && view.parsed.missing().length === 0) return view;
  await tree.source.parseAll((done, total) => onProgress?.({ done, total, what: "parsing code" }), signal);
  return viewOf(tree, ports);
}

/** Bytes of an answer that has `tokens` where its caller names no budget, at a terminal too. */
export function answerBytes({ page = LONGEST_PAGE }: Paged, tokens: number): number {
  return page.hasBudget ? page.bytes : tokens * TOKEN_BYTES;
}

/** Refuses further pages of an answer that is chosen for its budget. Throws NOT_FOUND. */
export function onlyPage({ page = LONGEST_PAGE }: Paged): void {
  if (page.page === 1) return;
  throw new HelixError(
    "NOT_FOUND",
    (say) =>
      `there is no page ${page.page}: the answer is one page, a larger one with e.g. ${say.example('budget="5000"')}`,
  );
}
