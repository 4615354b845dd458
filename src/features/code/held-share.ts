// How much of what a query says a place of the code holds.

import { parseFilters } from "../../code/search/code-filter.ts";
import { parseCodeQuery } from "../../code/search/code-query.ts";
import { chunksOf } from "../../code/search/file-chunks.ts";
import type { CodeView } from "../../code/store/code-view.ts";
import { inverseDocumentFrequency } from "../../engine/search/bm25.ts";
import type { Segment } from "../../engine/segment/segment.ts";
import type { FoundPlace } from "./find-code.ts";

/**
 * The share of the query's terms that the stretch or the path of its file holds, 0 to 1; a term counts by its weight in
 * the query and by how few chunks have it. 0 for a place that the index does not have.
 */
export function heldShare(view: CodeView, query: string, { path, stretch }: FoundPlace): number {
  const place = view.live.place(path);
  if (place === null || stretch === null) return 0;
  const { files, chunks } = view.generations[place.generation]!;
  const { first, end } = chunksOf(files, place.file);
  const froms = chunks.numbers("from");
  let chunk = first;
  while (chunk < end && froms.of(chunk) !== stretch.from) chunk++;
  if (chunk === end) return 0;
  let [held, all] = [0, 0];
  for (const [term, weight] of parseCodeQuery(parseFilters(query).text).terms) {
    const says = weight * inverseDocumentFrequency(view.totals.chunks, frequencyOf(view, term));
    all += says;
    if (holds(chunks, term, chunk) || holds(files, term, place.file)) held += says;
  }
  return all === 0 ? 0 : held / all;
}

function frequencyOf({ generations, totals }: CodeView, term: string): number {
  let sum = 0;
  for (const { chunks } of generations) {
    const ordinal = chunks.findTerm(term);
    if (ordinal >= 0) sum += chunks.frequencyOf(ordinal);
  }
  return Math.min(sum, totals.chunks);
}

function holds(segment: Segment, term: string, document: number): boolean {
  const ordinal = segment.findTerm(term);
  return ordinal >= 0 && segment.retain(ordinal, Uint32Array.of(document), 1) > 0;
}
