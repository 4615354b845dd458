// Lists all notes that cite a source, topic by topic, and finds what became of their sources. Each file is looked at
// once, within limits.

import { capturedFailures } from "../../notes/index/captured-failures.ts";
import { sameProject } from "../../notes/projects/project.ts";
import type { Caller } from "../../notes/scope/caller.ts";
import { checkerFor, followerFor } from "../../notes/sources/citation-for.ts";
import { citesGoneFile } from "../../notes/sources/moved-file.ts";
import { type CitingEntry, citingEntry, type SourcePass } from "../../notes/sources/source-checker.ts";
import type { SourceState } from "../../notes/sources/source-state.ts";
import type { SourceCaller } from "../../notes/sources/stale-sources.ts";
import { isFollowed } from "../../notes/sources/symbol-follower.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { indexingProgress, type Reading, takingTurns } from "../../notes/store/long-work.ts";
import { type EntryText, parseEntryText } from "../../notes/text/entry-text.ts";

/** One note with a source. */
export interface ListedEntry extends CitingEntry {
  readonly id: string;
  readonly topic: string;
  readonly index: number;
  /** When it was stored, in UTC minutes since 1970. */
  readonly stored: number;
  /** Its first line of content. */
  readonly title: string;
  /** Its text; of a long text only the beginning. */
  readonly text: string;
  readonly isWhole: boolean;
}

export interface CheckedEntry extends ListedEntry {
  readonly state: SourceState;
}

/** The result of a check of the sources of all notes, or of those of one topic. */
export interface SourceSurvey {
  /** In order of topic and index. */
  readonly checked: readonly CheckedEntry[];
  /** How many notes were not checked because of the limits. */
  readonly leftOut: number;
  /** Knows where the files that were found are. */
  readonly pass: SourcePass;
}

/** The limits of one survey: notes, files, bytes of files, and milliseconds. */
export const SURVEY_LIMITS = { entries: 50_000, files: 10_000, bytes: 256 * 1024 * 1024, milliseconds: 20_000 };

/** How many notes lie between two reports of progress. */
const PROGRESS_ENTRIES = 500;
/** How long topics are read before others have their turn, in milliseconds. */
const SLICE_MS = 10;
/** Texts are kept up to this many code units. A longer text is cut after the last whole line that fits. */
const TEXT_LENGTH_MAX = 1000;

/**
 * Checks the sources of all notes, or of the notes of one topic, given by its stored name. Throws CANCELLED, and what a
 * view throws.
 */
export async function surveySources(
  ports: Reading & SourceCaller,
  topic: string | null,
  limits = SURVEY_LIMITS,
): Promise<SourceSurvey> {
  const { found, leftOut } = await collect(ports, topic, limits.entries);
  const pass = checkerFor(ports).pass(limits);
  // Notes that cite one file stand together, so that it is read once.
  const order = found.map((_, at) => at).sort((a, b) => compare(found[a]!.source, found[b]!.source));
  const states: (SourceState | null)[] = found.map(() => null);
  const takeTurn = takingTurns(ports);
  const endMs = performance.now() + limits.milliseconds;
  for (const [done, at] of order.entries()) {
    if (performance.now() > endMs) break;
    states[at] = pass.check(found[at]!);
    if (done > 0 && done % PROGRESS_ENTRIES === 0)
      ports.onProgress?.({ done, total: order.length, what: "checking sources" });
    await takeTurn();
  }
  await follow(ports, found, states, takeTurn);
  const checked = found.flatMap((entry, at) => {
    const state = states[at]!;
    return state === null ? [] : [{ ...entry, state }];
  });
  return { checked, leftOut: leftOut + found.length - checked.length, pass };
}

/** Looks where the symbols and renamed files are that notes cite, and puts that in place of what the checker says. */
async function follow(
  ports: SourceCaller,
  found: readonly ListedEntry[],
  states: (SourceState | null)[],
  takeTurn: () => Promise<void>,
): Promise<void> {
  const isOfHere = (state: SourceState | null) => state !== null && state.kind !== "unchecked";
  const isWanted = (entry: ListedEntry, state: SourceState | null) => isFollowed(entry) || citesGoneFile(entry, state);
  const places = found.flatMap((entry, at) => (isOfHere(states[at]!) && isWanted(entry, states[at]!) ? [at] : []));
  const entries = places.map((at) => found[at]!);
  const checked = places.map((at) => states[at]!);
  const now = (await followerFor(ports)?.followEach(entries, checked, takeTurn)) ?? [];
  for (const [place, at] of places.entries()) states[at] = now[place] ?? states[at]!;
}

async function collect(
  ports: Reading & SourceCaller,
  topic: string | null,
  most: number,
): Promise<{ found: ListedEntry[]; leftOut: number }> {
  const takeTurn = takingTurns(ports);
  const found: ListedEntry[] = [];
  let leftOut = 0;
  let view = await ports.base.view(indexingProgress(ports));
  const topics = topic === null ? view.index.topicNames() : [topic];
  for (let at = 0; at < topics.length; view = await ports.base.view()) {
    const endMs = performance.now() + SLICE_MS;
    do {
      for (const entry of entriesOf(ports, view, topics[at]!)) {
        if (found.length < most) found.push(entry);
        else leftOut++;
      }
      at++;
    } while (at < topics.length && performance.now() < endMs);
    await takeTurn();
  }
  return { found, leftOut };
}

function* entriesOf(ports: Pick<Caller, "project">, view: KnowledgeView, topic: string): Generator<ListedEntry> {
  const isCaptured = capturedFailures(view.index);
  for (const [index, id] of view.topicDocuments(topic).entries()) {
    const { source, projects, snippet } = view.document(id);
    if (source === null || isCaptured?.(id) === true) continue;
    const stored = view.minutesOf(id);
    const entry = { id: view.noteId(id), topic, index, stored, title: snippet[0] };
    // Those of other projects are counted only: their bodies need not be read.
    const isForeign = projects.length > 0 && !sameProject(projects, ports.project?.keys ?? []);
    const body = isForeign ? null : view.body(id);
    const read = parseEntryText(body ?? "");
    const citing = citingEntry(read, stored);
    yield { ...entry, ...(citing ?? { source, cited: null, projects, minutes: stored }), ...beginning(read) };
  }
}

function beginning({ text }: EntryText): { text: string; isWhole: boolean } {
  if (text.length <= TEXT_LENGTH_MAX) return { text, isWhole: true };
  const lineEnd = text.lastIndexOf("\n", TEXT_LENGTH_MAX);
  return { text: text.slice(0, lineEnd > 0 ? lineEnd : TEXT_LENGTH_MAX).toWellFormed(), isWhole: false };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
