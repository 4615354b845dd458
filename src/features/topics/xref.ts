// topics action=xref: which topics refer to a topic, which topics it refers to, and which notes refer to it. Only notes
// that concern the current project (reach.ts) count.

import type { Answer } from "../../base/answer.ts";
import { counted } from "../../base/wording.ts";
import { CrossReferences } from "../../notes/index/cross-references.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import type { LeftOut } from "../../notes/scope/left-out.ts";
import { Reach } from "../../notes/scope/reach.ts";
import { unknownTopic } from "../../notes/scope/unknown-topic.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { indexingProgress, type Reading } from "../../notes/store/long-work.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import { BoundedText } from "../common/bounded-text.ts";
import { indexFinder } from "../common/entry-index.ts";
import type { XrefData } from "./data.ts";
import { byCount, countedNames, entryData, entryLine, firstOf } from "./listing.ts";
import type { TopicsArguments } from "./parameters.ts";

/** How many topics are named in a line, and how many notes are listed. */
const TOPICS_SHOWN_MAX = 50;
const ENTRIES_SHOWN_MAX = 50;

/**
 * The topics that mention or link to this one, those that it mentions or links to, and the notes of others that refer
 * to it.
 */
export async function crossReferences(
  ports: Reading & Caller,
  { topic: given = "", project }: TopicsArguments,
): Promise<Answer> {
  const reach = new Reach(ports, project);
  const view = await ports.base.view(indexingProgress(ports));
  const topic = view.resolveTopic(given);
  if (topic === null) throw unknownTopic(given, view);
  const references = new CrossReferences(view.index, reach.testIn(view.index));
  const documents = references.documentsReferringTo(topic);
  const left = leftOut(view, topic, reach);
  const from = references.countsFor(topic);
  const to = references.countsFrom(topic);
  const name = topicName(topic);
  const names = (counts: ReadonlyMap<string, number>) => countedNames(counts, TOPICS_SHOWN_MAX) || "no other topic";
  const answer = new BoundedText();
  answer.add(`${name} is referenced by: ${names(from)}`, `${name} references: ${names(to)}`);
  const indexOf = indexFinder(view);
  const found = firstOf(documents, ENTRIES_SHOWN_MAX, (a, b) => view.index.compare(b, a));
  if (found.length > 0) answer.add("", `entries that mention or link to ${name}, newest first:`);
  const shown: number[] = [];
  for (const id of found) {
    if (!answer.add(entryLine(ports, view, id, `${topicName(view.document(id).topic)}:${indexOf(id)}`))) break;
    shown.push(id);
  }
  const older = documents.length - shown.length;
  if (older > 0)
    answer.close(`  ... ${counted(older, "older entry", "older entries")}: search for ${name} lists them too`);
  return {
    found: from.size + to.size > 0,
    text: (wording) => answer.text(...left.notes(wording)),
    data: (): XrefData => ({
      topic,
      ...left.data(),
      referencedBy: Object.fromEntries(byCount(from)),
      references: Object.fromEntries(byCount(to)),
      total: documents.length,
      entries: shown.map((id) => entryData(view, id, indexOf(id))),
    }),
  };
}

/** The notes that were not looked at: notes of the topic, and notes of other topics that refer to it. */
function leftOut(view: KnowledgeView, topic: string, reach: Reach): LeftOut {
  if (reach.testIn(view.index) === null) return reach.leftOutOf(view, []);
  const referring = new CrossReferences(view.index).documentsReferringTo(topic);
  return reach.leftOutOf(view, [...referring, ...view.topicDocuments(topic)]);
}
