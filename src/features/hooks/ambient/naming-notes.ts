// The notes that name something: a symbol of the file, a name that an edit removes, a word that is searched for.

import { quickSearch } from "../../../retrieval/quick-search.ts";
import { cutLine } from "../../../text/snippet.ts";
import type { NoteList } from "../note-list.ts";
import { tagBoost } from "./importance.ts";
import { isUpFront, tellingWords } from "./telling-words.ts";

/** So many of the best hits are looked at. */
const LOOKED_AT_MAX = 16;
const NAMED_MAX = 3;
const NAMED_LENGTH_MAX = 80;

/** A note, and which of the names it holds, for a reader. */
export interface NamingNote {
  readonly id: number;
  readonly weight: number;
  readonly named: string;
}

/** The entries that name one of `names` so that it says something, best first. */
export function notesNaming(notes: NoteList, names: Iterable<string>, accepts: (id: number) => boolean): NamingNote[] {
  const words = tellingWords(names);
  const found: NamingNote[] = [];
  if (words.length === 0) return found;
  const { hits } = quickSearch(notes.view.index, words, accepts);
  for (let at = 0; at < hits.length && at < LOOKED_AT_MAX; at++) {
    const { id, score, words: places } = hits[at]!;
    const document = notes.document(id);
    let named = "";
    let count = 0;
    for (const place of places) {
      const word = words[place]!;
      if (count === NAMED_MAX || (word.whole === null && !isUpFront(document, word))) continue;
      named += named === "" ? word.word : `, ${word.word}`;
      count++;
    }
    if (count > 0) found.push({ id, weight: score * tagBoost(document), named: cutLine(named, NAMED_LENGTH_MAX) });
  }
  return found.sort((a, b) => b.weight - a.weight);
}
