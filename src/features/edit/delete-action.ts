// edit action=delete: one entry, or a whole topic. Links to what is deleted go with it, links to later entries of the topic follow.

import { HelixError } from "../../errors.ts";
import type { KnowledgeView } from "../../knowledge/knowledge-view.ts";
import { type FeatureContext, type FeatureResult, indexingProgress } from "../feature.ts";
import { counted, topicName } from "../wording.ts";
import { knownTopic } from "./change-entry.ts";
import { type Followed, followedNotes, followLinks, linkChanges, type Redirect } from "./follow-links.ts";
import {
  checkTargetRequest,
  type FoundEarlier,
  findEarly,
  findTarget,
  otherMatches,
  type TargetRequest,
  titleOf,
} from "./target.ts";

const MINUTE_MS = 60_000;
/** How many entries of a deleted topic are named. */
const NAMED_MAX = 10;

interface DeleteRequest extends TargetRequest {
  readonly topic: string;
  readonly all?: boolean | undefined;
}

/** What is deleted, as the view under the lock has it. */
interface Deletion {
  readonly topic: string;
  /** Positions in the topic, ascending. */
  readonly positions: readonly number[];
  readonly notes: readonly string[];
}

/** Deletes an entry, or all entries of a topic. */
export async function deleteEntries(
  context: FeatureContext,
  { topic: given, all = false, ...request }: DeleteRequest,
): Promise<FeatureResult> {
  if (all && (request.index !== undefined || request.match_str !== undefined)) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      'all="true" deletes the whole topic: give it without index and match_str, or leave it out to delete one entry',
    );
  }
  checkTargetRequest(request);
  const early = await context.base.view(indexingProgress(context));
  const earlyTopic = knownTopic(early, given);
  const found = all ? null : findEarly(early, earlyTopic, request);
  let result: FeatureResult | null = null;
  await context.base.change((view) => {
    const topic = knownTopic(view, given);
    const deletion = all ? wholeTopic(view, topic) : oneEntry(view, topic, request, found);
    const documents = view.topicDocuments(topic);
    const gone = new Set(deletion.positions.map((position) => documents[position]!));
    const redirect = withoutPositions(topic, documents.length, new Set(deletion.positions));
    const followed = followLinks(view, new Map([[topic, redirect]]), gone);
    result = answer(context, view, deletion, all, followed);
    return [...Array.from(gone, (id) => ({ kind: "delete", id }) as const), ...linkChanges(followed)];
  }, indexingProgress(context));
  return result!;
}

function wholeTopic(view: KnowledgeView, topic: string): Deletion {
  return { topic, positions: Array.from({ length: view.topicCount(topic) }, (_, position) => position), notes: [] };
}

function oneEntry(view: KnowledgeView, topic: string, request: TargetRequest, found: FoundEarlier | null): Deletion {
  const target = findTarget(view, topic, request, found);
  return { topic, positions: [target.index], notes: otherMatches(target) };
}

/** Where links to a topic of `count` entries lead when those at `gone` are deleted. */
function withoutPositions(topic: string, count: number, gone: ReadonlySet<number>): Redirect {
  let next = 0;
  const addresses = Array.from({ length: count }, (_, index) => (gone.has(index) ? null : { topic, index: next++ }));
  return (index) => addresses[index];
}

function answer(
  context: FeatureContext,
  view: KnowledgeView,
  { topic, positions, notes }: Deletion,
  isWhole: boolean,
  followed: Followed,
): FeatureResult {
  const documents = view.topicDocuments(topic);
  const title = (position: number) => titleOf({ text: view.document(documents[position]!).snippet[0] });
  const lines: string[] = [];
  let head = `deleted ${topicName(topic)}:${positions[0]}: ${title(positions[0]!)}`;
  if (isWhole) {
    head = `deleted ${topicName(topic)}: ${counted(positions.length, "entry", "entries")}`;
    for (const position of positions.slice(0, NAMED_MAX)) lines.push(`[${position}] ${title(position)}`);
    if (positions.length > NAMED_MAX) lines.push(`... and ${positions.length - NAMED_MAX} more`);
  }
  lines.push(...notes, ...followedNotes(followed, "what they led to is deleted"));
  return {
    text: [head, ...lines.map((line) => `  ${line}`)].join("\n"),
    found: true,
    operation: head,
    data: context.wantsData
      ? {
          action: "delete",
          topic,
          deleted: positions.map((position) => ({
            index: position,
            time: new Date(view.minutesOf(documents[position]!) * MINUTE_MS).toISOString(),
            title: title(position),
          })),
          linksRewritten: followed.bodies.size,
          linksRemoved: followed.removed,
        }
      : null,
  };
}
