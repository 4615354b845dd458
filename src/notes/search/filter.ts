// Decides which documents a search may return, whatever their scores. Each search builds one predicate per segment.
// Fields with few distinct values (tags, sources, projects) are resolved to sets of ordinals first.

import { minutesOfStored } from "../../engine/log/log-time.ts";
import type { NumberedSegment } from "../../engine/segment/live-index.ts";
import { CAPTURED_TAG } from "../index/captured-failures.ts";
import type { DocumentTest } from "../index/document-test.ts";
import { noteColumns } from "../index/note-columns.ts";
import { ARCHIVED_TAG } from "../text/archived.ts";
import { parseSource } from "../text/citation.ts";
import { fullName } from "../text/symbol-names.ts";

export interface FilterRequest {
  /** Documents must have all of these tags. */
  readonly tags: readonly string[];
  /** Documents must be in one of these topics, by stored name. Empty: any topic. */
  readonly topics: readonly string[];
  /** For each of these paths, documents must cite a source that ends in it. */
  readonly sources: readonly string[];
  /** Documents must have a source that each of these accepts. Left out: none. */
  readonly near?: readonly ((source: string | null) => boolean)[];
  /** UTC minutes since 1970: `from` is inclusive, `to` is exclusive. */
  readonly from: number | null;
  readonly to: number | null;
  /** Whether a document with these project keys is wanted. Null: any. */
  readonly project: ((keys: readonly string[]) => boolean) | null;
  /** Whether archived documents are left out, or alone are wanted. Left out: they are documents as any other. */
  readonly archived?: "without" | "only" | undefined;
  /** Whether captured failures are documents as any other, or alone are wanted. Left out: they are left out. */
  readonly errors?: "with" | "only" | undefined;
}

type Predicate = (id: number) => boolean;

/** Whether archived notes are found: only by whoever asks for their tag. */
export function archivedBy(tags: readonly string[]): FilterRequest["archived"] {
  return tags.includes(ARCHIVED_TAG) ? undefined : "without";
}

/** Whether captured failures are found among notes: only by whoever asks for their tag. */
export function errorsBy(tags: readonly string[]): FilterRequest["errors"] {
  return tags.includes(CAPTURED_TAG) ? "with" : undefined;
}

/**
 * Builds the filter of one segment, over the segment's own document numbers. Null when no document there can match,
 * undefined when every document there does.
 * `isCaptured` tells captured failures, by the numbers of the index; null: there are none.
 */
export function buildFilter(
  { segment, first }: NumberedSegment,
  request: FilterRequest,
  isCaptured: DocumentTest | null,
): Predicate | null | undefined {
  const columns = noteColumns(segment);
  const { topics, tags, sources, stored } = columns;
  const tests: Predicate[] = [];
  for (const tag of request.tags) {
    const test = tags.with(tag);
    if (test === null) return null;
    tests.push(test);
  }
  if (request.topics.length > 0) {
    const ordinals = new Set(request.topics.map((name) => topics.names.find(name)).filter((ordinal) => ordinal >= 0));
    if (ordinals.size === 0) return null;
    tests.push((id) => ordinals.has(topics.numbers.of(id)));
  }
  for (const wanted of request.sources) {
    const { path, symbol } = parseSource(wanted);
    const needle = symbol === null ? wanted.replace(LINE_SUFFIX, "") : path;
    const test = sources.containing(needle, (source) => citesFile(source, wanted));
    if (test === null) return null;
    tests.push(test);
  }
  for (const accepts of request.near ?? []) tests.push(sources.where(accepts));
  const { from, to } = request;
  if (from !== null) tests.push((id) => minutesOfStored(stored.of(id)) >= from);
  if (to !== null) tests.push((id) => minutesOfStored(stored.of(id)) < to);
  if (request.project !== null) tests.push(columns.withProject(request.project));
  const isArchived = request.archived === undefined ? null : tags.with(ARCHIVED_TAG);
  if (request.archived === "only") {
    if (isArchived === null) return null;
    tests.push(isArchived);
  } else if (isArchived !== null) tests.push((id) => !isArchived(id));
  if (request.errors === "only") {
    if (isCaptured === null) return null;
    tests.push((id) => isCaptured(first + id));
  } else if (request.errors === undefined && isCaptured !== null) tests.push((id) => !isCaptured(first + id));
  const [only] = tests;
  return tests.length < 2 ? only : (id) => tests.every((test) => test(id));
}

const LINE_SUFFIX = /:\d+(?:[-:]\d+)?$/;

/**
 * Whether `source` (`src/kernels.rs:42`, `src/kernels.rs#Matrix.dot`) names the file `wanted` (`kernels.rs`,
 * `src/kernels.rs`, `src/kernels.rs:42`, `src/kernels.rs#dot`).
 */
export function citesFile(source: string, wanted: string): boolean {
  // A line number alone, or an empty text, names no file.
  if (wanted.replace(LINE_SUFFIX, "") === "") return false;
  const asked = parseSource(wanted);
  const cited = source.includes("#") ? parseSource(source) : null;
  if (asked.symbol !== null) {
    if (cited?.symbol == null) return false;
    return endsIn(fullName(cited.symbol), fullName(asked.symbol), ".") && endsIn(cited.path, asked.path, "/");
  }
  const file = cited?.symbol == null ? source.replace(LINE_SUFFIX, "") : cited.path;
  return endsIn(LINE_SUFFIX.test(wanted) ? source : file, wanted, "/");
}

/** Whether a name is `end`, or ends in it as a whole. */
function endsIn(name: string, end: string, separator: string): boolean {
  return name === end || name.endsWith(separator + end);
}
