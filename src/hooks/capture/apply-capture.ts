// Stores the note that was captured from a failed run. The note goes through the same intake and the same write as any
// other note. It is stored once, however often the run fails. This part of the hooks loads the modules for writing, so
// it is imported only when there is something to write.

import { capturedValue, findCaptured } from "../../events/captured-entries.ts";
import type { SessionUpdate } from "../../events/session-state.ts";
import { findSame, soughtDraft } from "../../notes/duplicates/same-text.ts";
import { draftTopic, prepareDraft } from "../../notes/intake/draft.ts";
import type { Project } from "../../notes/projects/project.ts";
import { isOwnFailure } from "../../notes/scope/own-entries.ts";
import type { Change } from "../../notes/store/changes.ts";
import type { KnowledgeBase } from "../../notes/store/knowledge-base.ts";
import type { Author } from "../../notes/store/transaction-authors.ts";
import type { Capture } from "../common/hook-context.ts";
import { boundedWrite } from "./bounded-write.ts";
import { redactedOutput } from "./redacted-output.ts";

const MINUTE_MS = 60_000;

/**
 * Stores a capture at `now`, milliseconds since 1970, in the name of `by`. Returns an update that tells the session where the note stands.
 * If an earlier note tells of the same error, the update names that note and nothing is written. Returns null when the
 * capture could not be stored. Never throws.
 */
export async function applyCapture(
  base: KnowledgeBase,
  project: Project | null,
  capture: Capture,
  { now, by }: { readonly now: number; readonly by?: Author },
): Promise<SessionUpdate | null> {
  try {
    const note = capture.note(await redactedOutput(capture.printed));
    if (note === null) return null;
    const { topic: given, text, tags, source, confidence } = note;
    const request = { topic: given, text, tags: tags.join(", "), source: source ?? undefined, confidence };
    const draft = await prepareDraft(request, { project, directory: project?.root ?? null });
    const sought = soughtDraft(draft);
    let topic = draft.topic;
    let known = -1;
    const changed = await boundedWrite(
      base,
      (view): Change[] => {
        topic = draftTopic(view, draft);
        known = findCaptured(view, topic, draft.text, isOwnFailure(view.index, project));
        const same = known >= 0 ? null : findSame(view, topic, draft, sought);
        if (same !== null) ({ topic, index: known } = same);
        if (known >= 0) return [];
        return [{ kind: "add", topic, body: draft.body, minutes: Math.floor(now / MINUTE_MS) }];
      },
      by,
    );
    if (changed === null) return null;
    const index = known >= 0 ? known : changed.view.topicDocuments(topic).indexOf(changed.added[0]!);
    return index < 0 ? null : { kind: "k", value: capturedValue(capture.key, index, topic, draft.text) };
  } catch {
    return null;
  }
}
