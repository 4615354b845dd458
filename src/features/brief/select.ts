// Reads the best of the collected entries, and those that they link to. What is beyond the budget is counted by
// category, from what the index knows of it.

import { LazyOrder } from "../../engine/search/ranking.ts";
import { linkCount } from "../../notes/index/link-lookup.ts";
import { parseLink } from "../../notes/index/link-terms.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { entryDate } from "../../notes/text/entry-date.ts";
import { parseEntryText } from "../../notes/text/entry-text.ts";
import { CATEGORY_COUNT, shownCategory, UNTAGGED } from "./categories.ts";
import { classify, maskOfText, tagMasks } from "./classify.ts";
import { type Collected, type Scope, scopeTest } from "./collect.ts";
import { type BriefEntry, byRelevance } from "./entry.ts";
import { linkCounts } from "./link-counts.ts";
import { relevanceScorer, type Scorer, type ScorerOptions } from "./score.ts";
import type { TopicLists } from "./topic-lists.ts";

/** How many entries are read in full, and how many bytes of them. */
export const READ_MAX = 200;
const READ_BYTES_MAX = 2 * 1024 * 1024;
/** Of the entries that are not read: how many without a distinctive tag are classified by their first two lines. */
const SNIPPETS_MAX = 500;
/** How many entries come in because others link to them. */
const LINKED_MAX = 64;

export interface Selected {
  /** What was read, by relevance; all of it is in focus. */
  readonly entries: BriefEntry[];
  /** How many entries of each category are in focus and were not read. */
  readonly unread: readonly number[];
  /** Entries of other categories than those in focus. */
  readonly outside: number;
  /** Of the unread ones without a distinctive tag: how many nobody looked at. */
  readonly unclassified: number;
}

export interface SelectOptions extends Omit<ScorerOptions, "links"> {
  /** The categories wanted, as a mask; null: all. */
  readonly focus: number | null;
  readonly scope: Scope;
  readonly lists: TopicLists;
}

/** Selects from what was collected. */
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
  for (const { id, topic, index: position } of linked) {
    links.set(id, linkCount(index, topic, position));
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
 * Walks positions of `ids`, best first; with a focus those of its categories before those that no tag tells of. Only as
 * many as may be looked at; the masks of all others go to `rest`.
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
    // What the order has not handed out is still in the list that it took over.
    for (const at of group) rest(masks[at]!);
  }
}

/** Counts the entries that are not read. */
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

  /** An entry whose tags mean `mask`; one without distinctive tags is classified by its first lines. */
  add(id: number, mask: number): void {
    this.#count(mask || maskOfText(this.#view.document(id).snippet.join("\n")) || 1 << UNTAGGED);
  }

  /** An entry that is looked at no further. */
  addTagged(mask: number): void {
    if (mask === 0) this.unclassified++;
    this.#count(mask || 1 << UNTAGGED);
  }

  #count(mask: number): void {
    if (this.#focus !== null && (mask & this.#focus) === 0) this.outside++;
    else this.byCategory[shownCategory(mask, this.#focus)]!++;
  }
}

/** Reads entries while the budget lasts. */
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

  /** Entries that come in by links have a budget of their own. */
  allow(more: number): void {
    this.#most = this.entries.length + more;
  }

  /** Reads an entry; null when the budget does not reach. */
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

interface LinkTarget {
  readonly id: number;
  readonly topic: string;
  readonly index: number;
}

/** What the entries read so far link to, one level deep: as far as it was not collected and is in scope. */
function linkedBy(
  view: KnowledgeView,
  entries: readonly BriefEntry[],
  collected: Collected,
  { scope, lists }: SelectOptions,
): LinkTarget[] {
  const links = new Set(entries.toSorted(byRelevance(view)).flatMap((entry) => entry.links));
  if (links.size === 0) return [];
  const inScope = scopeTest(view.index, scope);
  const known = new Set(collected.ids);
  const targets: LinkTarget[] = [];
  for (const link of links) {
    const parts = parseLink(link);
    const topic = parts === null ? null : view.resolveTopic(parts.topic);
    const id = topic === null ? undefined : lists.of(topic)[parts!.index];
    if (id === undefined || known.has(id) || inScope?.(id) === false) continue;
    known.add(id);
    targets.push({ ...parts!, id });
    if (targets.length === LINKED_MAX) break;
  }
  return targets;
}
