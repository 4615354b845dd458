// read: shows the notes of a topic in full that concern the current project (reach.ts), or one note of any project.

import type { Answer } from "../../base/answer.ts";
import { HelixError } from "../../base/errors.ts";
import { counted, type Wording } from "../../base/wording.ts";
import { showControls } from "../../engine/text/controls.ts";
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
import { topicName } from "../../notes/text/topic-names.ts";
import { INDEX_MAX, oneIndex, unknownIndex } from "../common/entry-index.ts";
import { DAMAGED_LINES, looksLikeEntryLine, shownLines } from "../common/entry-lines.ts";
import { defineFeature } from "../common/feature.ts";
import type { Paged } from "../common/page-request.ts";
import { PagedText } from "../common/paged-text.ts";
import { emptyText } from "../common/parameters.ts";
import { ShownStates } from "../common/shown-states.ts";
import type { ReadData } from "./data.ts";

const TOPIC = { example: 'topic="build-gotchas"' };

export const readFeature = defineFeature({
  name: "read",
  title: "Read a topic",
  command: {
    summary: "Read a topic, or one entry of it: helix read TOPIC [INDEX]",
    examples: ["helix read build-gotchas", "helix read build-gotchas 0"],
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
  // Notes are read as a whole: these are about ten of them.
  budget: 5000,
  parameters: {
    topic: { ...TOPIC, kind: "text", required: true, mayBeBlank: true, description: "Topic or @id" },
    index: { kind: "count", min: 0, max: INDEX_MAX, description: "One entry, from 0", example: 'index="0"' },
    order: {
      kind: "choice",
      choices: ["oldest", "newest"],
      description: "Default: oldest",
      example: 'order="newest"',
    },
    limit: { kind: "count", min: 1, max: INDEX_MAX, description: "Only the newest N", example: 'limit="10"' },
    project: PROJECT_PARAMETER,
  },
  async run(ports: Reading & Caller & SourceCaller & Paged, values) {
    const view = await ports.base.view(indexingProgress(ports));
    // A topic that the original program stored may have a blank name.
    if (values.topic.trim() === "" && view.resolveTopic(values.topic) === null) {
      throw new HelixError("INVALID_ARGUMENT", emptyText("topic", TOPIC));
    }
    return readTopic(ports, view, values.topic, values);
  },
});

/** What is read of a topic. */
interface ReadRequest {
  readonly index?: number | undefined;
  readonly order?: "oldest" | "newest" | undefined;
  readonly limit?: number | undefined;
  readonly project?: string | undefined;
}

/**
 * The answer of `read`: a page of the notes. The first page has the newest notes, whichever of them comes first there.
 * Throws NOT_FOUND for a topic, an index or a page that does not exist.
 */
export function readTopic(
  ports: Caller & SourceCaller & Paged,
  view: KnowledgeView,
  given: string,
  { index: at, order = "oldest", limit, project }: ReadRequest = {},
): Answer {
  const named = view.resolve(given);
  if (named === null) throw unknownTopic(given, view);
  const { topic } = named;
  const index = oneIndex(topic, at, named.index);
  const reach = new Reach(ports, project, { isListing: true });
  const documents = view.topicDocuments(topic);
  const showing = { ports, view, states: new ShownStates(ports, view), targets: new LinkTargets(view) };
  if (index !== undefined) {
    const id = documents[index];
    if (id === undefined) throw unknownIndex(topic, index, documents.length);
    reach.checkNamed(`${topicName(topic)}:${index}`, view.document(id).projects);
    const entry = new ShownEntry(showing, id, index);
    const answer = new PagedText(ports);
    answer.add(entry.lines(false), () => entry.lines(true));
    const text = answer.text(1);
    return {
      found: true,
      isPaged: true,
      text: () => text,
      data: (): ReadData => ({ topic, count: documents.length, entries: [entry.data()] }),
    };
  }
  const { positions, left } = reach.of(view, topic);
  const wanted = limit === undefined ? positions : positions.slice(-limit);
  const beyond = positions.slice(0, positions.length - wanted.length);
  const total = left.after(`${counted(positions.length, "entry", "entries")} in ${topicName(topic)}`, reach.wording);
  const closing = beyond.length === 0 ? [total] : [beyondLine(beyond, reach.wording), "", total];
  const answer = new PagedText(ports, closing, { newestLast: order === "oldest" });
  const shown: ShownEntry[] = [];
  let older = positions.length;
  for (const position of wanted.toReversed()) {
    const entry = new ShownEntry(showing, documents[position]!, position);
    const place = answer.add([...entry.lines(false), ""], () => [...entry.lines(true), ""]);
    if (place === "full") break;
    older--;
    if (place === "here") shown.push(entry);
  }
  if (order === "oldest") shown.reverse();
  const more = (count: number) => counted(count, "older entry", "older entries");
  const text = answer.text(wanted.length, more, showing.states.notes());
  return {
    found: positions.length > 0,
    isPaged: true,
    text: (wording) => (positions.length === 0 ? reach.nothingIn(topic, left, wording) : text),
    data: (): ReadData => ({
      topic,
      count: positions.length,
      ...left.data(),
      leftOut: older,
      entries: shown.map((entry) => entry.data()),
    }),
  };
}

/** The line about notes beyond the limit; `positions` holds at least one of them. */
function beyondLine(positions: readonly number[], { either }: Wording): string {
  const [from, to] = [positions[0]!, positions.at(-1)!];
  const isRow = to - from === positions.length - 1;
  const row = from === to ? `entry ${from}` : `entries ${from} to ${to}`;
  const which = isRow ? row : `${positions.length} of ${row}`;
  return `(${which} left out by limit: a higher one shows more, ${either("an index", "index=N")} one of them)`;
}

/** What an answer looks up while it shows notes. */
interface Showing {
  readonly ports: Pick<Caller, "project">;
  readonly view: KnowledgeView;
  readonly states: ShownStates;
  readonly targets: LinkTargets;
}

/** A note as it is shown, and as data. */
class ShownEntry {
  readonly #showing: Showing;
  readonly #id: number;
  readonly #index: number;
  readonly #body: string | null;
  #state: SourceState | null = null;

  constructor(showing: Showing, id: number, index: number) {
    this.#showing = showing;
    this.#id = id;
    this.#index = index;
    this.#body = showing.view.body(id);
  }

  /** `isShown`: whether its source is looked at; else its state has the longest words. */
  lines(isShown: boolean): string[] {
    const { ports, view, states, targets } = this.#showing;
    const body = this.#body;
    const visible = body === null ? "" : showControls(body);
    const read = readBody(visible);
    if (body !== null) {
      const entry = visible === body ? read.entry : parseEntryText(body);
      this.#state = isShown ? states.of(this.#id, entry) : states.longest(this.#id);
    }
    const { front, text, trailer } =
      body === null ? DAMAGED_LINES : shownLines(read, targets, ports, Number.POSITIVE_INFINITY, this.#state);
    const head = `[${this.#index} ${view.shownId(this.#id)}] ${formatDateTime(view.minutesOf(this.#id))}`;
    let block = withLines(head, front);
    // An empty line keeps text that reads like metadata apart, as it does in the log.
    if (looksLikeEntryLine(text[0]!)) block += "\n";
    block = withLines(block, text);
    if (looksLikeEntryLine(text.at(-1)!)) block += "\n";
    return withLines(block, trailer).split("\n");
  }

  /** The note as data. `lines(true)` must have been called before. */
  data(): WholeNote {
    const { view } = this.#showing;
    const { topic, tags, source, confidence, projects } = view.document(this.#id);
    const time = isoTime(view.minutesOf(this.#id));
    const sourceState = this.#state && stateWords(this.#state);
    const [index, body] = [this.#index, this.#body];
    return { id: view.noteId(this.#id), topic, index, time, tags, source, sourceState, confidence, projects, body };
  }
}

/** A block with more lines. Lines that are not empty are indented. */
function withLines(block: string, lines: readonly string[]): string {
  let longer = block;
  for (const line of lines) longer += line === "" ? "\n" : `\n  ${line}`;
  return longer;
}
