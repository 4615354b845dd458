// read: shows the notes of a topic in full that concern the current project (reach.ts), or one note of any project.

import type { Answer } from "../../base/answer.ts";
import { HelixError } from "../../base/errors.ts";
import { counted, type Wording } from "../../base/wording.ts";
import { showControls } from "../../engine/text/clean.ts";
import { formatDateTime, isoTime } from "../../engine/text/dates.ts";
import type { WholeNote } from "../../notes/data.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import { PROJECT_PARAMETER, Reach } from "../../notes/scope/reach.ts";
import { unknownTopic } from "../../notes/scope/unknown-topic.ts";
import { type SourceState, stateWords } from "../../notes/sources/source-state.ts";
import type { SourceCaller } from "../../notes/sources/stale-sources.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { LinkTargets } from "../../notes/store/link-targets.ts";
import { indexingProgress, type Reading } from "../../notes/store/long-work.ts";
import { parseEntryText, readBody } from "../../notes/text/entry-text.ts";
import { topicArgument, topicName } from "../../notes/text/topic-names.ts";
import { ANSWER_BYTES_MAX } from "../common/bounded-text.ts";
import { INDEX_MAX, oneIndex, unknownIndex } from "../common/entry-index.ts";
import { DAMAGED_LINES, looksLikeEntryLine, shownLines } from "../common/entry-lines.ts";
import { defineFeature } from "../common/feature.ts";
import { emptyText } from "../common/parameters.ts";
import type { ReadData } from "./data.ts";
import { shownStates } from "./shown-states.ts";

/** How many bytes the text of a note leaves to the line above it, and to the line that says what was cut. */
const ENTRY_MARGIN_BYTES = 200;
const BETWEEN_BLOCKS = "\n\n";

const TOPIC = { example: 'topic="build-gotchas"' };

export const readFeature = defineFeature({
  name: "read",
  title: "Read a topic",
  command: {
    summary: "Read a topic, or one entry of it: helix read TOPIC [INDEX]",
    words: [
      { name: "topic", description: "Topic, or the id of a note" },
      { name: "index", description: "Entry, from 0", isOptional: true },
    ],
  },
  description: "Read a topic in full, oldest entry first, or one entry by index or id.",
  searchHint: "show memory note text",
  hints: { readOnly: true, destructive: false, idempotent: true },
  isLong: true,
  isHeard: true,
  parameters: {
    topic: { ...TOPIC, kind: "text", required: true, mayBeBlank: true, description: "Topic or @id" },
    index: { kind: "count", min: 0, max: INDEX_MAX, description: "One entry, from 0", example: 'index="0"' },
    project: PROJECT_PARAMETER,
  },
  async run(ports: Reading & Caller & SourceCaller, values) {
    const view = await ports.base.view(indexingProgress(ports));
    // A topic that the original program stored may have a blank name.
    if (values.topic.trim() === "" && view.resolveTopic(values.topic) === null) {
      throw new HelixError("INVALID_ARGUMENT", emptyText("topic", TOPIC));
    }
    return readTopic(ports, view, values.topic, values);
  },
});

