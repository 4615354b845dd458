// The documents of a repository at one of its revisions: the texts that people wrote and would look for.

import type { JudgedDocument } from "../judged-set.ts";
import { drawn } from "../judged-set.ts";
import { gitObjects, gitText } from "./git.ts";

/** Larger files are left out: hardly anybody wrote them by hand. */
export const FILE_BYTES_MAX = 200_000;
/**
 * So much of a file's text is in its document, in code units: a note is no book, and one with all words of a language
 * answers nothing.
 */
export const TEXT_LENGTH_MAX = 20_000;
/** Of a larger repository so many files are drawn, and read at most in this many at once. */
const DOCUMENTS_MAX = 8000;
const READ_AT_ONCE = 500;
const BINARY_PROBE = 8000;
/** A line of so many bytes on average is no line that somebody wrote. */
const LINE_LENGTH_MAX = 400;

const NOT_WRITTEN =
  /(?:^|\/)(?:node_modules|vendor|third[_-]party|dist|build|\.yarn|__snapshots__)\/|(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|go\.sum|[^/]*\.lock|[^/]*-lock\.(?:ya?ml|json)|bun\.lockb)$|\.min\.(?:js|css)$|\.(?:map|snap|svg|csv|tsv|pem|po|ipynb)$/i;

/**
 * Whether a path is that of a file which a machine wrote, or somebody else: lock files, minified and vendored ones,
 * data.
 */
export function isNotWritten(path: string): boolean {
  return NOT_WRITTEN.test(path);
}

/** The documents at a revision, with their paths as ids; `seed` draws some where there are too many. */
export function documentsAt(folder: string, revision: string, seed: number): JudgedDocument[] {
  const listed = (gitText(folder, ["ls-tree", "-r", "-l", "-z", "--full-tree", revision]) ?? "").split("\0");
  const files = listed.flatMap((line) => {
    // `100644 blob NAME    SIZE<tab>PATH`; links and submodules have other modes.
    const match = /^100(?:644|755) blob (\S+) +(\d+)\t(.+)$/s.exec(line);
    if (match === null) return [];
    const [, object, size, path] = match;
    return Number(size) <= FILE_BYTES_MAX && !isNotWritten(path!) ? [{ object: object!, path: path! }] : [];
  });
  const documents: JudgedDocument[] = [];
  const taken = drawn(files, DOCUMENTS_MAX, seed);
  for (let from = 0; from < taken.length; from += READ_AT_ONCE) {
    const part = taken.slice(from, from + READ_AT_ONCE);
    const contents = gitObjects(
      folder,
      part.map(({ object }) => object),
    );
    part.forEach(({ path }, at) => {
      const text = textOf(contents[at] ?? null);
      if (text !== null) documents.push({ id: path, topic: topicOf(path), text: `${path}\n${text}` });
    });
  }
  return documents;
}

/** The beginning of a file's text; null for what is no text, empty, or all in one line. */
function textOf(content: Uint8Array | null): string | null {
  if (content === null || content.subarray(0, BINARY_PROBE).includes(0)) return null;
  const text = new TextDecoder().decode(content);
  if (text.trim() === "" || text.length / text.split("\n").length > LINE_LENGTH_MAX) return null;
  return text.slice(0, TEXT_LENGTH_MAX).toWellFormed();
}

/** The topic of a file: its folder, two levels deep at most. */
function topicOf(path: string): string {
  const folders = path.split("/").slice(0, -1);
  return folders.length === 0 ? "root" : folders.slice(0, 2).join("/");
}
