// topics action=compact: reports the notes that repeat newer ones, and merges them (merging.ts). The newest note stays
// where it is, with the metadata of all; the newest is the one that was stored or revised last. Similar notes that
// would lose something by merging are only reported. Texts that stand in several topics are only reported too, because
// a reader has to say which one is right.

import type { Answer } from "../../base/answer.ts";
import { counted } from "../../base/wording.ts";
import { cleanLine } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { formatDate, isoTime } from "../../engine/text/dates.ts";
import type { Reach } from "../../notes/scope/reach.ts";
import { indexingProgress, type Writing } from "../../notes/store/long-work.ts";
import { shownNoteId } from "../../notes/text/note-id.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import { BoundedText } from "../common/bounded-text.ts";
import type { DuplicatesData } from "./data.ts";
import { type FoundDuplicate, type FoundDuplicates, type FoundEntry, findDuplicates } from "./find-duplicates.ts";
import { UNDO_HINT } from "./listing.ts";
import { Merging } from "./merging.ts";
import { firstPart, PartedChange } from "./parted-change.ts";

/**
 * How many duplicates, how many unmerged duplicates and how many texts of several topics are listed, and how many
 * places of each text.
 */
const SHOWN_MAX = 100;
const UNMERGED_SHOWN_MAX = 20;
const TEXTS_SHOWN_MAX = 20;
const PLACES_SHOWN_MAX = 10;
/** How much is shown of the names of topics that were not compared as a whole, in code units. */
const CUT_TOPICS_LENGTH_MAX = 200;

/** Lists the duplicates, or merges them. */
export async function mergeDuplicates(ports: Writing, reach: Reach, apply: boolean): Promise<Answer> {
  const left = reach.leftOut(await ports.base.view(indexingProgress(ports)));
  const found = await findDuplicates(ports, reach);
  const answer = apply && found.duplicates.length > 0 ? await merge(ports, reach, found) : report(found);
  return {
    ...answer,
    text: (wording) => [answer.text(wording), ...left.notes(wording)].join("\n"),
    data: () => ({ ...answer.data(), ...left.data() }),
  };
}

function report(found: FoundDuplicates): Answer {
  const { duplicates, acrossTopics, entries } = found;
  return {
    found: duplicates.length + found.unmerged.length + acrossTopics.length > 0,
    text() {
      const lines = new BoundedText();
      const none = found.unmerged.length > 0 ? "no duplicates to merge" : "no duplicates";
      if (duplicates.length === 0) lines.add(`${none} among ${counted(entries, "entry", "entries")}`);
      const left = duplicates.length - lines.addEach(duplicates.slice(0, SHOWN_MAX), pairLines);
      if (left > 0) lines.close(`  ... ${counted(left, "more duplicate", "more duplicates")}`);
      if (duplicates.length > 0) {
        lines.close(
          `${size(duplicates)}; merge them with: topics action=compact apply=true (the newest stays, with the tags, links and source of all)`,
        );
      }
      addOthers(lines, found);
      return lines.text();
    },
    data: () => dataOf(found, 0),
  };
}

/**
 * Two similar notes: the older note, the address of the newer one, and the line of the newer one if it is different.
 */
function pairLines({ duplicate, kept, similarity, obstacle }: FoundDuplicate): string[] {
  const alike = similarity === 1 ? "same" : `${Math.round(similarity * 100)}%`;
  const [line, newer] = [cleanLine(duplicate.line), cleanLine(kept.line)];
  const where = `[${address(duplicate)}] ${formatDate(duplicate.minutes)} → [${address(kept)}] ${formatDate(kept.minutes)}`;
  const how = obstacle === null ? alike : `${alike}, ${obstacle}`;
  return [`  ${where} (${how}) ${line}`, ...(newer === line ? [] : [`    ${newer}`])];
}

