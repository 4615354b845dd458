// store: stores one note under a topic.

import type { Answer } from "../../base/answer.ts";
import { CALLS } from "../../base/wording.ts";
import { contentTokens } from "../../engine/text/tokenizer.ts";
import { duplicateNote, findDuplicate } from "../../notes/duplicates/near-duplicates.ts";
import { addressOf, differences, findSame, type SameText, soughtDraft } from "../../notes/duplicates/same-text.ts";
import { type Draft, type DraftRequest, draftTopic, echo, prepareDraft } from "../../notes/intake/draft.ts";
import { linkChecker } from "../../notes/links/links.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import type { SourceCaller } from "../../notes/sources/stale-sources.ts";
import { indexingProgress, type Writing } from "../../notes/store/long-work.ts";
import { shownNoteId } from "../../notes/text/note-id.ts";
import { snippetLines } from "../../notes/text/snippet.ts";
import { topicName } from "../../notes/text/topic-names.ts";
import { defineFeature } from "../common/feature.ts";
import type { StoreData } from "./data.ts";

const MINUTE_MS = 60_000;

export const storeFeature = defineFeature({
  name: "store",
  title: "Store a note",
  command: {
    summary: "Store a note: helix store TOPIC TEXT... (text from standard input without TEXT, or with -)",
    examples: [
      'helix store build-gotchas "the linker wants arm64" --source src/bridge.rs:15',
      "echo 'the log is only ever appended to' | helix store decisions",
    ],
    words: [
      { name: "topic", description: "Topic, e.g. build-gotchas" },
      { name: "text", description: "The note", isOptional: true, rest: "text", reading: "note" },
    ],
  },
  description:
    "Remember one finding (gotcha, decision, invariant, how-to) under a topic. Store what would have saved time had it been known. The same text is not stored twice; near-duplicates are named.",
  searchHint: "remember save memory note learn",
  hints: { readOnly: false, destructive: false, idempotent: false },
  isShownAtOnce: true,
  isHeard: true,
  parameters: {
    topic: { kind: "text", required: true, description: "Topic, e.g. build-gotchas", example: 'topic="build-gotchas"' },
    text: {
      kind: "text",
      required: true,
      description: "What to remember; the first line is its title",
      example: 'text="gotcha: the linker wants arm64 only"',
    },
    tags: {
      kind: "texts",
      separator: ",",
      description: "Tags; default: from a first line such as `gotcha:`",
      example: 'tags="gotcha, build"',
    },
    source: {
      kind: "text",
      description: "File it is about: path, path:line or path#symbol",
      example: 'source="src/cache.rs:42"',
    },
    confidence: { kind: "fraction", description: "0 to 1 (default 1); lower ranks lower", example: 'confidence="0.8"' },
    links: {
      kind: "texts",
      separator: " ",
      description: "ids of related notes",
      example: 'links="@7k3v9xq2mp build-gotchas:3"',
    },
    force: { kind: "flag", description: "Store it again", example: 'force="true"' },
    terse: { kind: "flag", description: "Answer in one line", example: 'terse="true"' },
  },
  async run(ports: Writing & SourceCaller & Pick<Caller, "wording">, values) {
    const draft = await prepareDraft(values, ports);
    const minutes = Math.floor(ports.base.clock() / MINUTE_MS);
    const sought = values.force ? null : soughtDraft(draft);
    const tokens = values.force ? null : contentTokens(draft.text);
    let topic = draft.topic;
    let same = null as SameText | null;
    const notes: string[] = [];
    const { added, ids, view } = await ports.base.change((current) => {
      topic = draftTopic(current, draft);
      same = sought === null ? null : findSame(current, topic, draft, sought);
      if (same !== null) return [];
      const duplicate = tokens === null ? null : findDuplicate(current, topic, tokens);
      if (duplicate) notes.push(duplicateNote(current, topic, duplicate));
      notes.push(...linkChecker(current)(draft.links));
      return [{ kind: "add", topic, body: draft.body, minutes }];
    }, indexingProgress(ports));
    if (same !== null) return present(same, draft, values, ports);
    const id = ids()[0]!;
    if (draft.sourceNote !== null) notes.unshift(draft.sourceNote.text);
    const all = [...draft.notes, ...notes];
    const { tags, source, confidence } = draft;
    const head = `stored in ${topicName(topic)}`;
    return {
      found: true,
      operation: `${head}: ${snippetLines(draft.text)[0]}`,
      text: () =>
        values.terse
          ? `${head} ${shownNoteId(id)}${shortNotes(draft)}`
          : [`${head} ${shownNoteId(id)}${echo(draft)}`, ...all.map((note) => `  ${note}`)].join("\n"),
      data: (): StoreData => {
        const index = view.topicDocuments(topic).indexOf(added[0]!);
        return { stored: true, id, topic, index, tags, source, confidence, notes: all };
      },
    };
  },
});

/** The answer when the same text is stored already. Nothing new is stored, and that is no failure. */
function present(
  same: SameText,
  draft: Draft,
  values: Pick<DraftRequest, "tags" | "confidence"> & { readonly terse?: boolean | undefined },
  { wording = CALLS }: Pick<Caller, "wording">,
): Answer {
  const { id, topic, index, entry } = same;
  const notes = [...draft.notes, ...differences(same, draft, values, wording)];
  const head = `already there, nothing stored: ${addressOf(same)}: ${snippetLines(entry.text)[0]}`;
  const { tags, source, confidence } = entry;
  return {
    found: true,
    text: (wording) => {
      const lines = values.terse ? [] : [...notes, `${wording.option("force")} stores it again`];
      return [head, ...lines.map((note) => `  ${note}`)].join("\n");
    },
    data: (): StoreData => ({ stored: false, id, topic, index, tags, source, confidence, notes }),
  };
}

/** A terse answer still says when the stored text is not the text that was given. */
function shortNotes(draft: Draft): string {
  return draft.notes.length > 0 ? ` (${draft.notes.join("; ")})` : "";
}
