// From a query to what an answer shows, in order: places that the query names, then functions by rank.

import type { RankedChunk } from "../../code/search/chunk-ranking.ts";
import { type CodeFilter, parseFilters } from "../../code/search/code-filter.ts";
import { parseCodeQuery } from "../../code/search/code-query.ts";
import { type CodeResults, isHeld, searchCode } from "../../code/search/code-search.ts";
import type { SearchedGeneration } from "../../code/search/field-scores.ts";
import { chunksOf } from "../../code/search/file-chunks.ts";
import type { RankedFile } from "../../code/search/file-ranking.ts";
import { knownTerms } from "../../code/search/known-forms.ts";
import type { LikeChunk } from "../../code/search/meaning-ranks.ts";
import { meantFiles, namedLines } from "../../code/search/named-lines.ts";
import type { CodeView } from "../../code/store/code-view.ts";
import { MatchingLines } from "./matching-line.ts";
import type { Stretch } from "./shown-file.ts";

/** A place that may be shown. */
export interface FoundPlace {
  readonly path: string;
  /** Null: the file has no text. */
  readonly stretch: Stretch | null;
  readonly kind: string | null;
  readonly score: number;
  /** The line that the query names; null: it was found by its words. */
  readonly named: number | null;
}

export interface FoundCode {
  readonly places: readonly FoundPlace[];
  /** The order of files; those with named places first. */
  readonly files: readonly string[];
  readonly ranked: ReadonlyMap<string, RankedFile>;
  readonly results: CodeResults;
  /** Which lines of places without a declaration answer the query. */
  readonly matching: MatchingLines;
}

/** The best places of so many files come first, so that no file that ranks first is lost behind functions of others. */
const LEADING_FILES = 3;

/**
 * Finds. `like`: chunks that are like the query in meaning, best first, where somebody looked for them. Throws
 * INVALID_ARGUMENT for filters that cannot be.
 */
export function findCode(
  view: CodeView,
  query: string,
  nowMinutes: number,
  like?: readonly LikeChunk[] | undefined,
): FoundCode {
  const { text, filter } = parseFilters(query);
  const results = searchCode(view, { text, filter, nowMinutes, like });
  const named = namedPlaces(view, text, filter);
  const ofChunks = results.chunks.map((ranked) => new RankedPlace(view, ranked));
  const leading = results.files.slice(0, LEADING_FILES).map(({ path, score }): FoundPlace => {
    const best = ofChunks.find((place) => place.path === path);
    return best ?? { path, stretch: null, kind: null, score, named: null };
  });
  const before = new Map<string, FoundPlace>();
  const keyOf = ({ path, stretch }: FoundPlace) => `${path}:${stretch?.from ?? 0}`;
  for (const place of [...named, ...leading]) if (!before.has(keyOf(place))) before.set(keyOf(place), place);
  const isNamed = new Set(named.map(({ path }) => path));
  const isLeading = new Set(leading);
  const others = ofChunks.filter(
    (place) => !isLeading.has(place) && !(isNamed.has(place.path) && before.has(keyOf(place))),
  );
  let files: readonly string[] | null = null;
  let ranked: ReadonlyMap<string, RankedFile> | null = null;
  return {
    places: [...before.values(), ...others],
    // Most answers need neither: they show places.
    get files() {
      files ??= [...new Set([...named, ...results.files].map(({ path }) => path))];
      return files;
    },
    get ranked() {
      ranked ??= new Map([...results.files, ...results.tests].map((file) => [file.path, file]));
      return ranked;
    },
    results,
    matching: new MatchingLines(view, query),
  };
}

/** A place of a ranked chunk. Where it is, is read when it is asked for: most places are never shown. */
class RankedPlace implements FoundPlace {
  readonly path: string;
  readonly score: number;
  readonly named = null;
  readonly #view: CodeView;
  readonly #ranked: RankedChunk;
  #at: ReturnType<typeof stretchAt> | null = null;

  constructor(view: CodeView, ranked: RankedChunk) {
    this.path = ranked.file.path;
    this.score = ranked.score;
    this.#view = view;
    this.#ranked = ranked;
  }

  get stretch(): Stretch {
    return this.#read().stretch;
  }

  get kind(): string | null {
    return this.#read().kind;
  }

  #read() {
    this.#at ??= stretchAt(this.#view.generations[this.#ranked.file.generation]!.chunks, this.#ranked.chunk);
    return this.#at;
  }
}

/** The words of a query that each of these files holds. */
export function termsIn(view: CodeView, query: string, file: RankedFile): string[] {
  const { files, chunks } = view.generations[file.generation]!;
  const { first, end } = chunksOf(files, file.file);
  const holds = (segment: typeof files, term: string, from: number, to: number) => {
    const ordinal = segment.findTerm(term);
    if (ordinal < 0) return false;
    const candidates = Uint32Array.from({ length: to - from }, (_, at) => from + at);
    return segment.retain(ordinal, candidates, candidates.length) > 0;
  };
  const { terms } = knownTerms(parseCodeQuery(parseFilters(query).text).terms, (term) =>
    isHeld(view.generations, term),
  );
  return [...terms.keys()].filter(
    (term) => holds(chunks, term, first, end) || holds(files, term, file.file, file.file + 1),
  );
}

function stretchAt(chunks: SearchedGeneration["chunks"], chunk: number) {
  const from = chunks.numbers("from").of(chunk);
  const symbol = chunks.names("symbol").of(chunk);
  const to = from + chunks.numbers("lines").of(chunk) - 1;
  const line = from + chunks.numbers("declared").of(chunk);
  return { stretch: { from, to, symbol, line }, kind: chunks.names("kind").of(chunk) };
}

/** The places that stack traces and messages in the query name, of the first `most` lines that it names. */
export function namedPlaces(
  view: CodeView,
  text: string,
  { paths }: Pick<CodeFilter, "paths">,
  most = Number.POSITIVE_INFINITY,
): FoundPlace[] {
  return namedLines(text)
    .slice(0, most)
    .flatMap(({ path: name, line }) =>
      meantFiles(name, view.live.paths())
        .filter((path) => paths.length === 0 || paths.some((accepts) => accepts(path)))
        .flatMap((path) => placeAt(view, path, line) ?? []),
    );
}

/** The stretch of a file that holds a line; null where it has no such line. */
export function placeAt(view: CodeView, path: string, line: number): FoundPlace | null {
  const place = view.live.place(path);
  if (place === null) return null;
  const { files, chunks } = view.generations[place.generation]!;
  const { first, end } = chunksOf(files, place.file);
  for (let chunk = first; chunk < end; chunk++) {
    const { stretch, kind } = stretchAt(chunks, chunk);
    if (line >= stretch.from && line <= stretch.to) return { path, stretch, kind, score: 0, named: line };
  }
  return null;
}
