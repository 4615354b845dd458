// The notes whose source is a file. What an entry cites is a path as somebody wrote it, so it has to lead to this very
// file:
// - a fingerprint says where the path began when the file was there: then it leads to the file from there, or the note
//   is on another;
// - without one the path is the file's below the root, or the end of that; an entry of no project names a folder at
//   least, since a bare name may be of any project;
// - an absolute path is that of the file, and the only one that counts outside of the root.

import { isAbsolutePath, normalPath, pathFrom } from "../../base/path-names.ts";
import type { IndexedDocument } from "../../engine/segment/document.ts";
import { documentsCiting } from "../../notes/index/source-terms.ts";
import { type CitedSource, type Fingerprint, parseSource } from "../../notes/text/citation.ts";
import { hashText } from "../../notes/text/citation-lines.ts";
import { idsOf, tagBoost, type Weighed } from "../common/importance.ts";
import type { NoteList } from "../common/note-list.ts";
import type { TouchedFile } from "../common/touched-file.ts";
import { citedState, fingerprintIn } from "./cited-lines.ts";
import type { FileText } from "./file-text.ts";

/** So many entries that cite a file of its name in its folder are looked at, the newest. */
const CANDIDATES_MAX = 24;

/**
 * What an entry cites, and its fingerprint, as they were read from it: a server is asked about the same entries again
 * and again.
 */
const sources = new WeakMap<IndexedDocument, CitedSource>();
const fingerprints = new WeakMap<IndexedDocument, Fingerprint | null>();

/** The entries that seem to be on the file by what the index knows of them; the most important ones first. */
export function notesCiting(notes: NoteList, file: TouchedFile, accepts: (id: number) => boolean): number[] {
  const found: Weighed[] = [];
  // Reached through a link, it has another folder than below the root.
  const path = file.below === null ? file.path : `${file.root}/${file.below}`;
  for (const id of documentsCiting(notes.view.index, path, CANDIDATES_MAX, accepts)) {
    const document = notes.document(id);
    if (seemsOn(file, document)) found.push({ id, weight: document.confidence * tagBoost(document) });
  }
  return idsOf(found);
}

function seemsOn(file: TouchedFile, document: IndexedDocument): boolean {
  const { path } = sourceOf(document);
  if (isAbsolutePath(path)) return isPathOf(file, normalPath(path));
  // Which folder `..` leads out of, only the fingerprint says.
  return file.below !== null && (path.includes("..") || `/${file.below}`.endsWith(normalPath(path)));
}

/** null where the entry has none, or cannot be read. */
function fingerprintOf(notes: NoteList, id: number, document: IndexedDocument, source: CitedSource) {
  const known = fingerprints.get(document);
  if (known !== undefined) return known;
  const body = notes.view.body(id);
  if (body === null) return null;
  const fingerprint = fingerprintIn(body, source);
  fingerprints.set(document, fingerprint);
  return fingerprint;
}

function sourceOf(document: IndexedDocument): CitedSource {
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
 * What is said behind a note that seems to be on the file: what became of the lines it cites; null when it is on
 * another file.
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
  return whole === null ? "" : citedState(fingerprint, whole);
}

function isOn(file: TouchedFile, path: string, fingerprint: Fingerprint | null, isOfProject: boolean): boolean {
  if (isAbsolutePath(path)) return true;
  if (fingerprint === null) return isOfProject ? !path.includes("..") : normalPath(path).lastIndexOf("/") > 0;
  const { mark, folder } = fingerprint;
  if (mark !== null && mark !== hashText(file.root)) return false;
  return isPathOf(file, pathFrom(`${file.root}/${folder}`, path));
}
