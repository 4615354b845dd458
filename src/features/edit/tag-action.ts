// edit action=tag: adds tags to a note, and removes tags from it.

import type { Answer } from "../../base/answer.ts";
import { HelixError } from "../../base/errors.ts";
import { joined, type TextList } from "../../base/text-list.ts";
import { cleanLine } from "../../engine/text/clean.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import { redactSecrets } from "../../engine/text/secrets/redaction.ts";
import { checkedTags, redactionNotes } from "../../notes/intake/draft.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import { STORED_BYTES_MAX } from "../../notes/store/edit-size.ts";
import type { Writing } from "../../notes/store/long-work.ts";
import { TAG_COUNT_MAX } from "../../notes/text/tags.ts";
import { changeEntry, type EntryChange } from "./change-entry.ts";
import { storedTags, TargetFinder, type TargetRequest } from "./target.ts";

/** Tags that cannot be removed because the note does not have them are listed up to this many code units. */
const LISTED_LENGTH_MAX = 200;

interface TagRequest extends TargetRequest {
  readonly topic: string;
  readonly tags?: TextList | undefined;
  readonly remove?: TextList | undefined;
}

/** Changes the tags of a note; the others are kept. */
export async function tag(ports: Writing & Caller, { topic, tags, remove, ...request }: TagRequest): Promise<Answer> {
  const redacted = await redactSecrets(joined(tags ?? "", ", "));
  const added = checkedTags(redacted.text, "");
  // Any tag that a log holds may be removed, even a tag that could not be added.
  const removed = [
    ...new Set(
      storedTags(
        joined(remove ?? "", ",")
          .split(",")
          .map((each) => each.trim()),
      ),
    ),
  ].filter(Boolean);
  if (added.length + removed.length === 0) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      (say) =>
        `${say.option("action", "tag")} needs tags to add or to remove, e.g. ${say.option("tags", "performance, hot-path")} or ${say.option("remove", "draft")}`,
    );
  }
  const both = added.find((each) => removed.includes(each));
  if (both !== undefined) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      (say) => `${say.name("tags")} and ${say.name("remove")} both name ${both}: give it in one of them`,
    );
  }
  return changeEntry(ports, {
    action: "tag",
    done: "tagged",
    topic,
    target: new TargetFinder(ports, request),
    bytesMax: STORED_BYTES_MAX,
    advice: "give fewer tags",
    change: (entry, _view, name) => {
      const change = changedTags(entry.tags, added, removed, name);
      return {
        entry: change.tags === null ? null : { ...entry, tags: change.tags },
        notes: [...change.notes, ...redactionNotes(redacted.kinds)],
      };
    },
  });
}

/** The tags after the change (null: unchanged), and the lines about them in the answer. Throws LIMIT. */
function changedTags(
  stored: readonly string[],
  added: readonly string[],
  removed: readonly string[],
  name: string,
): { tags: string[] | null; notes: EntryChange["notes"] } {
  const before = new Set(storedTags(stored));
  const after = [...new Set([...before, ...added])].filter((each) => !removed.includes(each)).sort();
  if (after.length > Math.max(TAG_COUNT_MAX, before.size)) {
    throw new HelixError(
      "LIMIT",
      (say) =>
        `${name} would have ${after.length} tags, at most ${TAG_COUNT_MAX} are accepted: remove some, e.g. ${say.option("remove", "draft")}`,
    );
  }
  const there = added.filter((each) => before.has(each));
  const missing = removed.filter((each) => !before.has(each));
  const isChanged = there.length < added.length || missing.length < removed.length;
  return {
    tags: isChanged ? after : null,
    notes: [
      after.length === 0 ? "no tags" : `[tags: ${cleanLine(after.join(", "))}]`,
      ...(there.length === 0 ? [] : [`there already: ${there.join(", ")}`]),
      ...(missing.length === 0
        ? []
        : [`not there to remove: ${cutLine(cleanLine(missing.join(", ")), LISTED_LENGTH_MAX)}`]),
    ],
  };
}
