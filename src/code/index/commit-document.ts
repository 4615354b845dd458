// Turns a commit into a document of the index.

import type { AnalyzedDocument } from "../../engine/segment/segment.ts";
import { tokenize } from "../../engine/text/tokenizer.ts";
import type { Commit } from "../files/commit-parser.ts";
import { COMMIT_FILES_MAX } from "../search/commit-scores.ts";

/** Between the two paths of a rename. No path has one. */
const BETWEEN = "\t";

/** The document of a commit. One that changed too many files is found by nothing, but what it renamed counts. */
export function commitDocument({ name, time, subject, body, changes, changed }: Commit): AnalyzedDocument {
  const isWide = changed > COMMIT_FILES_MAX;
  const leading = isWide ? [] : tokenize(subject);
  const other = isWide ? [] : tokenize(body);
  const paths = changes.map(({ path }) => path);
  const renames = changes.flatMap(({ path, from }) => (from === null ? [] : [`${from}${BETWEEN}${path}`]));
  return {
    values: {
      name,
      minutes: Math.max(0, Math.min(0xffff_ffff, Math.floor(time / 60))),
      paths: isWide ? [] : [...new Set(paths)].sort(),
      renames: [...new Set(renames)].sort(),
    },
    length: leading.length + other.length,
    leadingLength: leading.length,
    leadingTerms: leading,
    otherTerms: [other],
  };
}

/** The two paths of a rename. */
export function renamedPaths(rename: string): readonly [from: string, to: string] {
  const at = rename.indexOf(BETWEEN);
  return [rename.slice(0, at), rename.slice(at + 1)];
}
