// Undo: takes back the last change, whatever it was and whichever process made it, and says what was taken back.

import type { FeatureResult } from "../../base/result.ts";
import { counted } from "../../base/wording.ts";
import { cleanLine } from "../../engine/text/clean.ts";
import { indexingProgress } from "../../notes/store/long-work.ts";
import type { TakenBack } from "../../notes/store/undo.ts";
import { parseEntryText } from "../../notes/text/entry-text.ts";
import { snippetLines } from "../../notes/text/snippet.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import type { FeatureContext } from "../common/feature.ts";

/** How many of the notes that were taken back are named. */
const NAMED_MAX = 5;

/** The answer of `edit action=undo`. Throws NOT_FOUND when there is nothing to take back. */
export async function undoLast(context: FeatureContext): Promise<FeatureResult> {
  const { taken: steps } = await context.base.undo(indexingProgress(context));
  const taken = paired(steps);
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

/**
 * What was done to a note, as an answer tells it. A note that was stored again with another time is one note ("dated").
 */
interface Told extends Omit<TakenBack, "kind"> {
  readonly kind: TakenBack["kind"] | "dated";
}

function paired(steps: readonly TakenBack[]): Told[] {
  const keyOf = ({ topic, body }: TakenBack) => `${topic}\n${body}`;
  const stored = new Map<string, TakenBack[]>();
  for (const step of steps) {
    if (step.kind !== "stored") continue;
    const same = stored.get(keyOf(step));
    if (same) same.push(step);
    else stored.set(keyOf(step), [step]);
  }
  const again = new Set<TakenBack>();
  const told = steps.map((step): Told => {
    const twin = step.kind === "deleted" ? stored.get(keyOf(step))?.pop() : undefined;
    if (twin === undefined) return step;
    again.add(twin);
    return { ...step, kind: "dated" };
  });
  return told.filter((step) => !again.has(step as TakenBack));
}

const SUMMARIES = {
  dated: "dated as before",
  stored: "removed again",
  deleted: "brought back",
  changed: "changed back",
  moved: "moved back",
} as const;

/** `2 entries brought back, 1 entry changed back`. */
function summary(taken: readonly Told[]): string {
  const counts = new Map<Told["kind"], number>();
  for (const { kind } of taken) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${counted(count, "entry", "entries")} ${SUMMARIES[kind]}`).join(", ");
}

function said({ kind, topic, movedTo, body }: Told): string {
  const [line] = snippetLines(parseEntryText(body).text);
  const from = kind === "moved" ? ` (from ${topicName(movedTo ?? "")})` : "";
  return `[${topicName(topic)}]${from} ${cleanLine(line)}`;
}
