// Reads the best of the collected notes, and the notes that they link to. Notes beyond the budget are counted by
// category, from what the index knows about them.

import { LazyOrder } from "../../engine/search/ranking.ts";
import { linkCount } from "../../notes/index/link-lookup.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { LinkTargets } from "../../notes/store/link-targets.ts";
import { entryDate } from "../../notes/text/entry-date.ts";
import { parseEntryText } from "../../notes/text/entry-text.ts";
import { CATEGORY_COUNT, shownCategory, UNTAGGED } from "./categories.ts";
import { classify, maskOfText, tagMasks } from "./classify.ts";
import { type Collected, type Scope, scopeTest } from "./collect.ts";
import { type BriefEntry, byRelevance } from "./entry.ts";
import { linkCounts } from "./link-counts.ts";
import { relevanceScorer, type Scorer, type ScorerOptions } from "./score.ts";
import type { TopicLists } from "./topic-lists.ts";

/** How many notes are read in full, and how many bytes of them at most. */
export const READ_MAX = 200;
const READ_BYTES_MAX = 2 * 1024 * 1024;
/** How many of the unread notes without a distinctive tag are classified by their first two lines. */
const SNIPPETS_MAX = 500;
/** How many notes may come in because others link to them. */
const LINKED_MAX = 64;

export interface Selected {
  /** The notes that were read, by relevance. All of them are in focus. */
  readonly entries: BriefEntry[];
  /** How many notes of each category are in focus and were not read. */
  readonly unread: readonly number[];
  /** The number of notes of categories that are not in focus. */
  readonly outside: number;
  /** How many of the unread notes without a distinctive tag were not examined at all. */
  readonly unclassified: number;
}

export interface SelectOptions extends Omit<ScorerOptions, "links"> {
  /** The categories wanted, as a mask; null: all. */
  readonly focus: number | null;
  readonly scope: Scope;
  readonly lists: TopicLists;
}

/** Selects from the collected notes. */
export function select(view: KnowledgeView, collected: Collected, options: SelectOptions): Selected {
  const { index } = view;
  const { focus, lists, scope } = options;
  const topics = collected.topics.map(({ name }) => name);
  const links = linkCounts(index, topics, lists);
  const score = relevanceScorer(index, { ...options, links });
  const { ids, scores } = collected;
  const wordsOf = (at: number) => scores?.[at] ?? 0;
  const values = Float64Array.from(ids, (id, at) => score(id, wordsOf(at), scope.revised.get(id)));
  const maskOf = tagMasks(index);
  const masks = Uint16Array.from(ids, maskOf);
  const reader = new Reader(view, score, options);
  const counts = new UnreadCounts(view, focus);
  for (const at of bestFirst(view, ids, values, masks, focus, (rest) => counts.addTagged(rest))) {
    const read = reader.read(ids[at]!, wordsOf(at), false);
    if (read === null) counts.add(ids[at]!, masks[at]!);
  }
  const linked = linkedBy(view, reader.entries, collected, options);
  reader.allow(linked.length);
  for (const id of linked) {
    const topic = index.topicOf(id);
    links.set(id, linkCount(index, [view.shownId(id), `${topic}:${lists.indexOf(topic, id)}`]));
    reader.read(id, 0, true);
  }
  const entries = reader.entries.filter(({ categories }) => focus === null || (categories & focus) !== 0);
  return {
    entries: entries.sort(byRelevance(view)),
    unread: counts.byCategory,
    outside: counts.outside + reader.entries.length - entries.length,
    unclassified: counts.unclassified,
  };
}

/**
 * Walks the positions of `ids`, best first. With a focus, notes with a tag in focus come before notes without a
 * distinctive tag. It yields only as many as may be examined; the masks of all others go to `rest`.
 */
