// `helix gain`: the figures as text and as data.

import type { Answer } from "../../base/answer.ts";
import { counted } from "../../base/wording.ts";
import { cleanLine } from "../../engine/text/clean.ts";
import { formatDate, MINUTE_MS } from "../../engine/text/dates.ts";
import { BUILT_IN } from "../../filters/shorten.ts";
import type { GainData, GainHistoryData } from "./data.ts";
import type { HistoryRow, HistoryUnit } from "./gain-history.ts";
import { BYTES_PER_TOKEN, type Gain, type GainSums, type NamedSums, netOf, tokensOf, UNKNOWN } from "./gain-sums.ts";
import { grouped, type TableRow, tableLines } from "./number-table.ts";
import { type ModelPrice, priceOf } from "./price-table.ts";

/** How many rows of a table are shown. */
const ROWS_MAX = 20;
const SUM_HEADS = ["shortened", "taken away", "fetches", "fetched again", "net"] as const;
const NOTHING =
  "nothing was shortened yet: helix economy on has noisy outputs shortened (helix economy status says how it stands)";
const TOKENS = `Tokens are bytes / ${BYTES_PER_TOKEN}.`;

/** Prices that were asked for: all, or those of one model. */
export interface WantedPrices {
  readonly prices: readonly ModelPrice[];
  /** "" for all. */
  readonly model: string;
}

/** The answer with the figures of all, by tool, command and filter. */
export function gainAnswer(gain: Gain, wanted: WantedPrices | null): Answer {
  const found = gain.total.shortened + gain.total.fetches > 0;
  return {
    found,
    text: () => (found ? [...gainLines(gain), ...priceLines(gain, wanted)] : [NOTHING]).map(shownLine).join("\n"),
    data: () => gainDataOf(gain, wanted),
  };
}

function gainLines({ total, tools, commands, filters, first, last }: Gain): string[] {
  const day = (ms: number) => formatDate(Math.floor(ms / MINUTE_MS));
  const span = day(first) === day(last) ? `on ${day(first)}` : `from ${day(first)} to ${day(last)}`;
  const net = netOf(total);
  const row = (name: string, bytes: number): TableRow => [name, bytes, tokensOf(bytes)];
  return [
    `${counted(total.shortened, "output", "outputs")} shortened, ${span}. ${TOKENS}`,
    "",
    ...tableLines(
      ["", "bytes", "tokens"],
      [
        row("taken away", total.before - total.after),
        row(`fetched again, ${counted(total.fetches, "time", "times")}`, total.fetched),
        row(net < 0 ? "net: a LOSS" : "net", net),
      ],
    ),
    ...tableOf("tool", tools),
    ...tableOf("command", commands),
    ...tableOf("filter", filters),
    ...lossLines(filters),
  ];
}

function tableOf(what: string, all: readonly NamedSums[]): string[] {
  // Losses stand last, and are never left out.
  const isLoss = (sums: NamedSums) => netOf(sums) < 0;
  const gains = all.filter((sums) => !isLoss(sums));
  const rows = [...gains.slice(0, ROWS_MAX), ...all.filter(isLoss)];
  const left = all.length - rows.length;
  return [
    "",
    ...tableLines(
      [`by ${what}, in tokens`, ...SUM_HEADS],
      rows.map((sums) => [sums.name, ...sumCells(sums)]),
    ),
    ...(left > 0 ? [`... and ${left} more that gained less (--json has all)`] : []),
  ];
}

function sumCells(sums: GainSums): (number | string)[] {
  const net = netOf(sums);
  const { shortened, before, after, fetches, fetched } = sums;
  return [
    shortened,
    tokensOf(before - after),
    fetches,
    tokensOf(fetched),
    `${grouped(tokensOf(net))}${net < 0 ? " LOSS" : ""}`,
  ];
}

/** What to do about filters that cost more than they saved. */
function lossLines(filters: readonly NamedSums[]): string[] {
  const losses = filters.filter((sums) => netOf(sums) < 0 && sums.name !== UNKNOWN);
  if (losses.length === 0) return [];
  return [
    "",
    ...losses.map(
      ({ name, fetched, before, after }) =>
        `${name} is a loss: ${grouped(tokensOf(fetched))} tokens were fetched again of ${grouped(tokensOf(before - after))} that it took away. ${adviceFor(name)}`,
    ),
  ];
}