async function merge(ports: Writing, reach: Reach, found: FoundDuplicates): Promise<Answer> {
  const total = found.duplicates.length;
  // Both notes of a pair belong to the same project.
  reach.checkOneProject(
    found.duplicates.map(({ kept }) => kept.projects),
    "the duplicates are",
  );
  const change = new PartedChange(ports);
  const merged: FoundDuplicate[] = [];
  for (let left = found.duplicates; left.length > 0; ) {
    const part = firstPart(left, ({ kept }) => kept.topic);
    left = left.slice(part.length);
    await change.write((view) => {
      const merging = new Merging(view, part, reach);
      merged.push(...merging.merged);
      return merging.changes();
    });
    ports.onProgress?.({ done: found.entries + total - left.length, total: null, what: "merging" });
  }
  const head = `merged ${size(merged)}`;
  const passed = total - merged.length;
  return {
    found: merged.length > 0,
    ...(merged.length > 0 ? { operation: head } : {}),
    text() {
      const lines = new BoundedText();
      lines.add(
        head,
        ...(passed > 0 ? [`  ${passed} were changed meanwhile and left alone`] : []),
        ...(merged.length > 0 ? [UNDO_HINT] : []),
      );
      addOthers(lines, found);
      return lines.text();
    },
    data: () => dataOf({ ...found, duplicates: merged }, merged.length),
  };
}

/**
 * Adds the lines beside the duplicates: duplicates that are not merged, texts of several topics, and topics that were
 * not compared as a whole.
 */
function addOthers(text: BoundedText, { unmerged, acrossTopics, cutTopics }: FoundDuplicates): void {
  const more = (count: number) => (count > 0 ? [`  ... ${count} more`] : []);
  if (unmerged.length > 0) {
    const shown = text.addEach(unmerged.slice(0, UNMERGED_SHOWN_MAX), pairLines);
    const what = counted(unmerged.length, "entry is", "entries are");
    text.close(
      ...more(unmerged.length - shown),
      `${what} like a newer one, and not merged, for something would be lost: revise or delete one of the two`,
    );
  }
  if (acrossTopics.length > 0) {
    const shown = text.addEach(acrossTopics.slice(0, TEXTS_SHOWN_MAX), (found) => [placesLine(found)]);
    const what = counted(acrossTopics.length, "text stands", "texts stand");
    text.close(
      ...more(acrossTopics.length - shown),
      `${what} in several topics, which is not merged: delete what is too much with: edit action=delete`,
    );
  }
  if (cutTopics.length > 0) {
    const names = cutTopics
      .slice(0, PLACES_SHOWN_MAX)
      .map((name) => topicName(name))
      .join(", ");
    text.close(`not all entries were compared, too many are alike in: ${cutLine(names, CUT_TOPICS_LENGTH_MAX)}`);
  }
}

/** A text that stands in several topics: its addresses, and its first line. */
function placesLine(found: readonly FoundEntry[]): string {
  const places = found.slice(0, PLACES_SHOWN_MAX).map(address).join(", ");
  const more = found.length > PLACES_SHOWN_MAX ? ` and ${found.length - PLACES_SHOWN_MAX} more` : "";
  return `  [${places}${more}] ${cleanLine(found[0]!.line)}`;
}

function size(duplicates: readonly FoundDuplicate[]): string {
  const topics = new Set(duplicates.map(({ kept }) => kept.topic)).size;
  return `${counted(duplicates.length, "duplicate", "duplicates")} in ${counted(topics, "topic", "topics")}`;
}

function address({ id, topic, index }: FoundEntry): string {
  return `${topicName(topic)}:${index} ${shownNoteId(id)}`;
}

function dataOf(
  { duplicates, unmerged, acrossTopics, cutTopics, entries }: FoundDuplicates,
  merged: number,
): DuplicatesData {
  const data = ({ id, topic, index, minutes, line }: FoundEntry) => ({
    id,
    topic,
    index,
    time: isoTime(minutes),
    line,
  });
  const pair = ({ duplicate, kept, similarity }: FoundDuplicate) => ({
    similarity,
    duplicate: data(duplicate),
    kept: data(kept),
  });
  return {
    entries,
    merged,
    duplicates: duplicates.map(pair),
    unmerged: unmerged.map((found) => ({ ...pair(found), obstacle: found.obstacle })),
    acrossTopics: acrossTopics.map((found) => found.map(data)),
    cutTopics,
  };
}
