// batch: many entries in one write. All of them are checked before any is written.

import { counted, type Wording } from "../../base/wording.ts";
import { type Draft, draftTopic, echo, prepareDraft } from "../../notes/intake/draft.ts";
import { linkChecker } from "../../notes/links/links.ts";
import type { SourceCaller } from "../../notes/sources/stale-sources.ts";
import { indexingProgress, takingTurns, type Writing } from "../../notes/store/long-work.ts";
import { shownNoteId } from "../../notes/text/note-id.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import { BoundedText } from "../common/bounded-text.ts";
import { defineFeature } from "../common/feature.ts";
import { BatchTexts, type LeftOut } from "./batch-texts.ts";
import type { BatchData } from "./data.ts";

const MINUTE_MS = 60_000;
/** How many entries one call may bring. */
export const BATCH_ENTRIES_MAX = 1000;

/** An answer has about 5,000 tokens: a call that stores cannot be made again for another page. */
const ANSWER_BYTES = 20_000;
/**
 * If the list of skipped entries is longer than this, it gives short reasons without the addresses of the stored notes;
 * and behind as many of these as fit, only numbers.
 */
const SKIPPED_BYTES_MAX = ANSWER_BYTES / 2;

const example = 'entries=[{"topic": "build-gotchas", "text": "the linker wants arm64 only", "tags": "gotcha"}]';

export const batchFeature = defineFeature({
  name: "batch",
  title: "Store notes",
  description:
    "Store many entries at once, all or none. What is there already, or nearly repeats another of them, is skipped and named.",
  searchHint: "remember save memory notes import",
  hints: { readOnly: false, destructive: false, idempotent: false },
  isHeard: true,
  parameters: {
    entries: {
      kind: "list",
      required: true,
      max: BATCH_ENTRIES_MAX,
      description: "1 to 1000; each takes what store takes",
      example,
      item: {
        topic: { kind: "text", required: true, example: 'topic="build-gotchas"' },
        text: { kind: "text", required: true, example: 'text="arm64 only"' },
        tags: { kind: "texts", separator: ",", example: 'tags="gotcha"' },
        source: { kind: "text", example: 'source="src/pool.rs:15"' },
        confidence: { kind: "fraction", example: 'confidence="0.8"' },
        links: { kind: "texts", separator: " ", example: 'links="@7k3v9xq2mp"' },
      },
    },
    verbose: { kind: "flag", description: "One line per entry", example: 'verbose="true"' },
    force: { kind: "flag", description: "Store all, duplicates too", example: 'force="true"' },
  },
  async run(ports: Writing & SourceCaller, values) {
    const drafts: Draft[] = [];
    const takeTurn = takingTurns(ports);
    for (const [index, entry] of values.entries.entries()) {
      drafts.push(await prepareDraft(entry, ports, `entries[${index}].`));
      await takeTurn();
    }
    const compared = values.force ? null : new BatchTexts(drafts, values.entries);
    const warnings = (await compared?.warnings(ports, takeTurn)) ?? [];
    const minutes = Math.floor(ports.base.clock() / MINUTE_MS);
    let topics: string[] = [];
    let left: LeftOut[] = [];
    const ownNotes = new Map<number, string[]>();
    const { ids: idsOf } = await ports.base.change((view) => {
      topics = drafts.map((draft) => draftTopic(view, draft));
      left = compared?.leftOut(view, topics) ?? drafts.map(() => null);
      const brokenLinks = linkChecker(view);
      drafts.forEach((draft, index) => {
        if (left[index]) return;
        const notes = [...(warnings[index] ?? []), ...brokenLinks(draft.links)];
        if (notes.length > 0) ownNotes.set(index, notes);
      });
      return drafts.flatMap((draft, index) =>
        left[index] ? [] : [{ kind: "add" as const, topic: topics[index]!, body: draft.body, minutes }],
      );
    }, indexingProgress(ports));
    const stored = drafts.map((_, index) => index).filter((index) => !left[index]);
    const written = idsOf();
    const ids = new Map(stored.map((index, at) => [index, written[at]!]));
    const topicCount = new Set(stored.map((index) => topics[index]!)).size;
    const linesOf = (draft: Draft, index: number, wording: Wording) => {
      const isSaid = values.verbose && !left[index];
      const said = isSaid
        ? [`  ${index}: stored in ${topicName(topics[index]!)} ${shownNoteId(ids.get(index)!)}${echo(draft)}`]
        : [];
      const { sourceNote } = draft;
      const ofSource = sourceNote !== null && (isSaid || sourceNote.isWarning) ? [sourceNote.text] : [];
      const ofTexts = left[index]?.notes(wording) ?? ownNotes.get(index) ?? [];
      return [...said, ...[...draft.notes, ...ofSource, ...ofTexts].map((note) => `  ${index}: ${note}`)];
    };
    const across = `stored across ${counted(topicCount, "topic", "topics")}`;
    const head =
      stored.length === 0
        ? `nothing stored: ${counted(drafts.length, "entry is", "entries are")} there already`
        : `${counted(stored.length, "entry", "entries")} ${across}`;
    return {
      found: true,
      ...(stored.length > 0 ? { operation: head } : {}),
      text: (wording) => [head, ...tell(drafts, left, (draft, at) => linesOf(draft, at, wording))].join("\n"),
      data: (): BatchData => ({
        stored: stored.length,
        topics: topicCount,
        ids: [...ids.values()],
        skipped: left.flatMap((each, index) => (each ? [{ index, ...each.data }] : [])),
      }),
    };
  },
});

