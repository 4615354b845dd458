// The bill of a session: what its requests cost by the client's own record, and what shortened outputs kept away from
// them.
// Invariants:
// - What an output saved counts once for each request that would have carried it, by the order of the record: from the
//   request after the call up to a compaction.
// - An output whose key the record does not show was replaced by somebody else, or ignored. It saved nothing.
// - What was fetched again is carried, too, and counts against it in the same way.

import type { ShortenedOutput, ShortenedOutputs } from "../../events/gain/shortened-outputs.ts";
import { joinedFetches } from "../../events/gain/shortened-outputs.ts";
import { parseOutputKey } from "../../filters/kept/output-key.ts";
import { BYTES_PER_TOKEN } from "./gain-sums.ts";
import { costOf, type ModelPrice, priceOf, ratesFor, type Usage } from "./price-table.ts";
import type { Conversation, KeyedResult, SessionRecord } from "./session-record.ts";

/** The requests of one model in the main conversation, or in all subagents. */
export interface BillRow extends Usage {
  readonly model: string;
  readonly isMain: boolean;
  readonly requests: number;
  /** In dollars; null where prices were not asked for, or the model has none. */
  readonly cost: number | null;
}

/** What shortened outputs kept away from the requests of a session. */
export interface KeptAway {
  /** How many outputs were shortened, and of them those that the record shows, those it does not, and those without key. */
  readonly shortened: number;
  readonly seen: number;
  readonly notSeen: number;
  readonly withoutKey: number;
  /** Bytes that the ones seen were shortened by, counted once. */
  readonly takenBytes: number;
  /** Each output times its requests: how often one was carried, and the bytes that were not. */
  readonly carried: number;
  readonly keptBytes: number;
  /** Fetches within the record's conversations, and the bytes that they added, each times its requests. */
  readonly fetches: number;
  readonly fetchedBytes: number;
  /** Fetches that no conversation shows: by a person, or in another session. */
  readonly fetchesElsewhere: number;
  /** What the difference would have cost, in dollars; null where prices were not asked for, or a model has none. */
  readonly cost: number | null;
}

export interface Bill {
  readonly rows: readonly BillRow[];
  readonly total: Usage & { readonly requests: number };
  readonly cost: number | null;
  readonly kept: KeptAway;
  readonly first: number;
  readonly last: number;
  /** Models of requests that have no price. */
  readonly unpriced: readonly string[];
}

/** Gives the price of the model of a request; null for none. */
type Pricing = (model: string) => ModelPrice | null;

const NO_USAGE: Usage = { input: 0, cacheWritten: 0, cacheWrittenHour: 0, cacheRead: 0, output: 0 };

/** Makes the bill of a session. `prices` is null where nobody asked for prices; `model` replaces those of the record. */
export function billOf(
  record: SessionRecord,
  all: ShortenedOutputs,
  prices: readonly ModelPrice[] | null,
  model: string | null = null,
): Bill {
  const known = new Map<string, ModelPrice | null>();
  const pricing: Pricing = (used) => {
    let price = known.get(used);
    if (price === undefined) {
      price = prices === null ? null : priceOf(prices, model ?? used);
      known.set(used, price);
    }
    return price;
  };
  const rows = billRows(record.conversations, pricing);
  const requests = record.conversations.flatMap((each) => each.requests);
  const times = requests.map(({ at }) => at).filter((at) => at > 0);
  const unpriced =
    prices === null
      ? []
      : [...new Set(requests.map((each) => model ?? each.model))].filter((each) => priceOf(prices, each) === null);
  return {
    rows,
    total: { ...rows.reduce(addUsage, NO_USAGE), requests: requests.length },
    cost: prices === null || unpriced.length > 0 ? null : rows.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
    kept: keptAway(record, all, unpriced.length > 0 || prices === null ? null : pricing),
    first: times.reduce((least, at) => Math.min(least, at), times[0] ?? 0),
    last: times.reduce((most, at) => Math.max(most, at), 0),
    unpriced,
  };
}

function billRows(conversations: readonly Conversation[], pricing: Pricing): BillRow[] {
  const rows = new Map<string, BillRow>();
  for (const { agent, requests } of conversations) {
    const isMain = agent === "";
    for (const { model, usage } of requests) {
      const key = `${isMain} ${model}`;
      const known = rows.get(key) ?? { model, isMain, requests: 0, cost: 0, ...NO_USAGE };
      const price = pricing(model);
      const cost = price === null || known.cost === null ? null : known.cost + costOf(price, usage);
      rows.set(key, { ...known, ...addUsage(known, usage), requests: known.requests + 1, cost });
    }
  }
  return [...rows.values()].sort((a, b) => Number(b.isMain) - Number(a.isMain) || b.requests - a.requests);
}

