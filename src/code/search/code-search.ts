// Searches the code: from a query to ranked files and chunks. It reads nothing; who shows a result looks at the file
// first.

import { PATH_CLASSES } from "../files/path-class.ts";
import { type RankedChunk, rankChunks } from "./chunk-ranking.ts";
import type { CodeFilter } from "./code-filter.ts";
import { parseCodeQuery } from "./code-query.ts";
import { type CommitEvidence, commitEvidence, type SearchedCommits } from "./commit-scores.ts";
import { type CodeTotals, type SearchedGeneration, scoreChunks } from "./field-scores.ts";
import { chunksOf } from "./file-chunks.ts";
import { type FilePlace, type RankedFile, rankFiles } from "./file-ranking.ts";
import { knownTerms } from "./known-forms.ts";
import { type FileRanks, fileOfChunk, fuseMeaning, type LikeChunk } from "./meaning-ranks.ts";

/** What is searched. */
export interface SearchedCode {
  readonly generations: readonly SearchedGeneration[];
  readonly totals: CodeTotals;
  readonly commits: readonly SearchedCommits[];
  /** The present name of a path that a commit changed; null when it is gone. */
  nameNow(path: string): string | null;
  /** Where a file stands; null if there is none of that path. */
  placeOf(path: string): FilePlace | null;
}

export interface CodeRequest {
  /** Without filters (`parseFilters`). */
  readonly text: string;
  readonly filter: CodeFilter;
  readonly nowMinutes: number;
  /** Chunks that are like the query in meaning, best first; left out where nobody looked. */
  readonly like?: readonly LikeChunk[] | undefined;
}

export interface CodeResults {
  /** Best first, without tests, unless only tests are wanted. */
  readonly files: readonly RankedFile[];
  /** Tests, by the same scores without the factor of their class. */
  readonly tests: readonly RankedFile[];
  /** The chunks of `files`, best first. */
  readonly chunks: readonly RankedChunk[];
  readonly evidence: CommitEvidence;
  /** Words of the query that nothing holds. */
  readonly unknown: readonly string[];
  /** By path, where what is alike in meaning was looked for: the places of a file in both orders. */
  readonly ranks: ReadonlyMap<string, FileRanks> | null;
}

const TEST = PATH_CLASSES.indexOf("test");
/** The chunks of so many files are ranked. */
const RANKED_FILES_MAX = 200;

/** Searches. */
export function searchCode(code: SearchedCode, request: CodeRequest): CodeResults {
  const found = searchWords(code, request);
  return request.like === undefined ? found : withMeaning(code, request.filter, found, request.like);
}

function searchWords(code: SearchedCode, { text, filter, nowMinutes }: CodeRequest): CodeResults {
  const { terms, named } = parseCodeQuery(text);
  const { generations, totals, commits } = code;
  const known = knownTerms(terms, (term) => isHeld(generations, term));
  const scores = scoreChunks(generations, totals, known.terms);
  const evidence = commitEvidence(commits, terms, nowMinutes, (path) => code.nameNow(path));
  const placeOf = (path: string) => code.placeOf(path);
  const signals = { history: evidence.byPath, confidence: evidence.confidence, named, placeOf };
  const all = rankFiles(generations, scores, signals).filter((file) => isWanted(generations, filter, file));
  const isTest = testsIn(generations);
  const tests = all.filter(isTest).sort((a, b) => b.score / b.factor - a.score / a.factor);
  const files = filter.tests === "only" ? tests : all.filter((file) => !isTest(file));
  const kinds = kindTests(generations, filter.kinds);
  const chunks = rankChunks(generations, scores, files.slice(0, RANKED_FILES_MAX), (generation, chunk) =>
    kinds === null ? true : kinds[generation]!(chunk),
  );
  return {
    files: kinds === null ? files : files.filter((file) => hasAny(generations, file, kinds[file.generation]!)),
    tests: filter.tests === "both" ? tests : [],
    chunks,
    evidence,
    unknown: known.unknown,
    ranks: null,
  };
}

/** The results in one order with chunks that are like the query in meaning; files and tests each by themselves. */
function withMeaning(
  { generations }: SearchedCode,
  filter: CodeFilter,
  found: CodeResults,
  like: readonly LikeChunk[],
): CodeResults {
  const kinds = kindTests(generations, filter.kinds);
  const isTest = testsIn(generations);
  const fileOf = (areTests: boolean) => (each: LikeChunk) => {
    if (kinds !== null && !kinds[each.generation]!(each.chunk)) return null;
    const file = fileOfChunk(generations, each);
    return file !== null && isTest(file) === areTests && isWanted(generations, filter, file) ? file : null;
  };
  const fused = fuseMeaning(found, like, fileOf(filter.tests === "only"));
  if (filter.tests !== "both") return { ...found, ...fused };
  const tests = fuseMeaning({ files: found.tests, chunks: [] }, like, fileOf(true));
  return { ...found, ...fused, tests: tests.files, ranks: new Map([...fused.ranks, ...tests.ranks]) };
}

/** Whether a file is one of tests. */
function testsIn(generations: readonly SearchedGeneration[]): (file: FilePlace) => boolean {
  const classes = generations.map(({ files }) => files.numbers("class"));
  return ({ generation, file }) => classes[generation]!.of(file) === TEST;
}

function isWanted(
  generations: readonly SearchedGeneration[],
  { paths, languages }: CodeFilter,
  { generation, file, path }: RankedFile,
): boolean {
  if (paths.length > 0 && !paths.some((accepts) => accepts(path))) return false;
  if (languages.length === 0) return true;
  const language = generations[generation]!.files.names("language").of(file);
  return language !== null && languages.includes(language);
}

function hasAny(
  generations: readonly SearchedGeneration[],
  file: RankedFile,
  accepts: (chunk: number) => boolean,
): boolean {
  const { first, end } = chunksOf(generations[file.generation]!.files, file.file);
  for (let chunk = first; chunk < end; chunk++) if (accepts(chunk)) return true;
  return false;
}

function kindTests(generations: readonly SearchedGeneration[], kinds: readonly string[]) {
  if (kinds.length === 0) return null;
  return generations.map(({ chunks }) => chunks.names("kind").where((kind) => kind !== null && kinds.includes(kind)));
}

/** Whether anything has a term. */
export function isHeld(generations: readonly SearchedGeneration[], term: string): boolean {
  return generations.some(({ files, chunks }) => chunks.findTerm(term) >= 0 || files.findTerm(term) >= 0);
}
