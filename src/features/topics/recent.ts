// topics action=recent: what was stored lately, newest first, then how many entries each topic got.

import { parseQuery } from "../../retrieval/query.ts";
import { cleanLine } from "../../text/clean.ts";
import { formatDate } from "../../text/dates.ts";
import { type FeatureContext, type FeatureResult, indexingProgress } from "../feature.ts";
import { counted } from "../wording.ts";
import { byCount, countedNames, entryData, entryLine, indexFinder } from "./listing.ts";
import type { TopicsArguments } from "./parameters.ts";

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 1440;
const DAYS_DEFAULT = 7;
/** How many entries are listed, and how many topics named. */
const ENTRIES_SHOWN_MAX = 50;
const TOPICS_SHOWN_MAX = 50;

/** The entries of the last days or hours. */
export async function recent(context: FeatureContext, { days, hours }: TopicsArguments): Promise<FeatureResult> {
  const span = hours === undefined ? counted(days ?? DAYS_DEFAULT, "day", "days") : counted(hours, "hour", "hours");
  const minutes = hours === undefined ? (days ?? DAYS_DEFAULT) * DAY_MINUTES : hours * HOUR_MINUTES;
  const view = await context.base.view(indexingProgress(context));
  const now = Math.floor(context.base.clock() / MINUTE_MS);
  const results = view.search({
    query: parseQuery(""),
    filter: { tags: [], topics: [], sources: [], from: now - minutes, to: null, project: null },
    mode: "and",
    diverse: false,
    nowMinutes: now,
    ownProject: null,
  });
  const counts = results.topicCounts();
  const indexOf = indexFinder(view);
  const lines: string[] = [];
  const data: object[] = [];
  for (const { id } of results.ordered()) {
    if (lines.length === ENTRIES_SHOWN_MAX) break;
    lines.push(entryLine(context, view, id, `${cleanLine(view.document(id).topic)}:${indexOf(id)}`));
    data.push(context.wantsData ? entryData(view, id, indexOf(id)) : {});
  }
  if (lines.length === 0) return { text: nothing(span, view.statistics().newest), found: false, data: empty };
  const left = results.total - lines.length;
  if (left > 0) lines.push(`  ... ${counted(left, "older entry", "older entries")}: search with days= lists them too`);
  lines.push(countedNames(counts, TOPICS_SHOWN_MAX, " new"));
  return {
    text: lines.join("\n"),
    found: true,
    data: { total: results.total, topics: Object.fromEntries(byCount(counts)), entries: data },
  };
}

const empty = { total: 0, topics: {}, entries: [] };

function nothing(span: string, newest: number | null): string {
  const hint = newest === null ? "nothing is stored yet" : `the newest entry is of ${formatDate(newest)}`;
  return `no entries in the last ${span}: ${hint}`;
}
