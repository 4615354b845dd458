// How much of a long answer a caller is given, and which part of it. The parameters are the same for every tool that
// lists something; feature.ts adds them to the tool's own.

import type { Wording } from "../../base/wording.ts";
import type { ParameterTable } from "./parameters.ts";

/** Bytes of UTF-8 that count as one token. */
export const TOKEN_BYTES = 4;
/** The largest budget, in tokens. It is also what the command line gives where no budget is named. */
export const BUDGET_MAX = 20_000;
const BUDGET_MIN = 200;
/** All pages up to the one that is asked for are made, so there is a last one. */
const PAGE_MAX = 10_000;

/** The part of an answer that a caller is given. */
export interface PageRequest {
  /** The most bytes of UTF-8 of a page, what closes it included. */
  readonly bytes: number;
  /** Which page, from 1. */
  readonly page: number;
  /** Whether the caller named a budget or a page. */
  readonly isAsked: boolean;
  /** Whether the caller named a budget. */
  readonly hasBudget: boolean;
  /** What the same call needs to get another page, e.g. `page=2`; null where a second call would act once more. */
  next(page: number): string | null;
}

/** What features need to show a part of an answer. */
export interface Paged {
  readonly page?: PageRequest;
}

/** For callers that name no part: the first one, as long as an answer may be. */
export const LONGEST_PAGE: PageRequest = {
  bytes: BUDGET_MAX * TOKEN_BYTES,
  page: 1,
  isAsked: false,
  hasBudget: false,
  next: (page) => `page=${page}`,
};

/**
 * The two parameters of a tool whose answers have so many tokens by default. `isUnlisted`: they are rarely needed, so
 * clients are not told of them.
 */
export function pageParameters(budget: number, isUnlisted: boolean) {
  return {
    budget: {
      kind: "count",
      min: BUDGET_MIN,
      max: BUDGET_MAX,
      isUnlisted,
      description: `Tokens (default ${budget})`,
      help: `Most tokens of the answer (default ${BUDGET_MAX})`,
      example: 'budget="4000"',
    },
    page: {
      kind: "count",
      min: 1,
      max: PAGE_MAX,
      isUnlisted,
      description: "Which page",
      help: "Which page of the answer, from 1",
      example: 'page="2"',
    },
  } as const satisfies ParameterTable;
}

/** The request of a call. `given`: its parameters; `budget`: its tokens without them. */
export function pageRequest(
  given: { readonly budget?: number | undefined; readonly page?: number | undefined },
  budget: number,
  wording: Wording,
  mayGoOn: boolean,
): PageRequest {
  const option = (name: string, value: number) => wording.either(`--${name} ${value}`, `${name}=${value}`);
  const same = given.budget === undefined ? "" : ` ${option("budget", given.budget)}`;
  return {
    bytes: (given.budget ?? budget) * TOKEN_BYTES,
    page: given.page ?? 1,
    isAsked: given.budget !== undefined || given.page !== undefined,
    hasBudget: given.budget !== undefined,
    next: (page) => (mayGoOn ? `${option("page", page)}${same}` : null),
  };
}
