// edit action=rename and action=merge: move the notes of a topic that concern the current project (reach.ts) to another
// topic in one write. Each note keeps its time and its place among notes of the same minute. Notes of other projects
// stay under the old name.

import type { Answer } from "../../base/answer.ts";
import { HelixError } from "../../base/errors.ts";
import { counted } from "../../base/wording.ts";
import { quote } from "../../engine/text/clean.ts";
import { storableTopic } from "../../notes/intake/draft.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import { Reach } from "../../notes/scope/reach.ts";
import { nearestTopics } from "../../notes/scope/unknown-topic.ts";
import type { Change } from "../../notes/store/changes.ts";
import { checkRewrittenBytes } from "../../notes/store/edit-size.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { indexingProgress, type Writing } from "../../notes/store/long-work.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import { knownTopic } from "./change-entry.ts";
import type { MovedData } from "./data.ts";
import { readBody } from "./target.ts";

const NEAREST_SHOWN = 3;

/** A move of notes from one topic to another. Both names are stored names. */
interface Move {
  readonly from: string;
  readonly to: string;
  /** The first line of the answer; `count` is the number of moved notes. */
  head(count: number): string;
}

/** Gives a topic another name. */
export async function rename(
  ports: Writing & Caller,
  { topic: given, new_name: newName, project }: { topic: string; new_name: string; project?: string | undefined },
): Promise<Answer> {
  const to = await storableTopic(newName, "new_name", 'new_name="engine-core"');
  return move(ports, { given, action: "rename", project }, (view) => {
    const from = knownTopic(view, given);
    const existing = view.resolveTopic(newName);
    if (existing === from) {
      throw new HelixError(
        "INVALID_ARGUMENT",
        (say) =>
          `the topic is called ${quote(from)} already: give another ${say.either("name", "new_name")}, e.g. ${say.option("new_name", "engine-core")}`,
      );
    }
    if (existing !== null) {
      throw new HelixError(
        "INVALID_ARGUMENT",
        (say) =>
          `there is a topic ${quote(existing)} already: to join the two use ${say.either(`helix edit merge ${quote(from)} ${quote(existing)}`, `action="merge", topic=${quote(from)}, into=${quote(existing)}`)}`,
      );
    }
    return {
      from,
      to,
      head: (count) => `renamed ${topicName(from)} to ${to}: ${counted(count, "entry", "entries")}`,
    };
  });
}

/** Moves the notes of a topic into another topic. The notes there are then in order of time. */
export async function merge(
  ports: Writing & Caller,
  { topic: given, into, project }: { topic: string; into: string; project?: string | undefined },
): Promise<Answer> {
  return move(ports, { given, action: "merge", project }, (view) => {
    const from = knownTopic(view, given);
    const to = view.resolveTopic(into);
    if (to === null) throw nothingToMergeInto(view, from, into);
    if (to === from) {
      throw new HelixError(
        "INVALID_ARGUMENT",
        (say) =>
          `${say.name("topic")} and ${say.name("into")} are both ${quote(from)}: give another topic, e.g. ${say.option("into", "network")}`,
      );
    }
    return {
      from,
      to,
      head: (count) =>
        `merged ${topicName(from)} into ${topicName(to)}: ${counted(count, "entry", "entries")}, ${count + view.topicCount(to)} there now`,
    };
  });
}

/**
 * Makes a move in one write. Throws what `plan` throws, CORRUPTION for damaged notes, LIMIT, and what a write throws.
 */
async function move(
  ports: Writing & Caller,
  { given, action, project }: { given: string; action: "rename" | "merge"; project: string | undefined },
  plan: (view: KnowledgeView) => Move,
): Promise<Answer> {
  const reach = new Reach(ports, project);
  // Mistakes that show already are refused here, without waiting for the lock or making a directory.
  const early = await ports.base.view(indexingProgress(ports));
  reach.toChange(early, knownTopic(early, given));
  let answer: Answer | null = null;
  await ports.base.change((view) => {
    const { from, to, head } = plan(view);
    const documents = view.topicDocuments(from);
    const { positions, left } = reach.toChange(view, from);
    checkRewrittenBytes(
      view,
      positions.map((position) => documents[position]!),
    );
    const operation = head(positions.length);
    answer = {
      found: true,
      operation,
      text: (wording) => [operation, ...left.notes(wording).map((note) => `  ${note}`)].join("\n"),
      data: (): MovedData => ({ action, topic: from, into: to, entries: positions.length, ...left.data() }),
    };
    return positions.map((position): Change => {
      const id = documents[position]!;
      return { kind: "move", id, topic: to, body: readBody(view, from, id, position) };
    });
  }, indexingProgress(ports));
  return answer!;
}

function nothingToMergeInto(view: KnowledgeView, from: string, into: string): HelixError {
  const nearest = nearestTopics(view, into, NEAREST_SHOWN).filter((name) => name !== from);
  const hint = nearest.length === 0 ? "" : `; nearest: ${nearest.map((name) => topicName(name)).join(", ")}`;
  return new HelixError(
    "NOT_FOUND",
    (say) =>
      `there is no topic ${quote(into)} to merge into${hint}; to give ${quote(from)} that name use ${say.either(`helix edit rename ${quote(from)} ${quote(into)}`, `action="rename", new_name=${quote(into)}`)}`,
  );
}
