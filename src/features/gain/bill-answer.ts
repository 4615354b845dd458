// `helix gain --session`: the bill of a session as text and as data.

import type { Answer } from "../../base/answer.ts";
import { counted } from "../../base/wording.ts";
import { cleanLine } from "../../engine/text/clean.ts";
import { formatDateTime, MINUTE_MS } from "../../engine/text/dates.ts";
import type { Bill, BillRow, KeptAway } from "./bill.ts";
import type { BillData } from "./data.ts";
import { dollarText, timeData, unpricedLine } from "./gain-answer.ts";
import { BYTES_PER_TOKEN, tokensOf } from "./gain-sums.ts";
import { grouped, type TableRow, tableLines } from "./number-table.ts";
import { type ModelPrice, priceOf, type Usage } from "./price-table.ts";
import type { SessionRecord } from "./session-record.ts";

/** Prices that were asked for; `model` takes the place of the models of the record, "" for none. */
export interface BillPrices {
  readonly prices: readonly ModelPrice[];
  readonly model: string;
}

/** The answer with the bill of a session. */
export function billAnswer(record: SessionRecord, bill: Bill, wanted: BillPrices | null): Answer {
  const asOf = wanted === null ? [] : daysOf(bill, wanted);
  return {
    found: bill.total.requests > 0,
    text: () =>
      [
        ...headLines(record, bill),
        ...usageLines(record, bill, wanted),
        ...keptLines(bill.kept),
        ...costLines(bill, asOf, wanted),
        ...(record.flaws.length === 0 ? [] : ["", "not read:", ...record.flaws.map((flaw) => `  ${flaw}`)]),
      ]
        .map((line) => /^ */.exec(line)![0] + cleanLine(line))
        .join("\n"),
    data: () => dataOf(record, bill, asOf),
  };
}

function headLines({ session }: SessionRecord, { first, last }: Bill): string[] {
  const time = (ms: number) => formatDateTime(Math.floor(ms / MINUTE_MS));
  return [`session ${session}${first === 0 ? "" : `, ${time(first)} to ${time(last)}`}, by its transcripts`, ""];
}

function usageLines({ clientTotal }: SessionRecord, { rows, total }: Bill, wanted: BillPrices | null): string[] {
  const cells = (usage: Usage) => [usage.input, usage.cacheWritten, usage.cacheRead, usage.output];
  const cost = (dollars: number | null) => (wanted === null ? [] : [dollars === null ? "-" : dollarText(dollars)]);
  const name = ({ model, isMain }: BillRow) => (isMain ? model : `${model}, subagents`);
  const body: TableRow[] = rows.map((row) => [name(row), row.requests, ...cells(row), ...cost(row.cost)]);
  const all: TableRow[] = rows.length === 1 ? [] : [["all", total.requests, ...cells(total), ...cost(sumOf(rows))]];
  const head: TableRow = ["tokens charged", "requests", "input", "cache written", "cache read", "output"];
  return [
    ...tableLines(wanted === null ? head : [...head, "cost"], [...body, ...all]),
    ...(clientTotal === null ? [] : [clientLine(total, clientTotal)]),
  ];
}

/** The transcripts do not name every request: summaries of compactions and titles are missing. */
function clientLine(total: Usage, client: Usage): string {
  const own = total.input + total.cacheWritten + total.cacheRead + total.output;
  const all = client.input + client.cacheWritten + client.cacheRead + client.output;
  const words = `the client itself counted ${grouped(all)} tokens when the session last ended`;
  return all > own
    ? `${words}: ${grouped(all - own)} of them for what transcripts do not name, such as summaries`
    : words;
}

function sumOf(rows: readonly BillRow[]): number | null {
  return rows.some(({ cost }) => cost === null) ? null : rows.reduce((sum, { cost }) => sum + cost!, 0);
}

function keptLines(kept: KeptAway): string[] {
  if (kept.shortened === 0) return ["", "no output of this session was shortened"];
  const net = kept.keptBytes - kept.fetchedBytes;
  return [
    "",
    `Not charged, because outputs were shortened: ${kept.seen} of ${kept.shortened} are in the transcript, ${grouped(tokensOf(kept.takenBytes))} tokens shorter.`,
    `Tokens are bytes / ${BYTES_PER_TOKEN}. Each counts once for every request that would have carried it, from the one after the call`,
    "up to a compaction.",
    ...tableLines(
      ["", "requests", "tokens"],
      [
        ["kept away", kept.carried, tokensOf(kept.keptBytes)],
        [`fetched again, ${counted(kept.fetches, "time", "times")}`, "", tokensOf(kept.fetchedBytes)],
        [net < 0 ? "net: a LOSS" : "net", "", tokensOf(net)],
      ],
    ),
    ...(kept.notSeen === 0
      ? []
      : [`not seen in the transcript, and not counted: ${kept.notSeen} (another hook won, or the client ignored it)`]),
    ...(kept.withoutKey === 0 ? [] : [`without a key to look for, and not counted: ${kept.withoutKey}`]),
    ...(kept.fetchesElsewhere === 0
      ? []
      : [`fetched outside of this session's conversations, and not counted: ${kept.fetchesElsewhere}`]),
  ];
}

function costLines({ cost, kept, unpriced }: Bill, asOf: readonly string[], wanted: BillPrices | null): string[] {
  if (wanted === null) return [];
  const at = `at list prices${wanted.model === "" ? "" : ` of ${wanted.model}`} as of ${asOf.join(", ")}`;
  return [
    "",
    ...unpriced.map(unpricedLine),
    ...(cost === null || kept.cost === null
      ? []
      : [`${dollarText(cost)} ${at}; without shortened outputs ${dollarText(cost + kept.cost)}`]),
  ];
}

/** The days of the prices that were used. */
function daysOf({ rows }: Bill, { prices, model }: BillPrices): string[] {
  const days = rows.flatMap((row) => priceOf(prices, model === "" ? row.model : model)?.asOf ?? []);
  return [...new Set(days)].sort();
}

function dataOf({ session, clientTotal, flaws }: SessionRecord, bill: Bill, asOf: readonly string[]): BillData {
  const { rows, total, cost, kept, first, last, unpriced } = bill;
  const { requests, ...usage } = total;
  const times = { first: timeData(first), last: timeData(last) };
  return { session, ...times, requests, total: usage, rows, cost, clientTotal, kept, asOf, unpriced, flaws };
}
