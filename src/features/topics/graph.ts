// topics action=graph: which topics refer to which, most references first. Only notes that concern the current project
// (reach.ts) count.

import type { Answer } from "../../base/answer.ts";
import { counted } from "../../base/wording.ts";
import { cleanLine } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { CrossReferences, type TopicReference } from "../../notes/index/cross-references.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import { Reach } from "../../notes/scope/reach.ts";
import { unknownTopic } from "../../notes/scope/unknown-topic.ts";
import { indexingProgress, type Reading } from "../../notes/store/long-work.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import { namedTopics } from "../brief/topic-names.ts";
import type { Paged } from "../common/page-request.ts";
import { PagedText } from "../common/paged-text.ts";
import type { GraphData } from "./data.ts";
import type { TopicsArguments } from "./parameters.ts";

/** How much of `focus` is shown, in code units. */
const FOCUS_LENGTH_MAX = 200;

/**
 * Pairs of topics, by how many notes of the first topic mention or link to the second. With `focus`, only pairs in
 * which at least one topic matches it.
 */
export async function topicGraph(
  ports: Reading & Caller & Paged,
  { focus, project }: TopicsArguments,
): Promise<Answer> {
  const reach = new Reach(ports, project, { isListing: true });
  const view = await ports.base.view(indexingProgress(ports));
  let isWanted = (_topic: string) => true;
  if (focus !== undefined) {
    const named = namedTopics(view, focus.trim());
    if (named === null) throw unknownTopic(focus, view);
    const names = new Set(named.names);
    isWanted = (topic) => names.has(topic);
  }
  const left = reach.leftOut(view);
  const edges = new CrossReferences(view.index, left.count === 0 ? null : reach.in(view.index))
    .all()
    .filter(({ source, target }) => isWanted(source) || isWanted(target))
    .sort(byCountThenNames);
  const topics = new Set<string>();
  for (const { source, target } of edges) topics.add(source).add(target);
  return {
    found: edges.length > 0,
    isPaged: true,
    text(wording) {
      const about = focus === undefined ? "" : ` with ${cutLine(cleanLine(focus), FOCUS_LENGTH_MAX)}`;
      const total =
        edges.length === 0
          ? `no topic mentions or links to another${about}`
          : `${counted(edges.length, "pair", "pairs")} of ${topics.size} topics${about}`;
      const answer = new PagedText(ports, [left.after(total, wording)]);
      answer.addEach(edges, ({ source, target, count }) => [`${topicName(source)} -> ${topicName(target)} (${count})`]);
      const narrow = wording.either("or narrow with --focus", "or narrow with focus");
      return answer.text(edges.length, (more) => `${counted(more, "more pair", "more pairs")} (${narrow})`);
    },
    data: (): GraphData => ({
      ...left.data(),
      edges: edges.map(({ source, target, count }) => ({ from: source, to: target, count })),
    }),
  };
}

function byCountThenNames(a: TopicReference, b: TopicReference): number {
  return b.count - a.count || compareNames(a.source, b.source) || compareNames(a.target, b.target);
}

function compareNames(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
