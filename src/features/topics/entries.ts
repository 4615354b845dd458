// topics action=entries: lists the notes of a topic that concern the current project (reach.ts), one line for each,
// with the index that each has in the whole topic. With an index it shows one note in full, of any project.

import type { Answer } from "../../base/answer.ts";
import { HelixError } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import { quote } from "../../engine/text/clean.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import { LeftOut } from "../../notes/scope/left-out.ts";
import { Reach } from "../../notes/scope/reach.ts";
import { unknownTopic } from "../../notes/scope/unknown-topic.ts";
import type { SourceCaller } from "../../notes/sources/stale-sources.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { indexingProgress, type Reading, takingTurns } from "../../notes/store/long-work.ts";
import { parseEntryText } from "../../notes/text/entry-text.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import type { Paged } from "../common/page-request.ts";
import { PagedText } from "../common/paged-text.ts";
import { ShownStates } from "../common/shown-states.ts";
import { readTopic } from "../read/read.ts";
import type { EntriesData } from "./data.ts";
import { addEntry, entryData } from "./listing.ts";
import type { TopicsArguments } from "./parameters.ts";
import { readBodies } from "./read-bodies.ts";

type EntriesPorts = Reading & Caller & SourceCaller & Paged;

/**
 * The notes of a topic, one line each. `match_str` keeps only the notes whose text holds it. `index` shows one note in
 * full.
 */
export async function entries(ports: EntriesPorts, values: TopicsArguments): Promise<Answer> {
  const { topic: given = "", index, match_str: piece, project } = values;
  if (piece !== undefined && piece.trim() === "") {
    throw new HelixError(
      "INVALID_ARGUMENT",
      (say) =>
        `${say.name("match_str")} is blank: give a piece of the text, or leave it out, e.g. ${say.option("match_str", "cache")}`,
    );
  }
  const view = await ports.base.view(indexingProgress(ports));
  const topic = view.resolveTopic(given);
  if (topic === null) throw unknownTopic(given, view);
  if (index !== undefined) {
    const answer = readTopic(ports, view, given, { index, project });
    const body = view.body(view.topicDocuments(topic)[index]!) ?? "";
    if (piece === undefined || holds(piece)(body)) return answer;
    throw new HelixError(
      "NOT_FOUND",
      `${topicName(topic)}:${index} does not hold match_str=${quote(piece)}: leave out index to see which entries do`,
    );
  }
  const reach = new Reach(ports, project, { isListing: true });
  const { positions, left } = reach.of(view, topic);
  const count = positions.length;
  if (count > 0 && piece !== undefined) return matching(ports, topic, piece, reach);
  const documents = view.topicDocuments(topic);
  const total = left.after(`${counted(count, "entry", "entries")} in ${topicName(topic)}`, reach.wording);
  const newestFirst = positions.toReversed().map((position) => ({ id: documents[position]!, position }));
  const { text, shown } = listed(ports, view, newestFirst, total);
  return {
    found: count > 0,
    isPaged: true,
    text: (wording) => (count === 0 ? reach.nothingIn(topic, left, wording) : text),
    data: (): EntriesData => ({
      topic,
      count,
      ...left.data(),
      entries: shown.map(({ id, position }) => entryData(view, id, position)),
    }),
  };
}

async function matching(ports: EntriesPorts, topic: string, piece: string, reach: Reach): Promise<Answer> {
  const isWanted = holds(piece);
  const found: Position[] = [];
  let count = 0;
  let left = new LeftOut();
  let current: KnowledgeView | null = null;
  await readBodies(ports, topic, takingTurns(ports), {
    begin(view) {
      current = view;
      found.length = 0;
      count = 0;
      left = reach.of(view, topic).left;
    },
    isWanted: (view) => reach.in(view.index),
    entry(_, id, position, body) {
      count++;
      if (body !== null && isWanted(body)) found.push({ id, position });
    },
  });
  const name = topicName(topic);
  const view: KnowledgeView = current!;
  const holding = `${found.length} of ${counted(count, "entry", "entries")} in ${name} ${found.length === 1 ? "holds" : "hold"} ${quote(piece)}`;
  const { text, shown } = listed(ports, view, found.toReversed(), left.after(holding, reach.wording));
  return {
    found: found.length > 0,
    isPaged: true,
    text(wording) {
      if (found.length > 0) return text;
      const has = left.after(`it has ${counted(count + left.count, "entry", "entries")}`, wording);
      return `no entry of ${name} holds ${quote(piece)}: ${has}`;
    },
    data: (): EntriesData => ({
      topic,
      count,
      ...left.data(),
      entries: shown.map(({ id, position }) => entryData(view, id, position)),
    }),
  };
}

/** A note, and its index in its topic. */
interface Position {
  readonly id: number;
  readonly position: number;
}

/** A page of notes, given newest first and shown oldest first. */
function listed(
  ports: EntriesPorts,
  view: KnowledgeView,
  newestFirst: readonly Position[],
  total: string,
): { text: string; shown: readonly Position[] } {
  const answer = new PagedText(ports, [total], { newestLast: true });
  const listing = { ports, view, states: new ShownStates(ports, view) };
  const shown: Position[] = [];
  for (const each of newestFirst) {
    const place = addEntry(answer, listing, each.id, String(each.position));
    if (place === "full") break;
    if (place === "here") shown.unshift(each);
  }
  const older = (count: number) => counted(count, "older entry", "older entries");
  return { text: answer.text(newestFirst.length, older, listing.states.notes()), shown };
}

/** Makes a test for bodies: whether the text holds the piece, in upper or lower case. */
function holds(piece: string): (body: string) => boolean {
  const wanted = folded(piece.replace(/\r\n?/g, "\n"));
  return (body) => folded(parseEntryText(body).text).includes(wanted);
}

function folded(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
