// topics action=entries: a topic in one line an entry, with the index of each; or one entry whole.

import { HelixError } from "../../errors.ts";
import { quote } from "../../text/clean.ts";
import { parseEntryText } from "../../text/entry-text.ts";
import { ANSWER_BYTES_MAX, CLOSING_BYTES } from "../answer.ts";
import { type FeatureContext, type FeatureResult, indexingProgress, takingTurns } from "../feature.ts";
import { readTopic } from "../read/read.ts";
import { unknownTopic } from "../unknown-topic.ts";
import { counted, topicName } from "../wording.ts";
import { entryData, entryLine } from "./listing.ts";
import type { TopicsArguments } from "./parameters.ts";
import { readBodies } from "./read-bodies.ts";

/** The entries of a topic, one line each; one of them whole when `index` is given; only those whose text holds `match_str`. */
export async function entries(context: FeatureContext, values: TopicsArguments): Promise<FeatureResult> {
  const { topic: given = "", index, match_str: piece } = values;
  if (piece !== undefined && piece.trim() === "") {
    throw new HelixError(
      "INVALID_ARGUMENT",
      'match_str is blank: give a piece of the text, or leave it out, e.g. match_str="cache"',
    );
  }
  const view = await context.base.view(indexingProgress(context));
  const topic = view.resolveTopic(given);
  if (topic === null) throw unknownTopic(given, view);
  if (index !== undefined) {
    const answer = readTopic(context, view, given, index);
    const body = view.body(view.topicDocuments(topic)[index]!) ?? "";
    if (piece === undefined || holds(piece)(body)) return answer;
    throw new HelixError(
      "NOT_FOUND",
      `${topicName(topic)}:${index} does not hold match_str=${quote(piece)}: leave out index to see which entries do`,
    );
  }
  if (piece !== undefined) return matching(context, topic, piece);
  const documents = view.topicDocuments(topic);
  const line = (position: number) => entryLine(context, view, documents[position]!, String(position));
  return listed(
    documents.length,
    line,
    `${counted(documents.length, "entry", "entries")} in ${topicName(topic)}`,
    (from) => ({
      topic,
      count: documents.length,
      entries: context.wantsData ? documents.slice(from).map((id, at) => entryData(view, id, from + at)) : [],
    }),
  );
}

async function matching(context: FeatureContext, topic: string, piece: string): Promise<FeatureResult> {
  const isWanted = holds(piece);
  const lines: string[] = [];
  const data: object[] = [];
  let count = 0;
  await readBodies(context, topic, takingTurns(context), {
    begin() {
      lines.length = 0;
      data.length = 0;
      count = 0;
    },
    entry(view, id, position, body) {
      count++;
      if (body === null || !isWanted(body)) return;
      lines.push(entryLine(context, view, id, String(position)));
      if (context.wantsData) data.push(entryData(view, id, position));
    },
  });
  const name = topicName(topic);
  if (lines.length === 0) {
    const text = `no entry of ${name} holds ${quote(piece)}: it has ${counted(count, "entry", "entries")}`;
    return { text, found: false, data: { topic, count, entries: [] } };
  }
  const total = `${lines.length} of ${counted(count, "entry", "entries")} in ${name} ${lines.length === 1 ? "holds" : "hold"} ${quote(piece)}`;
  return listed(
    lines.length,
    (at) => lines[at]!,
    total,
    (from) => ({ topic, count, entries: data.slice(from) }),
  );
}

/** The newest lines that fit into an answer, oldest first, and what the list is of. */
function listed(
  count: number,
  line: (at: number) => string,
  total: string,
  data: (from: number) => object,
): FeatureResult {
  const lines: string[] = [];
  let first = count;
  for (let room = ANSWER_BYTES_MAX - CLOSING_BYTES; first > 0; first--) {
    const next = line(first - 1);
    room -= Buffer.byteLength(next) + 1;
    if (room < 0 && lines.length > 0) break;
    lines.push(next);
  }
  if (first > 0) lines.push(`  (${counted(first, "older entry", "older entries")} left out: narrow with match_str)`);
  lines.reverse();
  return { text: [...lines, total].join("\n"), found: true, data: data(first) };
}

/** Makes a test for bodies whose text holds the piece, in capitals or not. */
function holds(piece: string): (body: string) => boolean {
  const wanted = folded(piece.replace(/\r\n?/g, "\n"));
  return (body) => folded(parseEntryText(body).text).includes(wanted);
}

function folded(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
