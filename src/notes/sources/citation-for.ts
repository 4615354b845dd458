// The fingerprints that entries get when they are written: new ones, and those that an edit renews.

import { diskFiles } from "../../platform/disk-small-files.ts";
import { LINES_MAX } from "../text/citation-lines.ts";
import type { EntryText } from "../text/entry-text.ts";
import { FILE_BYTES_MAX } from "./hashed-files.ts";
import { SourceChecker } from "./source-checker.ts";
import { sourceRoot } from "./source-root.ts";
import type { SourceCaller } from "./stale-sources.ts";

const MEGABYTE = 1024 * 1024;
/** One file is enough for one entry. */
const ENTRY_LIMITS = { files: 2, bytes: 1 };

/** Checkers of calls that nobody watches for: one a call, so that it reads each file once. */
const checkers = new WeakMap<SourceCaller, SourceChecker>();

/** Who looks at files for this call. */
export function checkerFor(context: SourceCaller): SourceChecker {
  const watching = context.staleSources?.checker ?? checkers.get(context);
  if (watching !== undefined) return watching;
  const checker = new SourceChecker(sourceRoot(context, diskFiles), diskFiles);
  checkers.set(context, checker);
  return checker;
}

/**
 * The value of `cited` for an entry that is stored now with this source: the fingerprint of what it cites, or null
 * where that is no readable file of the project. Reads one file at most; never throws.
 */
export function citationFor(source: string | null, context: SourceCaller): string | null {
  return source === null ? null : checkerFor(context).cite(source, context.project?.keys ?? []);
}

/** Why an entry with this source gets no fingerprint, in words for a warning. Reads one file at most; never throws. */
export function whyNotWatched(source: string, context: SourceCaller): string {
  switch (checkerFor(context).whyNotCited(source)) {
    case "over a limit":
      return `too large to be watched: over ${LINES_MAX.toLocaleString("en-US")} lines or ${FILE_BYTES_MAX / MEGABYTE} MB`;
    case "outside of this project":
      return "outside of the project";
    case "no such line":
      return "no such line";
    case "not readable":
      return "the file can not be read";
    default:
      return "no such file";
  }
}

/**
 * The value of `cited` for an entry whose text is revised while its source stays. What still stands somewhere keeps its
 * fingerprint (its line may have moved); what has changed gets a new one, for the text was written with it in view;
 * what cannot be looked at from here keeps the one it has. Reads one file at most; never throws.
 */
export function renewedCitation(entry: EntryText, context: SourceCaller): string | null {
  const { source, cited, projects } = entry;
  if (source === null) return null;
  const checker = checkerFor(context);
  const state = checker.pass(ENTRY_LIMITS).check({ source, cited, projects, minutes: 0 });
  const isToRenew = state?.kind === "changed" || state?.kind === "modified";
  return (isToRenew ? checker.cite(source, projects) : null) ?? cited;
}
