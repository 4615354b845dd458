// batch: many entries in one write. All of them are checked before any is written.

import { ANSWER_BYTES_MAX, Answer } from "../answer.ts";
import { type Draft, draftTopic, prepareDraft } from "../draft.ts";
import { batchDuplicates, comparedTexts } from "../duplicates.ts";
import { additionChanges, followAdditions } from "../edit/follow-additions.ts";
import { followedNotes } from "../edit/follow-links.ts";
import { defineFeature, indexingProgress, takingTurns } from "../feature.ts";
import { linkChecker } from "../links.ts";
import { echo } from "../store/store.ts";
import { counted, topicName } from "../wording.ts";

const MINUTE_MS = 60_000;
/** How many entries one call may bring. */
export const BATCH_ENTRIES_MAX = 1000;

const example = 'entries=[{"topic": "build-gotchas", "text": "the linker wants arm64 only", "tags": "gotcha"}]';

export const batchFeature = defineFeature({
  name: "batch",
  description:
    "Store many entries at once (all or none are written). Near-duplicates within the batch are skipped and named.",
  hints: { readOnly: false, destructive: false, idempotent: false },
  parameters: {
    entries: {
      kind: "list",
      required: true,
      max: BATCH_ENTRIES_MAX,
      description: "1 to 1000 entries",
      example,
      item: {
        topic: { kind: "text", required: true, description: "Topic", example: 'topic="build-gotchas"' },
        text: { kind: "text", required: true, description: "What to remember", example: 'text="arm64 only"' },
        tags: { kind: "text", description: "Comma-separated tags", example: 'tags="gotcha"' },
        source: { kind: "text", description: "path or path:line", example: 'source="src/pool.rs:15"' },
        confidence: { kind: "fraction", description: "0 to 1", example: 'confidence="0.8"' },
        links: { kind: "text", description: "topic:index pairs", example: 'links="engine:0"' },
      },
    },
    verbose: { kind: "flag", description: "One line per entry", example: 'verbose="true"' },
    force: { kind: "flag", description: "Keep near-duplicates", example: 'force="true"' },
  },
  async run(context, values) {
    const drafts: Draft[] = [];
    const takeTurn = takingTurns(context);
    for (const [index, entry] of values.entries.entries()) {
      drafts.push(await prepareDraft(entry, context, `entries[${index}].`));
      await takeTurn();
    }
    const compared = values.force ? null : comparedTexts(drafts.map(({ text }) => text));
    const minutes = Math.floor(context.base.clock() / MINUTE_MS);
    let topics: string[] = [];
    let repeats: number[] = [];
    const linkNotes = new Map<number, string[]>();
    let followNotes: string[] = [];
    await context.base.change((view) => {
      topics = drafts.map((draft) => draftTopic(view, draft));
      repeats =
        compared === null
          ? drafts.map(() => -1)
          : batchDuplicates(compared.map((text, index) => ({ ...text, topic: topics[index]! })));
      const brokenLinks = linkChecker(view);
      drafts.forEach((draft, index) => {
        const notes = brokenLinks(draft.links);
        if (notes.length > 0) linkNotes.set(index, notes);
      });
      const additions = drafts.flatMap((draft, index) =>
        repeats[index]! >= 0 ? [] : [{ kind: "add" as const, topic: topics[index]!, body: draft.body, minutes }],
      );
      const followed = followAdditions(view, additions, true);
      followNotes = followedNotes(followed, "no link can hold the topic's name");
      return additionChanges(followed);
    }, indexingProgress(context));
    const stored = drafts.map((_, index) => index).filter((index) => repeats[index]! < 0);
    const topicCount = new Set(stored.map((index) => topics[index]!)).size;
    const told = tell(drafts, repeats, (draft, index) => {
      const isSaid = values.verbose && repeats[index]! < 0;
      const said = isSaid ? [`  ${index}: stored in ${topicName(topics[index]!)}${echo(draft)}`] : [];
      const { sourceNote } = draft;
      const ofSource = sourceNote !== null && (isSaid || sourceNote.isWarning) ? [sourceNote.text] : [];
      const notes = [...draft.notes, ...ofSource, ...(linkNotes.get(index) ?? [])];
      return [...said, ...notes.map((note) => `  ${index}: ${note}`)];
    });
    const head = `${counted(stored.length, "entry", "entries")} stored across ${counted(topicCount, "topic", "topics")}`;
    return {
      text: [head, ...followNotes.map((note) => `  ${note}`), ...told].join("\n"),
      found: true,
      ...(stored.length > 0 ? { operation: head } : {}),
      data: {
        stored: stored.length,
        topics: topicCount,
        skipped: repeats.flatMap((of, index) => (of >= 0 ? [{ index, of }] : [])),
      },
    };
  },
});

/** The lines on each entry, as many as fit into an answer. Entries that were skipped are named all the same. */
function tell(
  drafts: readonly Draft[],
  repeats: readonly number[],
  linesOf: (draft: Draft, index: number) => string[],
) {
  const skipped = repeats.map((of, index) =>
    of < 0 ? "" : `  skipped ${index}: near-duplicate of entry ${of} of this batch`,
  );
  const answer = new Answer(ANSWER_BYTES_MAX - Buffer.byteLength(skipped.join("\n")));
  let left = 0;
  drafts.forEach((draft, index) => {
    if (skipped[index] !== "") answer.close(skipped[index]!);
    const lines = linesOf(draft, index);
    if (lines.length > 0 && !answer.add(...lines)) left++;
  });
  if (left > 0) answer.close(`  ... lines on ${counted(left, "more entry", "more entries")} are left out`);
  return answer.text() === "" ? [] : [answer.text()];
}