function* bestFirst(
  view: KnowledgeView,
  ids: readonly number[],
  values: Float64Array,
  masks: Uint16Array,
  focus: number | null,
  rest: (mask: number) => void,
): Generator<number> {
  const groups: number[][] = [[], []];
  for (let at = 0; at < ids.length; at++) {
    const mask = masks[at]!;
    if (focus === null || (mask & focus) !== 0) groups[0]!.push(at);
    else if (mask === 0) groups[1]!.push(at);
    else rest(mask);
  }
  let room = READ_MAX + SNIPPETS_MAX;
  for (const group of groups) {
    const order = new LazyOrder(group, (a, b) => values[b]! - values[a]! || view.index.compare(ids[b]!, ids[a]!));
    for (; room > 0; room--) {
      const at = order.next();
      if (at < 0) break;
      yield at;
    }
    // The order took over `group` and removed what it has handed out; the rest is still in it.
    for (const at of group) rest(masks[at]!);
  }
}

/** Counts the notes that are not read. */
class UnreadCounts {
  readonly byCategory: number[] = new Array(CATEGORY_COUNT).fill(0);
  outside = 0;
  unclassified = 0;
  readonly #view: KnowledgeView;
  readonly #focus: number | null;

  constructor(view: KnowledgeView, focus: number | null) {
    this.#view = view;
    this.#focus = focus;
  }

  /** Counts a note whose tags mean `mask`. A note without distinctive tags is classified by its first lines. */
  add(id: number, mask: number): void {
    this.#count(mask || maskOfText(this.#view.document(id).snippet.join("\n")) || 1 << UNTAGGED);
  }

  /** Counts a note by its tags alone. */
  addTagged(mask: number): void {
    if (mask === 0) this.unclassified++;
    this.#count(mask || 1 << UNTAGGED);
  }

  #count(mask: number): void {
    if (this.#focus !== null && (mask & this.#focus) === 0) this.outside++;
    else this.byCategory[shownCategory(mask, this.#focus)]!++;
  }
}

/** Reads notes while the budget lasts. */
class Reader {
  readonly entries: BriefEntry[] = [];
  readonly #view: KnowledgeView;
  readonly #score: Scorer;
  readonly #isStale: ((id: number) => boolean) | null;
  #room = READ_BYTES_MAX;
  #most = READ_MAX;

  constructor(view: KnowledgeView, score: Scorer, { isStale }: SelectOptions) {
    this.#view = view;
    this.#score = score;
    this.#isStale = isStale;
  }

  /** Gives the notes that links bring in a budget of their own. */
  allow(more: number): void {
    this.#most = this.entries.length + more;
  }

  /** Reads a note; null when the budget does not suffice. */
  read(id: number, words: number, isLinked: boolean): BriefEntry | null {
    if (this.entries.length >= this.#most) return null;
    const document = this.#view.document(id);
    if (document.size > this.#room) return null;
    this.#room -= document.size;
    const body = this.#view.body(id);
    const parsed = parseEntryText(body ?? "");
    const minutes = entryDate(this.#view.minutesOf(id), parsed.modified);
    const entry: BriefEntry = {
      id,
      document,
      minutes,
      relevance: this.#score(id, words, minutes),
      isStale: this.#isStale?.(id) ?? false,
      body,
      text: parsed.text,
      links: parsed.links,
      categories: classify(document.tags, body === null ? document.snippet.join("\n") : parsed.text),
      isLinked,
      copies: [],
      supersededBy: null,
      supersedes: [],
    };
    this.entries.push(entry);
    return entry;
  }
}

/** The notes that the notes read so far link to, one level deep, if they were not collected and are in scope. */
function linkedBy(
  view: KnowledgeView,
  entries: readonly BriefEntry[],
  collected: Collected,
  { scope }: SelectOptions,
): number[] {
  const links = new Set(entries.toSorted(byRelevance(view)).flatMap((entry) => entry.links));
  if (links.size === 0) return [];
  const inScope = scopeTest(view.index, scope);
  const known = new Set(collected.ids);
  const leadsTo = new LinkTargets(view);
  const targets: number[] = [];
  for (const link of links) {
    const id = leadsTo.of(link);
    if (id === null || known.has(id) || inScope?.(id) === false) continue;
    known.add(id);
    targets.push(id);
    if (targets.length === LINKED_MAX) break;
  }
  return targets;
}