/** How a filter is switched off. */
function adviceFor(name: string): string {
  return name === BUILT_IN
    ? "It shortens what no filter is for. Switch it off for the commands above that are losses: a filter for each with whole = true, in a file of filters/ in the knowledge base directory"
    : `Switch it off: [filters.${name}] with its match_command (helix filter show ${name}) and whole = true, in a file of filters/ in the knowledge base directory`;
}

function priceLines({ total }: Gain, wanted: WantedPrices | null): string[] {
  if (wanted === null) return [];
  const rows = pricesOf(wanted);
  if (rows.length === 0) return ["", unpricedLine(wanted.model)];
  const net = netOf(total);
  return [
    "",
    "Dollars for a million tokens, and what the net tokens cost as input, read once. A conversation sends them with every",
    "later request again: helix gain --session counts that.",
    ...tableLines(
      ["model", "as of", "input", "cache write", "cache read", "output", "net"],
      rows.map((price) => [
        price.note === undefined ? price.model : `${price.model} (${price.note})`,
        price.asOf,
        String(price.input),
        String(price.cacheWrite ?? "-"),
        String(price.cacheRead ?? "-"),
        String(price.output),
        dollarText(netCost(price, net)),
      ]),
    ),
  ];
}

/** What is said of a model that has no price. */
export function unpricedLine(model: string): string {
  return `${JSON.stringify(model)} has no price here: helix gain --prices lists those that have one; prices.json in the knowledge base directory adds others (docs/GAIN.md)`;
}

/** Dollars with as many digits as say something. */
export function dollarText(dollars: number): string {
  const digits = Math.abs(dollars) >= 1 || dollars === 0 ? 2 : 4;
  return `${dollars < 0 ? "-" : ""}$${grouped(Math.trunc(Math.abs(dollars)))}${Math.abs(dollars % 1)
    .toFixed(digits)
    .slice(1)}`;
}

function pricesOf({ prices, model }: WantedPrices): readonly ModelPrice[] {
  if (model === "") return prices;
  const price = priceOf(prices, model);
  return price === null ? [] : [price];
}

function netCost({ input }: ModelPrice, netBytes: number): number {
  return ((netBytes / BYTES_PER_TOKEN) * input) / 1_000_000;
}

/** Sums as data. */
export function sumsData(sums: GainSums) {
  const { shortened, before, after, fetches, fetched } = sums;
  return { shortened, before, after, fetches, fetched, net: netOf(sums) };
}

/** A time as data; null for none. */
export function timeData(ms: number): string | null {
  return ms === 0 ? null : new Date(ms).toISOString();
}

function gainDataOf({ total, tools, commands, filters, first, last }: Gain, wanted: WantedPrices | null): GainData {
  const named = (all: readonly NamedSums[]) => all.map((sums) => ({ name: sums.name, ...sumsData(sums) }));
  const found = wanted === null ? [] : pricesOf(wanted);
  const prices = found.map((price) => {
    const { model, vendor, asOf, input, cacheWrite = null, cacheRead = null, output } = price;
    return { model, vendor, asOf, input, cacheWrite, cacheRead, output, net: netCost(price, netOf(total)) };
  });
  return {
    bytesPerToken: BYTES_PER_TOKEN,
    first: timeData(first),
    last: timeData(last),
    total: sumsData(total),
    tools: named(tools),
    commands: named(commands),
    filters: named(filters),
    ...(wanted === null ? {} : { prices }),
    ...(wanted !== null && prices.length === 0 ? { unpriced: wanted.model } : {}),
  };
}

/** The answer with the figures by day, week or month. */
export function historyAnswer(rows: readonly HistoryRow[], unit: HistoryUnit): Answer {
  const cells = (row: HistoryRow): TableRow => [row.from, ...sumCells(row)];
  const lines = [...tableLines([unit === "week" ? "week from" : unit, ...SUM_HEADS], rows.map(cells)), "", TOKENS];
  return {
    found: rows.length > 0,
    text: () => (rows.length === 0 ? NOTHING : lines.join("\n")),
    data: (): GainHistoryData => ({
      bytesPerToken: BYTES_PER_TOKEN,
      unit,
      rows: rows.map((row) => ({ from: row.from, ...sumsData(row) })),
    }),
  };
}

/** A line as it may be shown: names in it come from whoever ran a command. Its indentation stays. */
function shownLine(line: string): string {
  return /^ */.exec(line)![0] + cleanLine(line);
}
