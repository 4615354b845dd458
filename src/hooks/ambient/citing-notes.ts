// Finds the notes whose source is a given file. A note cites a path as somebody wrote it, so the path has to lead to
// this very file:
// - A fingerprint says in which folder the path began. From that folder the path must lead to the file.
// - Without a fingerprint, the path must be the file's path below the root, or the end of that path. A note that
//   belongs to no project must name at least one folder, since a bare file name may belong to any project.
// - An absolute path must be the path of the file. Outside of the root, only absolute paths count.

import { isAbsolutePath, normalPath, pathFrom } from "../../base/path-names.ts";
import type { NoteDocument } from "../../notes/index/note-document.ts";
import { documentsCiting } from "../../notes/index/source-terms.ts";
import { type CitedSource, type Fingerprint, type LineRange, parseSource } from "../../notes/text/citation.ts";
import { hashText } from "../../notes/text/citation-lines.ts";
import { idsOf, tagBoost, type Weighed } from "../common/importance.ts";
import type { NoteList } from "../common/note-list.ts";
import type { TouchedFile } from "../common/touched-file.ts";
import { citedState, fingerprintIn } from "./cited-lines.ts";
import type { FileText } from "./file-text.ts";
import { isApart } from "./note-signals.ts";

/** A symbol whose extent is not known is taken for so many lines. */
const SYMBOL_LINES = 20;
/** Of the notes that cite a file with this name in this folder, at most this many of the newest are looked at. */
const CANDIDATES_MAX = 24;

/**
 * The source and the fingerprint of notes that were parsed before. A server is asked about the same notes again and
 * again.
 */
const sources = new WeakMap<NoteDocument, CitedSource>();
const fingerprints = new WeakMap<NoteDocument, Fingerprint | null>();

/** The notes that seem to be on the file, as far as the index tells; the most important ones first. */
export function notesCiting(notes: NoteList, file: TouchedFile, accepts: (id: number) => boolean): number[] {
  const found: Weighed[] = [];
  // A file that was reached through a link stands in another folder than its path below the root says.
  const path = file.below === null ? file.path : `${file.root}/${file.below}`;
  for (const id of documentsCiting(notes.view.index, path, CANDIDATES_MAX, accepts)) {
    const document = notes.document(id);
    if (seemsOn(file, document)) found.push({ id, weight: document.confidence * tagBoost(document) });
  }
  return idsOf(found);
}

function seemsOn(file: TouchedFile, document: NoteDocument): boolean {
  const { path } = sourceOf(document);
  if (isAbsolutePath(path)) return isPathOf(file, normalPath(path));
  // Only the fingerprint says which folder a `..` leaves.
  return file.below !== null && (path.includes("..") || `/${file.below}`.endsWith(normalPath(path)));
}

/** The fingerprint of a note; null where the note has none or cannot be read. */
function fingerprintOf(notes: NoteList, id: number, document: NoteDocument, source: CitedSource) {
  const known = fingerprints.get(document);
  if (known !== undefined) return known;
  const body = notes.view.body(id);
  if (body === null) return null;
  const fingerprint = fingerprintIn(body, source);
  fingerprints.set(document, fingerprint);
  return fingerprint;
}

function sourceOf(document: NoteDocument): CitedSource {
  let source = sources.get(document);
  if (source === undefined) {
    source = parseSource(document.source ?? "");
    sources.set(document, source);
  }
  return source;
}

function isPathOf({ path, below, root }: TouchedFile, wanted: string): boolean {
  return wanted === path || (below !== null && wanted === `${root}/${below}`);
}

/**
 * The remark on a note that seems to be on the file: what became of the lines that it cites; "" when there is nothing
 * to say. Returns null when the note is on another file.
 */
export function citedRemark(
  notes: NoteList,
  id: number,
  file: TouchedFile,
  text: FileText,
  isLate: () => boolean,
): string | null {
  const document = notes.document(id);
  const source = sourceOf(document);
  const fingerprint = fingerprintOf(notes, id, document, source);
  if (!isOn(file, source.path, fingerprint, document.projects.length > 0)) return null;
  if (fingerprint === null || isLate()) return "";
  if (text.isMissing()) return "source gone";
  const whole = text.whole();
  if (whole === null) return "";
  const { said, line } = citedState(fingerprint, whole);
  // A symbol is known by its name, wherever its lines are.
  return fingerprint.symbol !== null && line !== null ? "" : said;
}

/**
 * Where the lines that a note cites are in the present text, or those of its symbol; null where it cites the file, and
 * where it is not known.
 */
export function citedLines(notes: NoteList, id: number, text: string): LineRange | null {
  const document = notes.document(id);
  const source = sourceOf(document);
  const fingerprint = fingerprintOf(notes, id, document, source);
  const lines = fingerprint?.lines ?? source.lines;
  const found = fingerprint?.lines ? citedState(fingerprint, text).line : null;
  const first = found ?? (source.symbol === null ? (lines?.first ?? null) : lineNaming(text, source.symbol));
  if (first === null) return lines;
  return { first, last: first + (lines === null ? SYMBOL_LINES : lines.last - lines.first) };
}

/** The first line that has the last part of a symbol's name; null for none. */
function lineNaming(text: string, symbol: string): number | null {
  const name = symbol.split(/[.#]|::/).at(-1)!;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    if (isApart(text[at - 1], text[at + name.length])) return text.slice(0, at).split("\n").length;
  }
  return null;
}

function isOn(file: TouchedFile, path: string, fingerprint: Fingerprint | null, isOfProject: boolean): boolean {
  if (isAbsolutePath(path)) return true;
  if (fingerprint === null) return isOfProject ? !path.includes("..") : normalPath(path).lastIndexOf("/") > 0;
  const { mark, folder } = fingerprint;
  if (mark !== null && mark !== hashText(file.root)) return false;
  return isPathOf(file, pathFrom(`${file.root}/${folder}`, path));
}
