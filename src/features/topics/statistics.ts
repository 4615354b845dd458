// The figures of a knowledge base: overall, per tag, of the index.

import { formatDate } from "../../text/dates.ts";
import { Answer } from "../answer.ts";
import type { FeatureContext, FeatureResult } from "../feature.ts";

/** The answer of `topics action=stats`. */
export async function statistics(context: FeatureContext, detail?: "tags" | "index"): Promise<FeatureResult> {
  if (detail === "tags") return tagStatistics(context);
  if (detail === "index") return indexStatistics(context);
  const view = await context.base.view();
  const { entries, topics, oldest, newest, damageCount, damageBytes } = view.statistics();
  const lines = [`${topics} topics, ${entries} entries`];
  if (oldest !== null && newest !== null) lines.push(`oldest: ${formatDate(oldest)}`, `newest: ${formatDate(newest)}`);
  if (damageCount > 0)
    lines.push(`damaged: ${damageCount} region(s), ${damageBytes} bytes of the log: see helix check`);
  return { text: lines.join("\n"), found: entries > 0, data: view.statistics() };
}

async function tagStatistics(context: FeatureContext): Promise<FeatureResult> {
  const view = await context.base.view();
  const counts = [...view.index.tagCounts()].sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1));
  const answer = new Answer();
  let shown = 0;
  for (const [tag, count] of counts) {
    if (!answer.add(`${tag}: ${count}`)) break;
    shown++;
  }
  if (shown < counts.length) answer.close(`... ${counts.length - shown} more tags`);
  answer.close(`${counts.length} tags`);
  return { text: answer.text(), found: counts.length > 0, data: Object.fromEntries(counts) };
}

async function indexStatistics(context: FeatureContext): Promise<FeatureResult> {
  const view = await context.base.view();
  const figures = view.statistics();
  const lines = [
    `terms: ${figures.indexTerms}`,
    `postings: ${figures.indexPostings}`,
    `size: ${figures.indexBytes} bytes`,
    `covers: ${figures.watermark} of ${figures.logBytes} bytes of the log`,
    `tail: ${figures.tailEntries} entries in memory`,
    `buried: ${figures.buried} entries deleted or replaced since`,
  ];
  if (figures.tornBytes > 0) lines.push(`torn: ${figures.tornBytes} bytes at the end of the log are no whole record`);
  if (figures.damageCount > 0) lines.push(`damaged: ${figures.damageCount} region(s), ${figures.damageBytes} bytes`);
  return { text: lines.join("\n"), found: true, data: figures };
}
