// Opens knowledge bases for tests, on the disk or in memory, and asks them for what they hold.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { parseQuery } from "../../src/notes/search/note-query.ts";
import { KnowledgeBase } from "../../src/notes/store/knowledge-base.ts";
import type { KnowledgeView } from "../../src/notes/store/knowledge-view.ts";
import { inProcessMerger } from "../../src/notes/store/mergers.ts";
import type { NoteView } from "../../src/notes/store/note-view.ts";
import type { AuthorsOptions } from "../../src/notes/store/transaction-authors.ts";
import { diskFileSystem } from "../../src/platform/disk-file-system.ts";
import type { FileSystem } from "../../src/platform/file-system.ts";

/** 2026-02-21 12:00 UTC in minutes since 1970: "now" wherever a test does not care. */
export const NOW_MINUTES = Date.UTC(2026, 1, 21, 12) / 60_000;

export interface OpenOptions {
  readonly newNoteId?: () => string | null;
  readonly files?: FileSystem;
  readonly authors?: AuthorsOptions;
  readonly remembers?: boolean;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  readonly lockWaitMs?: number;
  readonly mergeWorthBytes?: number;
  readonly onMergeError?: (error: unknown) => void;
}

/** A live entry as a reader sees it; `minutes` are UTC since 1970. */
export interface LiveEntry {
  readonly topic: string;
  readonly minutes: number;
  readonly body: string;
}

/** A directory of its own for the running test, removed when the test ends. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "helix-test-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** A knowledge base that merges in this process; on the disk unless `files` says otherwise. */
export function openKnowledgeBase(directory: string, options: OpenOptions = {}): KnowledgeBase {
  const files = options.files ?? diskFileSystem;
  return new KnowledgeBase({
    clock: () => NOW_MINUTES * 60_000,
    ...options,
    directory,
    files,
    merger: inProcessMerger(files, directory),
  });
}

/** Every live entry, topic by topic by name, in order within each. */
export function liveEntries(view: NoteView): LiveEntry[] {
  return view.index
    .topics()
    .flatMap(({ name }) =>
      view
        .topicDocuments(name)
        .map((id) => ({ topic: name, minutes: view.minutesOf(id), body: view.body(id) ?? "damaged" })),
    );
}

export interface Hit {
  readonly topic: string;
  readonly snippet: string;
  readonly score: number;
}

/** What a search for `text` finds, in order, without a filter or a cap. */
export function searchHits(view: KnowledgeView, text: string, mode: "and" | "or" = "and"): Hit[] {
  return Array.from(ranked(view, text, mode), ({ id, score }) => {
    const { topic, snippet } = view.document(id);
    return { topic, snippet: snippet.join("\n"), score };
  });
}

/** The same as document numbers. */
export function foundDocuments(view: KnowledgeView, text: string, mode: "and" | "or" = "and"): number[] {
  return Array.from(ranked(view, text, mode), ({ id }) => id);
}

function ranked(view: KnowledgeView, text: string, mode: "and" | "or") {
  const results = view.search({
    query: parseQuery(text),
    filter: { tags: [], topics: [], sources: [], from: null, to: null, project: null },
    mode,
    diverse: false,
    nowMinutes: NOW_MINUTES,
    ownProject: null,
  });
  return results.ordered();
}
