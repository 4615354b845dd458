// Joins a lesson with a stored one that has nearly the same trigger.
// Invariants:
// - Neither resolution is lost: the new one becomes a further line, `or: ...`. Where that is not possible, nothing is
//   merged.

import { BODY_BYTES_MAX } from "../../engine/log/log-layout.ts";
import type { AdmittedText, JoiningGate } from "../../notes/intake/draft.ts";
import { formatLesson } from "../../notes/lessons/lesson.ts";
import type { StoredLesson } from "../../notes/lessons/stored-lessons.ts";
import { formatEntryText } from "../../notes/text/entry-format.ts";
import { TAG_COUNT_MAX } from "../../notes/text/tags.ts";

/** In front of a further resolution. */
export const OR = "or: ";

/** What joins a stored lesson. */
export interface JoiningLesson {
  readonly resolution: string;
  readonly tags: readonly string[];
  readonly source: string | null;
  readonly cited: string | null;
}

/** The stored note as it becomes; `body` is null where it stays as it is. */
export interface MergedLesson {
  readonly body: string | null;
  /** Whether the resolution is new to it. */
  readonly isNew: boolean;
  /** Why it cannot be merged; null where it can. */
  readonly obstacle: string | null;
  readonly kinds: readonly string[];
}

/** Merges; `confidence` replaces the stored one. */
export function mergedLesson(
  stored: StoredLesson,
  joining: JoiningLesson,
  gate: JoiningGate,
  confidence = stored.entry.confidence,
): MergedLesson {
  const { entry } = stored;
  const isNew = !isSaid(stored.resolution, joining.resolution);
  const tags = [...new Set([...entry.tags, ...joining.tags])].sort();
  if (tags.length > Math.max(TAG_COUNT_MAX, entry.tags.length)) return unmerged(isNew, "it would have too many tags");
  const takesSource = entry.source === null && joining.source !== null;
  const isElsewhere =
    joining.source !== null &&
    !takesSource &&
    joining.source !== entry.source &&
    !stored.resolution.includes(`(${joining.source})`);
  if (!isNew && !takesSource && !isElsewhere && tags.length === entry.tags.length && confidence === entry.confidence) {
    return unmerged(isNew, null);
  }
  const said = `${isNew ? joining.resolution : "the same"}${isElsewhere ? ` (${joining.source})` : ""}`;
  const { text, kinds } = isNew || isElsewhere ? joined(stored, said, gate) : { text: entry.text, kinds: [] };
  const cites = takesSource ? { source: joining.source, cited: joining.cited } : {};
  const body = formatEntryText({ ...entry, ...cites, tags, confidence, text });
  if (Buffer.byteLength(body) > BODY_BYTES_MAX) return unmerged(isNew, "it would be too long");
  return { body, isNew, obstacle: null, kinds };
}

function unmerged(isNew: boolean, obstacle: string | null): MergedLesson {
  return { body: null, isNew, obstacle, kinds: [] };
}

function joined(stored: StoredLesson, said: string, gate: JoiningGate): Pick<AdmittedText, "text" | "kinds"> {
  const { trigger, resolution, entry } = stored;
  if (resolution === "")
    return gate.append("", { text: formatLesson({ trigger, resolution: said }), kinds: [], notes: [] });
  return gate.append(entry.text.trimEnd(), { text: OR + said, kinds: [], notes: [] });
}

/** Whether a resolution says another one already, whole or as one of its lines. */
function isSaid(stored: string, resolution: string): boolean {
  const wanted = plain(resolution);
  return [stored, ...stored.split(`\n${OR}`)].some((said) => plain(said) === wanted);
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
