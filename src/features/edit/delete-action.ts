// edit action=delete: deletes one note, or all notes of a topic that concern the current project (reach.ts). Links to
// the deleted notes are removed.

import type { Answer } from "../../base/answer.ts";
import { HelixError } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import { isoTime } from "../../engine/text/dates.ts";
import { removedLinks } from "../../notes/links/links.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import type { LeftOut } from "../../notes/scope/left-out.ts";
import { Reach } from "../../notes/scope/reach.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { indexingProgress, type Writing } from "../../notes/store/long-work.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import { addressed, knownTopic } from "./change-entry.ts";
import type { DeletedData } from "./data.ts";
import { type EntryAddress, TargetFinder, type TargetRequest, titleOf } from "./target.ts";

/** How many notes of a deleted topic are named. */
const NAMED_MAX = 10;

interface DeleteRequest extends TargetRequest {
  readonly topic?: string | undefined;
  readonly all?: boolean | undefined;
  readonly apply?: boolean | undefined;
}

/** What is deleted, according to the view under the lock. */
interface Deletion {
  readonly topic: string;
  /** Positions in the topic, ascending. */
  readonly positions: readonly number[];
  /** Notes that are passed over because they do not concern the current project; null when an index was given. */
  readonly left: LeftOut | null;
}

/** Deletes a note, or all notes of a topic. */
export async function deleteEntries(
  ports: Writing & Caller,
  { topic: given, all = false, apply, ...request }: DeleteRequest,
): Promise<Answer> {
  if (given === undefined) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      'topic is missing: action="delete" needs it, e.g. topic="engine", or where for notes of many topics, e.g. where="tag:draft"',
    );
  }
  if (apply !== undefined) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      'apply goes with where, e.g. where="tag:draft" apply="true"; leave it out',
    );
  }
  if (all && (request.index !== undefined || request.match_str !== undefined)) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      (say) =>
        `${say.either("--all", 'all="true"')} deletes the whole topic: give it without ${say.name("index")} and ${say.name("match_str")}, or leave it out to delete one entry`,
    );
  }
  const finder = all ? null : new TargetFinder(ports, request);
  const reach = new Reach(ports, request.project);
  const find = (view: KnowledgeView) =>
    finder === null ? wholeTopic(view, knownTopic(view, given), reach) : oneEntry(view, addressed(view, given), finder);
  const early = await ports.base.view(indexingProgress(ports));
  find(early);
  let finish: ((linksRemoved: number) => Answer) | null = null;
  const { linksRemoved } = await ports.base.change((view) => {
    const deletion = find(view);
    const documents = view.topicDocuments(deletion.topic);
    finish = answer(view, deletion, all);
    return deletion.positions.map((position) => ({ kind: "delete", id: documents[position]! }) as const);
  }, indexingProgress(ports));
  return finish!(linksRemoved);
}

function wholeTopic(view: KnowledgeView, topic: string, reach: Reach): Deletion {
  return { topic, ...reach.toChange(view, topic) };
}

function oneEntry(view: KnowledgeView, address: EntryAddress, finder: TargetFinder): Deletion {
  const { index, left } = finder.find(view, address);
  return { topic: address.topic, positions: [index], left };
}

/** Makes the answer from the view before the write. What it returns completes it with the number of removed links. */
function answer(
  view: KnowledgeView,
  { topic, positions, left }: Deletion,
  isWhole: boolean,
): (linksRemoved: number) => Answer {
  const documents = view.topicDocuments(topic);
  const title = (position: number) => titleOf({ text: view.document(documents[position]!).snippet[0] });
  const shownId = (position: number) => view.shownId(documents[position]!);
  const named: string[] = [];
  let head = `deleted ${topicName(topic)}:${positions[0]} ${shownId(positions[0]!)}: ${title(positions[0]!)}`;
  if (isWhole) {
    head = `deleted ${topicName(topic)}: ${counted(positions.length, "entry", "entries")}`;
    for (const position of positions.slice(0, NAMED_MAX))
      named.push(`[${position} ${shownId(position)}] ${title(position)}`);
    if (positions.length > NAMED_MAX) named.push(`... and ${positions.length - NAMED_MAX} more`);
  }
  return (linksRemoved) => ({
    found: true,
    operation: head,
    text: (wording) => {
      const lines = [...named, ...(left?.notes(wording) ?? []), ...removedLinks(linksRemoved)];
      return [head, ...lines.map((line) => `  ${line}`)].join("\n");
    },
    data: (): DeletedData => ({
      action: "delete",
      topic,
      deleted: positions.map((position) => ({
        id: view.noteId(documents[position]!),
        index: position,
        time: isoTime(view.minutesOf(documents[position]!)),
        title: title(position),
      })),
      linksRemoved,
      ...left?.data(),
    }),
  });
}
