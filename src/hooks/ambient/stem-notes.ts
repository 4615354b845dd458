// The notes on what a file is called: `kernels` of kernels.rs; of those that say nothing (index.ts, mod.rs) what the
// folder is called. A note is on that only when it says so up front, writes a name of several parts as the file does,
// or when the word is rare.

import { nameOf, parentOf } from "../../base/path-names.ts";
import { type QuickHit, quickSearch, type Scope } from "../../engine/search/quick-search.ts";
import type { IndexedDocument } from "../../engine/segment/document.ts";
import type { TermGroup } from "../../engine/text/tokenizer.ts";
import { isOfItsDay } from "../common/day-notes.ts";
import { idsOf, tagBoost, type Weighed } from "../common/importance.ts";
import type { NoteList } from "../common/note-list.ts";
import { isCommonStem, saysNothing, wordOfStem } from "./distinctive-words.ts";
import { holdsName } from "./naming-notes.ts";
import { isFiledUnder, isUpFront, leadsAsAct, leadsWith } from "./note-signals.ts";

/** The inverse document frequency from which on a word is rare: one entry of two hundred has it. */
const RARE_MIN = Math.log(200);
/** So many of the best hits are looked at. */
const LOOKED_AT_MAX = 8;
/** What is scored for that: names are many, and the rare ones come first. */
const POSTINGS_MAX = 384;
/** So many words of a first line say what it is about; one, where any program may have a file of that name. */
const LEADING_WORDS = 2;
/** How much more a note weighs that names the file, not only with a word of its name. */
const NAMED_BOOST = 4;
/** So many notes on a folder may be on one of its files. */
const FOLDER_NOTES_MAX = 2;
const STRUCTURAL = "structural";

/** What tests are called beside what they test. */
const TEST_AFFIXES = /^tests?[_-]|[_-](?:tests?|spec)$|(?<=[a-z])(?:Tests?|Spec)$/;

/** What a file is called. */
export interface Stem {
  /** The word, as it is written; "" when neither the name nor the folder says anything. */
  readonly word: string;
  /** Whether it is the folder's: there are other files in it. */
  readonly isFolder: boolean;
  /** What the folder is called where the word is the file's own; "" when that says nothing. */
  readonly folder: string;
}

/** The word for a file by its path below the root, whose own name is that of the project and says nothing. */
export function stemOf(below: string, root = ""): Stem {
  const word = stemOfName(nameOf(below));
  const parent = below.includes("/") ? nameOf(parentOf(`/${below}`)) : "";
  const folder = parent === "" || parent === nameOf(root) ? "" : stemOfName(parent);
  return word === "" ? { word: folder, isFolder: true, folder: "" } : { word, isFolder: false, folder };
}

function stemOfName(name: string): string {
  const start = name.startsWith(".") ? 1 : 0;
  const dot = name.indexOf(".", start);
  const stem = name.slice(start, dot < 0 ? undefined : dot).replace(TEST_AFFIXES, "");
  return isCommonStem(stem) ? "" : stem;
}

/** Entries by document number, best first. */
export interface StemNotes {
  readonly onStem: readonly number[];
  /** What says how the file hangs together with others. */
  readonly structural: readonly number[];
}

const NONE: StemNotes = { onStem: [], structural: [] };

/** The entries on what the file called `name` is called. */
export function notesOnStem(notes: NoteList, { word, isFolder, folder }: Stem, name: string, scope: Scope): StemNotes {
  const group = wordOfStem(word);
  if (group === null) return NONE;
  const words: TermGroup[] = [];
  if (group.parts.length > 0) words.push({ ...group, whole: null });
  if (group.whole !== null) words.push({ ...group, parts: [] });
  // `fee.ts` and what is filed under `fees`.
  const others = otherNumber(group);
  const place = words.length;
  if (others !== null) words.push(others);
  const around = folder === "" ? null : wordOfStem(folder);
  const { hits, weights } = quickSearch(notes.view.index, words, scope, POSTINGS_MAX);
  if (hits.length === 0) return NONE;
  const coupled = structuralOf(notes, hits, scope);
  const isGeneric = saysNothing(word);
  const onStem: Weighed[] = [];
  const structural: number[] = [];
  for (let at = 0; at < hits.length && at < LOOKED_AT_MAX; at++) {
    const { id, score, words: places } = hits[at]!;
    const document = notes.document(id);
    if (isOfItsDay(document)) continue;
    const isOther = others !== null && places[0] === place;
    const named = isOther ? others : group;
    const last = words[places[places.length - 1]!]!;
    const isRare = weights[places[0]!]! >= RARE_MIN && !hasInSource(document, word);
    const isNamed = namesFile(document, name);
    const isOn =
      isNamed ||
      isFiledUnder(document, named, isGeneric) ||
      (!isOther &&
        leadsWith(document, named, isGeneric ? 1 : LEADING_WORDS) &&
        !(isGeneric && leadsAsAct(document, named))) ||
      (around !== null && isFiledUnder(document, around) && isUpFront(document, named)) ||
      (!isGeneric && !isOther && (isRare || (last.whole !== null && holdsName(notes, id, last))));
    if (isOn) onStem.push({ id, weight: score * tagBoost(document) * (isNamed ? NAMED_BOOST : 1) });
    const { tags } = document;
    const isCoupled = coupled.has(id) || tags.includes(STRUCTURAL) || tags.includes("coupling");
    if ((isOn || !(isGeneric || isOther)) && (isCoupled || tags.includes("architecture"))) structural.push(id);
  }
  // Of many notes on a folder the few that can be shown would be a guess.
  return { onStem: isFolder && onStem.length > FOLDER_NOTES_MAX ? [] : idsOf(onStem), structural };
}

/** The plural of a word, or what it may be the plural of; null for one of several parts. */
function otherNumber({ whole, parts }: TermGroup): TermGroup | null {
  const [part = ""] = parts;
  if (whole !== null || parts.length !== 1 || part.endsWith("ss")) return null;
  return single(part.endsWith("s") ? part.slice(0, -1) : `${part}s`);
}

function single(word: string): TermGroup {
  return { word, whole: null, parts: [word], prefix: false };
}

/** Whether the entry's first lines name the file, not only with a word of its name. */
function namesFile({ snippet }: IndexedDocument, name: string): boolean {
  return name.includes(".", 1) && ` ${snippet[0]} ${snippet[1]} `.includes(name);
}

/** Which of the entries hold the word "structural". */
function structuralOf(notes: NoteList, hits: readonly QuickHit[], { entryCount }: Scope): ReadonlySet<number> {
  const among = new Set<number>();
  for (const { id } of hits) among.add(id);
  const found = new Set<number>();
  const scope = { entryCount, accepts: (id: number) => among.has(id), newest: () => [...among] };
  for (const { id } of quickSearch(notes.view.index, [single(STRUCTURAL)], scope, POSTINGS_MAX).hits) found.add(id);
  return found;
}

/** Whether a word may stand in an entry only because its source is called so. */
function hasInSource({ source }: IndexedDocument, stem: string): boolean {
  return source?.toLowerCase().includes(stem.toLowerCase()) === true;
}
