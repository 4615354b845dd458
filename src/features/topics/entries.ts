// topics action=entries: lists the notes of a topic that concern the current project (reach.ts), one line for each,
// with the index that each has in the whole topic. With an index it shows one note in full, of any project.

import type { Answer } from "../../base/answer.ts";
import { HelixError } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import { quote } from "../../engine/text/clean.ts";
import type { ListedNote } from "../../notes/data.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import { LeftOut } from "../../notes/scope/left-out.ts";
import { Reach } from "../../notes/scope/reach.ts";
import { unknownTopic } from "../../notes/scope/unknown-topic.ts";
import type { SourceCaller } from "../../notes/sources/stale-sources.ts";
import { indexingProgress, type Reading, takingTurns } from "../../notes/store/long-work.ts";
import { parseEntryText } from "../../notes/text/entry-text.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import { ANSWER_BYTES_MAX, CLOSING_BYTES } from "../common/bounded-text.ts";
import { readTopic } from "../read/read.ts";
import type { EntriesData } from "./data.ts";
import { entryData, entryLine } from "./listing.ts";
import type { TopicsArguments } from "./parameters.ts";
import { readBodies } from "./read-bodies.ts";

/**
 * The notes of a topic, one line each. `match_str` keeps only the notes whose text holds it. `index` shows one note in
 * full.
 */
export async function entries(ports: Reading & Caller & SourceCaller, values: TopicsArguments): Promise<Answer> {
  const { topic: given = "", index, match_str: piece, project } = values;
  if (piece !== undefined && piece.trim() === "") {
    throw new HelixError(
      "INVALID_ARGUMENT",
      'match_str is blank: give a piece of the text, or leave it out, e.g. match_str="cache"',
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
  const reach = new Reach(ports, project);
  const { positions, left } = reach.of(view, topic);
  const count = positions.length;
  if (count > 0 && piece !== undefined) return matching(ports, topic, piece, reach);
  const documents = view.topicDocuments(topic);
  const line = (at: number) => entryLine(ports, view, documents[positions[at]!]!, String(positions[at]!));
  const { lines, from } = listed(count, line);
  return {
    found: count > 0,
    text: (wording) =>
      count === 0
        ? reach.nothingIn(topic, left, wording)
        : [...lines, left.after(`${counted(count, "entry", "entries")} in ${topicName(topic)}`, wording)].join("\n"),
    data: (): EntriesData => ({
      topic,
      count,
      ...left.data(),
      entries: positions.slice(from).map((position) => entryData(view, documents[position]!, position)),
    }),
  };
}

async function matching(ports: Reading & Caller, topic: string, piece: string, reach: Reach): Promise<Answer> {
  const isWanted = holds(piece);
  const found: { line: string; data(): ListedNote }[] = [];
  let count = 0;
  let left = new LeftOut();
  await readBodies(ports, topic, takingTurns(ports), {
    begin(view) {
      found.length = 0;
      count = 0;
      left = reach.of(view, topic).left;
    },
    isWanted: (view) => reach.in(view.index),
    entry(view, id, position, body) {
      count++;
      if (body === null || !isWanted(body)) return;
      const line = entryLine(ports, view, id, String(position));
      found.push({ line, data: () => entryData(view, id, position) });
    },
  });
  const name = topicName(topic);
  const { lines, from } = listed(found.length, (at) => found[at]!.line);
  return {
    found: found.length > 0,
    text(wording) {
      if (found.length === 0) {
        const has = left.after(`it has ${counted(count + left.count, "entry", "entries")}`, wording);
        return `no entry of ${name} holds ${quote(piece)}: ${has}`;
      }
      const total = `${found.length} of ${counted(count, "entry", "entries")} in ${name}`;
      const holding = `${total} ${found.length === 1 ? "holds" : "hold"} ${quote(piece)}`;
      return [...lines, left.after(holding, wording)].join("\n");
    },
    data: (): EntriesData => ({ topic, count, ...left.data(), entries: found.slice(from).map(({ data }) => data()) }),
  };
}

/** The newest lines that fit into an answer, oldest first, and the number of those that do not fit, `from`. */
function listed(count: number, line: (at: number) => string): { lines: readonly string[]; from: number } {
  const lines: string[] = [];
  let first = count;
  for (let room = ANSWER_BYTES_MAX - CLOSING_BYTES; first > 0; first--) {
    const next = line(first - 1);
    room -= Buffer.byteLength(next) + 1;
    if (room < 0 && lines.length > 0) break;
    lines.push(next);
  }
  if (first > 0) lines.push(`  (${counted(first, "older entry", "older entries")} left out: narrow with match_str)`);
  return { lines: lines.reverse(), from: first };
}

/** Makes a test for bodies: whether the text holds the piece, in upper or lower case. */
function holds(piece: string): (body: string) => boolean {
  const wanted = folded(piece.replace(/\r\n?/g, "\n"));
  return (body) => folded(parseEntryText(body).text).includes(wanted);
}

function folded(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