/** The lines on each entry, as many as fit into an answer. Skipped entries are always named, the last by numbers. */
function tell(
  drafts: readonly Draft[],
  leftOut: readonly LeftOut[],
  linesOf: (draft: Draft, index: number) => string[],
) {
  const { named, numbers } = skippedLines(leftOut);
  const behind = numbers.length > 0 ? [`  skipped too: ${ranges(numbers)}`] : [];
  const answer = new BoundedText(ANSWER_BYTES - bytesOf([...named.values(), ...behind]));
  let left = 0;
  drafts.forEach((draft, index) => {
    const skipped = named.get(index);
    if (skipped !== undefined) answer.close(skipped);
    const lines = linesOf(draft, index);
    if (lines.length > 0 && !answer.add(...lines)) left++;
  });
  answer.close(...behind);
  if (left > 0) answer.close(`  ... lines on ${counted(left, "more entry", "more entries")} are left out`);
  return answer.text() === "" ? [] : [answer.text()];
}

/** The lines on skipped entries by their index, and the indexes of those for which there is no room. */
function skippedLines(leftOut: readonly LeftOut[]): { named: ReadonlyMap<number, string>; numbers: number[] } {
  const skipped = leftOut.flatMap((each, index) => (each ? [{ index, ...each }] : []));
  const naming = (why: "why" | "inShort") => skipped.map((each) => `  skipped ${each.index}: ${each[why]}`);
  const isShort = bytesOf(naming("why")) > SKIPPED_BYTES_MAX;
  const lines = naming(isShort ? "inShort" : "why");
  const named = new Map<number, string>();
  let bytes = 0;
  for (const [at, line] of lines.entries()) {
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > SKIPPED_BYTES_MAX) break;
    named.set(skipped[at]!.index, line);
  }
  return { named, numbers: skipped.slice(named.size).map(({ index }) => index) };
}

/** `3-7, 9`: ascending numbers. */
function ranges(numbers: readonly number[]): string {
  const rows: [first: number, last: number][] = [];
  for (const number of numbers) {
    const row = rows.at(-1);
    if (row !== undefined && row[1] === number - 1) row[1] = number;
    else rows.push([number, number]);
  }
  return rows.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(", ");
}

function bytesOf(lines: readonly string[]): number {
  return Buffer.byteLength(lines.join("\n"));
}
