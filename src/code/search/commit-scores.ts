// What earlier commits say: the files that commits with a like message changed.

import { partitionPoint } from "../../base/sorted-search.ts";
import { PostingBuffer } from "../../engine/postings/posting-buffer.ts";
import { inverseDocumentFrequency, termScore } from "../../engine/search/bm25.ts";
import { TopResults } from "../../engine/search/top-results.ts";
import type { Segment } from "../../engine/segment/segment.ts";

/** So many commits count, the best. Those that changed more files than this say nothing of any. */
const COMMITS_COUNTED = 100;
export const COMMIT_FILES_MAX = 30;
const HALF_LIFE_MINUTES = 3 * 365.25 * 1440;
/** What a term that a commit holds once is worth at most, as a multiple of its weighted idf: the ideal commit. */
const IDEAL_TERM = 1.6;

/** Commits as they are searched. */
export interface SearchedCommits {
  readonly segment: Segment;
  /** Whether a commit is no longer reached; null where all are. */
  readonly isGone: ((commit: number) => boolean) | null;
}

export interface CommitEvidence {
  /** By path as it is named now: what the commits say, 1 for the most. */
  readonly byPath: ReadonlyMap<string, number>;
  /** How like the query the best commit is, 0 to 1. */
  readonly confidence: number;
}

const NOTHING: CommitEvidence = { byPath: new Map(), confidence: 0 };

/**
 * What commits say of files. A commit's age is the time up to the newest commit, so that a repository in which nobody
 * has worked for years is searched as it was then; nothing is newer than `nowMinutes`. `nameNow` gives a path that a commit
 * changed its name of today; null: it is gone.
 */
export function commitEvidence(
  parts: readonly SearchedCommits[],
  terms: ReadonlyMap<string, number>,
  nowMinutes: number,
  nameNow: (path: string) => string | null,
): CommitEvidence {
  const total = parts.reduce((sum, { segment }) => sum + segment.documentCount, 0);
  if (total === 0) return NOTHING;
  const tokens = parts.reduce((sum, { segment }) => sum + segment.tokenTotal, 0);
  const meanLength = Math.max(1e-9, tokens / total);
  const buffer = new PostingBuffer();
  const scores = parts.map(({ segment }) => new Float64Array(segment.documentCount));
  let ideal = 0;
  for (const [term, weight] of terms) {
    const ordinals = parts.map(({ segment }) => segment.findTerm(term));
    const frequency = parts.reduce((sum, { segment }, at) => {
      const ordinal = ordinals[at]!;
      return ordinal < 0 ? sum : sum + segment.frequencyOf(ordinal);
    }, 0);
    const idf = inverseDocumentFrequency(total, frequency);
    ideal += weight * idf * IDEAL_TERM;
    if (frequency === 0) continue;
    for (const [at, { segment }] of parts.entries()) {
      if (ordinals[at]! < 0) continue;
      buffer.count = 0;
      segment.postings(ordinals[at]!, buffer);
      const lengths = segment.lengths.all;
      const ofPart = scores[at]!;
      for (let next = 0; next < buffer.count; next++) {
        const commit = buffer.documents[next]!;
        ofPart[commit]! += weight * termScore(idf, buffer.frequencies[next]!, lengths[commit] ?? 0, meanLength);
      }
    }
  }
  return evidenceOf(bestCommits(parts, scores, nowMinutes), ideal, nameNow);
}

interface FoundCommit {
  readonly score: number;
  readonly paths: readonly string[];
}

function bestCommits(parts: readonly SearchedCommits[], scores: readonly Float64Array[], now: number): FoundCommit[] {
  const top = new TopResults(COMMITS_COUNTED, (a, b) => a - b, null);
  const starts: number[] = [];
  let start = 0;
  const newest = newestOf(parts, now);
  for (const [part, { segment, isGone }] of parts.entries()) {
    const minutes = segment.numbers("minutes").all;
    const ofPart = scores[part]!;
    for (let commit = 0; commit < ofPart.length; commit++) {
      const score = ofPart[commit]!;
      // Its age takes from a score and adds nothing.
      if (score === 0 || score < top.threshold || isGone?.(commit)) continue;
      const age = Math.max(0, newest - (minutes[commit] ?? 0));
      top.add(start + commit, score * (0.5 + 0.5 * 2 ** (-age / HALF_LIFE_MINUTES)));
    }
    starts.push(start);
    start += ofPart.length;
  }
  const { ids, scores: found } = top.finish();
  return ids.map((id, at) => {
    const part = partitionPoint(0, starts.length, (each) => starts[each]! <= id) - 1;
    return { score: found[at]!, paths: parts[part]!.segment.sets("paths").of(id - starts[part]!) };
  });
}

/** When the newest commit that is reached was made; one that claims to be of the future counts as made now. */
function newestOf(parts: readonly SearchedCommits[], now: number): number {
  let newest = 0;
  for (const { segment, isGone } of parts) {
    const minutes = segment.numbers("minutes").all;
    for (let commit = 0; commit < segment.documentCount; commit++) {
      const at = minutes[commit] ?? 0;
      if (at > newest && !isGone?.(commit)) newest = at;
    }
  }
  return Math.min(newest, now);
}

function evidenceOf(
  commits: readonly FoundCommit[],
  ideal: number,
  nameNow: (path: string) => string | null,
): CommitEvidence {
  const best = commits[0]?.score ?? 0;
  if (best === 0) return NOTHING;
  const byPath = new Map<string, number>();
  for (const { score, paths } of commits) {
    const share = (score / best) ** 3 / Math.sqrt(Math.max(1, paths.length));
    for (const path of paths) {
      const now = nameNow(path);
      if (now !== null) byPath.set(now, (byPath.get(now) ?? 0) + share);
    }
  }
  const most = Math.max(1e-9, ...byPath.values());
  for (const [path, value] of byPath) byPath.set(path, value / most);
  return { byPath, confidence: Math.min(1, best / Math.max(1e-9, ideal)) };
}
