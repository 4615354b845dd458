// What `helix gain` prints with --json. Sizes are in bytes; tokens are bytes divided by four.

import { z } from "zod";
import { count, list, text, texts, time } from "../../notes/data.ts";

const sums = z.strictObject({
  shortened: count.describe("outputs"),
  before: count.describe("their bytes"),
  after: count.describe("the same with all that helix added"),
  fetches: count.describe("how often something was fetched again"),
  fetched: count.describe("bytes of that"),
  net: z.number().describe("before - after - fetched; below 0: a loss"),
});
const gainSums = sums.meta({ id: "GainSums" });
const named = sums.extend({ name: text }).meta({ id: "NamedGain" });

const rates = {
  input: z.number(),
  cacheWrite: z.number().nullable(),
  cacheRead: z.number().nullable().describe("null: as input"),
  output: z.number(),
};

const price = z
  .strictObject({
    model: text,
    vendor: text,
    asOf: text.describe("the day of the prices"),
    ...rates,
    net: z.number().describe("dollars that the net tokens cost as input, read once"),
  })
  .meta({ id: "GainPrice", description: "dollars for a million tokens" });

export const gainData = z
  .strictObject({
    bytesPerToken: count,
    first: time.nullable(),
    last: time.nullable(),
    total: gainSums,
    tools: list(named).describe("the client's; run for helix run"),
    commands: list(named),
    filters: list(named),
    prices: list(price).optional().describe("with --prices"),
    unpriced: text.optional().describe("the model that --prices names and that has no price"),
  })
  .describe("What shortened outputs took away, and what was fetched of them again.");
export type GainData = z.infer<typeof gainData>;

const historyUnit = z.enum(["day", "week", "month"]);

export const gainHistoryData = z
  .strictObject({
    bytesPerToken: count,
    unit: historyUnit,
    rows: list(sums.extend({ from: text.describe("the day; of a week its Monday; of a month 2026-11") })),
  })
  .describe("The same by day, week or month, in local time.");
export type GainHistoryData = z.infer<typeof gainHistoryData>;

const usage = {
  input: count,
  cacheWritten: count,
  cacheWrittenHour: count.describe("of it for an hour"),
  cacheRead: count,
  output: count,
};
const usageData = z.strictObject(usage).meta({ id: "Usage", description: "tokens" });
const dollars = z.number().nullable().describe("dollars; null: not asked for, or a model has no price");

export const billData = z
  .strictObject({
    session: text,
    first: time.nullable(),
    last: time.nullable(),
    requests: count,
    total: usageData,
    rows: list(z.strictObject({ model: text, isMain: z.boolean(), requests: count, ...usage, cost: dollars })).describe(
      "main conversation and subagents apart",
    ),
    cost: dollars,
    clientTotal: usageData.nullable().describe("what the client added up itself, with summaries; null: it did not"),
    kept: z
      .strictObject({
        shortened: count.describe("outputs of this session"),
        seen: count.describe("of them in the transcript"),
        notSeen: count,
        withoutKey: count.describe("whose original the client keeps, so that they cannot be looked for"),
        takenBytes: z.number().describe("of those seen, once"),
        carried: count.describe("how often a request would have carried one"),
        keptBytes: z.number().describe("each times its requests"),
        fetches: count,
        fetchedBytes: z.number().describe("each times its requests"),
        fetchesElsewhere: count.describe("that no conversation of the session shows"),
        cost: dollars,
      })
      .describe("not part of the figures above"),
    asOf: texts.describe("the days of the prices that were used"),
    unpriced: texts.describe("models without a price"),
    flaws: texts.describe("what could not be read"),
  })
  .describe("The bill of a session by its transcripts, and what shortened outputs kept out of it.");
export type BillData = z.infer<typeof billData>;

export const gainChartData = z
  .strictObject({ file: text, unit: historyUnit, spans: count.describe("how many days, weeks or months it shows") })
  .describe("The chart that was written.");
export type GainChartData = z.infer<typeof gainChartData>;
