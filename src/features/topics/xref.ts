// topics action=xref: which topics refer to a topic, which topics it refers to, and which notes refer to it. Only notes
// that concern the current project (reach.ts) count.

import type { Answer } from "../../base/answer.ts";
import { counted } from "../../base/wording.ts";
import { CrossReferences } from "../../notes/index/cross-references.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import type { LeftOut } from "../../notes/scope/left-out.ts";
import { Reach } from "../../notes/scope/reach.ts";
import { unknownTopic } from "../../notes/scope/unknown-topic.ts";
import type { SourceCaller } from "../../notes/sources/stale-sources.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { indexingProgress, type Reading } from "../../notes/store/long-work.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import { indexFinder } from "../common/entry-index.ts";
import type { Paged } from "../common/page-request.ts";
import { PagedText } from "../common/paged-text.ts";
import { ShownStates } from "../common/shown-states.ts";
import type { XrefData } from "./data.ts";
import { addEntry, byCount, countedNames, entryData } from "./listing.ts";
import type { TopicsArguments } from "./parameters.ts";

/**
 * The topics that mention or link to this one, those that it mentions or links to, and the notes of others that refer
 * to it.
 */
export async function crossReferences(
  ports: Reading & Caller & SourceCaller & Paged,
  { topic: given = "", project }: TopicsArguments,
): Promise<Answer> {
  const reach = new Reach(ports, project, { isListing: true });
  const view = await ports.base.view(indexingProgress(ports));
  const topic = view.resolveTopic(given);
  if (topic === null) throw unknownTopic(given, view);
  const references = new CrossReferences(view.index, reach.testIn(view.index));
  const documents = references.documentsReferringTo(topic);
  const left = leftOut(view, topic, reach);
  const from = references.countsFor(topic);
  const to = references.countsFrom(topic);
  const name = topicName(topic);
  const names = (counts: ReadonlyMap<string, number>) => countedNames(counts) || "no other topic";
  const answer = new PagedText(ports, left.notes(reach.wording));
  answer.head(`${name} is referenced by: ${names(from)}`, `${name} references: ${names(to)}`);
  const indexOf = indexFinder(view);
  const found = documents.toSorted((a, b) => view.index.compare(b, a));
  if (found.length > 0) answer.head("", `entries that mention or link to ${name}, newest first:`);
  const listing = { ports, view, states: new ShownStates(ports, view) };
  const shown: number[] = [];
  for (const id of found) {
    const place = addEntry(answer, listing, id, `${topicName(view.document(id).topic)}:${indexOf(id)}`);
    if (place === "full") break;
    if (place === "here") shown.push(id);
  }
  const older = (count: number) => counted(count, "older entry", "older entries");
  const text = answer.text(documents.length, older, listing.states.notes());
  return {
    found: from.size + to.size > 0,
    isPaged: true,
    text: () => text,
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
