// topics action=dedupe: reports the notes that repeat newer ones, and merges them (merging.ts). The newest note stays
// where it is, with the metadata of all; the newest is the one that was stored or revised last. Similar notes that
// would lose something by merging are only reported. Texts that stand in several topics are only reported too, because
// a reader has to say which one is right.

import type { Answer } from "../../base/answer.ts";
import { CALLS, counted, type Wording } from "../../base/wording.ts";
import { cleanLine } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { formatDate, isoTime } from "../../engine/text/dates.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import type { Reach } from "../../notes/scope/reach.ts";
import { staleMark, stateMark } from "../../notes/sources/source-state.ts";
import type { SourceCaller } from "../../notes/sources/stale-sources.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { indexingProgress, type Writing } from "../../notes/store/long-work.ts";
import { shownNoteId } from "../../notes/text/note-id.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import type { Paged } from "../common/page-request.ts";
import { PagedText } from "../common/paged-text.ts";
import { ShownStates } from "../common/shown-states.ts";
import type { DuplicatesData } from "./data.ts";
import { type FoundDuplicate, type FoundDuplicates, type FoundEntry, findDuplicates } from "./find-duplicates.ts";
import { foreignProject, undoHint } from "./listing.ts";
import { Merging } from "./merging.ts";
import { firstPart, PartedChange } from "./parted-change.ts";

/** How many duplicates that were not merged, and how many texts of several topics, are listed behind a merge. */
const UNMERGED_SHOWN_MAX = 20;
const TEXTS_SHOWN_MAX = 20;
/** How many places of a text are listed, and how many topics that were not compared as a whole. */
const PLACES_SHOWN_MAX = 10;
/** How much is shown of the names of topics that were not compared as a whole, in code units. */
const CUT_TOPICS_LENGTH_MAX = 200;

/** What the report and the merge need. */
export type MergingPorts = Writing & Caller & SourceCaller & Paged;

/** Lists the duplicates, or merges them. */
export async function mergeDuplicates(ports: MergingPorts, reach: Reach, apply: boolean): Promise<Answer> {
  const left = reach.leftOut(await ports.base.view(indexingProgress(ports)));
  const found = await findDuplicates(ports, reach);
  const notes = left.notes(reach.wording);
  const answer =
    apply && found.duplicates.length > 0
      ? await merge(ports, reach, found, notes)
      : await report(ports, reach.wording, found, notes);
  return { ...answer, data: () => ({ ...answer.data(), ...left.data() }) };
}

async function report(
  ports: MergingPorts,
  say: Wording,
  found: FoundDuplicates,
  notes: readonly string[],
): Promise<Answer> {
  const { duplicates, unmerged, acrossTopics, entries } = found;
  const none = unmerged.length > 0 ? "no duplicates to merge" : "no duplicates";
  const head =
    duplicates.length === 0
      ? `${none} among ${counted(entries, "entry", "entries")}`
      : `${size(duplicates)}; merge them with: ${say.either("helix topics dedupe --apply", "topics action=dedupe apply=true")} (the newest stays, with the tags, links and source of all)`;
  const view = await ports.base.view(indexingProgress(ports));
  const words = new PairWords(ports, view);
  const answer = new PagedText(ports, [head, ...closingLines(found, say), ...notes]);
  for (const pair of [...duplicates, ...unmerged]) {
    if (answer.add(words.lines(pair, false), () => words.lines(pair, true)) === "full") break;
  }
  answer.addEach(acrossTopics, (places) => [placesLine(places)]);
  const total = duplicates.length + unmerged.length + acrossTopics.length;
  const text = answer.text(total, (more) => `${more} more`, words.states.notes());
  return { found: total > 0, isPaged: true, text: () => text, data: () => dataOf(found, 0) };
}

