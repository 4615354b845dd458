// Undo: takes back the last change, whatever it was and whichever process made it, and says what that was.

import type { TakenBack } from "../../knowledge/undo.ts";
import { parseEntryText } from "../../text/entry-text.ts";
import { snippetLines } from "../../text/snippet.ts";
import { type FeatureContext, type FeatureResult, indexingProgress } from "../feature.ts";
import { counted } from "../wording.ts";

/** How many of the entries of an act are named. */
const NAMED_MAX = 5;

/** The answer of `edit action=undo`. Throws NOT_FOUND when there is nothing to take back. */
export async function undoLast(context: FeatureContext): Promise<FeatureResult> {
  const { taken } = await context.base.undo(indexingProgress(context));
  const lines = taken.slice(0, NAMED_MAX).map((step) => `  ${said(step)}`);
  if (taken.length > NAMED_MAX) lines.push(`  ... ${counted(taken.length - NAMED_MAX, "more entry", "more entries")}`);
  const head = `undone: ${summary(taken)}`;
  return {
    text: [head, ...lines].join("\n"),
    found: true,
    operation: head,
    data: taken.map(({ kind, topic, movedTo, body }) => ({
      was: kind,
      topic,
      ...(kind === "moved" ? { movedTo } : {}),
      body,
    })),
  };
}

const SUMMARIES = {
  stored: "removed again",
  deleted: "brought back",
  changed: "changed back",
  moved: "moved back",
} as const;

/** `2 entries brought back, 1 entry changed back`. */
function summary(taken: readonly TakenBack[]): string {
  const counts = new Map<TakenBack["kind"], number>();
  for (const { kind } of taken) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${counted(count, "entry", "entries")} ${SUMMARIES[kind]}`).join(", ");
}

function said({ kind, topic, movedTo, body }: TakenBack): string {
  const [line] = snippetLines(parseEntryText(body).text);
  const from = kind === "moved" ? ` (from ${movedTo})` : "";
  return `[${topic}]${from} ${line}`;
}
