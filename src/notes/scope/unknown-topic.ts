// The errors for a topic that has no entries, with the topics that may have been meant, and for an id without a note.

import { HelixError } from "../../base/errors.ts";
import type { Wording } from "../../base/wording.ts";
import { quote } from "../../engine/text/clean.ts";
import { nearestNames } from "../../engine/text/near-names.ts";
import { sanitiseTopic } from "../../engine/text/topic.ts";
import type { KnowledgeView } from "../store/knowledge-view.ts";
import { parseNoteId } from "../text/note-id.ts";
import { topicName } from "../text/topic-names.ts";

const NEAREST_SHOWN = 3;

/** The topics with the most similar names. */
export function nearestTopics(view: KnowledgeView, name: string, count: number): string[] {
  return nearestNames(sanitiseTopic(name) || name, view.index.topicNames(), count);
}

/** The error for a topic that has no entries, with the nearest names. A name that can only be an id gets one of its own. */
export function unknownTopic(name: string, view: KnowledgeView): HelixError {
  if (name.startsWith("@") && parseNoteId(name) !== null) {
    return new HelixError(
      "NOT_FOUND",
      (say) =>
        `no note has the id ${quote(name)}: it was deleted, or is of another knowledge base; search for its words, or list topics with: ${say.either("helix topics", "topics action=list")}`,
    );
  }
  const nearest = nearestTopics(view, name, NEAREST_SHOWN);
  let hint = (say: Wording) => `; list them with: ${say.either("helix topics", "topics action=list")}`;
  if (view.index.liveCount === 0) hint = () => ": nothing is stored yet";
  else if (nearest.length > 0) hint = () => `; nearest: ${nearest.map((name) => topicName(name)).join(", ")}`;
  return new HelixError("NOT_FOUND", (say) => `there is no topic ${quote(name)}${hint(say)}`);
}
