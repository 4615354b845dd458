// batch: many entries in one write. All of them are checked before any is written.

import type { Draft } from "../draft.ts";
import { brokenLinks, draftTopic, prepareDraft } from "../draft.ts";
import { batchDuplicates } from "../duplicates.ts";
import { defineFeature, indexingProgress } from "../feature.ts";
import { echo } from "../store/store.ts";
import { counted } from "../wording.ts";

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
    for (const [index, entry] of values.entries.entries()) {
      drafts.push(await prepareDraft(entry, context.project, `entries[${index}].`));
    }
    const minutes = Math.floor(context.base.clock() / MINUTE_MS);
    let topics: string[] = [];
    let repeats: number[] = [];
    const linkNotes = new Map<number, string[]>();
    await context.base.change((view) => {
      topics = drafts.map((draft) => draftTopic(view, draft));
      repeats = values.force
        ? drafts.map(() => -1)
        : batchDuplicates(drafts.map((draft, index) => ({ topic: topics[index]!, text: draft.text })));
      drafts.forEach((draft, index) => {
        const notes = brokenLinks(view, draft.links);
        if (notes.length > 0) linkNotes.set(index, notes);
      });
      return drafts.flatMap((draft, index) =>
        repeats[index]! >= 0 ? [] : [{ kind: "add" as const, topic: topics[index]!, body: draft.body, minutes }],
      );
    }, indexingProgress(context));
    const stored = drafts.map((_, index) => index).filter((index) => repeats[index]! < 0);
    const topicCount = new Set(stored.map((index) => topics[index]!)).size;
    const lines = [
      `${counted(stored.length, "entry", "entries")} stored across ${counted(topicCount, "topic", "topics")}`,
    ];
    drafts.forEach((draft, index) => {
      if (repeats[index]! >= 0)
        lines.push(`  skipped ${index}: near-duplicate of entry ${repeats[index]} of this batch`);
      else if (values.verbose) lines.push(`  ${index}: stored in ${topics[index]}${echo(draft)}`);
      for (const note of [...draft.notes, ...(linkNotes.get(index) ?? [])]) lines.push(`  ${index}: ${note}`);
    });
    return {
      text: lines.join("\n"),
      found: true,
      data: {
        stored: stored.length,
        topics: topicCount,
        skipped: repeats.flatMap((of, index) => (of >= 0 ? [{ index, of }] : [])),
      },
    };
  },
});