function addUsage(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    cacheWritten: a.cacheWritten + b.cacheWritten,
    cacheWrittenHour: a.cacheWrittenHour + b.cacheWrittenHour,
    cacheRead: a.cacheRead + b.cacheRead,
    output: a.output + b.output,
  };
}

function keptAway({ session, conversations }: SessionRecord, all: ShortenedOutputs, pricing: Pricing | null): KeptAway {
  const outputs = all.outputs.filter((output) => output.session === session);
  const own = new Set(outputs.filter(({ key }) => isLookedFor(key)));
  const shown = firstResults(conversations, false);
  const asked = firstResults(conversations, true);
  let cost = 0;
  const carry = (bytes: number, { conversation, result }: PlacedResult): number => {
    if (pricing !== null) cost += carriedCost(bytes / BYTES_PER_TOKEN, conversation, result, pricing);
    return bytes * requestsOf(result);
  };
  const sums = { seen: 0, takenBytes: 0, carried: 0, keptBytes: 0, fetches: 0, fetchedBytes: 0, fetchesElsewhere: 0 };
  for (const output of own) {
    const place = placeOf(output, shown);
    if (place === undefined) continue;
    sums.seen++;
    sums.takenBytes += output.before - output.after;
    sums.carried += requestsOf(place.result);
    sums.keptBytes += carry(output.before - output.after, place);
  }
  const parts = joinedFetches(all).filter(({ output }) => output !== null && own.has(output));
  for (const part of parts.toSorted((a, b) => a.at - b.at)) {
    const place = asked.get(part.key)?.shift();
    if (place === undefined) sums.fetchesElsewhere++;
    else {
      sums.fetches++;
      sums.fetchedBytes += -carry(-part.bytes, place);
    }
  }
  const withoutKey = outputs.length - own.size;
  const notSeen = outputs.length - sums.seen - withoutKey;
  return { shortened: outputs.length, ...sums, notSeen, withoutKey, cost: pricing === null ? null : cost };
}

/** How many requests carried a result. */
function requestsOf({ carriedBy }: KeyedResult): number {
  return carriedBy.reduce((sum, [from, behind]) => sum + behind - from, 0);
}

interface PlacedResult {
  readonly conversation: Conversation;
  readonly result: KeyedResult;
}

function firstResults(conversations: readonly Conversation[], isAsked: boolean): Map<string, PlacedResult[]> {
  const places = new Map<string, PlacedResult[]>();
  for (const conversation of conversations) {
    for (const result of conversation.results) {
      if (result.isAsked !== isAsked) continue;
      const known = places.get(result.key);
      if (known === undefined) places.set(result.key, [{ conversation, result }]);
      else known.push({ conversation, result });
    }
  }
  return places;
}

/** Whether a result ends with that key: those of reads that were answered by an outline do not. */
function isLookedFor(key: string): boolean {
  return parseOutputKey(key) !== null;
}

/** Where the record shows an output: in the conversation that the event names, else wherever its key is first. */
function placeOf(
  { key, agent }: ShortenedOutput,
  shown: ReadonlyMap<string, PlacedResult[]>,
): PlacedResult | undefined {
  const places = shown.get(key) ?? [];
  // What runs in a subagent's shell does not know the subagent.
  return agent === "" ? places[0] : places.find(({ conversation }) => conversation.agent === agent);
}

/**
 * What tokens would have cost in the requests that would have carried them: the first one takes them as new, into a cache
 * where it wrote one; each other reads them from the cache where it read from one.
 */
function carriedCost(tokens: number, { requests }: Conversation, { carriedBy }: KeyedResult, pricing: Pricing): number {
  let rates = 0;
  let isFirst = true;
  for (const [from, behind] of carriedBy) {
    for (const { model, usage } of requests.slice(from, behind)) {
      const price = pricing(model);
      if (price === null) continue;
      const { input, cacheWrite = input, cacheWriteHour = cacheWrite, cacheRead = input } = ratesFor(price, usage);
      const write = usage.cacheWrittenHour > 0 ? cacheWriteHour : usage.cacheWritten > 0 ? cacheWrite : input;
      rates += isFirst ? write : usage.cacheRead > 0 ? cacheRead : input;
      isFirst = false;
    }
  }
  return (tokens * rates) / 1_000_000;
}
