// The figures of a knowledge base: overall, per tag, of the index.

import type { Answer } from "../../base/answer.ts";
import { CALLS, counted, type Wording } from "../../base/wording.ts";
import { cleanLine } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { formatDate, isoTime, MINUTE_MS } from "../../engine/text/dates.ts";
import { capturedIds } from "../../notes/index/captured-failures.ts";
import { tagCounts } from "../../notes/index/tag-counts.ts";
import { Reach } from "../../notes/scope/reach.ts";
import { type Access, indexingProgress } from "../../notes/store/long-work.ts";
import { TAG_LENGTH_MAX } from "../../notes/text/tags.ts";
import type { FeatureContext } from "../common/feature.ts";
import { heldWords } from "../common/notices.ts";
import type { Paged } from "../common/page-request.ts";
import { PagedText } from "../common/paged-text.ts";
import { vectorLine } from "../common/vector-line.ts";
import type { IndexStatsData, StatsData, TagStatsData } from "./data.ts";
import { timeSpan } from "./time-span.ts";

/** How much there is: `52 topics, 847 entries`. */
export function sizeLine(topics: number, entries: number): string {
  return `${counted(topics, "topic", "topics")}, ${counted(entries, "entry", "entries")}`;
}

/** The answer of `topics action=stats`. */
export async function statistics(
  ports: Access<"view" | "clock" | "unfinished"> &
    Paged & { readonly wording?: Wording } & Pick<FeatureContext, "noteVectors">,
  detail?: "tags" | "index",
): Promise<Answer> {
  if (detail === "tags") return tagStatistics(ports);
  if (detail === "index") return indexStatistics(ports);
  const view = await ports.base.view(indexingProgress(ports));
  const whole = view.statistics();
  const errors = capturedIds(view.index).length;
  const notes = new Reach({ project: null }, "any", { isListing: true });
  const figures = { ...whole, entries: whole.entries - errors, topics: notes.topics(view).length };
  const { entries, topics, damageCount, damageBytes } = figures;
  const { oldest, newest, ahead } = timeSpan(view, Math.floor(ports.base.clock() / MINUTE_MS));
  const lines = [sizeLine(topics, entries)];
  if (oldest !== null && newest !== null) lines.push(`oldest: ${formatDate(oldest)}`, `newest: ${formatDate(newest)}`);
  const { option } = ports.wording ?? CALLS;
  if (errors > 0) lines.push(`captured errors: ${errors} (search ${option("in", "errors")})`);
  if (ahead > 0) {
    const how = (ports.wording ?? CALLS).either("helix topics redate", "topics action=redate");
    lines.push(`in the future: ${counted(ahead, "entry", "entries")}, mended by: ${how}`);
  }
  const vectors = ports.noteVectors?.()?.counts(view);
  if (vectors !== undefined) lines.push(vectorLine(vectors, "notes"));
  const unfinished = ports.base.unfinished();
  if (unfinished !== null)
    lines.push(`unfinished: a write of ${heldWords(unfinished)}, which counts for nothing: see helix check`);
  if (damageCount > 0)
    lines.push(
      `damaged: ${counted(damageCount, "region", "regions")}, ${damageBytes} bytes of the log: see helix check`,
    );
  return {
    found: entries + errors > 0,
    text: () => lines.join("\n"),
    data: (): StatsData => ({
      ...figures,
      ...(vectors && { vectors }),
      unfinished,
      oldest: timeOrNull(oldest),
      newest: timeOrNull(newest),
      ahead,
    }),
  };
}

function timeOrNull(minutes: number | null): string | null {
  return minutes === null ? null : isoTime(minutes);
}

async function tagStatistics(ports: Access<"view"> & Paged): Promise<Answer> {
  const view = await ports.base.view(indexingProgress(ports));
  const ofNotes = tagCounts(view.index);
  for (const id of capturedIds(view.index)) {
    for (const tag of view.document(id).tags) {
      const rest = (ofNotes.get(tag) ?? 0) - 1;
      if (rest > 0) ofNotes.set(tag, rest);
      else ofNotes.delete(tag);
    }
  }
  const counts = [...ofNotes].sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1));
  return {
    found: counts.length > 0,
    isPaged: true,
    text() {
      const answer = new PagedText(ports, [counted(counts.length, "tag", "tags")]);
      answer.addEach(counts, ([tag, count]) => [`${cutLine(cleanLine(tag), 2 * TAG_LENGTH_MAX)}: ${count}`]);
      return answer.text(counts.length, (more) => counted(more, "more tag", "more tags"));
    },
    data: (): TagStatsData => Object.fromEntries(counts),
  };
}

async function indexStatistics(ports: Access<"view">): Promise<Answer> {
  const view = await ports.base.view(indexingProgress(ports));
  const figures = view.statistics();
  const lines = [
    `terms: ${figures.indexTerms}`,
    `postings: ${figures.indexPostings}`,
    `size: ${figures.indexBytes} bytes`,
    `covers: ${figures.watermark} of ${figures.logBytes} bytes of the log`,
    `tail: ${counted(figures.tailEntries, "entry", "entries")} in memory`,
    `deleted: ${counted(figures.deleted, "entry", "entries")} deleted or replaced since`,
  ];
  if (figures.tornBytes > 0) lines.push(`torn: ${figures.tornBytes} bytes at the end of the log are no whole record`);
  if (figures.damageCount > 0)
    lines.push(`damaged: ${counted(figures.damageCount, "region", "regions")}, ${figures.damageBytes} bytes`);
  return { found: true, text: () => lines.join("\n"), data: (): IndexStatsData => figures };
}
