// edit action=append and action=revise: change the text of a note. New text goes through the same steps as in store: it
// is cleaned and redacted, and it cannot forge metadata. When it is written, it is redacted once more together with the
// stored text, because the stored text may hold the name of a credential and the new text its value. Appending is not a
// revision, so it leaves no date.

import type { Answer } from "../../base/answer.ts";
import { HelixError } from "../../base/errors.ts";
import { formatDateTime, MINUTE_MS } from "../../engine/text/dates.ts";
import { CAPTURED_TAG } from "../../notes/index/captured-failures.ts";
import { admitText, loadJoiningGate, redactionNotes } from "../../notes/intake/draft.ts";
import { linkChecker } from "../../notes/links/links.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import type { SourceCaller } from "../../notes/sources/stale-sources.ts";
import { GIVEN_BYTES_MAX } from "../../notes/store/edit-size.ts";
import { indexingProgress, type Writing } from "../../notes/store/long-work.ts";
import type { EntryText } from "../../notes/text/entry-text.ts";
import { addressed, changeEntry } from "./change-entry.ts";
import { takeMetadata } from "./own-metadata.ts";
import { revisedCitation } from "./revised-citation.ts";
import { TargetFinder, type TargetRequest } from "./target.ts";

/** Adds text to a note, on a line of its own. */
export async function append(
  ports: Writing & Caller,
  { topic, text, ...request }: TargetRequest & { topic: string; text: string },
): Promise<Answer> {
  const target = new TargetFinder(ports, request);
  const admitted = await admitText(text);
  const gate = await loadJoiningGate();
  return changeEntry(ports, {
    action: "append",
    done: "appended to",
    topic,
    target,
    bytesMax: GIVEN_BYTES_MAX,
    advice: "append less, or store another entry",
    change: (entry) => {
      const joined = gate.append(entry.text, admitted);
      return {
        entry: { ...adopted(entry), text: joined.text },
        notes: [...joined.notes, ...redactionNotes(joined.kinds)],
      };
    },
  });
}

/** Replaces the text of a note, and whatever metadata the new text brings in front. */
export async function revise(
  ports: Writing & Caller & SourceCaller,
  { topic, text, ...request }: TargetRequest & { topic: string; text: string },
): Promise<Answer> {
  if (request.index === undefined && request.match_str === undefined) {
    throw new HelixError(
      "INVALID_ARGUMENT",
      (say) =>
        `${say.option("action", "revise")} needs ${say.name("index")} or ${say.name("match_str")}, for the whole text is replaced, e.g. ${say.option("index", "3")}`,
    );
  }
  const target = new TargetFinder(ports, request);
  const admitted = await admitText(text);
  const gate = await loadJoiningGate();
  const revised = takeMetadata(admitted.text);
  const modified = formatDateTime(Math.floor(ports.base.clock() / MINUTE_MS));
  const kinds = Object.keys(revised.metadata);
  const early = await ports.base.view(indexingProgress(ports));
  const before = target.find(early, addressed(early, topic)).entry;
  const citation = await revisedCitation(before, revised.metadata.source, ports);
  return changeEntry(ports, {
    action: "revise",
    done: "revised",
    topic,
    target,
    bytesMax: GIVEN_BYTES_MAX,
    advice: "keep the part that matters",
    change: (entry, view) => {
      const replaced = gate.replace(entry.text, revised.text);
      return {
        entry: { ...adopted(entry), ...revised.metadata, ...citation(entry), modified, text: replaced.text },
        notes: [
          ...(kinds.length === 0 ? [] : [`from the text's first lines: ${kinds.join(", ")}`]),
          ...admitted.notes,
          ...redactionNotes([...admitted.kinds, ...replaced.kinds]),
          ...linkChecker(view)(revised.metadata.links ?? []),
        ],
      };
    },
  });
}

/** The entry as somebody's own: a captured failure into which somebody writes is a note from then on. */
function adopted(entry: EntryText): EntryText {
  return { ...entry, tags: entry.tags.filter((tag) => tag !== CAPTURED_TAG) };
}
