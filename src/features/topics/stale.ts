// topics action=stale: lists the notes whose source has changed since they were written. With `refresh` it also shows
// the source as it is now.

import type { Answer } from "../../base/answer.ts";
import { CALLS, counted, type Wording } from "../../base/wording.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { formatDate, isoTime } from "../../engine/text/dates.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import { unknownTopic } from "../../notes/scope/unknown-topic.ts";
import { checkerFor } from "../../notes/sources/citation-for.ts";
import { currentSource, type Excerpt } from "../../notes/sources/current-source.ts";
import { stateWords, type UncheckedReason } from "../../notes/sources/source-state.ts";
import type { SourceCaller } from "../../notes/sources/stale-sources.ts";
import { indexingProgress, type Reading, takingTurns } from "../../notes/store/long-work.ts";
import { shownNoteId } from "../../notes/text/note-id.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import type { Paged } from "../common/page-request.ts";
import { PagedText } from "../common/paged-text.ts";
import { type CheckedEntry, type SourceSurvey, SURVEY_LIMITS, surveySources } from "./citing-entries.ts";
import type { StaleData, StaleNoteData } from "./data.ts";
import { foreignProject } from "./listing.ts";
import type { TopicsArguments } from "./parameters.ts";

const SOURCE_LENGTH_MAX = 300;
const TEXT_MARGIN = "    ";

/** The notes whose source has changed since they were stored. Throws NOT_FOUND for an unknown topic. */
export async function staleEntries(
  ports: Reading & SourceCaller & Caller & Paged,
  { topic, refresh }: TopicsArguments,
): Promise<Answer> {
  const survey = await surveySources(ports, topic === undefined ? null : await storedTopic(ports, topic));
  const listed = survey.checked.filter(({ state }) => !["unchanged", null].includes(stateWords(state)));
  const answer = new PagedText(ports, [countLine(survey, ports.wording ?? CALLS)]);
  const shown: (() => StaleNoteData)[] = [];
  const takeTurn = takingTurns(ports);
  for (const entry of listed) {
    const excerpt = refresh ? await excerptOf(ports, survey, entry) : null;
    const place = answer.add(excerpt === null ? [lineOf(entry, ports)] : blockOf(entry, excerpt, ports));
    if (place === "full") break;
    if (place === "here") shown.push(() => dataOf(entry, excerpt));
    await takeTurn();
  }
  const text = answer.text(listed.length);
  return {
    found: listed.length > 0,
    isPaged: true,
    text: () => text,
    data: (): StaleData => ({ ...counts(survey), listed: listed.length, entries: shown.map((make) => make()) }),
  };
}

async function storedTopic(ports: Reading, given: string): Promise<string> {
  const view = await ports.base.view(indexingProgress(ports));
  const topic = view.resolveTopic(given);
  if (topic === null) throw unknownTopic(given, view);
  return topic;
}

/** `engine:3 @7k3v9xq2mp src/a.ts:42 changed` */
function headOf({ id, topic, index, source, state, projects }: CheckedEntry, ports: Pick<Caller, "project">): string {
  const place = `${topicName(topic)}:${index} ${shownNoteId(id)}${foreignProject(ports, projects)}`;
  return `${place} ${cutLine(source, SOURCE_LENGTH_MAX)} ${stateWords(state)}`;
}

function lineOf(entry: CheckedEntry, ports: Pick<Caller, "project">): string {
  return `  ${headOf(entry, ports)}: ${entry.title}`;
}

function excerptOf(ports: SourceCaller, { pass }: SourceSurvey, entry: CheckedEntry): Promise<Excerpt | string> {
  return currentSource(checkerFor(ports), pass, entry, entry.state);
}

/** The call that reads a whole note. */
function readCall({ id }: CheckedEntry, say: Wording): string {
  return say.either(`helix read ${shownNoteId(id)}`, `read topic="${shownNoteId(id)}"`);
}

/** A note, and below it the source as it is now, with the cited lines marked. */
function blockOf(entry: CheckedEntry, excerpt: Excerpt | string, ports: Caller): string[] {
  const rest = entry.isWhole ? [] : [`... (the rest: ${readCall(entry, ports.wording ?? CALLS)})`];
  const text = [...entry.text.split("\n"), ...rest];
  return [
    headOf(entry, ports),
    `  entry of ${formatDate(entry.stored)}:`,
    ...text.map((line) => (line === "" ? "" : TEXT_MARGIN + line)),
    ...(typeof excerpt === "string" ? [`  source now: ${excerpt}`] : ["  source now:", ...numbered(excerpt)]),
    "",
  ];
}

function numbered({ from, lines, first, last }: Excerpt): string[] {
  const width = String(from + lines.length - 1).length;
  return lines.map((line, at) => {
    const number = from + at;
    const mark = number >= first && number <= last ? "  > " : TEXT_MARGIN;
    return `${mark}${String(number).padStart(width)} ${line}`.trimEnd();
  });
}

function counts({ checked, leftOut }: SourceSurvey) {
  const unchecked: Partial<Record<UncheckedReason, number>> = {};
  let unchanged = 0;
  let total = 0;
  for (const { state } of checked) {
    if (state.kind === "unchecked") unchecked[state.why] = (unchecked[state.why] ?? 0) + 1;
    else total++;
    if (state.kind === "unchanged") unchanged++;
  }
  return { checked: total, unchanged, unchecked, leftOut };
}

/** `7 sources looked at, 4 unchanged; not looked at: 2 of other projects` */
function countLine(survey: SourceSurvey, say: Wording): string {
  const { checked, unchanged, unchecked, leftOut } = counts(survey);
  const parts = [`${counted(checked, "source", "sources")} looked at, ${unchanged} unchanged`];
  const reasons = Object.entries(unchecked).map(([why, count]) => `${count} ${why}`);
  if (reasons.length > 0) parts.push(`not looked at: ${reasons.join(", ")}`);
  if (leftOut > 0) {
    const { entries, files, bytes, milliseconds } = SURVEY_LIMITS;
    const most = `${entries} entries, ${files} files, ${bytes / (1024 * 1024)} MB, ${milliseconds / 1000} s`;
    parts.push(`${leftOut} left out (at most ${most} at once): narrow it with ${say.name("topic")}`);
  }
  return parts.join("; ");
}

function dataOf(entry: CheckedEntry, excerpt: Excerpt | string | null): StaleNoteData {
  const { topic, index, source, state, stored, title, text } = entry;
  const time = isoTime(stored);
  const plain = {
    topic,
    index,
    time,
    source,
    // Only notes whose state is known are listed.
    state: stateWords(state)!,
    line: state.kind === "moved" ? state.first : null,
  };
  return excerpt === null ? { ...plain, title } : { ...plain, text, current: excerpt };
}
