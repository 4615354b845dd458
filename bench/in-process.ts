// A knowledge base opened in the bench's own process: without pipe, protocol and server, so that what those cost can be
// told apart.

import { parseQuery } from "../src/notes/search/note-query.ts";
import type { SearchRequest } from "../src/notes/search/note-search.ts";
import { KnowledgeBase } from "../src/notes/store/knowledge-base.ts";
import type { KnowledgeView } from "../src/notes/store/knowledge-view.ts";
import { inProcessMerger } from "../src/notes/store/mergers.ts";
import { diskFileSystem } from "../src/platform/disk-file-system.ts";

/** Opens a directory; merges happen only when they are asked for. */
export function openInProcess(directory: string): KnowledgeBase {
  return new KnowledgeBase({
    directory,
    files: diskFileSystem,
    merger: inProcessMerger(diskFileSystem, directory),
    clock: Date.now,
    mergeWorthBytes: Number.POSITIVE_INFINITY,
  });
}

/** What the search tool asks for without filters. */
export function searchRequest(query: string, mode: "and" | "or" = "and"): SearchRequest {
  return {
    query: parseQuery(query),
    filter: { tags: [], topics: [], sources: [], from: null, to: null, project: null },
    mode,
    diverse: false,
    nowMinutes: Date.now() / 60_000,
    ownProject: null,
  };
}

/** The first results of a search, as lines. */
export function searchLines(view: KnowledgeView, query: string, limit: number): string[] {
  const lines: string[] = [];
  for (const { id } of view.search(searchRequest(query)).ordered()) {
    const { topic, snippet } = view.document(id);
    lines.push(`[${topic}] ${snippet[0]}`);
    if (lines.length === limit) break;
  }
  return lines;
}