/** The answer of `read`. Throws NOT_FOUND for a topic or an index that does not exist. */
export function readTopic(
  ports: Caller & SourceCaller,
  view: KnowledgeView,
  given: string,
  { index: at, project }: { readonly index?: number | undefined; readonly project?: string | undefined } = {},
): Answer {
  const named = view.resolve(given);
  if (named === null) throw unknownTopic(given, view);
  const { topic } = named;
  const index = oneIndex(topic, at, named.index);
  const reach = new Reach(ports, project);
  const documents = view.topicDocuments(topic);
  const stateOf = shownStates(ports, view);
  const targets = new LinkTargets(view);
  const show = (position: number, bytes: number) =>
    showEntry({ ports, view, stateOf, targets }, documents[position]!, position, bytes);
  if (index !== undefined) {
    if (index >= documents.length) throw unknownIndex(topic, index, documents.length);
    reach.checkNamed(`${topicName(topic)}:${index}`, view.document(documents[index]!).projects);
    const { block, data } = show(index, ANSWER_BYTES_MAX);
    return {
      found: true,
      text: () => block,
      data: (): ReadData => ({ topic, count: documents.length, entries: [data()] }),
    };
  }
  const { positions, left } = reach.of(view, topic);
  const footer = (wording: Wording) =>
    positions.length === 0
      ? reach.nothingIn(topic, left, wording)
      : left.after(`${counted(positions.length, "entry", "entries")} in ${topicName(topic)}`, wording);
  const shown: ShownEntry[] = [];
  let first = positions.length;
  let room = ANSWER_BYTES_MAX - Buffer.byteLength(footer(reach.wording));
  if (first > 0) room -= blockBytes(olderLine(positions, topic));
  for (; first > 0; first--) {
    // The newest note is always shown. If it is too long, it is cut to the room that there is.
    const entry = show(positions[first - 1]!, (shown.length === 0 ? room : ANSWER_BYTES_MAX) - BETWEEN_BLOCKS.length);
    room -= blockBytes(entry.block);
    if (room < 0 && shown.length > 0) break;
    shown.unshift(entry);
  }
  const older = first > 0 ? [olderLine(positions.slice(0, first), topic)] : [];
  return {
    found: positions.length > 0,
    text: (wording) => [...older, ...shown.map(({ block }) => block), footer(wording)].join(BETWEEN_BLOCKS),
    data: (): ReadData => ({
      topic,
      count: positions.length,
      ...left.data(),
      leftOut: first,
      entries: shown.map(({ data }) => data()),
    }),
  };
}

function blockBytes(block: string): number {
  return Buffer.byteLength(block) + BETWEEN_BLOCKS.length;
}

/** The line about notes that have no room in the answer; `positions` holds at least one. */
function olderLine(positions: readonly number[], topic: string): string {
  const [from, to] = [positions[0]!, positions.at(-1)!];
  const isRow = to - from === positions.length - 1;
  const row = from === to ? `entry ${from}` : `entries ${from} to ${to}`;
  const which = isRow ? row : `${positions.length} of ${row}`;
  return `(${which} left out: read them one by one with index=N, or search with ${topicArgument(topic)})`;
}

/** What an answer looks up while it shows notes. */
interface Showing {
  readonly ports: Pick<Caller, "project">;
  readonly view: KnowledgeView;
  readonly stateOf: ReturnType<typeof shownStates>;
  readonly targets: LinkTargets;
}

/** A note as it is shown, and as data. */
interface ShownEntry {
  readonly block: string;
  data(): WholeNote;
}

function showEntry({ ports, view, stateOf, targets }: Showing, id: number, index: number, bytes: number): ShownEntry {
  const body = view.body(id);
  const visible = body === null ? "" : showControls(body);
  const read = readBody(visible);
  const state = body === null ? null : stateOf(id, visible === body ? read.entry : parseEntryText(body));
  const { front, text, trailer } =
    body === null ? DAMAGED_LINES : shownLines(read, targets, ports, bytes - ENTRY_MARGIN_BYTES, state);
  let block = withLines(`[${index} ${view.shownId(id)}] ${formatDateTime(view.minutesOf(id))}`, front);
  // An empty line keeps text that reads like metadata apart, as it does in the log.
  if (looksLikeEntryLine(text[0]!)) block += "\n";
  block = withLines(block, text);
  if (looksLikeEntryLine(text.at(-1)!)) block += "\n";
  return { block: withLines(block, trailer), data: () => entryData(view, id, index, body, state) };
}

/** A block with more lines. Lines that are not empty are indented. */
function withLines(block: string, lines: readonly string[]): string {
  let longer = block;
  for (const line of lines) longer += line === "" ? "\n" : `\n  ${line}`;
  return longer;
}

function entryData(
  view: KnowledgeView,
  id: number,
  index: number,
  body: string | null,
  state: SourceState | null,
): WholeNote {
  const { topic, tags, source, confidence, projects } = view.document(id);
  const time = isoTime(view.minutesOf(id));
  const sourceState = state && stateWords(state);
  return { id: view.noteId(id), topic, index, time, tags, source, sourceState, confidence, projects, body };
}
