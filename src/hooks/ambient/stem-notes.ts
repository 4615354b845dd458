// Finds the notes on the stem of a file's name: `kernels` for kernels.rs. For a file whose name says nothing (index.ts,
// mod.rs) the folder's name is used. A note is on the stem only if it says so up front, if it writes a name of several
// parts as the file does, or if the word is rare.

import { nameOf, parentOf } from "../../base/path-names.ts";
import { type QuickHit, quickSearch, type Scope } from "../../engine/search/quick-search.ts";
import type { TermGroup } from "../../engine/text/tokenizer.ts";
import type { NoteDocument } from "../../notes/index/note-document.ts";
import { isOfItsDay } from "../common/day-notes.ts";
import { idsOf, tagBoost, type Weighed } from "../common/importance.ts";
import type { NoteList } from "../common/note-list.ts";
import { isCommonStem, saysNothing, wordOfStem } from "./distinctive-words.ts";
import { holdsName } from "./naming-notes.ts";
import { isFiledUnder, isUpFront, leadsAsAct, leadsWith } from "./note-signals.ts";

/** The inverse document frequency from which on a word is rare: one note in two hundred holds it. */
const RARE_MIN = Math.log(200);
/** At most this many of the best hits are looked at. */
const LOOKED_AT_MAX = 8;
/** At most this many postings are scored. There are many names, and the rare ones are scored first. */
const POSTINGS_MAX = 384;
/**
 * How many leading words of a first line say what the note is about. For a name that any program may use, only the
 * first word counts.
 */
const LEADING_WORDS = 2;
/** The factor on the weight of a note that names the file itself and not only a word of its name. */
const NAMED_BOOST = 4;
/** If more notes than this are on a folder, none of them is taken for a note on one of its files. */
const FOLDER_NOTES_MAX = 2;
const STRUCTURAL = "structural";

/** Prefixes and suffixes in the names of test files, which otherwise carry the name of the tested file. */
const TEST_AFFIXES = /^tests?[_-]|[_-](?:tests?|spec)$|(?<=[a-z])(?:Tests?|Spec)$/;

/** The stem of a file's name. */
export interface Stem {
  /** The word, as written; "" when neither the file's name nor the folder's name is distinctive. */
  readonly word: string;
  /** Whether the word is the folder's name. Then other files share it. */
  readonly isFolder: boolean;
  /** The folder's name where the word is the file's own; "" when the folder's name is not distinctive. */
  readonly folder: string;
}

/** The stem for a file, given its path below the root. The name of the root itself is the project's and is not used. */
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

/** Notes by document number, best first. */
export interface StemNotes {
  readonly onStem: readonly number[];
  /** The notes on how the file is coupled with others. */
  readonly structural: readonly number[];
}

const NONE: StemNotes = { onStem: [], structural: [] };

/** The notes on the stem of the file called `name`. */
export function notesOnStem(notes: NoteList, { word, isFolder, folder }: Stem, name: string, scope: Scope): StemNotes {
  const group = wordOfStem(word);
  if (group === null) return NONE;
  const words: TermGroup[] = [];
  if (group.parts.length > 0) words.push({ ...group, whole: null });
  if (group.whole !== null) words.push({ ...group, parts: [] });
  // `fee.ts` also finds notes that are filed under `fees`.
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
  // To show a few of many notes on a folder would be a guess.
  return { onStem: isFolder && onStem.length > FOLDER_NOTES_MAX ? [] : idsOf(onStem), structural };
}

/** The plural of a word, or the singular if the word ends in an s; null for a word of several parts. */
function otherNumber({ whole, parts }: TermGroup): TermGroup | null {
  const [part = ""] = parts;
  if (whole !== null || parts.length !== 1 || part.endsWith("ss")) return null;
  return single(part.endsWith("s") ? part.slice(0, -1) : `${part}s`);
}

function single(word: string): TermGroup {
  return { word, whole: null, parts: [word], prefix: false };
}

/** Whether a note that shares a file's name is about that file: it names the file, or cites no other. */
export function isOnFile(document: NoteDocument, name: string): boolean {
  return document.source === null || namesFile(document, name);
}

/** Whether the note's first lines name the file itself and not only a word of its name. */
function namesFile({ snippet }: NoteDocument, name: string): boolean {
  return name.includes(".", 1) && ` ${snippet[0]} ${snippet[1]} `.includes(name);
}

/** The notes among the hits that hold the word "structural". */
function structuralOf(notes: NoteList, hits: readonly QuickHit[], all: Scope): ReadonlySet<number> {
  const among = new Set<number>();
  for (const { id } of hits) among.add(id);
  const found = new Set<number>();
  const scope = { ...all, accepts: (id: number) => among.has(id), newest: () => [...among] };
  for (const { id } of quickSearch(notes.view.index, [single(STRUCTURAL)], scope, POSTINGS_MAX).hits) found.add(id);
  return found;
}

/** Whether a note may hold a word only because its source has this name. */
function hasInSource({ source }: NoteDocument, stem: string): boolean {
  return source?.toLowerCase().includes(stem.toLowerCase()) === true;
}
