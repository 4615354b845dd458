// Merges lessons that say the same. The one that stays keeps its place, its time and its trigger, and gets the
// resolutions, tags, links, source and ids of the others. By these ids their judgements and relations are found.
// Invariants:
// - No resolution, id, tag or link is lost. Where that is not possible, nothing is merged, and an obstacle says why.

import type { JoiningGate } from "../../notes/intake/draft.ts";
import { ARCHIVED_TAG, parseLesson } from "../../notes/lessons/lesson.ts";
import { lessonAt, type StoredLesson } from "../../notes/lessons/stored-lessons.ts";
import { LINKS_MAX } from "../../notes/links/links.ts";
import type { Change } from "../../notes/store/changes.ts";
import { checkRewrittenBytes } from "../../notes/store/edit-size.ts";
import type { KnowledgeView } from "../../notes/store/knowledge-view.ts";
import { LinkTargets } from "../../notes/store/link-targets.ts";
import { formatEntryText } from "../../notes/text/entry-format.ts";
import { type EntryText, parseEntryText } from "../../notes/text/entry-text.ts";
import { mergedLesson, OR } from "./merged-lesson.ts";

/** How many ids of merged notes a note keeps. */
const ALIASES_MAX = 100;

/** Two lessons as they were found. */
export interface FoundPair {
  readonly duplicate: StoredLesson;
  readonly kept: StoredLesson;
}

/** What becomes of a pair. */
export interface Merged<Pair extends FoundPair> {
  readonly pair: Pair;
  /** Why it cannot be merged; null where it can. */
  readonly obstacle: string | null;
}

/** Valid for one view. */
export class LessonMerging<Pair extends FoundPair> {
  /** What becomes of each pair; those that were changed since they were found are left out. */
  readonly outcomes: Merged<Pair>[] = [];
  readonly #view: KnowledgeView;
  readonly #targets: LinkTargets;
  /** The lessons that stay, as they become, and the documents that go with what stays for them. */
  readonly #united = new Map<number, StoredLesson>();
  readonly #keptFor = new Map<number, number>();

  /** `refusal`: why a pair is not to be merged, whatever it says; null where it may be. */
  constructor(
    view: KnowledgeView,
    pairs: readonly Pair[],
    gate: JoiningGate,
    refusal: (pair: Pair) => string | null = () => null,
  ) {
    this.#view = view;
    this.#targets = new LinkTargets(view);
    for (const pair of pairs) {
      const [kept, duplicate] = [live(view, pair.kept), live(view, pair.duplicate)];
      if (kept === null || duplicate === null) continue;
      const both = refusal(pair) ?? this.#unite(this.#united.get(kept.document) ?? kept, duplicate, gate);
      const obstacle = typeof both === "string" ? both : null;
      this.outcomes.push({ pair, obstacle });
      if (typeof both === "string") continue;
      this.#united.set(kept.document, both);
      this.#keptFor.set(duplicate.document, kept.document);
    }
  }

  /** The changes of the merge. */
  changes(): Change[] {
    const gone = [...this.#keptFor.keys()];
    checkRewrittenBytes(this.#view, new Set([...this.#united.keys(), ...gone]));
    const replaced = Array.from(this.#united, ([id, { entry }]): Change => {
      const isAmong = (link: string) => {
        const target = this.#targets.of(link);
        return target !== null && (target === id || this.#keptFor.get(target) === id);
      };
      const links = entry.links.filter((link) => !isAmong(link));
      return { kind: "replace", id, body: formatEntryText({ ...entry, links, id: this.#view.noteId(id) }) };
    });
    return [...replaced, ...gone.map((id): Change => ({ kind: "delete", id }))];
  }

  /** The lesson that stays as it becomes, or an obstacle. */
  #unite(kept: StoredLesson, duplicate: StoredLesson, gate: JoiningGate): StoredLesson | string {
    const aliases = [...new Set([...kept.entry.aliases, ...duplicate.ids])].filter((id) => id !== kept.id);
    if (aliases.length > Math.max(ALIASES_MAX, kept.entry.aliases.length)) return "it would have too many ids";
    const links = this.#links(kept.entry, duplicate.entry);
    if (links.length > Math.max(LINKS_MAX, kept.entry.links.length)) return "it would have too many links";
    const { tags, source, cited, confidence } = duplicate.entry;
    let lesson: StoredLesson = { ...kept, ids: [kept.id, ...aliases], entry: { ...kept.entry, aliases, links } };
    // What was seen twice is no less certain than either.
    const certain = Math.max(kept.entry.confidence, confidence);
    for (const [at, resolution] of alternatives(duplicate.resolution).entries()) {
      const joining = { resolution, tags, source: at === 0 ? source : null, cited };
      const { body, obstacle } = mergedLesson(lesson, joining, gate, certain);
      if (obstacle !== null) return obstacle;
      if (body !== null) lesson = withEntry(lesson, parseEntryText(body));
    }
    return lesson;
  }

  #links(kept: EntryText, duplicate: EntryText): string[] {
    return [...new Set([...kept.links, ...duplicate.links].map((link) => this.#targets.byId(link)))];
  }
}

/** The ways out that a resolution names; one, perhaps empty, at least. */
export function alternatives(resolution: string): string[] {
  return resolution.split(`\n${OR}`);
}

function withEntry(lesson: StoredLesson, entry: EntryText): StoredLesson {
  return { ...lesson, ...parseLesson(entry.tags, entry.text), entry };
}

/** The lesson as it stands in a view; null if it is gone, archived, or says something else by now. */
function live(view: KnowledgeView, { id, kind, trigger, resolution, entry }: StoredLesson): StoredLesson | null {
  const document = view.findNote(id);
  const now = document === null || view.noteId(document) !== id ? null : lessonAt(view, document);
  if (now === null || now.entry.tags.includes(ARCHIVED_TAG)) return null;
  const isSame =
    now.kind === kind &&
    now.trigger === trigger &&
    now.resolution === resolution &&
    now.entry.projects.join() === entry.projects.join();
  return isSame ? now : null;
}