/** The lines on what is not merged, and on what was not compared. */
function closingLines({ unmerged, acrossTopics, cutTopics }: FoundDuplicates, say: Wording): string[] {
  const lines: string[] = [];
  if (unmerged.length > 0) {
    const what = counted(unmerged.length, "entry is", "entries are");
    lines.push(
      `${what} like a newer one, and not merged, for something would be lost: revise or delete one of the two`,
    );
  }
  if (acrossTopics.length > 0) {
    const what = counted(acrossTopics.length, "text stands", "texts stand");
    const how = say.either("helix edit delete", "edit action=delete");
    lines.push(`${what} in several topics, which is not merged: delete what is too much with: ${how}`);
  }
  if (cutTopics.length > 0) {
    const names = cutTopics.slice(0, PLACES_SHOWN_MAX).map((name) => topicName(name));
    const shown = cutLine(names.join(", "), CUT_TOPICS_LENGTH_MAX);
    lines.push(`not all entries were compared, too many are alike in: ${shown}`);
  }
  return lines;
}

/** Shows pairs of similar notes, with the states of their sources. */
class PairWords {
  readonly states: ShownStates;
  readonly #ports: Pick<Caller, "project">;
  readonly #view: KnowledgeView;

  constructor(ports: SourceCaller, view: KnowledgeView) {
    this.states = new ShownStates(ports, view);
    this.#ports = ports;
    this.#view = view;
  }

  /**
   * The older note, the address of the newer one, and the line of the newer one if it is different. `isShown`: whether
   * files are looked at; else the states have the longest words.
   */
  lines({ duplicate, kept, similarity, obstacle }: FoundDuplicate, isShown: boolean): string[] {
    const alike = similarity === 1 ? "same" : `${Math.round(similarity * 100)}%`;
    const [line, newer] = [cleanLine(duplicate.line), cleanLine(kept.line)];
    const where = `${this.#place(duplicate, isShown)} → ${this.#place(kept, isShown)}`;
    const how = obstacle === null ? alike : `${alike}, ${obstacle}`;
    const elsewhere = foreignProject(this.#ports, kept.projects);
    return [`  ${where} (${how}) ${line}${elsewhere}`, ...(newer === line ? [] : [`    ${newer}`])];
  }

  #place(entry: FoundEntry, isShown: boolean): string {
    const id = this.#view.findNote(shownNoteId(entry.id));
    const mark = id === null ? "" : isShown ? staleMark(this.states.of(id)) : stateMark(this.states.longest(id));
    return `[${address(entry)}] ${formatDate(entry.minutes)}${mark}`;
  }
}

async function merge(
  ports: MergingPorts,
  reach: Reach,
  found: FoundDuplicates,
  notes: readonly string[],
): Promise<Answer> {
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
  const lines = [
    head,
    ...(passed > 0 ? [`  ${passed} were changed meanwhile and left alone`] : []),
    ...(merged.length > 0 ? [undoHint(reach.wording)] : []),
    ...othersLines(ports, await ports.base.view(indexingProgress(ports)), found),
    ...notes,
  ];
  return {
    found: merged.length > 0,
    ...(merged.length > 0 ? { operation: head } : {}),
    text: () => lines.join("\n"),
    data: () => dataOf({ ...found, duplicates: merged }, merged.length),
  };
}

/** What a merge left as it is: the first of it, then how much there is. */
function othersLines(ports: MergingPorts, view: KnowledgeView, found: FoundDuplicates): string[] {
  const { unmerged, acrossTopics } = found;
  const words = new PairWords(ports, view);
  const more = (count: number) => (count > 0 ? [`  ... ${count} more`] : []);
  return [
    ...unmerged.slice(0, UNMERGED_SHOWN_MAX).flatMap((pair) => words.lines(pair, true)),
    ...more(unmerged.length - UNMERGED_SHOWN_MAX),
    ...acrossTopics.slice(0, TEXTS_SHOWN_MAX).map(placesLine),
    ...more(acrossTopics.length - TEXTS_SHOWN_MAX),
    ...closingLines(found, ports.wording ?? CALLS),
  ];
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
