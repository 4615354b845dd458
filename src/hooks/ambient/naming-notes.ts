// Finds the notes that name something: a symbol of the file, a name that an edit removes, or a word of a search.

import { quickSearch, type Scope } from "../../engine/search/quick-search.ts";
import { cutLine } from "../../engine/text/cut-line.ts";
import type { TermGroup } from "../../engine/text/tokenizer.ts";
import { isOfItsDay } from "../common/day-notes.ts";
import { tagBoost } from "../common/importance.ts";
import type { NoteList } from "../common/note-list.ts";
import { distinctiveWords, holdsWhole } from "./distinctive-words.ts";
import { holdsAsCode, isFiledUnder, leadsWith } from "./note-signals.ts";

/** At most this many of the best hits are looked at. */
const LOOKED_AT_MAX = 8;
/** At most this many postings are scored. There are many names, and the rare ones are scored first. */
const POSTINGS_MAX = 384;
const NAMED_MAX = 3;
const NAMED_LENGTH_MAX = 80;

/** A note, and the names that it holds, as a reader sees them. */
export interface NamingNote {
  readonly id: number;
  readonly weight: number;
  readonly named: string;
}

/** The notes that name one of `names` in a way that says something, best first. */
export function notesNaming(notes: NoteList, names: Iterable<string>, scope: Scope): NamingNote[] {
  const words = distinctiveWords(names);
  const found: NamingNote[] = [];
  if (words.length === 0) return found;
  const { hits } = quickSearch(notes.view.index, words, scope, POSTINGS_MAX);
  for (let at = 0; at < hits.length && at < LOOKED_AT_MAX; at++) {
    const { id, score, words: places } = hits[at]!;
    const document = notes.document(id);
    if (isOfItsDay(document)) continue;
    let named = "";
    let count = 0;
    for (const place of places) {
      const word = words[place]!;
      if (count === NAMED_MAX || !holdsName(notes, id, word)) continue;
      named += named === "" ? word.word : `, ${word.word}`;
      count++;
    }
    if (count > 0) found.push({ id, weight: score * tagBoost(document), named: cutLine(named, NAMED_LENGTH_MAX) });
  }
  return found.sort((a, b) => b.weight - a.weight);
}

/**
 * Whether a note that the index finds by a word also names it in a way that says something. The index holds the words
 * of a note's source too, and a source only names a file.
 */
export function holdsName(notes: NoteList, id: number, word: TermGroup): boolean {
  const document = notes.document(id);
  const { source, topic, tags, snippet } = document;
  if (word.whole === null) {
    return isFiledUnder(document, word) || holdsAsCode(document, word.word) || leadsWith(document, word, 1);
  }
  if (source === null || !holdsWhole(source, word.whole)) return true;
  if (holdsWhole(`${topic} ${tags.join(" ")} ${snippet[0]} ${snippet[1]}`, word.whole)) return true;
  return holdsWhole((notes.view.body(id) ?? "").replaceAll(source, ""), word.whole);
}
